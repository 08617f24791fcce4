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

/** Shows `aktywna` or `w upadłości`; an unknown status is shown as the service names it. */
export function StateBadge({ status }: { readonly status: string }) {
  const t = useTranslations('companies.states')
  return isKnown(status) ? <Badge tone={tones[status]}>{t(status)}</Badge> : <Badge>{status}</Badge>
}
