import { compareValues } from '@/lib/domain/collections/compare-values'
import { foldLine } from '@/lib/domain/fold'
import type { BzpAlert } from '@/lib/features/bzp/contract/alerts'

export type AlertColumn = 'name' | 'owner' | 'delivery' | 'found' | 'last'
export interface AlertOrder {
  readonly by: AlertColumn
  readonly isDescending: boolean
}

const timingRank: Readonly<Record<string, number>> = { at_once: 0, hourly: 1, daily: 2, weekly: 3, none: 4 }

const keys: Readonly<Record<AlertColumn, (alert: BzpAlert) => string | number>> = {
  name: ({ name }) => foldLine(name),
  owner: ({ is_team: isTeam, created_by: by }) => `${isTeam ? 1 : 0} ${by ?? ''}`,
  delivery: ({ timing }) => timingRank[timing] ?? 5,
  found: ({ new_count: newCount, match_count: matchCount }) => newCount * 1_000_000 + matchCount,
  last: ({ last_match_at: at }) => (at === null ? 0 : Date.parse(at)),
}

/** Numbers and times start in descending order, because the largest are of most interest. */
export const nextOrder = (order: AlertOrder, column: AlertColumn): AlertOrder =>
  order.by === column
    ? { by: column, isDescending: !order.isDescending }
    : { by: column, isDescending: column === 'found' || column === 'last' }

/** Returns the alerts whose name, author or conditions contain the text, sorted; ties are sorted by name. */
export function shownAlerts(alerts: readonly BzpAlert[], q: string, { by, isDescending }: AlertOrder) {
  const needle = foldLine(q)
  const sign = isDescending ? -1 : 1
  return alerts
    .filter((alert) => needle === '' || textOf(alert).includes(needle))
    .toSorted((a, b) => sign * compareValues(keys[by](a), keys[by](b)) || compareValues(keys.name(a), keys.name(b)))
}

const textOf = ({ name, filter, created_by: by }: BzpAlert): string =>
  foldLine([name, by ?? '', ...Object.values(filter).flat()].join(' '))

const SILENT_DAYS = 60
const DAY_MS = 86_400_000

/** Returns for how many days the alert has found nothing; undefined if that is not long. */
export function silentDays({ last_match_at: last, created_at: created }: BzpAlert, now: number): number | undefined {
  const days = Math.floor((now - Date.parse(last ?? created)) / DAY_MS)
  return days >= SILENT_DAYS ? days : undefined
}
