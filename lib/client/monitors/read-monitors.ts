import { ApiError } from '@/lib/domain/api-error'
import type { MonitorLine } from '@/lib/features/monitors/contract/monitors'

import { bodyLines } from '../body-lines'
import { yieldToKeys } from '../yield-to-keys'
import { type ListedMonitor, toListedMonitor } from './monitor-tuple'

const endedEarly = (cause?: unknown) =>
  new ApiError('The list of monitors ended early', { kind: 'network', status: 0, code: 'network' }, { cause })

/** Safe: the panel and its page are one build, and the panel writes these lines by their schema. */
const parseLine = (line: string) => JSON.parse(line) as MonitorLine

export interface MonitorBatch {
  readonly monitors: readonly ListedMonitor[]
  readonly total: number | undefined
}

/**
 * Yields all monitors of the account, a thousand at a time. Throws `ApiError` when the stream cannot be read to its
 * end.
 */
export async function* readMonitors(signal: AbortSignal): AsyncGenerator<MonitorBatch> {
  const { panelCall } = await import('../browser')
  const { body } = await panelCall('monitors.all', {}, { signal })
  if (body === null) throw endedEarly()
  try {
    for await (const line of bodyLines(body)) {
      const part = parseLine(line)
      if ('end' in part) return
      if ('error' in part) throw new ApiError(part.error.message, faultOf(part.error))
      yield { monitors: part.rows.map(toListedMonitor), total: part.total ?? undefined }
      // The next line may be available already, but keys and clicks come first.
      await yieldToKeys()
    }
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) throw error
    throw endedEarly(error)
  }
  throw endedEarly()
}

const faultOf = ({
  status,
  code,
  request_id,
  retry_after_s,
  detail,
}: Extract<MonitorLine, { error: unknown }>['error']) => ({
  status,
  code,
  requestId: request_id ?? undefined,
  retryAfterS: retry_after_s ?? undefined,
  detail,
})
