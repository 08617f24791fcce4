import type { Announcement } from '@/lib/contract/announcement'
import type { AnnouncementKeys } from '@/lib/domain/events/announcement-keys'
import type { FilterListName } from '@/lib/domain/filter-lists'
import { identifierTypes } from '@/lib/domain/identifiers/identifiers'
import { findFilterWatchers, findIdentifierWatchers, type Watcher } from '@/lib/service/monitors/statements/watchers'

import type { Context } from '../http/context'
import type { RegisterChange } from '../registers/register-changes'
import { toAnnouncementKeys } from './announcement-keys'

/** An announcement, its publication instant, and the changes that it makes in the registers. */
export type Publication = {
  readonly announcement: Announcement
  readonly at: string
  readonly changes?: readonly RegisterChange[]
}

/** A publication that concerns a monitor, and the value by which it matched. */
export type Match = {
  publication: Publication
  monitorId: string
  accountId: string
  kind: FilterListName
  value: string
}

/** Most specific kind first: an event names the first kind that matches. */
export const FILTER_KINDS: readonly FilterListName[] = [
  'krs',
  'nip',
  'regon',
  'pesel',
  'subject_id',
  'krz_signature',
  'msig_signature',
  'name',
]

/**
 * Finds the monitors that the announcements concern by looking up the announcements' keys: the cost depends on the
 * number of publications, not of monitors. One match per announcement and monitor, in the order of the announcements.
 * Publications from before the monitor was created do not match.
 */
export async function matchAnnouncements(db: Context['db'], publications: readonly Publication[]): Promise<Match[]> {
  const keys = await toAnnouncementKeys(
    db,
    publications.map(({ announcement }) => announcement),
  )
  const matches = publications.map(() => new Map<string, Match>())
  const addMatches = (kind: FilterListName, byValue: Map<string, number[]>, watcher: Watcher) => {
    const { value, monitorId, accountId, since } = watcher
    for (const index of byValue.get(value) ?? []) {
      const [publication, found] = [publications[index], matches[index]]
      if (publication && publication.at >= since && found && !found.has(monitorId)) {
        found.set(monitorId, { publication, monitorId, accountId, kind, value })
      }
    }
  }
  for (const kind of identifierTypes) {
    const byValue = groupIndexesByValue(keys, kind)
    const watchers = await findIdentifierWatchers(db, kind, [...byValue.keys()])
    for (const watcher of watchers) addMatches(kind, byValue, watcher)
  }
  for (const kind of FILTER_KINDS) {
    const byValue = groupIndexesByValue(keys, kind)
    for (const watcher of await findFilterWatchers(db, kind, [...byValue.keys()])) addMatches(kind, byValue, watcher)
  }
  return matches.flatMap((found) => [...found.values()])
}

function groupIndexesByValue(keys: readonly AnnouncementKeys[], kind: FilterListName): Map<string, number[]> {
  const byValue = new Map<string, number[]>()
  for (const [index, values] of keys.entries()) {
    for (const value of values[kind]) {
      const indexes = byValue.get(value)
      if (indexes) indexes.push(index)
      else byValue.set(value, [index])
    }
  }
  return byValue
}
