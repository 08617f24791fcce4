import type { PanelParsed } from '@/lib/features/contract'
import type { PanelContext } from '@/lib/panel/context'

import type { PreviewEnd, PreviewLine, PreviewRow } from './contract'
import {
  breakReason,
  createPace,
  namesPurpose,
  openSealedPlace,
  openPreview,
  type OpenPreview,
  wordsOf,
} from './open-preview'
import type { ReportRows, PreviewedRow } from './read-rows'
import { Columns, findMasked, toCells } from './row-cells'
import { keysOfRows } from './row-keys'
import { createPlaceSealer } from './row-place'
import type { WatchedTargets } from './watched-targets'
import { watchedTargetsOf } from './watched-targets-cache'

type RowsRequest = PanelParsed<'reportPreview.rows'>

/** A search without matches would read the whole report. */
const MAX_MS = 30_000
/** Interval of a search's progress lines. */
const PROGRESS_MS = 400
const MAX_NAMED_MONITORS = 5

/**
 * The masked rows of a report from a position on, read at the pace of the client. If the report breaks off, the last
 * line says so after all rows read before.
 */
export async function* previewRows({ params, query }: RowsRequest, context: PanelContext): AsyncGenerator<PreviewLine> {
  const { report_id: id } = params
  const purpose = await namesPurpose(context, query)
  const place = await openSealedPlace(context, id, query.place)
  const targets = query.only === undefined ? undefined : await watchedTargetsOf(context)
  const preview = await openPreview(context, { id, place, purpose, signal: context.request.signal })
  const run = new RowsRun(query, { context, id, targets, before: (place?.row ?? 1) - 1 })
  yield* run.lines(preview)
}

type RowsRunInput = {
  readonly context: PanelContext
  readonly id: string
  readonly targets: WatchedTargets | undefined
  readonly before: number
}

class RowsRun {
  readonly #query: RowsRequest['query']
  readonly #input: RowsRunInput
  readonly #columns = new Columns()
  readonly #words: readonly string[]
  readonly #until = Date.now() + MAX_MS
  #read: number
  #sentCount = 0
  #lastLineAt = 0

  constructor(query: RowsRequest['query'], input: RowsRunInput) {
    this.#query = query
    this.#input = input
    this.#words = wordsOf(query.search)
    this.#read = input.before
  }

  async *lines({ report, opened, brokenReason }: OpenPreview): AsyncGenerator<PreviewLine> {
    const head = () => ({ report, columns: [...this.#columns.names] })
    if (opened === undefined) {
      yield head()
      yield this.#end('broken', { reason: brokenReason })
      return
    }
    this.#columns.add(opened.header)
    let isHeadSent = false
    try {
      for await (const batch of opened.rows) {
        const { rows, hasNewColumns, end } = await this.#readBatch(batch, opened)
        if (!isHeadSent) yield head()
        else if (hasNewColumns) yield { columns: [...this.#columns.names] }
        isHeadSent = true
        yield* this.#linesOf(rows)
        if (end !== undefined) {
          yield end
          return
        }
      }
      if (!isHeadSent) yield head()
      yield this.#end('whole')
    } catch (error) {
      const reason = breakReason(error)
      if (reason === undefined) throw error
      if (!isHeadSent) yield head()
      yield this.#end('broken', { reason })
    } finally {
      await opened.rows.return(undefined)
    }
  }

  *#linesOf(rows: PreviewRow[]): Generator<PreviewLine> {
    const now = Date.now()
    if (rows.length === 0 && now - this.#lastLineAt < PROGRESS_MS) return
    this.#lastLineAt = now
    yield rows.length === 0 ? { read: this.#read } : { rows, read: this.#read }
  }

  #end(why: PreviewEnd['why'], more: Partial<PreviewEnd> = {}): PreviewLine {
    return { end: { why, reason: null, read: this.#read, next: null, ...more } }
  }

  async #readBatch(batch: readonly PreviewedRow[], { file }: ReportRows) {
    const places = createPlaceSealer(this.#input.context, this.#input.id)
    const hits = await this.#hitsOf(batch)
    const pace = createPace()
    const rows: PreviewRow[] = []
    let hasNewColumns = false
    for (const [index, row] of batch.entries()) {
      const why = this.#stopsBefore()
      if (why !== undefined) return { rows, hasNewColumns, end: this.#end(why, { next: places.seal(row, file) }) }
      this.#read = row.row
      const shown = this.#toShownRow(row, hits?.[index])
      if (shown === undefined) continue
      hasNewColumns = this.#columns.add(Object.keys(shown.fields)) || hasNewColumns
      const cells = toCells(shown.fields, this.#query.columns ?? this.#columns.names)
      rows.push({ row: row.row, place: places.seal(row, file), cells, ...shown.marks })
      this.#sentCount += 1
      await pace()
    }
    return { rows, hasNewColumns, end: undefined }
  }

  #stopsBefore(): 'limit' | 'time' | undefined {
    if (this.#sentCount >= this.#query.limit) return 'limit'
    return Date.now() > this.#until ? 'time' : undefined
  }

  /** An unreadable row is included when all rows are shown, and never matches a search. */
  #toShownRow({ parsed }: PreviewedRow, monitors: string[] | undefined) {
    const isWatchedOnly = this.#input.targets !== undefined
    if (isWatchedOnly && monitors === undefined) return undefined
    if ('fault' in parsed) {
      return this.#words.length > 0 || isWatchedOnly ? undefined : { fields: {}, marks: { fault: parsed.fault } }
    }
    const fields = findMasked(parsed.fields, {
      words: this.#words,
      columns: this.#query.columns,
      showsNames: this.#query.persons !== undefined,
    })
    return fields && { fields, marks: monitors === undefined ? {} : { monitors } }
  }

  /** For each row some of the monitors that it matches; undefined for none. */
  async #hitsOf(batch: readonly PreviewedRow[]): Promise<(string[] | undefined)[] | undefined> {
    const { targets, context } = this.#input
    if (targets === undefined) return undefined
    const keys = await keysOfRows(
      batch.map(({ parsed }) => ('fields' in parsed ? parsed.fields : {})),
      context,
    )
    return keys.map((each) => {
      const hit = [...targets.hitBy(each)].slice(0, MAX_NAMED_MONITORS)
      if (hit.length === 0) return undefined
      return hit.flatMap((target) => targets.monitorsOf(target).map(({ id }) => id)).slice(0, MAX_NAMED_MONITORS)
    })
  }
}
