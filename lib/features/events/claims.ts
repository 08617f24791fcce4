import { addDays, type Day } from '@/lib/domain/calendar'
import { CLAIM_DAYS, claimDeadline, opensClaims } from '@/lib/domain/events/claim-deadline'
import { listLeadsSince } from '@/lib/features/rules/statements/cursors'
import type { Db } from '@/lib/storage/storage'

import type { PanelEventTable } from './tables'

/** Weekends and holidays move a deadline by at most this many days. */
export const MOVED_DAYS = 7

/** For announcements before this day the time for claims is over. */
export const firstClaimDay = (today: Day): Day => addDays(today, -CLAIM_DAYS - MOVED_DAYS)

type ClaimsQuery = { readonly accountId: string; readonly today: Day; readonly within: number }

/** The first events of announcements whose deadline for claims is today or at most `within` days away, ascending. */
export async function listDueClaims(db: Db, { accountId, today, within }: ClaimsQuery): Promise<PanelEventTable[]> {
  const day = firstClaimDay(today)
  const events = await listLeadsSince(db, { accountId, source: 'krz', kind: 'bankruptcy', day })
  return events.filter((event) => {
    if (event.id !== event.lead_id || !opensClaims(event)) return false
    const { daysLeft } = claimDeadline(event.day, today)
    return daysLeft >= 0 && daysLeft <= within
  })
}
