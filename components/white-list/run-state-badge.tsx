'use client'

import { useTranslations } from 'use-intl'

import { Badge, type Tone } from '@/components/ui/badge'
import type { WhiteListRunState } from '@/lib/features/white-list/contract/runs'

const tones: Readonly<Record<WhiteListRunState, Tone>> = {
  running: 'info',
  waiting: 'warn',
  paused: 'warn',
  cancelled: 'neutral',
  done: 'accent',
}

export function RunStateBadge({ state }: { readonly state: WhiteListRunState }) {
  const t = useTranslations('white-list.states')
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}
