import type { OperationAnswer } from '@/lib/client/client'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { groupBy } from '@/lib/domain/collections/group-by'
import { follows, monthsOf, type Period, readPeriod, yearOfPeriod } from '@/lib/features/statements/domain/periods'

import type { FiledItem } from '../documents/filed-items'
import { changeOf } from './figure-change'

export type Figures = OperationAnswer<'rdf.financials'>['items'][number]

/** Rows of the table, in their order. */
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

/** One statement's figures. */
export interface FigureColumn {
  readonly key: string
  readonly documentId: string | undefined
  /** Undefined where its days cannot be read: then `start` and `end` are shown as they came. */
  readonly period: Period | undefined
  readonly start: string | undefined
  readonly end: string | undefined
  readonly year: number | undefined
  readonly months: number | undefined
  /** Its filing; undefined where the list of documents was not asked for, or has it not. */
  readonly filing: FiledItem | undefined
  readonly currency: string
  readonly values: { readonly [K in FigureKey]: number | undefined }
  /** Statements of the same period and kind that it stands for, newest filing first. */
  readonly replaced: readonly FigureColumn[]
}

export interface ComparedFigures {
  /** Newest period first. */
  readonly columns: readonly FigureColumn[]
  /** Figures that at least one column has. */
  readonly rows: readonly FigureKey[]
}

const amountOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

function toColumn(figures: Figures, index: number, filings: ReadonlyMap<string, FiledItem>): FigureColumn {
  const { document_id: id, period_start: start, period_end: end, currency } = figures
  const documentId = id ?? undefined
  const period = readPeriod(start, end)
  // Sound: every key is there.
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

/** Of what the statement is, as far as its filing says: unknown without one. */
const typeOf = ({ filing }: FigureColumn): string =>
  filing === undefined ? 'unknown' : `${filing.kind ?? filing.kind_code ?? ''} ${filing.ifrs === true}`

const isComparable = (one: FigureColumn, other: FigureColumn): boolean =>
  typeOf(one) === typeOf(other) && one.currency === other.currency && one.months === other.months

const byPeriod = (a: FigureColumn, b: FigureColumn): number =>
  compareValues(b.end ?? '', a.end ?? '') || compareValues(b.start ?? '', a.start ?? '')
/** The later filing counts. Where nobody knows when they were filed the order of the answer stays, which has it first. */
const byFiling = (a: FigureColumn, b: FigureColumn): number =>
  compareValues(b.filing?.filed_on ?? '', a.filing?.filed_on ?? '') ||
  Number(b.filing?.correction === true) - Number(a.filing?.correction === true)

/**
 * Statements side by side, newest period first. Of several of one period, kind and currency the last filing counts; what it stands
 * for is kept with it.
 */
export function toFigureTable(items: readonly Figures[], documents: readonly FiledItem[]): ComparedFigures {
  const filings = new Map(documents.map((document) => [document.id, document]))
  const groups = groupBy(
    items.map((figures, index) => toColumn(figures, index, filings)),
    // What has no period that can be read is like nothing else.
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
 * The statement of the period right before, that a percentage may be reckoned from: of the same kind, currency and length, ending
 * on the day before. Undefined for none, so that a gap or an overlap is never told as a year.
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

/** Columns that can stand in one chart, oldest first: of the currency of the newest, with days that can be read. */
export function chartColumns(columns: readonly FigureColumn[]): readonly FigureColumn[] {
  const dated = columns.filter(({ period }) => period !== undefined)
  const currency = dated[0]?.currency
  return dated.filter((column) => column.currency === currency).toReversed()
}
