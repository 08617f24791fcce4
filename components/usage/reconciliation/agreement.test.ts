import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { toMiniMeter } from '@/components/layout/mini-meter/mini-meter-state'
import { toPoolViews } from '@/components/meters/pools'
import { sumDays, usageDays } from '@/components/overview/usage-days'
import { startOfDay } from '@/lib/domain/calendar'
import type { WholeTable } from '@/lib/domain/files/file-table'
import { tableCsv } from '@/lib/domain/files/table-csv'
import { forecastOverage } from '@/lib/domain/usage/forecast'
import { poolFigure, type Pool, poolNames } from '@/lib/domain/usage/pools'
import { ledger, testMonth, answersOfCharges } from '@/lib/testing/usage-answers'

import { totalsOfPools, toEndpointRows } from '../breakdown'
import { filterMonthDays, totalDays } from '../totals'
import { daysTable, endpointsTable } from '../usage-table'
import { reconcileMonth, countResults } from './reconciliation'

const now = new Date(startOfDay('2026-12-01').getTime() - 1)

function summaryOf({ meter, days }: ReturnType<typeof answersOfCharges>, included: number) {
  const { lookups = 0, rdf = 0, pdfs = 0 } = totalDays(days)
  return {
    period_start: meter.period_start,
    period_end: meter.period_end,
    counts: { lookups, rdf, pdfs },
    limits: { lookups: included, rdf: 1_000_000, pdfs: 1_000_000, wpv_checks: 1_000_000 },
    daily: { day_start: meter.period_start, day_end: meter.period_end, wpv_checks: 0, wpv_checks_limit: 1_000_000 },
  }
}

const columnSum = ({ columns, rows }: WholeTable, name: string): number =>
  rows.reduce((sum, row) => {
    const cell = row[columns.findIndex((column) => column.name === name)]
    return sum + (typeof cell === 'number' ? cell : 0)
  }, 0)

it('all views show the same totals for any ledger', () => {
  fc.assert(
    fc.property(ledger, ([charges, plan]) => {
      const answers = answersOfCharges(charges, plan)
      const { meter: counted, days, endpoints } = answers
      const meter = { ...counted, included: plan.included, spend_cap_pln: null }
      const totals = totalDays(filterMonthDays(days, testMonth))
      const pools = toPoolViews({ summary: summaryOf(answers, plan.included), meter, days, now, refusals: {} })
      const used = (name: Pool) => pools.find((pool) => pool.name === name)?.used
      // The overview page: pools and chart.
      const chart = sumDays(usageDays(days, { firstDay: '2026-11-01', lastDay: '2026-11-30' }))
      expect([used('lookups'), used('rdf'), used('pdf')]).toEqual([chart.plan + chart.over, chart.rdf, chart.pdfs])
      // The usage page: totals, reconciliation, endpoints.
      expect([totals.lookups, totals.rdf, totals.pdfs]).toEqual([chart.plan + chart.over, chart.rdf, chart.pdfs])
      const checks = reconcileMonth({ month: testMonth, meter: [meter, meter], days: [days, days], endpoints })
      expect(countResults(checks)).toMatchObject({ differs: 0, unknown: 0 })
      for (const name of poolNames) {
        const units = totalsOfPools(toEndpointRows(endpoints)).find(({ pool }) => pool === name)?.units ?? 0
        expect(units).toBe(totals[poolFigure(name)])
      }
      // Money: meter, totals, navigation, and the forecast at the period's last moment.
      expect(totals.overage_grosz).toBe(meter.overage_grosz)
      const { shown } = toMiniMeter(meter, {})
      expect(shown?.value).toBe(meter.overage_grosz > 0 ? meter.overage_grosz : meter.used)
      const forecast = forecastOverage(meter, days, { now, capGrosz: 100_000 })
      if (forecast) expect(forecast.atEnd.grosz).toBeGreaterThanOrEqual(meter.overage_grosz)
      const file = daysTable(days, testMonth)
      expect(columnSum(file, 'zapytania')).toBe(meter.used)
      expect(columnSum(file, 'nadwyzka_grosze')).toBe(meter.overage_grosz)
      expect(columnSum(file, 'nadwyzka_pln')).toBe(meter.overage_grosz)
      expect(columnSum(file, 'zapytania') - columnSum(file, 'zapytania_w_planie')).toBe(meter.overage_units)
      const units = poolNames.reduce((sum, name) => sum + (totals[poolFigure(name)] ?? 0), 0)
      expect(columnSum(endpointsTable(endpoints, testMonth), 'jednostki')).toBe(units)
      expect(tableCsv(file).split('\r\n')).toHaveLength(days.length + 2)
    }),
  )
})
