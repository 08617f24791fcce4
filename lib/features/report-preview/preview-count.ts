import type { PanelParsed } from '@/lib/features/contract'
import type { PanelContext } from '@/lib/panel/context'

import type { HitMonitor, PreviewFigures } from './contract'
import { breakReason, createPace, namesPurpose, openPreview, wordsOf } from './open-preview'
import type { PreviewedRow } from './read-rows'
import { findMasked, type RowSearch } from './row-cells'
import { keysOfRows } from './row-keys'
import type { WatchedTargets } from './watched-targets'
import { watchedTargetsOf } from './watched-targets-cache'

type CountRequest = PanelParsed<'reportPreview.count'>
type Fields = Readonly<Record<string, unknown>>
type End = NonNullable<PreviewFigures['end']>

/** A million rows take about a minute. */
const MAX_MS = 5 * 60_000
const PROGRESS_MS = 400
const MAX_MONITORS = 300

/**
 * Counts the rows that match a search and those that monitors watch, reporting progress; the last line has the result
 * and the monitors. A row counts once per monitor, even if several of its numbers and names match.
 */
export async function* previewCount(
  { params, query }: CountRequest,
  context: PanelContext,
): AsyncGenerator<PreviewFigures> {
  const { report_id: id } = params
  const { signal } = context.request
  const purpose = await namesPurpose(context, query)
  const { opened, brokenReason } = await openPreview(context, { id, place: undefined, purpose, signal })
  const search = { words: wordsOf(query.search), columns: undefined, showsNames: query.persons !== undefined }
  const tally = new Tally(search)
  if (opened === undefined) {
    yield { ...tally.figures, end: { why: 'broken', reason: brokenReason, monitors: [], monitor_count: 0 } }
    return
  }
  const end = (why: End['why'], reason: End['reason'] = null) => ({ ...tally.figures, end: tally.end(why, reason) })
  try {
    yield tally.figures
    tally.targets = await watchedTargetsOf(context)
    const until = Date.now() + MAX_MS
    let reportedAt = Date.now()
    for await (const batch of opened.rows) {
      await tally.add(batch, context)
      const now = Date.now()
      if (now > until) {
        yield end('time')
        return
      }
      if (now - reportedAt >= PROGRESS_MS) {
        reportedAt = now
        yield tally.figures
      }
    }
    yield end('whole')
  } catch (error) {
    const reason = breakReason(error)
    if (reason === undefined) throw error
    yield end('broken', reason)
  } finally {
    await opened.rows.return(undefined)
  }
}

class Tally {
  readonly #search: RowSearch
  readonly #pace = createPace()
  #targets: WatchedTargets | undefined
  #hits = new Uint32Array()
  #read = 0
  #matches = 0
  #monitored = 0

  constructor(search: RowSearch) {
    this.#search = search
  }

  set targets(targets: WatchedTargets) {
    this.#targets = targets
    this.#hits = new Uint32Array(targets.size)
  }

  get figures(): PreviewFigures {
    const matches = this.#search.words.length === 0 ? null : this.#matches
    return { read: this.#read, matches, monitored: this.#monitored }
  }

  async add(batch: readonly PreviewedRow[], context: PanelContext): Promise<void> {
    const rows = batch.flatMap(({ parsed }) => ('fields' in parsed ? [parsed.fields] : []))
    this.#read = batch.at(-1)?.row ?? this.#read
    await this.#countHits(rows, context)
    if (this.#search.words.length > 0) await this.#countMatches(rows)
    await this.#pace()
  }

  async #countHits(rows: readonly Fields[], context: PanelContext): Promise<void> {
    const targets = this.#targets
    if (targets === undefined || targets.size === 0) return
    for (const keys of await keysOfRows(rows, context)) {
      const hit = targets.hitBy(keys)
      for (const target of hit) this.#hits[target] = (this.#hits[target] ?? 0) + 1
      if (hit.size > 0) this.#monitored += 1
    }
  }

  async #countMatches(rows: readonly Fields[]): Promise<void> {
    for (const row of rows) {
      if (findMasked(row, this.#search) !== undefined) this.#matches += 1
      await this.#pace()
    }
  }

  end(why: End['why'], reason: End['reason']): End {
    const hit = [...this.#hits.entries()].filter(([, hits]) => hits > 0).toSorted(([, a], [, b]) => b - a)
    const monitorsOf = (target: number) => this.#targets?.monitorsOf(target) ?? []
    const count = hit.reduce((sum, [target]) => sum + monitorsOf(target).length, 0)
    const monitors: HitMonitor[] = []
    for (const [target, hits] of hit) {
      if (monitors.length >= MAX_MONITORS) break
      monitors.push(
        ...monitorsOf(target)
          .slice(0, MAX_MONITORS)
          .map(({ id, name }) => ({ id, name, hits })),
      )
    }
    return { why, reason, monitors: monitors.slice(0, MAX_MONITORS).toSorted(mostFirst), monitor_count: count }
  }
}

const mostFirst = (a: HitMonitor, b: HitMonitor): number => b.hits - a.hits || a.name.localeCompare(b.name, 'pl')
