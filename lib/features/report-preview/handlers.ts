import { BrokenReport } from '@/lib/features/reports/report-reader'
import { HttpError } from '@/lib/http/errors'
import type { PanelHandlersOf } from '@/lib/panel/context'

import { maskReportRow } from './mask-row'
import { namesPurpose, openPreview, openSealedPlace } from './open-preview'
import { previewCount } from './preview-count'
import { previewRows } from './preview-rows'
import { shorten, toText } from './row-cells'

/** Previews at a time per account and process, because each holds a connection to the service. */
const MAX_RUNNING = 8

const runningPreviews = new Map<string, number>()

/**
 * Occupies one of the account's preview slots and returns a function that releases it. Throws 429 `too_many_calls` if
 * all are in use.
 */
function claimPreviewSlot(accountId: string): () => void {
  const now = runningPreviews.get(accountId) ?? 0
  if (now >= MAX_RUNNING) {
    const headers = { 'retry-after': '2' }
    throw new HttpError('too_many_calls', 'Too many previews are open; close one and try again', { headers })
  }
  runningPreviews.set(accountId, now + 1)
  let isTaken = true
  return () => {
    if (!isTaken) return
    isTaken = false
    const remaining = (runningPreviews.get(accountId) ?? 1) - 1
    if (remaining > 0) runningPreviews.set(accountId, remaining)
    else runningPreviews.delete(accountId)
  }
}

/** A client that reads nothing for this long loses its slot. */
const IDLE_MS = 60_000

/**
 * Streams lines at the pace of the client. The first line is produced before the response starts, so that an error has
 * its own status. Production ends when the client leaves or reads nothing for a minute.
 */
async function ndjsonAnswer(lines: AsyncGenerator, signal: AbortSignal): Promise<Response> {
  const encoder = new TextEncoder()
  const toBytes = (line: unknown) => encoder.encode(`${JSON.stringify(line)}\n`)
  let firstLine: IteratorResult<unknown> | undefined = await lines.next()
  let idle: NodeJS.Timeout | undefined
  const end = async () => {
    clearTimeout(idle)
    await lines.return(undefined)
  }
  const leave = () => void end().catch(() => undefined)
  // A client that left while the first line was produced never reads, and therefore never cancels.
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        clearTimeout(idle)
        const next = firstLine ?? (await lines.next())
        firstLine = undefined
        if (next.done === true) return controller.close()
        controller.enqueue(toBytes(next.value))
        idle = setTimeout(() => {
          controller.error(new Error('The rows are not being read'))
          void lines.return(undefined)
        }, IDLE_MS).unref()
        return undefined
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
  // Sent as text, which Next compresses; it does not know the usual NDJSON type.
  const headers = { 'content-type': 'text/x-ndjson; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(body, { headers })
}

/** Characters of one field; a court ruling has a few thousand. */
const MAX_FIELD = 20_000
const MAX_FIELDS = 500

/** Occupies a preview slot while lines are produced, even if the first is never read. */
async function* withPreviewSlot<T>(accountId: string, lines: AsyncGenerator<T>): AsyncGenerator<T> {
  const releaseSlot = claimPreviewSlot(accountId)
  try {
    yield* lines
  } finally {
    releaseSlot()
  }
}

export const reportPreviewHandlers: PanelHandlersOf<'reportPreview'> = {
  'reportPreview.rows': (input, context) =>
    ndjsonAnswer(withPreviewSlot(context.account.id, previewRows(input, context)), context.request.signal),
  'reportPreview.count': (input, context) =>
    ndjsonAnswer(withPreviewSlot(context.account.id, previewCount(input, context)), context.request.signal),
  'reportPreview.row': async ({ params: { report_id: id }, query }, context) => {
    const releaseSlot = claimPreviewSlot(context.account.id)
    try {
      const purpose = await namesPurpose(context, query)
      const place = await openSealedPlace(context, id, query.place)
      const preview = { id, place, purpose, signal: context.request.signal }
      const { opened, brokenReason } = await openPreview(context, preview)
      if (opened === undefined) throw new HttpError('upstream_error', `The report is broken: ${brokenReason}`)
      try {
        const batch = await opened.rows.next()
        const read = batch.done === true ? undefined : batch.value[0]
        if (read === undefined) throw new BrokenReport('short')
        const fields = 'fields' in read.parsed ? maskReportRow(read.parsed.fields, purpose !== undefined) : {}
        return { row: read.row, fields: Object.entries(fields).slice(0, MAX_FIELDS).map(toField) }
      } finally {
        await opened.rows.return(undefined)
      }
    } catch (error) {
      if (error instanceof BrokenReport) throw new HttpError('upstream_error', error.message)
      throw error
    } finally {
      releaseSlot()
    }
  },
}

function toField([name, value]: [string, unknown]) {
  const text = toText(value)
  return {
    name: shorten(name, 200),
    value: text === null ? null : shorten(text, MAX_FIELD),
    is_cut: text !== null && text.length > MAX_FIELD,
  }
}
