import type { RecordLabels } from '@/lib/contract/record-fields'
import type { Locale } from '@/lib/domain/format/locales'
import type { Messages } from '@/lib/domain/format/messages'
import type { FormatText } from '@/lib/panel/words'

import { valueAt, listAt, textOf } from './json'

export type EvidenceLine = { readonly label: string; readonly value: string }
export type EvidenceTable = {
  /** Widths are fractions of the page. */
  readonly columns: readonly { readonly label: string; readonly width: number; readonly isEnd?: boolean }[]
  /** Rows are generated on demand, because there may be many. */
  readonly rows: Iterable<readonly string[]>
  readonly isEmpty: boolean
}
export type EvidenceBody = {
  readonly facts?: readonly EvidenceLine[]
  readonly table?: EvidenceTable
  readonly notes?: readonly string[]
}

type EvidenceWords = Messages['papers']['evidence']
/** Columns have the labels of the list page; a field without a column has its label in the details of a row. */
type RegisterLabels = Messages['registers']['fields'] & Messages['registers']['columns']
export type EvidenceFormat = {
  readonly words: EvidenceWords
  readonly say: FormatText<EvidenceWords>
  readonly names: Messages['register-names']
  readonly registerLabels: RegisterLabels
  readonly recordLabels: RecordLabels
  readonly locale: Locale
}
/** `pages`: the answers, in order. Undefined if they have a form that cannot be shown. */
export type DescribePart = (pages: readonly unknown[], format: EvidenceFormat) => EvidenceBody | undefined

export type EvidenceCell = (item: unknown, format: EvidenceFormat) => string
export type EvidenceColumn = readonly [width: number, cell: EvidenceCell]

export const fieldCell =
  (...path: readonly string[]): EvidenceCell =>
  (item, { locale }) =>
    textOf(valueAt(item, ...path), locale)
export const joinedCell =
  (separator: string, ...cells: readonly EvidenceCell[]): EvidenceCell =>
  (item, format) =>
    cells
      .map((cell) => cell(item, format))
      .filter((text) => text !== '')
      .join(separator)
export const flagCell =
  (...path: readonly string[]): EvidenceCell =>
  (item, { words }) => {
    const value = valueAt(item, ...path)
    if (value === true) return words.yes
    return value === false ? words.no : ''
  }

export function evidenceTable(
  items: readonly unknown[],
  {
    labels,
    columns,
    format,
  }: { labels: readonly string[]; columns: readonly EvidenceColumn[]; format: EvidenceFormat },
): EvidenceTable {
  return {
    columns: columns.map(([width], index) => ({ label: labels[index] ?? '', width })),
    isEmpty: items.length === 0,
    rows: {
      *[Symbol.iterator]() {
        for (const item of items) yield columns.map(([, cell]) => cell(item, format))
      },
    },
  }
}

type ListLayout = {
  readonly labels: (format: EvidenceFormat) => readonly string[]
  readonly columns: readonly EvidenceColumn[]
  readonly note?: (words: EvidenceWords) => string
  /** Streams return the oldest first; a file begins with the newest. */
  readonly isReversed?: boolean
}

export const listPart =
  ({ labels, columns, note, isReversed = false }: ListLayout): DescribePart =>
  (pages, format) => {
    if (!pages.every((page) => Array.isArray(valueAt(page, 'items')))) return undefined
    const items = pages.flatMap((page) => listAt(page, 'items'))
    return {
      table: evidenceTable(isReversed ? items.toReversed() : items, { labels: labels(format), columns, format }),
      notes: note === undefined ? [] : [note(format.words)],
    }
  }

type RegisterColumn = readonly [width: number, label: keyof RegisterLabels, cell: EvidenceCell]

export const registerPart = (columns: readonly RegisterColumn[], more: Pick<ListLayout, 'note'> = {}): DescribePart =>
  listPart({
    labels: ({ registerLabels }) => columns.map(([, label]) => registerLabels[label]),
    columns: columns.map(([width, , cell]) => [width, cell]),
    ...more,
  })
