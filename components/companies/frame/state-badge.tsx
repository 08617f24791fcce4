'use client'

import { useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'

import { readCompanyState, toneOfState } from './company-state'

/** `aktywna`, `w upadłości`; a state that is not known here as the service names it. */
export function StateBadge({ status }: { readonly status: string }) {
  const t = useTranslations('companies.states')
  const state = readCompanyState(status)
  return <Badge tone={toneOfState(state)}>{state === undefined ? status : t(state)}</Badge>
}
