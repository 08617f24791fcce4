'use client'

import { useAccountFacts } from '@/components/layout/use-account-facts'
import { useClock } from '@/components/ui/clock'
import type { OperationAnswer } from '@/lib/client/client'
import type { Month } from '@/lib/domain/calendar'
import { type Outlook, makeOutlook } from '@/lib/domain/usage/outlook'

import { useMeteredDays } from './use-meters'

interface OutlookOptions {
  /** The current month, if the page queries its days by month. */
  readonly month?: Month | undefined
  /** A cap to try instead of the current one. */
  readonly capGrosz?: number | undefined
}

/** The account's state and spending, shared by all pages. */
export function useOutlook(meter: OperationAnswer<'usage.api'>, { month, capGrosz }: OutlookOptions = {}): Outlook {
  const days = useMeteredDays(month).data?.items
  const facts = useAccountFacts()
  const now = new Date(useClock())
  return makeOutlook(meter, days ?? [], { ...facts, now, capGrosz })
}
