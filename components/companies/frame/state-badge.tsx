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

/** `aktywna`, `w upadłości`; a state that is not known here as the service names it. */
export function StateBadge({ status }: { readonly status: string }) {
  const t = useTranslations('companies.states')
  const state = readCompanyState(status)
  return <Badge tone={toneOfState(state)}>{state === undefined ? status : t(state)}</Badge>
}

/** States that have words of their own: the keys of `companies.states`. */
type CompanyState = keyof typeof tones

/** Undefined for one that only the service knows, which is shown as it came. */
const readCompanyState = (status: string): CompanyState | undefined =>
  // Sound: one of its own keys.
  Object.hasOwn(tones, status) ? (status as CompanyState) : undefined

const toneOfState = (state: CompanyState | undefined): Tone => (state === undefined ? 'neutral' : tones[state])
