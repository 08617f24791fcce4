import { lazyPanelCall } from '@/lib/client/queries'
import { pause } from '@/lib/client/run-steps'
import { isApiError } from '@/lib/domain/api-error'

import { BrokenDownload } from './download-state'

const EVERY_MS = 1000
const FIRST_MS = 250
/** The browser may first ask where to save, or resume an interrupted download itself. */
const PATIENCE_MS = 60_000
const BROKEN_LOOKS = 3

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
    const kept = await lazyPanelCall('reportDownloads.get', { params: { id } }, { signal }).catch((error: unknown) => {
      // The download has not started yet, or the panel is restarting.
      const isLate = performance.now() - startedAt > PATIENCE_MS
      if (!isLate && isApiError(error) && (error.status === 404 || error.status === 0 || error.status >= 500))
        return undefined
      throw isApiError(error) && error.status === 404 ? new BrokenDownload('unknown') : error
    })
    if (kept === undefined) continue
    onBytes(kept.bytes)
    if (kept.state === 'whole') return kept.bytes
    broken = kept.state === 'broken' ? broken + 1 : 0
    if (broken >= BROKEN_LOOKS) throw new BrokenDownload(kept.reason ?? 'unknown')
  }
}
