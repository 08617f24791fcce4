import type { NumberFix } from '@/lib/client/read-table/repair-number'
import type { IdentifierType } from '@/lib/domain/identifiers/identifiers'

import type { Invalid, KindQuestion, PassedNumber } from './judge-row'

export type RowVerdict =
  | { readonly kind: 'new'; readonly type: IdentifierType; readonly value: string }
  /** The account has it already. */
  | { readonly kind: 'monitored'; readonly type: IdentifierType; readonly value: string; readonly id: string }
  /** The same identifier stands in an earlier line. */
  | { readonly kind: 'repeated'; readonly type: IdentifierType; readonly value: string; readonly firstLine: number }
  | { readonly kind: 'ambiguous'; readonly question: KindQuestion }
  | Invalid

/** One row of the list with everything that is said about it. */
export interface CheckedRow {
  /** Its place in the list; what an edit names. */
  readonly index: number
  /** The row of the source that it was read from, below the names of the columns. */
  readonly place: number
  /** The column of its number, where each of several columns gives one. */
  readonly column: number | undefined
  /** Its place in the source. */
  readonly line: number
  /** As it stands in the source, or as it was repaired by hand. */
  readonly identifier: string
  readonly label: string
  readonly tags: readonly string[]
  readonly verdict: RowVerdict
  readonly fix: NumberFix | undefined
  /** A number of the row that did not hold, so that a later one was taken. */
  readonly passed: PassedNumber | undefined
  /** What a person has to say of the number, or has said. */
  readonly question: KindQuestion | undefined
  readonly chosen: IdentifierType | undefined
  readonly isEdited: boolean
}

/** What the list can be narrowed to. */
export const rowGroups = ['all', 'problems', 'new', 'monitored', 'repeated', 'ambiguous', 'invalid', 'fixed'] as const
export type RowGroup = (typeof rowGroups)[number]

export const isProblem = ({ verdict }: CheckedRow): boolean =>
  verdict.kind === 'ambiguous' || verdict.kind === 'invalid'

const isFixed = ({ fix, passed, verdict }: CheckedRow): boolean =>
  fix !== undefined || (passed !== undefined && verdict.kind !== 'invalid')

export const isInGroup = (row: CheckedRow, group: RowGroup): boolean => {
  if (group === 'all') return true
  if (group === 'problems') return isProblem(row)
  return group === 'fixed' ? isFixed(row) : row.verdict.kind === group
}
