import type { MonthlyPool } from '@/lib/domain/usage/pools'

import profiles from '../data/usage-profiles.json'

/** How much one sample account uses: by pool the units that the first twenty days of a month take; the rest follows the rhythm. */
export type UsageProfile = { readonly [P in MonthlyPool]?: number } & {
  /** White-list checks of one day, most of them in a nightly batch where the account has an API. */
  readonly whiteListPerDay: number
  /** Part of the calls that come with a key; the rest is the panel's. */
  readonly apiShare: number
  /** This month and the two before, as parts of the above. */
  readonly months: readonly [number, number, number]
  /** From the 21st on only this part of the usual: someone watches the bill. */
  readonly afterTwentieth?: number
  /** Only the last days. */
  readonly lastDays?: number
}

/**
 * Shown first is `demo-pro`: on the 20th of a month it is 2 250 lookups over its 20 000, about 180 of its 500 PLN, with
 * 30 % of the RDF units, 58 % of the PDFs and 12 % of the day's white list used.
 */
export const usageProfiles = profiles as unknown as Readonly<Record<string, UsageProfile>>
