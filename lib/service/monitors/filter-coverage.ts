import type { FilterCoverage } from '@/lib/contract/filters'
import { addDays, type Day, warsawDay } from '@/lib/domain/calendar'
import { compareValues } from '@/lib/domain/collections/compare-values'
import type { AnnouncementKeys } from '@/lib/domain/events/announcement-keys'
import { eventSources } from '@/lib/domain/events/sources'
import type { FilterListName } from '@/lib/domain/filter-lists'
import { nameKey } from '@/lib/domain/name-key'
import { type KeyedAnnouncement, listNextKeyed } from '@/lib/service/monitors/statements/announcement-streams'

import type { Context, Handler } from '../http/context'
import { toAnnouncementKeys } from './announcement-keys'
import { type CheckedContent, checkContent, parseContent } from './filter-content'
import { FILTER_KINDS } from './matching'
import { requireOwnFilter } from './own-filter'

const DAYS = 30
const EXAMPLES = 10
/** Announcements matched before other requests get a chance to run. */
const PAGE = 2_000

type Hit = { readonly list: FilterListName; readonly value: string }
type CoverageMatch = { readonly announcement: KeyedAnnouncement; readonly hit: Hit }
type Period = { readonly from: Day; readonly to: Day }

/**
 * The events that a monitor of this content would have had in the last 30 Warsaw dates, by the same keys and order of
 * kinds that produce events. Uses the current registers: a subject whose number has changed since is found by the new
 * one.
 */
export const coverContent: Handler<'filters.coverage'> = async ({ body }, context) => {
  const content = checkContent(
    body.content ?? parseContent((await requireOwnFilter(context, body.filter_id ?? '')).content),
  )
  const to = warsawDay(context.now)
  const period = { from: addDays(to, 1 - DAYS), to }
  const matcher = matcherOf(content)
  const counts = createTally()
  if (content.count > 0) {
    for await (const page of pagesOf(context, period)) {
      const keys = await toAnnouncementKeys(context.db, page)
      page.forEach((announcement, at) => {
        const hits = matcher(keys[at])
        const [hit] = hits
        if (hit !== undefined) counts.add({ announcement, hit }, hits)
      })
    }
  }
  return { days: DAYS, date_from: period.from, date_to: period.to, ...counts.result(content) }
}

async function* pagesOf({ db, now }: Context, { from, to }: Period): AsyncGenerator<KeyedAnnouncement[]> {
  const publishedUpTo = now.toISOString()
  for (const source of eventSources) {
    let after: KeyedAnnouncement | undefined
    for (;;) {
      const page = await listNextKeyed(db, { source, from, to, publishedUpTo, after, limit: PAGE })
      if (page.length > 0) yield page
      after = page.at(-1)
      if (page.length < PAGE) break
      // SQLite queries do not yield, so other requests would not run otherwise.
      await new Promise(setImmediate)
    }
  }
}

/** Finds the values of the content that an announcement has; an event names the first of them. */
function matcherOf({ items }: CheckedContent): (keys: AnnouncementKeys | undefined) => Hit[] {
  const valuesByKind = new Map<FilterListName, Set<string>>()
  for (const { kind, value } of items) valuesByKind.set(kind, (valuesByKind.get(kind) ?? new Set()).add(value))
  const kinds = FILTER_KINDS.flatMap((list) => {
    const values = valuesByKind.get(list)
    return values === undefined ? [] : [{ list, values }]
  })
  return (keys) =>
    keys === undefined
      ? []
      : kinds.flatMap(({ list, values }) =>
          keys[list].filter((value) => values.has(value)).map((value) => ({ list, value })),
        )
}

function createTally() {
  const counts = new Map<string, number>()
  const values = new Set<string>()
  let newest: CoverageMatch[] = []
  return {
    add(match: CoverageMatch, hits: readonly Hit[]) {
      const { source } = match.announcement
      counts.set(source, (counts.get(source) ?? 0) + 1)
      for (const { list, value } of hits) values.add(`${list} ${value}`)
      newest.push(match)
      if (newest.length > PAGE) newest = newestOf(newest)
    },
    result: (content: CheckedContent): Omit<FilterCoverage, 'days' | 'date_from' | 'date_to'> => ({
      count: [...counts.values()].reduce((sum, count) => sum + count, 0),
      by_source: [...counts].map(([source, count]) => ({ source, count })).sort((a, b) => b.count - a.count),
      examples: newestOf(newest).map((match) => toExample(match, content)),
      hit_values: values.size,
    }),
  }
}

const newestOf = (matches: readonly CoverageMatch[]): CoverageMatch[] =>
  matches
    .toSorted(
      ({ announcement: a }, { announcement: b }) =>
        compareValues(b.published_at, a.published_at) || compareValues(a.id, b.id),
    )
    .slice(0, EXAMPLES)

function toExample({ announcement, hit }: CoverageMatch, content: CheckedContent): FilterCoverage['examples'][number] {
  const { source, title, day, name } = announcement
  return { source, kind: null, title, date: day, subject_name: name, matched: withOriginalSpelling(hit, content) }
}

/** Names are matched by key, but shown as written. */
function withOriginalSpelling(hit: Hit, { content }: CheckedContent): Hit {
  if (hit.list !== 'name') return hit
  return { ...hit, value: content.name.find((name) => nameKey(name) === hit.value) ?? hit.value }
}
