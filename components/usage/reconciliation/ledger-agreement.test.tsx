import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { toMiniMeter } from '@/components/layout/mini-meter/mini-meter-state'
import { findMarkedDays } from '@/components/meters/day-values'
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
const forHistories = (check: (account: TestAccount) => void, accounts: readonly TestAccount[] = histories) => {
  for (const [number, each] of accounts.entries()) {
    try {
      check(each)
    } catch (error) {
      throw new Error(`History ${number} of seed ${SEED}: ${JSON.stringify(each.meter)}`, { cause: error })
    }
  }
}

const charged = (rows: readonly LedgerRow[]) => rows.filter(({ isOverage }) => isOverage)
const groszOf = (rows: readonly LedgerRow[]) => rows.reduce((sum, { grosz }) => sum + grosz, 0)
const pricesOf = (rows: readonly LedgerRow[]) => new Set(charged(rows).map(({ grosz }) => grosz))

const summaryOf = ({ meter }: TestAccount) => ({
  period_start: meter.period_start,
  period_end: meter.period_end,
  counts: { lookups: meter.used, rdf: 0, pdfs: 0 },
  limits: { lookups: meter.included, rdf: 0, pdfs: 0, wpv_checks: 0 },
  daily: { day_start: meter.period_start, day_end: meter.period_end, wpv_checks: 0, wpv_checks_limit: 0 },
})

const viewsByAccount = new WeakMap<TestAccount, ReturnType<typeof makeViews>>()
/** Computed once for all tests, like the histories. */
function viewsOf(account: TestAccount) {
  const views = viewsByAccount.get(account) ?? makeViews(account)
  viewsByAccount.set(account, views)
  return views
}

function makeViews(account: TestAccount) {
  const { meter, days, now, isInactive } = account
  const facts = { isInactive, since: '2026-01-01T00:00:00.000Z' }
  const outlook = makeOutlook(meter, days, { now, ...facts })
  const views = toPoolViews({ summary: summaryOf(account), meter, days, now, refusals: {}, facts })
  const lookups = views.find(({ name }) => name === 'lookups')
  if (lookups === undefined) throw new Error('There is no pool of lookups')
  return { outlook, lookups, facts }
}

const columnSum = ({ columns, rows }: WholeTable, name: string): number =>
  rows.reduce((sum, row) => {
    const cell = row[columns.findIndex((column) => column.name === name)]
    return sum + (typeof cell === 'number' ? cell : 0)
  }, 0)

/** For a thousand histories on a busy machine. */
const LONG = { timeout: 60_000 }

describe('for any history of plan, cap and state', LONG, () => {
  it('units above the plan match the ledger in every view', () => {
    forHistories((account) => {
      const { rows, meter, days, now, month } = account
      const units = charged(rows).length
      const { outlook, lookups } = viewsOf(account)
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

  it('amounts match the ledger, and no check differs', () => {
    forHistories((account) => {
      const { rows, meter, days, endpoints, month, now } = account
      const grosz = groszOf(rows)
      const { outlook } = viewsOf(account)
      expect(outlook.spentGrosz).toBe(grosz)
      expect(outlook.bill?.grosz).toBe(grosz)
      if (outlook.payable.kind === 'frozen') expect(outlook.payable.grosz).toBe(grosz)
      if (outlook.payable.kind === 'nothing') expect(grosz).toBe(0)
      if (outlook.forecast) expect(outlook.forecast.spentGrosz).toBe(grosz)
      expect(alertFigures(meter, days, now).grosz.actual).toBe(grosz)
      const { shown } = toMiniMeter(meter, {})
      expect(shown?.value).toBe(shown?.kind === 'money' ? grosz : rows.length)
      const checks = reconcileMonth({ month, meter: [meter, meter], days: [days, days], endpoints })
      expect(countResults(checks)).toMatchObject({ differs: 0, unknown: 0 })
      expect(columnSum(daysTable(days, month), 'nadwyzka_grosze')).toBe(grosz)
      const packInput = {
        terms: { plan: null, included: meter.included, unit_grosz: meter.unit_grosz },
        days,
        totals: packTotals(days),
      }
      const packed = packChecks({
        ...packInput,
        meter: { ...meter, spend_cap_pln: null },
        endpoints: endpoints.map((line) => ({ ...line, month })),
      })
      expect(mismatchesIn({ checks: packed })).toBe(0)
      expect(packInput.totals.overage_grosz).toBe(grosz)
    })
  })

  it('several prices are shown only if there were several, and one price only if it explains the amount', () => {
    forHistories((account) => {
      const { rows, meter, days, endpoints, month } = account
      const { bill } = viewsOf(account).outlook
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
      const [onlyPrice, ...others] = prices
      if (others.length === 0 && bill && bill.units > 0) expect(bill.meanGrosz).toBe(onlyPrice)
    })
  })

  it('the plan ends on the same day in every view', () => {
    forHistories((account) => {
      const { meter, now } = account
      const { outlook, lookups } = viewsOf(account)
      const { planEnd, forecast } = outlook
      const moments = findMarkedDays({ planEnd, forecast }, now)
      expect([moments.planEnded, moments.planEnds].filter(Boolean)).toEqual(planEnd === null ? [] : [planEnd.day])
      if (lookups.verdict.kind === 'runs_out') {
        expect(lookups.verdict.at).toBe(forecast?.includedReachedAt)
        expect(planEnd).toEqual({ day: warsawDay(new Date(lookups.verdict.at)), isPast: false })
      }
      for (const sentence of makeSentences(outlook, meter))
        if (sentence.key === 'runsOut' || sentence.key === 'runsOutStops')
          expect(planEnd).toEqual({ day: warsawDay(new Date(sentence.at)), isPast: false })
    })
  })

  it('a past end of the plan is the last day with a unit of the plan', () => {
    forHistories((account) => {
      const { rows, meter } = account
      const { planEnd } = viewsOf(account).outlook
      if (planEnd?.isPast !== true) return
      expect(meter.included !== null && rows.length >= meter.included).toBe(true)
      const lastCharged = charged(rows).at(-1)
      const lastOfPlan = rows.findLast(({ isOverage, day }) => !isOverage && day <= (lastCharged?.day ?? ''))
      expect(planEnd.day).toBe(lastOfPlan?.day ?? charged(rows)[0]?.day)
    })
  })

  it('no sentence names a cap that the service did not report, or an amount that was not charged', () => {
    forHistories((account) => {
      const { meter, days, now } = account
      const { outlook } = viewsOf(account)
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

it('the lookups card shows only those units above the plan that were charged', LONG, () => {
  const number = (text: string) => Number(text.replaceAll(/\D/g, ''))
  forHistories(
    (account) => {
      const { lookups, outlook } = viewsOf(account)
      const card = <LookupsCard pool={lookups} meter={account.meter} standing={outlook.standing} now={account.now} />
      const text = rendered(card, { messages: { meters: pl } }).replaceAll(/<[^>]*>|·/g, '|')
      const units = charged(account.rows).length
      for (const [, n = ''] of text.matchAll(/([\d\s]+) jednost\p{L}+ ponad plan/gu)) expect(number(n)).toBe(units)
      for (const [, n = ''] of text.matchAll(/Naliczono ([\d\s]+) jednost/g)) expect(number(n)).toBe(units)
    },
    histories.slice(0, 200),
  )
})
