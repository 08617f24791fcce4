import { describe, expect, it } from 'vitest'

import { unusedDay } from '@/lib/domain/usage/pools'

import { packChecks, mismatchesIn, severalPricesIn } from './content'

const totals = { ...unusedDay, lookups: 6, overage_units: 4, overage_grosz: 29 }
const terms = { plan: 'Enterprise', included: 2, unit_grosz: 5 }
const meter = { used: 6, overage_units: 4, overage_grosz: 29, document_units: 0, spend_cap_pln: null }
const endpoints = [{ month: '2026-10', endpoint: '/v1/record', pool: 'lookups', calls: 6, units: 6 }]
const days = [
  { ...unusedDay, date: '2026-10-01', lookups: 5, overage_units: 3, overage_grosz: 24 },
  { ...unusedDay, date: '2026-10-02', lookups: 1, overage_units: 1, overage_grosz: 5 },
]
const input = { totals, terms, meter, days, endpoints }
const priceIn = (content: Parameters<typeof packChecks>[0]) =>
  packChecks(content).find(({ about }) => about === 'price')

describe('the price of a period', () => {
  it('agrees if there was a single price', () => {
    expect(priceIn({ ...input, terms: { ...terms, unit_grosz: 7 }, totals: { ...totals, overage_grosz: 28 } })).toEqual(
      {
        about: 'price',
        days: 28,
        other: 28,
        agrees: true,
      },
    )
  })

  it('is reported as several prices if the meter matches the amount of the days', () => {
    const checks = packChecks(input)
    expect(severalPricesIn({ checks })).toEqual({ about: 'price', days: 29, other: 20, agrees: null, mean_grosz: 7.25 })
    expect(mismatchesIn({ checks })).toBe(0)
  })

  it('is reported as several prices without a meter, or if the meter was read before the last calls', () => {
    expect(priceIn({ ...input, meter: null })).toMatchObject({ agrees: null, mean_grosz: 7.25 })
    const before = { ...meter, overage_units: 3, overage_grosz: 24 }
    expect(priceIn({ ...input, meter: before })).toMatchObject({ agrees: null, mean_grosz: 7.25 })
  })

  it('is a mismatch if the meter shows another amount, or an amount was charged without units', () => {
    expect(priceIn({ ...input, meter: { ...meter, overage_grosz: 20 } })).toEqual({
      about: 'price',
      days: 29,
      other: 20,
      agrees: false,
    })
    expect(priceIn({ ...input, meter: null, totals: { ...totals, overage_units: 0 } })).toMatchObject({ agrees: false })
  })

  it('cannot be checked without a unit price', () => {
    expect(priceIn({ ...input, terms: { ...terms, unit_grosz: null } })).toEqual({
      about: 'price',
      days: 29,
      other: null,
      agrees: null,
    })
  })
})
