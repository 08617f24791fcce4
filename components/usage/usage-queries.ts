import type { Month } from '@/lib/domain/calendar'

import { previousMonth } from './month'

/** What the page shows of a month, by contract row: prefetched on the server and read in the browser under the same keys. */
export const usageQueries = (month: Month) =>
  [
    ['usage.summary', {}],
    ['usage.api', {}],
    ['usage.daily', { query: { month } }],
    ['usage.daily', { query: { month: previousMonth(month) ?? month } }],
    ['usage.breakdown', { query: { month } }],
  ] as const
