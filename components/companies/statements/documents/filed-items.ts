import type { OperationAnswer } from '@/lib/client/client'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { groupBy } from '@/lib/domain/collections/group-by'
import { ANNUAL_STATEMENT_KIND, knownKind, type RdfKind } from '@/lib/domain/statements/kinds'
import { readPeriod, yearOfPeriod } from '@/lib/features/statements/domain/periods'

/** A document of the list; a remote service may leave any of it out but the id. */
export type FiledItem = OperationAnswer<'rdf.documents'>['items'][number]

export interface DocumentFilter {
  /** Key of `kindsOf`; undefined: any. */
  readonly kind: string | undefined
  readonly year: number | undefined
}
export const noFilter: DocumentFilter = { kind: undefined, year: undefined }

export const isStatement = ({ kind_code: code }: FiledItem): boolean => code === ANNUAL_STATEMENT_KIND

/** The financial year of a document; undefined where its period cannot be read. */
export function yearOfItem({ period_start: start, period_end: end }: FiledItem): number | undefined {
  const period = readPeriod(start, end)
  return period && yearOfPeriod(period)
}

/** What tells kinds apart: the code together with the name. */
export const documentKindKey = ({ kind_code: code, kind }: FiledItem): string => `${code ?? ''} ${kind ?? ''}`.trim()

export interface ListedKind {
  readonly key: string
  /** One that we have words for. */
  readonly known: RdfKind | undefined
  /** As it came. */
  readonly name: string
}

export const toListedKind = (item: FiledItem): ListedKind => ({
  key: documentKindKey(item),
  known: knownKind(item.kind_code, item.kind),
  name: item.kind ?? '',
})

/** Kinds among the documents, each once, in the order of the list. */
export const kindsOf = (items: readonly FiledItem[]): readonly ListedKind[] => [
  ...new Map(items.map((item) => [documentKindKey(item), toListedKind(item)])).values(),
]

/** Financial years among the documents, newest first. */
export const yearsOf = (items: readonly FiledItem[]): readonly number[] =>
  [...new Set(items.map(yearOfItem))].filter((year) => year !== undefined).toSorted((a, b) => b - a)

export const filterItems = (items: readonly FiledItem[], { kind, year }: DocumentFilter): readonly FiledItem[] =>
  items.filter(
    (item) =>
      (kind === undefined || documentKindKey(item) === kind) && (year === undefined || yearOfItem(item) === year),
  )

export interface YearGroup {
  /** Undefined: of what has no period that can be read, which comes last. */
  readonly year: number | undefined
  readonly items: readonly FiledItem[]
}

/** By financial year, newest first; within a year the newest filing first. */
export function groupByYear(items: readonly FiledItem[]): readonly YearGroup[] {
  return [...groupBy(items, yearOfItem)]
    .map(([year, of]) => ({ year, items: of.toSorted((a, b) => compareValues(b.filed_on ?? '', a.filed_on ?? '')) }))
    .toSorted((a, b) => (b.year ?? -Infinity) - (a.year ?? -Infinity))
}

/** The first so many documents, whole groups but for the last. */
export function cutGroups(groups: readonly YearGroup[], most: number): readonly YearGroup[] {
  let left = most
  return groups.flatMap(({ year, items }) => {
    const shown = items.slice(0, Math.max(0, left))
    left -= shown.length
    return shown.length === 0 ? [] : [{ year, items: shown }]
  })
}
