import { addDays, startOfDay, warsawDay } from '@/lib/domain/calendar'

import type { MatchState } from './contract/alerts'
import type { MatchFilter } from './statements/matches'

/** A procedure is closing until the end of the Warsaw day that is this many days away. */
export const CLOSING_WITHIN_DAYS = 3

/** What the states of a list mean for its rows at an instant. */
export function filterOfState(state: MatchState, now: Date): Pick<MatchFilter, 'state' | 'offers'> {
  if (state !== 'closing') return { state }
  const to = startOfDay(addDays(warsawDay(now), CLOSING_WITHIN_DAYS + 1)).toISOString()
  return { state: 'open', offers: { from: now.toISOString(), to } }
}
