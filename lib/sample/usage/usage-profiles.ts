import type { MonthlyPool } from '@/lib/domain/usage/pools'

import profiles from '../data/usage-profiles.json'

/** Usage of one sample account: by pool the units in the first twenty days of a month; the rest follows the rhythm. */
export type UsageProfile = { readonly [P in MonthlyPool]?: number } & {
  /** White-list checks per day, most of them in a nightly batch if the account has API access. */
  readonly whiteListPerDay: number
  /** Fraction of the calls that use a key; the others are the panel's. */
  readonly apiShare: number
  /** Factors for this month and the two before. */
  readonly months: readonly [number, number, number]
  /** Factor from the 21st on, for an account that watches its bill. */
  readonly afterTwentieth?: number
  /** Only the last days have usage. */
  readonly lastDays?: number
}

/**
 * `demo-pro` is shown first: on the 20th of a month it is 2 250 lookups over its 20 000, about 180 of its 500 PLN, with
 * 30 % of the RDF units, 58 % of the PDFs and 12 % of the day's white list used.
 */
export const usageProfiles = profiles as unknown as Readonly<Record<string, UsageProfile>>
