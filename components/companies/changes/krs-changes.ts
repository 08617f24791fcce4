import type { reportKrsChangeRow } from '@/lib/contract/report-rows'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { groupBy } from '@/lib/domain/collections/group-by'

import type { ReadItem } from '../part/read-items'

/** One changed field of an entry, as received. */
export type ChangeRow = ReadItem<typeof reportKrsChangeRow>
export type ChangeKind = 'added' | 'removed' | 'changed' | 'said'

const hasText = (value: string | null | undefined): value is string => typeof value === 'string' && value.trim() !== ''

/** `said`: the service names a field without its values. */
export function changeKind({ old_value: before, new_value: after }: ChangeRow): ChangeKind {
  if (hasText(before)) return hasText(after) ? 'changed' : 'removed'
  return hasText(after) ? 'added' : 'said'
}

/** True if the register itself has hidden a name: `J**** K*******`. */
export const hasRegisterMask = ({ old_value: before, new_value: after }: ChangeRow): boolean =>
  [before, after].some((value) => /\p{Lu}\*{2,}/u.test(value ?? ''))

export type ChangedEntry = {
  readonly key: string
  readonly day: string | undefined
  readonly number: number | undefined
  readonly rows: readonly ChangeRow[]
}

/** Groups by day and entry, newest first; fields of an entry keep their order. Rows without a day come last. */
export function groupEntries(rows: readonly ChangeRow[]): ChangedEntry[] {
  const groups = groupBy(rows, ({ change_date: day, entry_number: number }) => `${day ?? ''} ${number ?? ''}`)
  return [...groups]
    .map(([key, groupRows]) => ({
      key,
      day: groupRows[0]?.change_date ?? undefined,
      number: groupRows[0]?.entry_number ?? undefined,
      rows: groupRows,
    }))
    .toSorted((a, b) => compareValues(b.day ?? '', a.day ?? '') || (b.number ?? 0) - (a.number ?? 0))
}

/** Counts rows by section, in the order of the register. */
export function countSections(rows: readonly ChangeRow[]): readonly (readonly [section: string, count: number])[] {
  const sections = rows.flatMap(({ section }) => (section ? [section] : []))
  return [...groupBy(sections, (section) => section)]
    .map(([section, members]) => [section, members.length] as const)
    .toSorted(([a], [b]) => a.localeCompare(b, 'pl', { numeric: true }))
}
