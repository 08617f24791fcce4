import { toTuple } from '@/lib/client/monitors/monitor-tuple'
import type { Patience } from '@/lib/client/run-steps'
import { isApiError } from '@/lib/domain/api-error'
import { recordActionOnly } from '@/lib/features/audit/audit'
import { eachPage, type WatchedRecord } from '@/lib/features/personal-data/watched-records'
import { maskPersonal } from '@/lib/http/mask-personal'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'

import type { MonitorLine } from './contract/monitors'

/** Pages are shown as they arrive, so each one may take longer than a single answer. */
const PATIENCE: Patience = { seconds: 60, waits: 20 }

type ListReadContext = Pick<PanelContext, 'callService'> & { readonly signal: AbortSignal }

/**
 * Streams the whole list page by page; an error while streaming is a line, because the status has been sent already.
 */
export async function* monitorLines({ callService, signal }: ListReadContext): AsyncGenerator<MonitorLine> {
  let sent = 0
  try {
    for await (const page of eachPage(callService, { signal, patience: PATIENCE })) {
      // Safe: masking preserves the shape and only changes texts.
      const items = maskPersonal(page.items) as WatchedRecord[]
      yield { rows: items.map(toTuple), total: page.total ?? null }
      sent += items.length
    }
    yield { end: true, count: sent }
  } catch (error) {
    if (signal.aborted) return
    // Masked, because it may contain the service's error message.
    // Safe: masking preserves the shape and only changes texts.
    yield { error: maskPersonal(toFault(error)) as ReturnType<typeof toFault> }
  }
}

function toFault(error: unknown) {
  const emptyFault = { request_id: null, retry_after_s: null, detail: {} }
  if (!isApiError(error)) return { ...emptyFault, status: 502, code: 'unreadable', message: 'The list ended early' }
  const { status, code, requestId = null, retryAfterS = null, message, detail } = error
  return { status: status || 502, code, request_id: requestId, retry_after_s: retryAfterS, message, detail }
}

function toStream(lines: AsyncGenerator<MonitorLine>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const next = await lines.next()
      if (next.done === true) controller.close()
      else controller.enqueue(encoder.encode(`${JSON.stringify(next.value)}\n`))
    },
    async cancel() {
      await lines.return(undefined)
    },
  })
}

export const panelMonitorHandlers: PanelHandlersOf<'monitors'> = {
  'monitors.recordExport': async ({ body }, context) => {
    await recordActionOnly(context, { action: 'monitors.export', after: body })
    return undefined
  },
  'monitors.all': (_input, { callService, request }) => {
    const stream = toStream(monitorLines({ callService, signal: request.signal }))
    // Sent as text, which Next compresses; it does not know the usual NDJSON type.
    const headers = { 'content-type': 'text/x-ndjson; charset=utf-8', 'cache-control': 'no-store' }
    return Promise.resolve(new Response(stream, { headers }))
  },
}
