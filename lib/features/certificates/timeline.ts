import { compareValues } from '@/lib/domain/collections/compare-values'
import { type StoredLists, tidyLists } from '@/lib/domain/stored-lists'
import { listMonitorEntries } from '@/lib/features/audit/statements/audit'
import type { AuditEntryTable } from '@/lib/features/audit/tables'
import { readTagChanges } from '@/lib/features/bulk-tags/tag-history'
import { readImportChanges } from '@/lib/features/imports/history'
import type { PanelContext } from '@/lib/panel/context'
import { jsonField, jsonTexts } from '@/lib/panel/json-field'
import type { FilterVersionRow } from '@/lib/service/monitors/statements/evidence'

import type { MonitorChange } from './contract'

/** `until` is exclusive. Instants in ISO 8601. */
export type Span = { readonly from: string; readonly until: string }

/**
 * State of a filter's monitor: `watching` the filter's values, watching nobody (`empty`, `deleted`), or unknown
 * (`unrecorded`: before the record, `unseen`: between two readings of a remote service).
 */
export type WatchState = 'watching' | 'empty' | 'deleted' | 'unrecorded' | 'unseen'
export type Stretch = Span & {
  readonly state: WatchState
  /** The version that the stretch starts with; undefined before the first one. */
  readonly version: FilterVersionRow | undefined
}
/** Values that were watched in exactly the same times. */
export type ValueGroup = { readonly spans: readonly Span[]; readonly lists: StoredLists }

/** Safe: these columns are only written from lists. */
const parseLists = (json: string) => JSON.parse(json) as StoredLists

type Difference = Pick<FilterVersionRow, 'added' | 'removed'>

/** A key consists of the list, a blank and the value. */
const keysOf = (lists: StoredLists): string[] =>
  Object.entries(lists).flatMap(([list, values]) => values.map((value) => `${list} ${value}`))

/** Content of the filter after these versions, computed from their differences. */
export function contentAfter(versions: readonly Difference[]): StoredLists {
  const content = new Set<string>()
  for (const { added, removed } of versions) {
    for (const key of keysOf(parseLists(removed))) content.delete(key)
    for (const key of keysOf(parseLists(added))) content.add(key)
  }
  return toLists(content)
}

/**
 * Combines the history of a monitor that was attached to another filter: the first filter up to that instant, then the
 * next one with its content at that time. The first filter had been deleted, so the whole content of the next one
 * counts as added.
 */
export function attachedVersions(
  first: readonly FilterVersionRow[],
  next: readonly FilterVersionRow[],
  at: string,
): FilterVersionRow[] {
  const before = next.filter((version) => version.at <= at)
  const last = before.at(-1)
  const joined = { added: JSON.stringify(contentAfter(before)), removed: '{}' }
  const attached = last === undefined ? [] : [{ ...last, ...joined, kind: 'attached' as const, at, seen_until: at }]
  return [...first.filter((version) => version.at <= at), ...attached, ...next.filter((version) => version.at > at)]
}

const END_KINDS: ReadonlySet<FilterVersionRow['kind']> = new Set(['deleted', 'gone', 'missing'])

type Mark = Omit<Stretch, 'until'>

function marksOf(version: FilterVersionRow): Mark[] {
  const { kind, at, item_count: count, seen_until: seenUntil } = version
  if (END_KINDS.has(kind)) return [{ from: at, state: 'deleted', version }]
  const mark: Mark = { from: at, state: count > 0 ? 'watching' : 'empty', version }
  if (kind !== 'seen') return [mark]
  return [mark, { from: seenUntil ?? at, state: 'unseen', version }]
}

/** Divides the life of a filter's monitor into consecutive stretches without gaps. Versions are sorted oldest first. */
export function toStretches(versions: readonly FilterVersionRow[], { from, until }: Span): Stretch[] {
  const before: Mark = { from: '', state: 'unrecorded', version: undefined }
  const marks = [before, ...versions.flatMap(marksOf)]
  return marks
    .map((mark, at) => ({
      ...mark,
      from: mark.from < from ? from : mark.from,
      until: earlier(marks[at + 1]?.from ?? until, until),
    }))
    .filter((stretch) => stretch.from < stretch.until)
}

const earlier = (a: string, b: string): string => (a < b ? a : b)

/**
 * Groups values by the times in which they were watched, earliest first. Values that were added and removed in the same
 * versions share their times, which are computed only once.
 */
export function toGroups(versions: readonly FilterVersionRow[], stretches: readonly Stretch[]): ValueGroup[] {
  const watching = stretches.filter(({ state }) => state === 'watching')
  const indexes = new Map(versions.map((version, index) => [version, index]))
  const groups = new Map<string, { spans: readonly Span[]; keys: string[] }>()
  for (const { changePoints, keys } of groupByVersions(versions)) {
    const spans = spansOf(watching, (version) => isHeldAt(changePoints, indexes.get(version) ?? -1))
    if (spans.length === 0) continue
    const times = JSON.stringify(spans)
    const group = groups.get(times)
    if (group === undefined) groups.set(times, { spans, keys })
    else group.keys = group.keys.concat(keys)
  }
  return [...groups.entries()]
    .toSorted(([a], [b]) => compareValues(a, b))
    .map(([, { spans, keys }]) => ({ spans, lists: toLists(keys) }))
}

/** Indexes of the versions that alternately added and removed a value. */
type VersionIndexes = readonly number[]

const isHeldAt = (changePoints: VersionIndexes, version: number): boolean =>
  changePoints.filter((at) => at <= version).length % 2 === 1

/** Groups values that were added and removed by the same versions. */
function groupByVersions(
  versions: readonly Difference[],
): Iterable<{ readonly changePoints: VersionIndexes; readonly keys: string[] }> {
  const changePointsByKey = new Map<string, number[]>()
  versions.forEach(({ added, removed }, version) => {
    for (const key of keysOf(parseLists(removed))) {
      const changePoints = changePointsByKey.get(key)
      if (changePoints !== undefined && changePoints.length % 2 === 1) changePoints.push(version)
    }
    for (const key of keysOf(parseLists(added))) {
      const changePoints = changePointsByKey.get(key)
      if (changePoints === undefined) changePointsByKey.set(key, [version])
      else if (changePoints.length % 2 === 0) changePoints.push(version)
    }
  })
  const groups = new Map<string, { changePoints: VersionIndexes; keys: string[] }>()
  for (const [key, changePoints] of changePointsByKey) {
    const group = groups.get(changePoints.join())
    if (group === undefined) groups.set(changePoints.join(), { changePoints, keys: [key] })
    else group.keys.push(key)
  }
  return groups.values()
}

/** Merges adjacent stretches into one span. */
function spansOf(watching: readonly Stretch[], isHeld: (version: FilterVersionRow) => boolean): Span[] {
  const spans: Span[] = []
  for (const { version, from, until } of watching) {
    if (version === undefined || !isHeld(version)) continue
    const last = spans.at(-1)
    if (last?.until === from) spans[spans.length - 1] = { from: last.from, until }
    else spans.push({ from, until })
  }
  return spans
}

function toLists(keys: Iterable<string>): StoredLists {
  const lists: Record<string, string[]> = {}
  for (const key of keys) {
    const end = key.indexOf(' ')
    const list = (lists[key.slice(0, end)] ??= [])
    list.push(key.slice(end + 1))
  }
  return tidyLists(lists)
}

export const MAX_CHANGES = 500

/** Changes of this monitor from the audit log, bulk changes and imports, newest first. */
export async function readMonitorChanges(context: PanelContext, monitorId: string): Promise<MonitorChange[]> {
  const { storage, account } = context
  const query = { monitorId, limit: MAX_CHANGES }
  const entries = await listMonitorEntries(storage.db, { accountId: account.id, ...query })
  const changes = [
    ...entries.map(toChange),
    ...(await readTagChanges(context, query)),
    ...(await readImportChanges(context, query)),
  ]
  return changes.toSorted((a, b) => compareValues(b.at, a.at)).slice(0, MAX_CHANGES)
}

const parseDetails = (json: string | null): unknown => (json === null ? undefined : JSON.parse(json))

function toChange({ at, actor, action, before, after: json }: AuditEntryTable): MonitorChange {
  const after = parseDetails(json)
  return { at, actor, action, before: parseDetails(before), after, ...(action === 'monitors.bulkTag' && tagsOf(after)) }
}

/** A tag change of a single monitor, which lists only actual differences. */
function tagsOf(after: unknown): Pick<MonitorChange, 'tags'> {
  if (jsonField(after, 'updated') === 0) return {}
  return { tags: { added: jsonTexts(after, 'add'), removed: jsonTexts(after, 'remove'), undone: null } }
}
