import type { OperationAnswer } from '@/lib/client/client'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { groupBy } from '@/lib/domain/collections/group-by'
import { ANNUAL_STATEMENT_KIND, knownKind, type RdfKind } from '@/lib/domain/statements/kinds'
import { readPeriod, yearOfPeriod } from '@/lib/features/statements/domain/periods'

/** A document of the list; a remote service may omit everything but the id. */
export type FiledItem = OperationAnswer<'rdf.documents'>['items'][number]

export interface DocumentFilter {
  /** A key of `kindsOf`; undefined for any. */
  readonly kind: string | undefined
  readonly year: number | undefined
}
export const noFilter: DocumentFilter = { kind: undefined, year: undefined }

export const isStatement = ({ kind_code: code }: FiledItem): boolean => code === ANNUAL_STATEMENT_KIND

/** Returns the financial year of a document; undefined if its period cannot be read. */
export function yearOfItem({ period_start: start, period_end: end }: FiledItem): number | undefined {
  const period = readPeriod(start, end)
  return period && yearOfPeriod(period)
}

/** The code and the name together distinguish kinds. */
export const documentKindKey = ({ kind_code: code, kind }: FiledItem): string => `${code ?? ''} ${kind ?? ''}`.trim()

export interface ListedKind {
  readonly key: string
  /** A kind that the panel has texts for. */
  readonly code: RdfKind | undefined
  readonly name: string
}

export const toListedKind = (item: FiledItem): ListedKind => ({
  key: documentKindKey(item),
  code: knownKind(item.kind_code, item.kind),
  name: item.kind ?? '',
})

/** Lists the distinct kinds of the documents, in the order of the list. */
export const kindsOf = (items: readonly FiledItem[]): readonly ListedKind[] => [
  ...new Map(items.map((item) => [documentKindKey(item), toListedKind(item)])).values(),
]

/** Lists the distinct financial years, newest first. */
export const yearsOf = (items: readonly FiledItem[]): readonly number[] =>
  [...new Set(items.map(yearOfItem))].filter((year) => year !== undefined).toSorted((a, b) => b - a)

export const filterItems = (items: readonly FiledItem[], { kind, year }: DocumentFilter): readonly FiledItem[] =>
  items.filter(
    (item) =>
      (kind === undefined || documentKindKey(item) === kind) && (year === undefined || yearOfItem(item) === year),
  )

export interface YearGroup {
  /** Undefined for documents without a readable period, which come last. */
  readonly year: number | undefined
  readonly items: readonly FiledItem[]
}

/** Groups by financial year, newest first; within a year the newest filing comes first. */
export function groupByYear(items: readonly FiledItem[]): readonly YearGroup[] {
  return [...groupBy(items, yearOfItem)]
    .map(([year, yearItems]) => ({
      year,
      items: yearItems.toSorted((a, b) => compareValues(b.filed_on ?? '', a.filed_on ?? '')),
    }))
    .toSorted((a, b) => (b.year ?? -Infinity) - (a.year ?? -Infinity))
}

/** Keeps the first `maxCount` documents, in whole groups except the last. */
export function cutGroups(groups: readonly YearGroup[], maxCount: number): readonly YearGroup[] {
  let remaining = maxCount
  return groups.flatMap(({ year, items }) => {
    const shown = items.slice(0, Math.max(0, remaining))
    remaining -= shown.length
    return shown.length === 0 ? [] : [{ year, items: shown }]
  })
}
