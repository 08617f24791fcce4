import { withRateLimit } from '@/lib/client/run-steps'
import { chunksOf } from '@/lib/domain/collections/chunks'

import type { ReasonTexts } from '../session/import-service'
import type { ImportSession } from '../session/import-session'
import { importApi, type ListFacts, type Rejection } from './import-api'
import { CHUNK, type ImportJob, type JobProgress } from './job'

const api = importApi
const neverAborts = new AbortController().signal
/** Above every row number of a list, so that these rows sort last. */
const SERVICE_ROW_OFFSET = 1_000_000
const MAX_REASON = 500

interface RecordOptions {
  readonly kind: 'import' | 'reconcile'
  readonly tag: string | null
  readonly list?: ListFacts
}

/** Nothing is imported without a record. Starting the same record again changes nothing. */
export async function recordStart({ id, name, items }: ImportJob, { kind, tag, list }: RecordOptions): Promise<void> {
  if (id !== undefined) await api.record.start(id, { kind, name, tag, subjects: items, list })
}

interface ListRecordOptions extends Omit<RecordOptions, 'list'> {
  readonly reasons: ReasonTexts
  readonly signal: AbortSignal
}

/** Records the unsent rows before anything is sent, because the list may be lost later. */
export async function recordList(
  session: Pick<ImportSession, 'callWorker'>,
  job: ImportJob,
  { kind, tag, reasons, signal }: ListRecordOptions,
): Promise<void> {
  const { id } = job
  const list = await session.callWorker('facts', undefined)
  await withRateLimit(signal, () => recordStart(job, { kind, tag }))
  if (id === undefined) return
  for (let from = 0; from < list.refused + list.repeated; from += CHUNK) {
    const items = await session.callWorker('rejections', { from, to: from + CHUNK, reasons })
    if (items.length > 0) await withRateLimit(signal, () => api.record.reject(id, items))
  }
  // The counts come last, so that a record that has them also has all counted rows.
  await withRateLimit(signal, () => recordStart(job, { kind, tag, list }))
}

export async function recordRefused({ id }: ImportJob, { refused }: JobProgress): Promise<void> {
  if (id === undefined) return
  const items = refused.map(({ line, identifier, reason }, at): Rejection => ({
    place: SERVICE_ROW_OFFSET + at,
    line,
    kind: 'service',
    type: 'other',
    identifier,
    label: '',
    reason: reason.slice(0, MAX_REASON),
  }))
  for (const chunk of chunksOf(items, CHUNK)) await withRateLimit(neverAborts, () => api.record.reject(id, chunk))
}
