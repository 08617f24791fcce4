import { pause } from '@/lib/client/run-steps'
import { isApiError } from '@/lib/domain/api-error'

import { BrokenDownload } from './download-state'
import { type FileOffer, fetchFile, refusalOf } from './report-file'

type Writable = Pick<FileSystemWritableFileStream, 'write' | 'truncate' | 'seek' | 'close' | 'abort'>
export interface SaveHandle {
  createWritable(): Promise<Writable>
}
type Picker = (options: { suggestedName?: string }) => Promise<SaveHandle>

/** Consecutive attempts without a single byte received. */
const MAX_RESUMES = 10
const WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000
const STALLED_MS = 60_000
const SOONEST_ANSWER_MS = 250

/**
 * Opens the save dialog. Undefined if the browser does not support it or the last press is too long ago; then the
 * browser downloads the file itself.
 */
export async function pickFile(name: string | undefined): Promise<SaveHandle | undefined> {
  const picker: unknown = 'showSaveFilePicker' in window ? window.showSaveFilePicker : undefined
  if (typeof picker !== 'function' || !navigator.userActivation?.isActive) return undefined
  const requestedAt = performance.now()
  try {
    // Safe: browsers that support it use this signature.
    return await (picker as Picker)(name === undefined ? {} : { suggestedName: name })
  } catch (error) {
    // Faster than a user can react, so no dialog was shown.
    const isAnswered = performance.now() - requestedAt > SOONEST_ANSWER_MS
    if (isAnswered && error instanceof DOMException && error.name === 'AbortError') throw error
    return undefined
  }
}

interface SaveOptions {
  readonly file: FileOffer
  readonly signal: AbortSignal
  readonly onBytes: (bytes: number) => void
  readonly onChecking: () => void
}

interface Hash {
  update(chunk: Uint8Array): Hash
  digest(): Uint8Array
}
interface Progress {
  at: number
  total: number | undefined
  hash: Hash
}

/**
 * Writes the file through one handle that stays open across interruptions. `isChecked` is true if the hash matches the
 * service's.
 */
export async function saveReport(
  handle: SaveHandle,
  saving: SaveOptions,
): Promise<{ bytes: number; isChecked: boolean }> {
  const { sha256 } = await import('@noble/hashes/sha2.js')
  const writable = await handle.createWritable()
  const progress: Progress = { at: 0, total: saving.file.total, hash: sha256.create() }
  const restart = async () => {
    await writable.truncate(0)
    await writable.seek(0)
    Object.assign(progress, { at: 0, hash: sha256.create() })
  }
  try {
    await readAll(writable, progress, { ...saving, restart })
    saving.onChecking()
    const isChecked = check(progress, saving.file)
    await writable.close()
    return { bytes: progress.at, isChecked }
  } catch (error) {
    // An existing file of that name stays unchanged.
    await writable.abort().catch(() => undefined)
    throw error
  }
}

type ReadOptions = SaveOptions & { readonly restart: () => Promise<void> }

async function readAll(writable: Writable, progress: Progress, readOptions: ReadOptions): Promise<void> {
  for (let failures = 0; ;) {
    const before = progress.at
    const failure = await readOnce(writable, progress, readOptions).catch((error: unknown) =>
      toRetryableError(error, readOptions.signal),
    )
    if (failure === undefined) return
    failures = progress.at > before ? 1 : failures + 1
    if (failures > MAX_RESUMES || readOptions.file.etag === null)
      throw new BrokenDownload('interrupted', { cause: failure })
    await pause(Math.min(LONGEST_WAIT_MS, WAIT_MS * 2 ** (failures - 1)), readOptions.signal)
    readOptions.signal.throwIfAborted()
  }
}

/** Returns an error that a retry may fix, and throws any other. */
function toRetryableError(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || error instanceof BrokenDownload) throw error
  if (isApiError(error) && error.status > 0 && error.status < 500) throw error
  return error
}

/** Reads one answer to its end. Returns undefined if the file is complete, otherwise why it ended early. */
async function readOnce(writable: Writable, progress: Progress, readOptions: ReadOptions): Promise<Error | undefined> {
  const stalled = new AbortController()
  const answer = await requestRest(progress, readOptions, AbortSignal.any([readOptions.signal, stalled.signal]))
  if (answer === undefined) return undefined
  const reader = answer.body?.getReader()
  try {
    for (;;) {
      const next = await within(reader?.read(), () => stalled.abort())
      if (next === undefined || next.done) break
      progress.hash.update(next.value)
      await writable.write(next.value)
      progress.at += next.value.byteLength
      readOptions.onBytes(progress.at)
    }
  } finally {
    await reader?.cancel().catch(() => undefined)
  }
  return toLengthError(progress)
}

/** Requests the rest of the file; undefined once all of it has arrived. */
async function requestRest(
  progress: Progress,
  { file, restart }: ReadOptions,
  signal: AbortSignal,
): Promise<Response | undefined> {
  const isRest = progress.at > 0 && file.etag !== null
  const headers = isRest ? { range: `bytes=${progress.at}-`, 'if-range': file.etag ?? '' } : undefined
  const answer = await fetchFile(file.path, { signal, ...(headers && { headers }) })
  if (answer.status === 416 && isFullLength(answer, progress)) return undefined
  if (!answer.ok) throw await refusalOf(answer)
  if (answer.status === 200 && progress.at > 0) await restart()
  requirePart(answer, progress, file.etag)
  return answer
}

async function within<T>(promise: Promise<T> | undefined, onLate: () => void): Promise<T | undefined> {
  const timer = setTimeout(onLate, STALLED_MS)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}

function toLengthError({ at, total }: Progress): Error | undefined {
  if (total !== undefined && at > total) throw new BrokenDownload('long')
  return total === undefined || at === total ? undefined : new Error('The answer ended early')
}

const rangeOf = ({ headers }: Response) => /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/.exec(headers.get('content-range') ?? '')
const isFullLength = (answer: Response, { at }: Progress): boolean => Number(rangeOf(answer)?.[3] ?? -1) === at

/** Throws unless the part continues where the last one ended and the file's size is unchanged. */
function requirePart(answer: Response, progress: Progress, etag: string | null): void {
  if (answer.status !== 206) {
    const length = answer.headers.get('content-length')
    progress.total = length === null ? progress.total : Number(length)
    return
  }
  const [, start, last, total] = rangeOf(answer) ?? []
  const isNext = Number(start) === progress.at && Number(last) === Number(total) - 1
  const isSame = progress.total === undefined || Number(total) === progress.total
  const isOther = answer.headers.get('etag') !== etag
  if (!isNext || !isSame || isOther) throw new BrokenDownload('changed')
  progress.total = Number(total)
}

/** Throws for a wrong hash; false if the service reported none. */
function check({ hash }: Progress, { etag }: FileOffer): boolean {
  const etagHash = /^"([0-9a-f]{64})"$/.exec(etag ?? '')?.[1]
  if (etagHash === undefined) return false
  const hex = Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (hex !== etagHash) throw new BrokenDownload('hash')
  return true
}
