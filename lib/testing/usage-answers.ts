import * as fc from 'fast-check'

import { daysOfMonth } from '@/lib/domain/calendar'
import { poolFigure, type Pool, poolNames, unusedDay } from '@/lib/domain/usage/pools'

export const testMonth = '2026-11'
/** A meter of that month in overage: 2308 units at 8 gr, with a cap of 500 zł. */
export const overMeter = {
  included: 20_000,
  used: 22_308,
  overage_units: 2308,
  overage_grosz: 18_464,
  unit_grosz: 8,
  spend_cap_pln: 500,
  max_overage_pln: 500,
  period_end: '2026-11-30T23:00:00.000Z',
}
/** The other figures of that meter, and of the corresponding summary. */
export const wholeMeter = { ...overMeter, document_units: 40, trial: false, trial_requests: 0, allowance: 3942 }
export const wholeSummary = {
  plan: 'Pro',
  plan_tier: 'pro',
  counts: { lookups: 22_308, rdf: 620, pdfs: 290 },
  limits: { lookups: 20_000, rdf: 2000, pdfs: 500, wpv_checks: 5000 },
  daily: { wpv_checks: 612, wpv_checks_limit: 5000 },
}

/** Replaces every number of an answer, at any depth, by `value`. */
export function numbersAs(answer: unknown, value: unknown): unknown {
  if (typeof answer === 'number') return value
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(Object.entries(answer).map(([key, field]) => [key, numbersAs(field, value)]))
}

export type TestCharge = { day: number; endpoint: string; pool: Pool; units: number }

/** The answers of a service whose ledger contains these charges in order. */
export function answersOfCharges(
  charges: readonly TestCharge[],
  { included, unitGrosz }: { included: number; unitGrosz: number },
) {
  const days = daysOfMonth(testMonth).map((date) => ({ ...unusedDay, date }))
  const endpoints = new Map<string, { endpoint: string; pool: string; calls: number; units: number }>()
  let used = 0
  for (const { day, endpoint, pool, units } of charges) {
    const row = days[day] ?? { ...unusedDay, date: '' }
    row[poolFigure(pool)] += units
    const key = `${endpoint} ${pool}`
    const entry = endpoints.get(key) ?? { endpoint, pool, calls: 0, units: 0 }
    endpoints.set(key, { ...entry, calls: entry.calls + 1, units: entry.units + units })
    if (pool !== 'lookups') continue
    const overageUnits = Math.max(0, used + units - included) - Math.max(0, used - included)
    used += units
    row.overage_units += overageUnits
    row.overage_grosz += overageUnits * unitGrosz
  }
  const overage = Math.max(0, used - included)
  const meter = {
    period_start: '2026-10-31T23:00:00.000Z',
    period_end: '2026-11-30T23:00:00.000Z',
    used,
    overage_units: overage,
    unit_grosz: unitGrosz,
    overage_grosz: overage * unitGrosz,
  }
  return { meter, days, endpoints: [...endpoints.values()] }
}

const charge = fc.record({
  day: fc.integer({ min: 0, max: 29 }),
  endpoint: fc.constantFrom('/v1/record', '/v1/search', '/v1/rdf', '/v1/wpv'),
  pool: fc.constantFrom(...poolNames),
  units: fc.integer({ min: 0, max: 10_000 }),
})
const plan = fc.record({
  included: fc.integer({ min: 0, max: 100_000 }),
  unitGrosz: fc.integer({ min: 1, max: 500 }),
})
/** Arbitrary charges on any plan. */
export const ledger = fc.tuple(fc.array(charge, { maxLength: 60 }), plan)
