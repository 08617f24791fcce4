import type { AddressCodec } from '@/components/ui/address/use-address-search'
import { warsawDay } from '@/lib/domain/calendar'

export interface MsigSearch {
  readonly year: number
}

/** The gazette as it is today goes back to this year. */
export const FIRST_YEAR = 2001
/** More than a year has days of the gazette. */
const WHOLE_YEAR = 400

export const yearOf = (now: Date): number => Number(warsawDay(now).slice(0, 4))

export const msigCodec: AddressCodec<MsigSearch> = {
  read: (params) => {
    const now = yearOf(new Date())
    const year = Number(params.get('year') ?? now)
    return { year: Number.isInteger(year) && year >= FIRST_YEAR && year <= now ? year : now }
  },
  write: ({ year }) => (year === yearOf(new Date()) ? '' : `?year=${year}`),
}

export const issuesInput = ({ year }: MsigSearch) => ({ query: { year, limit: WHOLE_YEAR } })
