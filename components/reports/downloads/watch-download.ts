import { lazyPanelCall } from '@/lib/client/queries'
import { pause } from '@/lib/client/run-steps'
import { isApiError } from '@/lib/domain/api-error'

import { BrokenDownload } from './download-state'

const EVERY_MS = 1000
const FIRST_MS = 250
/** The browser may first ask where to save, or resume an interrupted download itself. */
const MAX_WAIT_MS = 60_000
const MAX_BROKEN_POLLS = 3

/**
 * Polls the panel's record of a download that the browser makes itself. Resolves with its size once it was sent
 * completely.
 */
export async function watchDownload(
  id: string,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<number> {
  const startedAt = performance.now()
  let broken = 0
  for (let waitMs = FIRST_MS; ; waitMs = Math.min(EVERY_MS, waitMs * 2)) {
    await pause(waitMs, signal)
    signal.throwIfAborted()
    const record = await lazyPanelCall('reportDownloads.get', { params: { id } }, { signal }).catch(
      (error: unknown) => {
        // The download has not started yet, or the panel is restarting.
        const isLate = performance.now() - startedAt > MAX_WAIT_MS
        if (!isLate && isApiError(error) && (error.status === 404 || error.status === 0 || error.status >= 500))
          return undefined
        throw isApiError(error) && error.status === 404 ? new BrokenDownload('unknown') : error
      },
    )
    if (record === undefined) continue
    onBytes(record.bytes)
    if (record.state === 'whole') return record.bytes
    broken = record.state === 'broken' ? broken + 1 : 0
    if (broken >= MAX_BROKEN_POLLS) throw new BrokenDownload(record.reason ?? 'unknown')
  }
}
