import type { OperationAnswer } from '@/lib/client/client'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { groupBy } from '@/lib/domain/collections/group-by'
import { follows, monthsOf, type Period, readPeriod, yearOfPeriod } from '@/lib/features/statements/domain/periods'

import type { FiledItem } from '../documents/filed-items'
import { changeOf } from './figure-change'

export type Figures = OperationAnswer<'rdf.financials'>['items'][number]

export const figureKeys = [
  'revenue',
  'operating_profit',
  'net_profit',
  'total_assets',
  'fixed_assets',
  'current_assets',
  'equity',
  'liabilities',
] as const
export type FigureKey = (typeof figureKeys)[number]

export interface FigureColumn {
  readonly key: string
  readonly documentId: string | undefined
  /** Undefined if its dates cannot be read; `start` and `end` are then shown unchanged. */
  readonly period: Period | undefined
  readonly start: string | undefined
  readonly end: string | undefined
  readonly year: number | undefined
  readonly months: number | undefined
  /** Its filing; undefined if the list of documents was not requested or does not contain it. */
  readonly filing: FiledItem | undefined
  readonly currency: string
  readonly values: { readonly [K in FigureKey]: number | undefined }
  /** Superseded statements of the same period and kind, newest filing first. */
  readonly replaced: readonly FigureColumn[]
}

export interface ComparedFigures {
  /** Newest period first. */
  readonly columns: readonly FigureColumn[]
  readonly rows: readonly FigureKey[]
}

const amountOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

function toColumn(figures: Figures, index: number, filings: ReadonlyMap<string, FiledItem>): FigureColumn {
  const { document_id: id, period_start: start, period_end: end, currency } = figures
  const documentId = id ?? undefined
  const period = readPeriod(start, end)
  // Safe: every key is set.
  const values = Object.fromEntries(figureKeys.map((key) => [key, amountOf(figures[key])])) as FigureColumn['values']
  return {
    key: `${index} ${documentId ?? ''}`,
    documentId,
    period,
    start: start ?? undefined,
    end: end ?? undefined,
    year: period && yearOfPeriod(period),
    months: period && monthsOf(period),
    filing: documentId === undefined ? undefined : filings.get(documentId),
    currency: typeof currency === 'string' && currency !== '' ? currency : 'PLN',
    values,
    replaced: [],
  }
}

/** The kind of statement comes from its filing, so it is unknown without one. */
const typeOf = ({ filing }: FigureColumn): string =>
  filing === undefined ? 'unknown' : `${filing.kind ?? filing.kind_code ?? ''} ${filing.ifrs === true}`

const isComparable = (one: FigureColumn, other: FigureColumn): boolean =>
  typeOf(one) === typeOf(other) && one.currency === other.currency && one.months === other.months

const byPeriod = (a: FigureColumn, b: FigureColumn): number =>
  compareValues(b.end ?? '', a.end ?? '') || compareValues(b.start ?? '', a.start ?? '')
/** The later filing counts. If filing dates are unknown, the order of the answer decides. */
const byFiling = (a: FigureColumn, b: FigureColumn): number =>
  compareValues(b.filing?.filed_on ?? '', a.filing?.filed_on ?? '') ||
  Number(b.filing?.correction === true) - Number(a.filing?.correction === true)

/**
 * Puts statements side by side, newest period first. Among several of one period, kind and currency the last filing
 * counts; the column lists those it supersedes.
 */
export function toFigureTable(items: readonly Figures[], documents: readonly FiledItem[]): ComparedFigures {
  const filings = new Map(documents.map((document) => [document.id, document]))
  const groups = groupBy(
    items.map((figures, index) => toColumn(figures, index, filings)),
    // A statement without a readable period is never grouped with another.
    (column) => (column.period ? `${column.start} ${column.end} ${typeOf(column)} ${column.currency}` : column.key),
  )
  const columns = [...groups.values()].flatMap((group) => {
    const [used, ...replaced] = group.toSorted(byFiling)
    return used ? [{ ...used, replaced }] : []
  })
  return {
    columns: columns.toSorted(byPeriod),
    rows: figureKeys.filter((key) => columns.some(({ values }) => values[key] !== undefined)),
  }
}

/**
 * Finds the statement of the previous period, from which a percentage may be computed: of the same kind, currency and
 * length, ending on the day before. Undefined if there is none, so that a gap or an overlap is not presented as a year.
 */
export const columnBefore = (column: FigureColumn, columns: readonly FigureColumn[]): FigureColumn | undefined =>
  columns.find(
    (other) =>
      column.period !== undefined &&
      other.period !== undefined &&
      follows(column.period, other.period) &&
      isComparable(column, other),
  )

export function changeIn(key: FigureKey, column: FigureColumn, columns: readonly FigureColumn[]): number | null {
  const before = columnBefore(column, columns)
  return before === undefined ? null : changeOf(column.values[key], before.values[key])
}

/** Selects the columns for one chart, oldest first: those in the currency of the newest, with readable dates. */
export function chartColumns(columns: readonly FigureColumn[]): readonly FigureColumn[] {
  const dated = columns.filter(({ period }) => period !== undefined)
  const currency = dated[0]?.currency
  return dated.filter((column) => column.currency === currency).toReversed()
}
