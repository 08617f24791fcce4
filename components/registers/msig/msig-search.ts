import { defineAddress, type SearchOf, single } from '@/lib/domain/address'
import { warsawDay } from '@/lib/domain/calendar'

/** The first year of the gazette in its present form. */
export const FIRST_YEAR = 2001
/** More than the number of issues in a year. */
const WHOLE_YEAR = 400

export const yearOf = (now: Date): number => Number(warsawDay(now).slice(0, 4))

export const msigAddress = defineAddress({
  year: single(
    (text) => {
      const [now, year] = [yearOf(new Date()), Number(text)]
      return Number.isInteger(year) && year >= FIRST_YEAR && year <= now ? year : now
    },
    (year) => (year === yearOf(new Date()) ? '' : String(year)),
  ),
})
type MsigSearch = SearchOf<typeof msigAddress>

export const issuesInput = ({ year }: MsigSearch) => ({ query: { year, limit: WHOLE_YEAR } })
