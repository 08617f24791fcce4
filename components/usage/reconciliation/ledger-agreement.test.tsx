import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { toMiniMeter } from '@/components/layout/mini-meter/mini-meter-state'
import { findMoments } from '@/components/meters/day-values'
import { LookupsCard } from '@/components/meters/lookups-card'
import { toPoolViews } from '@/components/meters/pools'
import { sumDays, usageDays } from '@/components/overview/usage-days'
import { warsawDay } from '@/lib/domain/calendar'
import type { WholeTable } from '@/lib/domain/files/file-table'
import { makeOutlook } from '@/lib/domain/usage/outlook'
import { makeSentences } from '@/lib/domain/usage/outlook-sentences'
import { unitsInPlan } from '@/lib/domain/usage/overage'
import { mismatchesIn, packChecks, packTotals, severalPricesIn } from '@/lib/features/packs/content'
import { alertFigures } from '@/lib/features/spend-cap/domain/spend-alert'
import { history, type LedgerRow, answersOfHistory } from '@/lib/testing/naive/naive-ledger'
import { rendered } from '@/lib/testing/pages/rendered'
import pl from '@/messages/pl/meters.json'

import { filterMonthDays, totalDays } from '../totals'
import { daysTable } from '../usage-table'
import { countResults, reconcileMonth } from './reconciliation'

const RUNS = 1000
const SEED = 27_10

type TestAccount = ReturnType<typeof answersOfHistory>

/** The same histories in every run, generated once for all tests. A failing one is identified by its number. */
const histories = fc.sample(history, { numRuns: RUNS, seed: SEED }).map(answersOfHistory)
const forHistories = (check: (told: TestAccount) => void, of: readonly TestAccount[] = histories) => {
  for (const [number, each] of of.entries()) {
    try {
      check(each)
    } catch (error) {
      throw new Error(`History ${number} of seed ${SEED}: ${JSON.stringify(each.meter)}`, { cause: error })
    }
  }
}

const charged = (rows: readonly LedgerRow[]) => rows.filter(({ over }) => over)
const groszOf = (rows: readonly LedgerRow[]) => rows.reduce((sum, { grosz }) => sum + grosz, 0)
const pricesOf = (rows: readonly LedgerRow[]) => new Set(charged(rows).map(({ grosz }) => grosz))

const summaryOf = ({ meter }: TestAccount) => ({
  period_start: meter.period_start,
  period_end: meter.period_end,
  counts: { lookups: meter.used, rdf: 0, pdfs: 0 },
  limits: { lookups: meter.included, rdf: 0, pdfs: 0, wpv_checks: 0 },
  daily: { day_start: meter.period_start, day_end: meter.period_end, wpv_checks: 0, wpv_checks_limit: 0 },
})

const known = new WeakMap<TestAccount, ReturnType<typeof makeViews>>()
/** Computed once for all tests, like the histories. */
function viewsOf(of: TestAccount) {
  const views = known.get(of) ?? makeViews(of)
  known.set(of, views)
  return views
}

function makeViews(told: TestAccount) {
  const { meter, days, now, isInactive } = told
  const facts = { isInactive, since: '2026-01-01T00:00:00.000Z' }
  const outlook = makeOutlook(meter, days, { now, ...facts })
  const views = toPoolViews({ summary: summaryOf(told), meter, days, now, refusals: {}, facts })
  const lookups = views.find(({ name }) => name === 'lookups')
  if (lookups === undefined) throw new Error('no pool of lookups')
  return { outlook, lookups, facts }
}

const columnSum = ({ columns, rows }: WholeTable, name: string): number =>
  rows.reduce((sum, row) => {
    const cell = row[columns.findIndex((column) => column.name === name)]
    return sum + (typeof cell === 'number' ? cell : 0)
  }, 0)

/** For a thousand histories on a busy machine. */
const LONG = { timeout: 60_000 }

describe('of any history of plan, cap and state', LONG, () => {
  it('units above the plan are those of the ledger, wherever they stand', () => {
    forHistories((told) => {
      const { rows, meter, days, now, month } = told
      const units = charged(rows).length
      const { outlook, lookups } = viewsOf(told)
      expect(outlook.chargedUnits).toBe(units)
      expect(outlook.bill?.units).toBe(units)
      if (lookups.above?.units !== undefined) expect(lookups.above.units).toBe(units)
      if (lookups.verdict.kind === 'over' || lookups.verdict.kind === 'above') expect(lookups.verdict.units).toBe(units)
      expect(lookups.used).toBe(rows.length)
      expect(unitsInPlan(meter)).toBe(rows.length - units)
      const chart = sumDays(usageDays(days, { firstDay: '2026-11-01', lastDay: '2026-11-30' }))
      expect([chart.plan, chart.over]).toEqual([rows.length - units, units])
      expect(totalDays(filterMonthDays(days, month)).overage_units).toBe(units)
      const file = daysTable(days, month)
      expect(columnSum(file, 'nadwyzka_jednostki')).toBe(units)
      expect(columnSum(file, 'zapytania_w_planie')).toBe(rows.length - units)
      expect(alertFigures(meter, days, now).units.actual).toBe(rows.length)
      expect(packTotals(days).overage_units).toBe(units)
    })
  })

  it('amounts are those of the ledger, and nothing disagrees', () => {
    forHistories((told) => {
      const { rows, meter, days, endpoints, month, now } = told
      const grosz = groszOf(rows)
      const { outlook } = viewsOf(told)
      expect(outlook.spentGrosz).toBe(grosz)
      expect(outlook.bill?.grosz).toBe(grosz)
      if (outlook.payable.kind === 'frozen') expect(outlook.payable.grosz).toBe(grosz)
      if (outlook.payable.kind === 'nothing') expect(grosz).toBe(0)
      if (outlook.forecast) expect(outlook.forecast.spentGrosz).toBe(grosz)
      expect(alertFigures(meter, days, now).grosz.actual).toBe(grosz)
      const { shown } = toMiniMeter(meter, {})
      expect(shown?.value).toBe(shown?.of === 'money' ? grosz : rows.length)
      const checks = reconcileMonth({ month, meter: [meter, meter], days: [days, days], endpoints })
      expect(countResults(checks)).toMatchObject({ differs: 0, unknown: 0 })
      expect(columnSum(daysTable(days, month), 'nadwyzka_grosze')).toBe(grosz)
      const of = {
        terms: { plan: null, included: meter.included, unit_grosz: meter.unit_grosz },
        days,
        totals: packTotals(days),
      }
      const packed = packChecks({
        ...of,
        meter: { ...meter, spend_cap_pln: null },
        endpoints: endpoints.map((line) => ({ ...line, month })),
      })
      expect(mismatchesIn({ checks: packed })).toBe(0)
      expect(of.totals.overage_grosz).toBe(grosz)
    })
  })

  it('several prices are named only where there were, and one price only where it gives the amount', () => {
    forHistories((told) => {
      const { rows, meter, days, endpoints, month } = told
      const { bill } = viewsOf(told).outlook
      const prices = pricesOf(rows)
      const checks = reconcileMonth({ month, meter: [meter, meter], days: [days, days], endpoints })
      const hasSeveral = bill?.kind === 'prices'
      expect(bill?.kind).not.toBe('off')
      expect(countResults(checks).prices).toBe(hasSeveral ? 1 : 0)
      const terms = { plan: null, included: meter.included, unit_grosz: meter.unit_grosz }
      const packed = packChecks({ terms, meter: null, days, totals: packTotals(days), endpoints: [] })
      expect(severalPricesIn({ checks: packed }) !== undefined).toBe(hasSeveral)
      if (hasSeveral) expect(prices.size).toBeGreaterThan(1)
      else if (bill && bill.units > 0) expect(bill.units * bill.meanGrosz).toBe(groszOf(rows))
      const [only, ...others] = prices
      if (others.length === 0 && bill && bill.units > 0) expect(bill.meanGrosz).toBe(only)
    })
  })

  it('the plan ends on one day wherever it is named', () => {
    forHistories((told) => {
      const { meter, now } = told
      const { outlook, lookups } = viewsOf(told)
      const { planEnd, forecast } = outlook
      const moments = findMoments({ planEnd, forecast }, now)
      expect([moments.planEnded, moments.planEnds].filter(Boolean)).toEqual(planEnd === null ? [] : [planEnd.day])
      if (lookups.verdict.kind === 'runs_out') {
        expect(lookups.verdict.at).toBe(forecast?.includedReachedAt)
        expect(planEnd).toEqual({ day: warsawDay(new Date(lookups.verdict.at)), isPast: false })
      }
      for (const said of makeSentences(outlook, meter))
        if (said.key === 'runsOut' || said.key === 'runsOutStops')
          expect(planEnd).toEqual({ day: warsawDay(new Date(said.at)), isPast: false })
    })
  })

  it('the end of a plan that has ended is the last day with a unit of it', () => {
    forHistories((told) => {
      const { rows, meter } = told
      const { planEnd } = viewsOf(told).outlook
      if (planEnd?.isPast !== true) return
      expect(meter.included !== null && rows.length >= meter.included).toBe(true)
      const lastCharged = charged(rows).at(-1)
      const lastOfPlan = rows.findLast(({ over, day }) => !over && day <= (lastCharged?.day ?? ''))
      expect(planEnd.day).toBe(lastOfPlan?.day ?? charged(rows)[0]?.day)
    })
  })

  it('no sentence names a cap that the service did not name, nor an amount that was not charged', () => {
    forHistories((told) => {
      const { meter, days, now } = told
      const { outlook } = viewsOf(told)
      const keys = makeSentences(outlook, meter).map(({ key }) => key)
      const figures = alertFigures(meter, days, now)
      if (meter.spend_cap_pln === undefined) {
        expect(keys).not.toContain('stoppedCap')
        expect(keys).not.toContain('zeroCap')
        expect(figures.capGrosz).toBeNull()
      } else expect(figures.capGrosz).toBe((meter.spend_cap_pln ?? 1000) * 100)
      for (const key of ['zeroCap', 'unlimited', 'hard'] as const)
        if (keys.includes(key)) expect(meter.overage_grosz).toBe(0)
    })
  })
})

it('the card of lookups names no units above the plan but those that were charged', LONG, () => {
  const number = (text: string) => Number(text.replaceAll(/\D/g, ''))
  forHistories(
    (told) => {
      const { lookups, outlook } = viewsOf(told)
      const card = <LookupsCard pool={lookups} meter={told.meter} standing={outlook.standing} now={told.now} />
      const text = rendered(card, { messages: { meters: pl } }).replaceAll(/<[^>]*>|·/g, '|')
      const units = charged(told.rows).length
      for (const [, n = ''] of text.matchAll(/([\d\s]+) jednost\p{L}+ ponad plan/gu)) expect(number(n)).toBe(units)
      for (const [, n = ''] of text.matchAll(/Naliczono ([\d\s]+) jednost/g)) expect(number(n)).toBe(units)
    },
    histories.slice(0, 200),
  )
})
