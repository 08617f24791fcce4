import { type ReadOptions, readBytes } from '../read-source'
import type { SourceFault, SourceResult } from '../source-table'

/** File types that only the library reads. */
const kinds = ['old_excel', 'xlsb', 'html', 'xml_2003'] as const satisfies readonly SourceFault[]
export type ForeignKind = (typeof kinds)[number]

export const isForeign = (fault: string): fault is ForeignKind => kinds.some((each) => each === fault)

export interface ForeignRequest {
  readonly bytes: Uint8Array
  readonly kind: ForeignKind
  readonly sheet: string | undefined
  readonly takesHidden: boolean | undefined
}

/** Time limit: ten times what a list of 50 000 rows takes. */
const MAX_READ_MS = 30_000

/** Runs in a worker that can be terminated, because the library has no limits. */
function readInWorker(request: ForeignRequest): Promise<SourceResult> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./foreign.worker.ts', import.meta.url), { type: 'module' })
    const end = (result: SourceResult) => {
      clearTimeout(timer)
      worker.terminate()
      resolve(result)
    }
    const timer = setTimeout(() => end({ ok: false, fault: 'too_slow' }), MAX_READ_MS)
    worker.addEventListener('message', ({ data }: MessageEvent<SourceResult>) => end(data))
    worker.addEventListener('error', () => end({ ok: false, fault: request.kind }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener, itself
    worker.postMessage(request)
  })
}

async function readForeign(request: ForeignRequest): Promise<SourceResult> {
  if (typeof Worker !== 'undefined') return readInWorker(request)
  const { answerForeign } = await import('./answer-foreign')
  return answerForeign(request)
}

/**
 * Reads the rows of a file of any supported type. The library is loaded with the first file that needs it; if that
 * fails or it cannot read the file, the file is refused by its type.
 */
export async function openSource(bytes: Uint8Array, options: ReadOptions = {}): Promise<SourceResult> {
  const result = readBytes(bytes, options)
  if (result.ok || !isForeign(result.fault)) return result
  const { sheet, takesHidden } = options
  return readForeign({ bytes, kind: result.fault, sheet, takesHidden })
}
