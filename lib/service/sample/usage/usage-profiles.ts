import type { MonthlyPool } from '@/lib/domain/usage/pools'

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
export const usageProfiles: Readonly<Record<string, UsageProfile>> = {
  'demo-pro': {
    lookups: 22_250,
    rdf: 600,
    pdf: 290,
    whiteListPerDay: 600,
    apiShare: 0.85,
    months: [1, 0.85, 0.74],
    afterTwentieth: 0.35,
  },
  'demo-pro-2': { lookups: 2_400, rdf: 60, pdf: 22, whiteListPerDay: 40, apiShare: 0.6, months: [1, 0.9, 0.4] },
  'demo-enterprise': {
    lookups: 124_000,
    rdf: 9_000,
    pdf: 2_100,
    whiteListPerDay: 14_000,
    apiShare: 0.97,
    months: [1, 0.93, 0.88],
  },
  'demo-standard': { lookups: 310, rdf: 18, pdf: 14, whiteListPerDay: 8, apiShare: 0, months: [1, 1.1, 0.8] },
  'demo-trial': { lookups: 700, rdf: 20, pdf: 12, whiteListPerDay: 6, apiShare: 0.7, months: [1, 1, 1], lastDays: 9 },
  'demo-inactive': { lookups: 3_000, rdf: 80, pdf: 30, whiteListPerDay: 20, apiShare: 0.8, months: [0, 0.4, 1] },
}
