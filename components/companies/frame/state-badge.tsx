'use client'

import { useTranslations } from 'use-intl'

import { Badge, type Tone } from '@/components/ui/badge'

const tones = {
  active: 'accent',
  liquidation: 'warn',
  restructuring: 'warn',
  bankruptcy: 'danger',
  deregistered: 'danger',
} as const satisfies Readonly<Record<string, Tone>>

const isKnown = (status: string): status is keyof typeof tones => Object.hasOwn(tones, status)

/** `aktywna`, `w upadłości`; a state that is not known here as the service names it. */
export function StateBadge({ status }: { readonly status: string }) {
  const t = useTranslations('companies.states')
  return isKnown(status) ? <Badge tone={tones[status]}>{t(status)}</Badge> : <Badge>{status}</Badge>
}
