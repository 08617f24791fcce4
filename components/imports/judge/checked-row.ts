import type { NumberFix } from '@/lib/client/read-table/repair-number'
import type { IdentifierType } from '@/lib/domain/identifiers/identifiers'

import type { InvalidJudgement, KindQuestion, SkippedNumber } from './judge-row'

export type RowVerdict =
  | { readonly kind: 'new'; readonly type: IdentifierType; readonly value: string }
  | { readonly kind: 'monitored'; readonly type: IdentifierType; readonly value: string; readonly id: string }
  | { readonly kind: 'repeated'; readonly type: IdentifierType; readonly value: string; readonly firstLine: number }
  | { readonly kind: 'ambiguous'; readonly question: KindQuestion }
  | InvalidJudgement

export interface CheckedRow {
  /** The index in the list, by which edits refer to the row. */
  readonly index: number
  /** The index of its source row, counted below the header. */
  readonly sourceRow: number
  /** The column of its number, if several columns give one row each. */
  readonly column: number | undefined
  /** The line number in the source. */
  readonly line: number
  /** The number as in the source, or as corrected by the user. */
  readonly identifier: string
  readonly label: string
  readonly tags: readonly string[]
  readonly verdict: RowVerdict
  readonly fix: NumberFix | undefined
  /** An invalid number of the row that was skipped in favor of a later one. */
  readonly skippedNumber: SkippedNumber | undefined
  /** What the user has to decide about the number, or has decided. */
  readonly question: KindQuestion | undefined
  readonly chosen: IdentifierType | undefined
  readonly isEdited: boolean
}

export const rowGroups = ['all', 'problems', 'new', 'monitored', 'repeated', 'ambiguous', 'invalid', 'fixed'] as const
export type RowGroup = (typeof rowGroups)[number]

export const isProblem = ({ verdict }: CheckedRow): boolean =>
  verdict.kind === 'ambiguous' || verdict.kind === 'invalid'

const isFixed = ({ fix, skippedNumber, verdict }: CheckedRow): boolean =>
  fix !== undefined || (skippedNumber !== undefined && verdict.kind !== 'invalid')

export const isInGroup = (row: CheckedRow, group: RowGroup): boolean => {
  if (group === 'all') return true
  if (group === 'problems') return isProblem(row)
  return group === 'fixed' ? isFixed(row) : row.verdict.kind === group
}
