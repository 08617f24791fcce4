import type { Day } from '@/lib/domain/calendar'
import { compareValues } from '@/lib/domain/collections/compare-values'

import { changesOfDay } from './bzp-change'
import { makeBzpNotice, type SampleNotice } from './bzp-notice'
import { timesOfDay } from './bzp-times'

/** The bulletin of a Warsaw day, in order: new notices, and changes of earlier ones. `scale` is at most 9. */
export function noticesOfDay(day: Day, scale = 1): SampleNotice[] {
  const notices = timesOfDay(day, scale).map(({ index, at }) => makeBzpNotice(index, at))
  return [...notices, ...changesOfDay(day, scale)].sort(byTime)
}

const byTime = (a: SampleNotice, b: SampleNotice): number => compareValues(a.published_at, b.published_at)
