'use client'

import { useAccountFacts } from '@/components/layout/use-account-facts'
import { useClock } from '@/components/ui/clock'
import type { OperationAnswer } from '@/lib/client/client'
import type { Month } from '@/lib/domain/calendar'
import { type Outlook, makeOutlook } from '@/lib/domain/usage/outlook'

import { useMeteredDays } from './use-meters'

interface OutlookOptions {
  /** The current one, where the page asks for its days by name. */
  readonly month?: Month | undefined
  /** A cap to try instead of the one in force. */
  readonly capGrosz?: number | undefined
}

/** The account's state and money as every page speaks of them. */
export function useOutlook(meter: OperationAnswer<'usage.api'>, { month, capGrosz }: OutlookOptions = {}): Outlook {
  const days = useMeteredDays(month).data?.items
  const facts = useAccountFacts()
  const now = new Date(useClock())
  return makeOutlook(meter, days ?? [], { ...facts, now, capGrosz })
}
