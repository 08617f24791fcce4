import type { Mapping } from '@/lib/client/read-table/columns'
import type { Encoding } from '@/lib/client/read-table/encodings'
import type { HiddenRows, Separator, SourceFault, SourceNote } from '@/lib/client/read-table/source-table'
import type { IdentifierType } from '@/lib/domain/identifiers/identifiers'

import type { RowGroup } from '../judge/checked-row'
import type { PlanAction } from '../reconcile/reconcile-plan'

export interface ColumnSample {
  readonly texts: readonly string[]
  /** Among the sampled cells: the number that are filled, and the number that are verified. */
  readonly filled: number
  readonly proven: number
  /** True for KRS numbers, which have no checksum, so that only their form is verified. */
  readonly isKrs: boolean
  /** Numbers that may be KRS numbers without their leading zeros. */
  readonly short: number
}

export interface HeadRow {
  readonly line: number
  readonly text: string
}

/** The data that the page shows of the list; rows are requested as they scroll into view. */
export interface ImportSnapshot {
  /** Increases with every change and invalidates rows read before. */
  readonly version: number
  readonly names: readonly string[]
  readonly columns: readonly ColumnSample[]
  /** The first source rows, from which the user can choose the header. */
  readonly heads: readonly HeadRow[]
  readonly mapping: Mapping
  /** Source rows below the header; a row with two numbers gives two rows in the list. */
  readonly rowCount: number
  readonly counts: Readonly<Record<RowGroup, number>>
  readonly group: RowGroup
  /** Identifier types that can be chosen for ambiguous rows. */
  readonly unclear: readonly IdentifierType[]
  /** The number of rows in the filtered group. */
  readonly shown: number
  readonly notes: readonly SourceNote[]
  readonly repeatedNames: readonly string[]
  /** The number of rows beyond the maximum. */
  readonly rest: number
  /** Personal numbers whose monitors have not been requested. */
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
  /** Among the monitors that leave the list: the number that have other tags as well. */
  readonly shared: number
  /** Among the monitors to delete: the number whose personal number must be revealed for undo. */
  readonly hidden: number
}
