import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { dayFigures, poolNames } from '@/lib/domain/usage/pools'
import { type TestCharge, ledger, testMonth, answersOfCharges } from '@/lib/testing/usage-answers'

import {
  type ReconciliationCheck,
  reconcileMonth,
  type ReportedMeter,
  type ReconciliationInput,
  countResults,
} from './reconciliation'

/** The price check, three checks of the meter, and one per pool. */
const LINES = 4 + poolNames.length

type TestAccount = ReturnType<typeof answersOfCharges>

const toInput = ({
  meter,
  days,
  endpoints,
}: {
  meter: ReportedMeter
  days: ReconciliationInput['days'][0]
  endpoints: ReconciliationInput['endpoints']
}): ReconciliationInput => ({
  month: testMonth,
  meter: [meter, meter],
  days: [days, days],
  endpoints,
})
const charges: TestCharge[] = [
  { day: 0, endpoint: '/v1/record', pool: 'lookups', units: 7 },
  { day: 0, endpoint: '/v1/rdf', pool: 'rdf', units: 3 },
  { day: 3, endpoint: '/v1/search', pool: 'lookups', units: 5 },
  { day: 9, endpoint: '/v1/pdf', pool: 'pdf', units: 1 },
  { day: 9, endpoint: '/v1/wpv', pool: 'wpv', units: 30 },
]
const answers = answersOfCharges(charges, { included: 10, unitGrosz: 8 })
const find = (checks: readonly ReconciliationCheck[], about: ReconciliationCheck['about'], pool?: string) =>
  checks.find((check) => check.about === about && (check.about !== 'pool' || check.pool === pool))?.verdict

describe('a correct ledger', () => {
  it('agrees in every line, with both numbers', () => {
    const checks = reconcileMonth(toInput(answers))
    expect(checks).toHaveLength(LINES)
    expect(countResults(checks)).toEqual({ checks: LINES, differs: 0, unknown: 0, prices: 0 })
    expect(checks[0]).toEqual({
      about: 'price',
      units: 2,
      unitGrosz: 8,
      verdict: { kind: 'agrees', left: 16, right: 16 },
    })
    expect(find(checks, 'lookups')).toEqual({ kind: 'agrees', left: 12, right: 12 })
    expect(find(checks, 'pool', 'wpv')).toEqual({ kind: 'agrees', left: 30, right: 30 })
  })

  it('is compared only with itself once the month is closed', () => {
    const checks = reconcileMonth({ ...toInput(answers), meter: undefined })
    expect(checks.map(({ about }) => about)).toEqual(poolNames.map(() => 'pool'))
  })

  it('agrees if nothing was used', () => {
    expect(
      countResults(reconcileMonth(toInput({ ...answers, ...answersOfCharges([], { included: 10, unitGrosz: 8 }) }))),
    ).toMatchObject({
      differs: 0,
      unknown: 0,
    })
  })
})

describe('a wrong number', () => {
  it('is shown with both numbers and the difference', () => {
    const checks = reconcileMonth(toInput({ ...answers, meter: { ...answers.meter, overage_grosz: 20 } }))
    expect(find(checks, 'price')).toEqual({ kind: 'differs', left: 16, right: 20, by: -4 })
    expect(find(checks, 'overage_grosz')).toEqual({ kind: 'differs', left: 16, right: 20, by: -4 })
    expect(countResults(checks)).toEqual({ checks: LINES, differs: 2, unknown: 0, prices: 0 })
  })

  it('is never reported for a correct ledger', () => {
    fc.assert(
      fc.property(ledger, ([some, plan]) => {
        expect(reconcileMonth(toInput(answersOfCharges(some, plan))).map(({ verdict }) => verdict.kind)).toEqual(
          Array(LINES).fill('agrees'),
        )
      }),
    )
  })

  /** Every number on which a line of the page depends. */
  const mutations: readonly ((all: TestAccount, by: number) => void)[] = [
    (all, by) => (all.meter.used += by),
    (all, by) => (all.meter.overage_units += by),
    (all, by) => (all.meter.overage_grosz += by),
    ...dayFigures.map((key) => (all: TestAccount, by: number) => {
      for (const day of all.days.slice(0, 1)) day[key] += by
    }),
    (all, by) => {
      const [first] = all.endpoints
      if (first) first.units += by
      else all.endpoints.push({ endpoint: '/v1/record', pool: 'lookups', calls: 1, units: by })
    },
  ]

  it('is found in whichever number it occurs', () => {
    fc.assert(
      fc.property(
        ledger,
        fc.constantFrom(...mutations),
        fc.integer({ min: 1, max: 1000 }),
        ([some, plan], mutate, by) => {
          const all = answersOfCharges(some, plan)
          mutate(all, by)
          expect(countResults(reconcileMonth(toInput(all))).differs).toBeGreaterThan(0)
        },
      ),
    )
  })

  it('is found in the price too, unless the days add up to the amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 500 }), (units, unitGrosz) => {
        const { meter, ...rest } = answersOfCharges([{ day: 0, endpoint: '/v1/record', pool: 'lookups', units }], {
          included: 0,
          unitGrosz,
        })
        const dearer = { ...meter, unit_grosz: unitGrosz + 1 }
        expect(find(reconcileMonth(toInput({ ...rest, meter: dearer })), 'price')?.kind).toBe('earlier')
        const more = { ...meter, overage_grosz: meter.overage_grosz + 1 }
        expect(find(reconcileMonth(toInput({ ...rest, meter: more })), 'price')?.kind).toBe('differs')
      }),
    )
  })
})

describe('a price that changed within the month', () => {
  /** 2 units at 8 gr on the fourth day, 3 at 5 gr later. */
  const later = answers.days.map((day, index) => (index === 20 ? { ...day, overage_units: 3, overage_grosz: 15 } : day))
  const meter = { ...answers.meter, overage_units: 5, overage_grosz: 31, unit_grosz: 5 }

  it('is explained, and nothing differs', () => {
    const checks = reconcileMonth(toInput({ ...answers, days: later, meter }))
    expect(find(checks, 'price')).toEqual({ kind: 'prices', left: 25, right: 31, meanGrosz: 6.2 })
    expect(countResults(checks)).toEqual({ checks: LINES, differs: 0, unknown: 0, prices: 1 })
  })

  it('does not excuse days that add up to another amount', () => {
    const checks = reconcileMonth(toInput({ ...answers, days: later, meter: { ...meter, overage_grosz: 32 } }))
    expect(find(checks, 'price')).toEqual({ kind: 'differs', left: 25, right: 32, by: -7 })
    expect(find(checks, 'overage_grosz')?.kind).toBe('differs')
  })
})

describe('an account in use', () => {
  it('agrees if the sums lie between the values read before and after', () => {
    const later = answersOfCharges([...charges, { day: 29, endpoint: '/v1/record', pool: 'lookups', units: 4 }], {
      included: 10,
      unitGrosz: 8,
    })
    const input: ReconciliationInput = {
      month: testMonth,
      meter: [answers.meter, later.meter],
      days: [answers.days, later.days],
      endpoints: later.endpoints,
    }
    const checks = reconcileMonth(input)
    expect(countResults(checks)).toEqual({ checks: LINES, differs: 0, unknown: 0, prices: 0 })
    expect(find(checks, 'lookups')).toEqual({ kind: 'moves', left: 12, from: 12, to: 16 })
    expect(find(checks, 'pool', 'lookups')).toEqual({ kind: 'agrees', left: 16, right: 16 })
  })

  it('is still reported as wrong outside that range', () => {
    const later = answersOfCharges([...charges, { day: 29, endpoint: '/v1/record', pool: 'lookups', units: 4 }], {
      included: 10,
      unitGrosz: 8,
    })
    const lost = answers.days.slice(1)
    const checks = reconcileMonth({
      month: testMonth,
      meter: [answers.meter, later.meter],
      days: [lost, lost],
      endpoints: answers.endpoints,
    })
    expect(find(checks, 'lookups')).toEqual({ kind: 'differs', left: 5, right: 12, by: -7 })
  })
})

describe('a check is unknown for', () => {
  const kinds = (input: ReconciliationInput) => reconcileMonth(input).map(({ verdict }) => verdict.kind)

  it.each([
    [undefined, 'missing'],
    [null, 'missing'],
    [-3, 'unusable'],
    [0.5, 'unusable'],
    [1e300, 'unusable'],
    [Number.MAX_SAFE_INTEGER + 1, 'unusable'],
  ])('a meter with %s', (value, kind) => {
    const checks = reconcileMonth(toInput({ ...answers, meter: { ...answers.meter, used: value, unit_grosz: value } }))
    expect(find(checks, 'lookups')).toMatchObject({ kind: 'unknown', faults: [{ field: 'used', kind }] })
    expect(find(checks, 'price')).toMatchObject({ kind: 'unknown', faults: [{ field: 'unit_grosz', kind }] })
    expect(find(checks, 'overage_units')?.kind).toBe('agrees')
  })

  it('a product too large to be exact', () => {
    const huge = { ...answers.meter, overage_units: 2 ** 40, unit_grosz: 2 ** 40 }
    expect(find(reconcileMonth(toInput({ ...answers, meter: huge })), 'price')).toMatchObject({ kind: 'unknown' })
  })

  it('an empty meter, an empty day and an endpoint without a pool', () => {
    expect(kinds(toInput({ ...answers, meter: {} })).slice(0, 4)).toEqual(Array(4).fill('unknown'))
    expect(kinds(toInput({ ...answers, days: [{ date: '2026-11-01' }] })).slice(1)).toEqual(
      Array(LINES - 1).fill('unknown'),
    )
    expect(kinds(toInput({ ...answers, endpoints: [{ endpoint: '/v1/record', units: 1 }] })).slice(4)).toEqual(
      poolNames.map(() => 'unknown'),
    )
  })

  it('a period that is not this month', () => {
    const other = { ...answers.meter, period_end: '2026-12-14T23:00:00.000Z' }
    const checks = reconcileMonth(toInput({ ...answers, meter: other }))
    expect(find(checks, 'lookups')).toEqual({ kind: 'unknown', faults: [{ field: 'period_start', kind: 'period' }] })
    expect(find(checks, 'price')?.kind).toBe('agrees')
  })

  it('a pool that the days do not count, without counting calls that have no pool', () => {
    const endpoints = [
      ...answers.endpoints,
      { endpoint: '/v1/new', pool: 'tokens', calls: 1, units: 5 },
      { endpoint: '/v1/monitors', pool: null, calls: 9, units: 0 },
    ]
    const checks = reconcileMonth(toInput({ ...answers, endpoints }))
    expect(checks).toHaveLength(LINES + 1)
    expect(find(checks, 'pool', 'tokens')).toEqual({ kind: 'unknown', faults: [{ field: 'tokens', kind: 'missing' }] })
  })
})
