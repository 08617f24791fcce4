import * as fc from 'fast-check'

import { addDays, monthBounds, startOfDay } from '@/lib/domain/calendar'
import { DEFAULT_CEILING_PLN } from '@/lib/domain/format/money'
import { unusedDay } from '@/lib/domain/usage/pools'

/** A call or a change of an account on a day of the month, counted from 0. Prices are those of the existing plans. */
type Happening = { readonly day: number } & (
  | { readonly kind: 'call'; readonly units: number }
  | { readonly kind: 'plan'; readonly included: number | null; readonly unitGrosz: number }
  | { readonly kind: 'cap'; readonly capPln: number | null }
  | { readonly kind: 'state'; readonly state: 'active' | 'trial' | 'inactive' }
)

export type LedgerRow = { readonly day: string; readonly isOverage: boolean; readonly grosz: number }

const MONTH = '2026-11'
const LAST_DAY = 29

const plans = fc.constantFrom(
  { included: 50, unitGrosz: 0 },
  { included: 200, unitGrosz: 8 },
  { included: 1500, unitGrosz: 5 },
  { included: 400, unitGrosz: 8 },
  { included: null, unitGrosz: 0 },
)
const dayOfMonth = fc.integer({ min: 0, max: LAST_DAY })
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      day: dayOfMonth,
      units: fc.integer({ min: 1, max: 150 }),
    }),
  },
  { weight: 2, arbitrary: fc.tuple(dayOfMonth, plans).map(([day, plan]) => ({ kind: 'plan' as const, day, ...plan })) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('cap' as const),
      day: dayOfMonth,
      capPln: fc.constantFrom(null, 0, 1, 5, 20, 1000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('state' as const),
      day: dayOfMonth,
      state: fc.constantFrom('active', 'trial', 'inactive'),
    }),
  },
)

type Plan = { readonly included: number | null; readonly unitGrosz: number }

export type History = {
  readonly start: Plan
  readonly changes: readonly Happening[]
  /** False for a service whose meter does not include the cap. */
  readonly namesCap: boolean
  /** Hour of the last day at which the pages are read. */
  readonly hour: number
}

export const history: fc.Arbitrary<History> = fc.record({
  start: plans,
  changes: fc.array(happening, { maxLength: 60 }),
  namesCap: fc.boolean(),
  hour: fc.integer({ min: 1, max: 22 }),
})

/**
 * The ledger of a history with one row per unit, and the answers of a service with that ledger. It is slow and simple
 * on purpose: as the reference for the pages it shares only the calendar with them.
 */
export function answersOfHistory({ start, changes, namesCap, hour }: History) {
  const state = { ...start, capPln: null as number | null, state: 'active' }
  const rows: LedgerRow[] = []
  const money = () => rows.reduce((sum, { grosz }) => sum + grosz, 0)
  const capGrosz = () => (state.capPln ?? DEFAULT_CEILING_PLN) * 100
  const sells = () => state.state !== 'trial' && state.unitGrosz > 0 && capGrosz() > 0
  const remaining = (): number | null => {
    if (state.state === 'inactive') return 0
    if (state.included === null) return null
    const inPlan = Math.max(0, state.included - rows.length)
    return sells() ? inPlan + Math.max(0, Math.floor((capGrosz() - money()) / state.unitGrosz)) : inPlan
  }
  const call = (day: string, units: number) => {
    if (units > (remaining() ?? Infinity)) return
    for (let n = 0; n < units; n += 1) {
      const isOverage = state.included !== null && rows.length >= state.included
      rows.push({ day, isOverage, grosz: isOverage ? state.unitGrosz : 0 })
    }
  }
  const ordered = changes.toSorted((a, b) => a.day - b.day)
  const lastDay = ordered.at(-1)?.day ?? 0
  for (const each of ordered) {
    const day = addDays(`${MONTH}-01`, each.day)
    if (each.kind === 'call') call(day, each.units)
    else if (each.kind === 'plan') Object.assign(state, { included: each.included, unitGrosz: each.unitGrosz })
    else if (each.kind === 'cap') state.capPln = each.capPln
    else state.state = each.state
  }
  const today = addDays(`${MONTH}-01`, lastDay)
  const days = daysOf(rows, lastDay)
  const period = monthBounds(MONTH)
  const meter = {
    period_start: period.start,
    period_end: period.end,
    included: state.included,
    used: rows.length,
    overage_units: rows.filter(({ isOverage }) => isOverage).length,
    overage_grosz: money(),
    unit_grosz: state.unitGrosz,
    document_units: 0,
    trial: state.state === 'trial',
    trial_requests: 0,
    ...(namesCap && { spend_cap_pln: state.capPln, max_overage_pln: state.capPln ?? DEFAULT_CEILING_PLN }),
    allowance: remaining(),
  }
  return {
    rows,
    days,
    meter,
    month: MONTH,
    isInactive: state.state === 'inactive',
    now: new Date(startOfDay(today).getTime() + hour * 3_600_000),
    endpoints: rows.length === 0 ? [] : [{ endpoint: '/v1/record', pool: 'lookups', calls: 1, units: rows.length }],
  }
}

const daysOf = (rows: readonly LedgerRow[], lastDay: number) =>
  Array.from({ length: lastDay + 1 }, (_, index) => {
    const date = addDays(`${MONTH}-01`, index)
    const dayRows = rows.filter(({ day }) => day === date)
    return {
      ...unusedDay,
      date,
      lookups: dayRows.length,
      overage_units: dayRows.filter(({ isOverage }) => isOverage).length,
      overage_grosz: dayRows.reduce((sum, { grosz }) => sum + grosz, 0),
    }
  })
