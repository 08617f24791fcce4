import type { IdentifierType } from '@/lib/domain/identifiers/identifiers'

import type { CheckedRow } from '../judge/checked-row'
import type { KnownMonitors } from '../judge/known-monitors'

/**
 * The action for a subject. `add`: create a monitor with the tag; `tag`: add the tag to an existing monitor; `remove`:
 * not on the list, delete; `untag`: not on the list, but other tags show that it is needed elsewhere, so only this tag
 * is removed; `same`: on the list and tagged.
 */
export const planActions = ['add', 'tag', 'remove', 'untag', 'same'] as const
export type PlanAction = (typeof planActions)[number]

export interface PlanRow {
  readonly action: PlanAction
  readonly type: string
  readonly value: string
  readonly label: string
  /** The monitor's current tags; empty for a new one. */
  readonly tags: readonly string[]
  readonly id: string | undefined
  /** The line number in the source; 0 if the subject is not in it. */
  readonly line: number
  /** Tags that the list itself assigns. */
  readonly listTags: readonly string[]
}

export interface PlanOptions {
  readonly tag: string
  /** True to also delete monitors that have other tags. */
  readonly deletesShared: boolean
}

type IdentifiedRow = CheckedRow & { readonly verdict: { readonly type: IdentifierType; readonly value: string } }
const isIdentified = ({ verdict: { kind } }: CheckedRow): boolean => kind === 'new' || kind === 'monitored'

function listedRows(rows: readonly CheckedRow[]): IdentifiedRow[] {
  /** Safe: exactly these two kinds have a type and value and occur once in the list. */
  return rows.filter(isIdentified) as IdentifiedRow[]
}

function planListedRow(row: IdentifiedRow, tag: string, known: KnownMonitors): PlanRow {
  const { type, value } = row.verdict
  const existing = known.find(type, value)
  const common = { type, value, line: row.line, listTags: row.tags }
  if (existing === undefined) return { ...common, action: 'add', label: row.label, tags: [], id: undefined }
  const { id, tags, label } = existing
  return { ...common, action: tags.includes(tag) ? 'same' : 'tag', label: label ?? row.label, tags, id }
}

/** Computes what makes the monitors of a tag match the list. A pure function; nothing is sent. */
export function planReconcile(
  rows: readonly CheckedRow[],
  known: KnownMonitors,
  { tag, deletesShared }: PlanOptions,
): PlanRow[] {
  const onList = listedRows(rows)
  const listedIds = new Set(onList.map(({ verdict: { type, value } }) => known.find(type, value)?.id))
  const unlisted = known
    .all()
    .filter((monitor) => monitor.tags.includes(tag) && !listedIds.has(monitor.id))
    .map(({ id, type, value, label, tags }): PlanRow => {
      const action = tags.length === 1 || deletesShared ? 'remove' : 'untag'
      return { action, type, value, label: label ?? '', tags, id, line: 0, listTags: [] }
    })
  return [...onList.map((row) => planListedRow(row, tag, known)), ...unlisted]
}

export function countActions(plan: readonly PlanRow[]): Record<PlanAction, number> {
  const counts = { add: 0, tag: 0, remove: 0, untag: 0, same: 0 }
  for (const { action } of plan) counts[action] += 1
  return counts
}
