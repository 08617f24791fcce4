import { describe, expect, it } from 'vitest'

import type { FiledItem } from '../documents/filed-items'
import { changeIn, chartColumns, columnBefore, type Figures, toFigureTable } from './figure-columns'

const figures = (id: string, period: string, more: Partial<Figures> = {}): Figures => {
  const [period_start, period_end] = period.split(' ')
  return { document_id: id, period_start, period_end, currency: 'PLN', revenue: 100, net_profit: 10, ...more }
}
const filing = (id: string, filed_on: string, more: Partial<FiledItem> = {}): FiledItem => ({
  id,
  kind_code: 18,
  kind: 'Roczne sprawozdanie finansowe',
  filed_on,
  ifrs: false,
  correction: false,
  ...more,
})
const YEARS = { 2022: '2022-01-01 2022-12-31', 2023: '2023-01-01 2023-12-31', 2024: '2024-01-01 2024-12-31' } as const
const ids = (columns: readonly { readonly documentId: string | undefined }[]) =>
  columns.map(({ documentId }) => documentId)

describe('figure columns', () => {
  it('are sorted by newest period first, under the year that holds most of the period', () => {
    const { columns } = toFigureTable(
      [figures('a', YEARS[2022]), figures('c', YEARS[2024]), figures('b', '2022-07-01 2023-12-31')],
      [],
    )
    expect(columns.map(({ documentId, year, months }) => [documentId, year, months])).toEqual([
      ['c', 2024, 12],
      ['b', 2023, 18],
      ['a', 2022, 12],
    ])
  })

  it('use the last filing of a period and keep the replaced ones', () => {
    const items = [figures('old', YEARS[2024]), figures('new', YEARS[2024], { revenue: 120 })]
    const table = toFigureTable(items, [filing('old', '2025-06-30'), filing('new', '2025-09-01', { correction: true })])
    expect(ids(table.columns)).toEqual(['new'])
    expect(table.columns[0]?.values.revenue).toBe(120)
    expect(ids(table.columns[0]?.replaced ?? [])).toEqual(['old'])
    // Without the list of documents the filing dates are unknown, so the first one of the answer counts.
    expect(ids(toFigureTable(items, []).columns)).toEqual(['old'])
    const sameDay = [filing('old', '2025-06-30'), filing('new', '2025-06-30', { correction: true })]
    expect(ids(toFigureTable(items, sameDay).columns)).toEqual(['new'])
  })

  it('do not mix kinds, accounting standards and currencies of one period', () => {
    const items = ['plain', 'ifrs', 'group', 'euro'].map((id) =>
      figures(id, YEARS[2024], id === 'euro' ? { currency: 'EUR' } : {}),
    )
    const { columns } = toFigureTable(items, [
      filing('plain', '2025-06-30'),
      filing('ifrs', '2025-06-30', { ifrs: true }),
      filing('group', '2025-06-30', { kind: 'Skonsolidowane roczne sprawozdanie finansowe' }),
      filing('euro', '2025-06-30'),
    ])
    expect(new Set(ids(columns))).toEqual(new Set(['euro', 'group', 'ifrs', 'plain']))
    expect(ids(chartColumns(columns))).not.toContain('euro')
  })

  it('keep items without a valid period separate and last', () => {
    const { columns } = toFigureTable(
      [figures('x', '2024-13-01 2024-12-31'), { document_id: 'y' }, {}, figures('a', YEARS[2022])],
      [],
    )
    expect(columns).toHaveLength(4)
    expect(columns.filter(({ period }) => period === undefined)).toHaveLength(3)
    expect(ids(chartColumns(columns))).toEqual(['a'])
    expect(toFigureTable([], []).columns).toEqual([])
  })

  it('have rows for fields with at least one amount, and leave out invalid amounts', () => {
    const odd = { ...figures('a', YEARS[2024]), revenue: undefined, equity: -1e15, total_assets: Number.NaN }
    const { rows, columns } = toFigureTable([odd], [])
    expect(rows).toEqual(['net_profit', 'equity'])
    expect(columns[0]?.values.equity).toBe(-1e15)
  })
})

describe('a figure change', () => {
  const revenueChange = (items: readonly Figures[], documents: readonly FiledItem[] = []) => {
    const { columns } = toFigureTable(items, documents)
    const [newest] = columns
    return newest && changeIn('revenue', newest, columns)
  }
  const now = (period: string = YEARS[2024], more: Partial<Figures> = {}) =>
    figures('now', period, { revenue: 150, ...more })

  it('is computed from the period directly before', () => {
    expect(revenueChange([now(), figures('a', YEARS[2023]), figures('b', YEARS[2022])])).toBeCloseTo(0.5)
  })

  it.each([
    ['a gap of a year', [now(), figures('a', YEARS[2022])]],
    ['another length', [now('2024-01-01 2025-06-30'), figures('a', YEARS[2023])]],
    ['a longer period before', [now(), figures('a', '2022-07-01 2023-12-31')]],
    ['an overlap', [now(), figures('a', '2023-07-01 2024-06-30')]],
    ['another currency', [now(YEARS[2024], { currency: 'EUR' }), figures('a', YEARS[2023])]],
    ['no year before', [now()]],
  ])('is null for %s', (_, items) => {
    expect(revenueChange(items)).toBeNull()
  })

  it.each([
    ['the standards differ', { ifrs: true }],
    ['the kinds differ', { kind: 'Skonsolidowane roczne sprawozdanie finansowe' }],
  ])('is null where %s', (_, more) => {
    const items = [now(), figures('a', YEARS[2023])]
    expect(revenueChange(items, [filing('now', '2025-06-30'), filing('a', '2024-06-30', more)])).toBeNull()
    expect(revenueChange(items, [filing('now', '2025-06-30', more), filing('a', '2024-06-30', more)])).toBeCloseTo(0.5)
  })

  it('is missing where the kind of only one statement is known', () => {
    const { columns } = toFigureTable([now(), figures('a', YEARS[2023])], [filing('now', '2025-06-30')])
    expect(columns[0] && columnBefore(columns[0], columns)).toBeUndefined()
  })
})
