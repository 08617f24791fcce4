import type { MonitorItem } from '@/lib/contract/monitors'
import type { IdentifierType } from '@/lib/domain/identifiers'
import { MAX_TAGS } from '@/lib/domain/tags'

import { chunksOf } from './chunk'
import { LARGEST_PAGE } from './monitor-list-query'
import type { MonitorRecord } from './monitor-record'
import type { ParsedRow } from './parse-identifiers'
import { runSteps, withRateLimit } from './run-steps'
import { sendTagChange } from './send-tag-change'
import { planTagChange, type TaggedMonitor } from './tag-plan'
import type { JobHandle } from './use-bulk-job'

/** Interface 8.3: items of one bulk call. */
const CHUNK = 1000

/** A row that is sent: its place in the paste, and what it became. */
export interface SendableRow {
  readonly row: ParsedRow
  readonly type: IdentifierType
  readonly value: string
}

export const sendableRows = (rows: readonly ParsedRow[]): SendableRow[] =>
  rows.flatMap((row) => (row.verdict.kind === 'ok' ? [{ row, type: row.verdict.type, value: row.verdict.value }] : []))

export interface Refusal {
  readonly row: ParsedRow
  /** The service's own words. */
  readonly error: string
}

export interface AddResult {
  readonly inserted: number
  /** Monitored already before this call. */
  readonly existing: number
  readonly refused: readonly Refusal[]
  /** What stopped the sending; rows of later chunks were not sent. */
  readonly error: unknown
  readonly isCancelled: boolean
}

const toItem = ({ type, value, row }: SendableRow): MonitorItem => ({
  identifier_type: type,
  identifier_value: value,
  ...(row.label === '' ? {} : { label: row.label }),
})

/** Sends rows in chunks of a thousand. `index` in the answer counts within its chunk, so the chunk's offset is added. */
export async function sendRows(rows: readonly SendableRow[], { signal, report }: JobHandle): Promise<AddResult> {
  const { call } = await import('@/lib/client/browser')
  let inserted = 0
  let existing = 0
  let sent = 0
  const refused: Refusal[] = []
  const result = await runSteps({
    items: chunksOf(rows, CHUNK),
    signal,
    run: async (chunk) => {
      const answer = await call('monitors.bulkCreate', { body: { items: chunk.map(toItem) } })
      inserted += answer.inserted ?? 0
      existing += answer.duplicates ?? 0
      refused.push(...refusalsOf(rows, sent, answer.invalid ?? []))
      sent += chunk.length
      report(sent)
    },
  })
  return { inserted, existing, refused, error: result.error, isCancelled: result.isCancelled }
}

export function refusalsOf(
  rows: readonly SendableRow[],
  offset: number,
  invalid: readonly { readonly index?: number | undefined; readonly error?: string | undefined }[],
): Refusal[] {
  return invalid.flatMap(({ index, error = '' }) => {
    const row = index === undefined ? undefined : rows[offset + index]?.row
    return row === undefined ? [] : [{ row, error }]
  })
}

const keyOf = (type: string, value: string) => `${type}:${value}`
const keyOfRecord = ({ identifier_type: type, identifier_value: value }: MonitorRecord) =>
  keyOf(type ?? '', value ?? '')

/**
 * The monitors of these rows. A bulk call answers with counts only, so the list is read from its newest end until all
 * are found.
 */
async function findMonitors(rows: readonly SendableRow[], signal: AbortSignal): Promise<TaggedMonitor[]> {
  const { call } = await import('@/lib/client/browser')
  const wanted = new Set(rows.map(({ type, value }) => keyOf(type, value)))
  const found: TaggedMonitor[] = []
  let cursor: string | undefined
  do {
    const query = { limit: LARGEST_PAGE, ...(cursor === undefined ? {} : { cursor }) }
    const page = await withRateLimit(signal, () => call('monitors.list', { query }, { signal }))
    for (const monitor of page.items) {
      if (wanted.delete(keyOfRecord(monitor))) found.push({ id: monitor.id, tags: monitor.tags ?? [] })
    }
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined && wanted.size > 0)
  return found
}

export interface TagResult {
  readonly tagged: number
  /** Left alone, because they would have more than ten tags. */
  readonly full: number
  readonly error: unknown
}

/** Gives the tags to every monitor of these rows, new or old. */
export async function tagRows(
  rows: readonly SendableRow[],
  tags: readonly string[],
  handle: JobHandle,
): Promise<TagResult> {
  try {
    const plan = planTagChange(await findMonitors(rows, handle.signal), { add: tags.slice(0, MAX_TAGS) })
    const run = await sendTagChange(plan.changing, { add: tags }, handle)
    return { tagged: run.updated, full: plan.refused, error: run.error }
  } catch (error) {
    return { tagged: 0, full: 0, error }
  }
}
