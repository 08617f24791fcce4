import type { Mapping } from '@/lib/client/read-table/columns'
import type { Encoding } from '@/lib/client/read-table/encodings'
import type { HiddenRows, Separator, SourceFault, SourceNote } from '@/lib/client/read-table/source-table'
import type { IdentifierType } from '@/lib/domain/identifiers/identifiers'

import type { RowGroup } from '../judge/checked-row'
import type { PlanAction } from '../reconcile/reconcile-plan'

/** What a column shows of itself, so that its use can be judged. */
export interface ColumnSample {
  readonly texts: readonly string[]
  /** Of the cells looked at: how many are filled, and how many of them prove what they are. */
  readonly filled: number
  readonly proven: number
  /** They are KRS numbers, which have no checksum: only their form speaks for them. */
  readonly isKrs: boolean
}

export interface HeadRow {
  readonly line: number
  readonly text: string
}

/** What the page shows of the list; rows are asked for as they come on screen. */
export interface ImportSnapshot {
  /** Grows with every change: rows that were read before it are old. */
  readonly version: number
  readonly names: readonly string[]
  readonly columns: readonly ColumnSample[]
  /** The first rows of the source, among which that with the names may be chosen. */
  readonly heads: readonly HeadRow[]
  readonly mapping: Mapping
  /** Rows of the source below the names; of a row with two numbers the list has two. */
  readonly rowCount: number
  readonly counts: Readonly<Record<RowGroup, number>>
  readonly group: RowGroup
  /** Kinds that may be chosen for rows that are unclear. */
  readonly unclear: readonly IdentifierType[]
  /** Rows of the group. */
  readonly shown: number
  readonly notes: readonly SourceNote[]
  readonly repeatedNames: readonly string[]
  /** Rows beyond the largest list. */
  readonly rest: number
  /** Personal numbers whose monitors have not been asked for. */
  readonly unasked: number
  readonly encoding: Encoding | undefined
  readonly separator: Separator | undefined
  readonly sheets: readonly string[]
  readonly sheet: string | undefined
  readonly hiddenSheets: readonly string[]
  readonly hiddenRows: HiddenRows | undefined
}

export type LoadResult =
  | { readonly ok: true; readonly snapshot: ImportSnapshot }
  | { readonly ok: false; readonly fault: SourceFault }

export interface PlanSnapshot {
  readonly counts: Readonly<Record<PlanAction, number>>
  /** Among those that leave the list: monitors that carry other tags too. */
  readonly shared: number
  /** Among those to be deleted: personal numbers that undo has to know in full. */
  readonly hidden: number
}
