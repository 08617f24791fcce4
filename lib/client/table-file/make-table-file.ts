import type { FileRow, FileTable } from '@/lib/domain/files/file-table'

import { yieldToKeys } from '../yield-to-keys'
import type { FileAnswer, FileRequest, TableFormat } from './messages'

/** Rows sent at once; the page stays responsive between two parts. */
const PART = 1000
/** Time limit after the last row; 50 000 rows of monitors take two seconds. */
const PATIENCE_MS = 120_000

/**
 * `start`: the browser did not start the worker; `write`: it failed, most likely out of memory; `slow`: it exceeded the
 * time limit.
 */
export class TableFileError extends Error {
  override readonly name = 'TableFileError'
  readonly reason: 'start' | 'write' | 'slow'

  constructor(reason: TableFileError['reason'], options?: ErrorOptions) {
    super(`The file could not be created: ${reason}`, options)
    this.reason = reason
  }
}

export interface MakeOptions {
  readonly format: TableFormat
  readonly signal: AbortSignal
  /** Number of rows sent so far. */
  readonly onProgress?: (rows: number) => void
}

/**
 * Writes the tables to a file in a worker. Throws TableFileError when that fails, and the signal's reason when it is
 * aborted.
 */
export async function makeTableFile(tables: readonly FileTable[], options: MakeOptions): Promise<Blob> {
  const { signal } = options
  signal.throwIfAborted()
  const worker = startWorker()
  const { file, fail } = listenTo(worker)
  signal.addEventListener('abort', () => fail(signal.reason as Error))
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    await sendTables(worker, tables, options)
    timer = setTimeout(() => fail(new TableFileError('slow')), PATIENCE_MS)
    return await file
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}

function startWorker(): Worker {
  try {
    return new Worker(new URL('./table-file.worker.ts', import.meta.url), { type: 'module' })
  } catch (error) {
    throw new TableFileError('start', { cause: error })
  }
}

async function sendTables(worker: Worker, tables: readonly FileTable[], options: MakeOptions): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener, itself
  const send = (request: FileRequest) => worker.postMessage(request)
  let sentRows = 0
  for (const { name, columns, rows } of tables) {
    send({ kind: 'table', name, columns })
    for (const part of partsOf(rows)) {
      send({ kind: 'rows', rows: part })
      sentRows += part.length
      options.onProgress?.(sentRows)
      await yieldToKeys()
      options.signal.throwIfAborted()
    }
  }
  send({ kind: 'finish', format: options.format })
}

function* partsOf(rows: Iterable<FileRow>): Generator<readonly FileRow[]> {
  let part: FileRow[] = []
  for (const row of rows) {
    part.push(row)
    if (part.length < PART) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

type WorkerListener = { readonly file: Promise<Blob>; readonly fail: (error: Error) => void }

function listenTo(worker: Worker): WorkerListener {
  let fail: WorkerListener['fail'] = () => undefined
  const file = new Promise<Blob>((resolve, reject) => {
    fail = reject
    worker.addEventListener('message', ({ data }: MessageEvent<FileAnswer>) => {
      if (data.ok) resolve(data.file)
      else reject(new TableFileError('write', { cause: data.reason }))
    })
  })
  // An error without a message means that the script was blocked by policy or network.
  worker.addEventListener('error', ({ message }) => fail(new TableFileError(message ? 'write' : 'start')))
  worker.addEventListener('messageerror', () => fail(new TableFileError('write')))
  // The file is awaited only after all rows are sent; until then a failure must not count as unhandled.
  file.catch(() => undefined)
  return { file, fail }
}
