import { createHash, type Hash } from 'node:crypto'

import { readApiError } from '@/lib/client/api-error'
import { pause } from '@/lib/client/run-steps'
import { ApiError, isApiError } from '@/lib/domain/api-error'
import { doubledWait } from '@/lib/domain/back-off'
import type { FetchService } from '@/lib/panel/context'

import {
  endOf,
  fileNameOf,
  isNamedHash,
  isReportAnswer,
  isRestOf,
  startOf,
  strongEtagOf,
  totalOf,
} from './report-answer'

/** Metadata of a report file, read when it is opened. */
export type ReportFile = {
  /** The service's name for the file. */
  readonly name: string | null
  readonly mediaType: string
  /** Null if the service does not report it. */
  readonly sizeBytes: number | null
  /** A strong ETag, or null; without one, reading cannot be resumed. */
  readonly etag: string | null
  /**
   * The file's bytes from `from` on, up to exactly `sizeBytes` in total. Throws `BrokenReport` if they cannot be
   * recovered.
   */
  readonly bytes: AsyncGenerator<Uint8Array, ReportReadResult>
}

export type ReportReadResult = {
  readonly sizeBytes: number
  /** Hash of the whole file; null if reading began in the middle. */
  readonly sha256: string | null
}

/**
 * `short`: the service ended early and reading could not be resumed; `long`: it sent more than announced; `changed`:
 * the file was replaced; `stalled`: no bytes arrived; `hash`: the bytes do not match the service's ETag;
 * `not_a_report`: the answer is an HTML page or something else.
 */
export type BrokenReason = 'short' | 'long' | 'changed' | 'stalled' | 'hash' | 'not_a_report'

export class BrokenReport extends Error {
  override readonly name = 'BrokenReport'
  readonly reason: BrokenReason

  constructor(reason: BrokenReason, options?: ErrorOptions) {
    super(`The report file is broken: ${reason}`, options)
    this.reason = reason
  }
}

type OpenInput = {
  readonly fetchService: FetchService
  readonly id: string
  /** First byte to read; 0 by default. */
  readonly from?: number
  /** Size according to the index; verified if given. */
  readonly sizeBytes?: number
  readonly signal?: AbortSignal
  /** Longest wait for further bytes, in milliseconds. */
  readonly patienceMs?: number
  /** Wait before the second attempt to resume, in milliseconds; doubles with each further one. */
  readonly waitMs?: number
  /** False skips hashing, which costs as much as reading. */
  readonly isHashed?: boolean
}

const PATIENCE_MS = 30_000
/** Consecutive attempts without a received byte: 16 s in total, enough for a restart of the service. */
const MAX_RESUMES = 7
const WAIT_MS = 250

/**
 * Opens a report (interface section 4.5, report download; decision 10) and reads it to its announced end, resuming
 * after interruptions (Range, If-Range). Throws the service's `ApiError` (410 `report_expired`, 404, 409 …), also while
 * reading.
 */
export async function openReport(opening: OpenInput): Promise<ReportFile> {
  const { from = 0 } = opening
  const answer = await requestReport(opening, from === 0 ? {} : { range: `bytes=${from}-` })
  if (startOf(answer) !== from) {
    requireReport(answer)
    throw new BrokenReport('changed')
  }
  return readReportAnswer(opening, answer)
}

/**
 * Reads a report from a received answer (200, or 206 with one range), to the end that it announced. Throws
 * `BrokenReport` if it is not a report, or not the one of the index.
 */
export function readReportAnswer(opening: OpenInput, answer: Response): ReportFile {
  requireReport(answer)
  const part = partOf(answer, opening.sizeBytes)
  return {
    name: fileNameOf(answer),
    mediaType: answer.headers.get('content-type') ?? '',
    sizeBytes: part.sizeBytes,
    etag: part.etag,
    bytes: readAll(opening, answer, part),
  }
}

/**
 * The announced range of an answer. `end` is the offset after the last byte; null if the service does not report the
 * size.
 */
type Part = {
  readonly start: number
  readonly end: number | null
  readonly sizeBytes: number | null
  readonly etag: string | null
}

function partOf(answer: Response, listedBytes: number | undefined): Part {
  const start = startOf(answer)
  const sizeBytes = totalOf(answer) ?? listedBytes ?? null
  const isOtherSize = listedBytes !== undefined && sizeBytes !== listedBytes
  if (start < 0 || isOtherSize) throw new BrokenReport('changed')
  const end = endOf(answer) ?? sizeBytes
  return { start, end, sizeBytes, etag: strongEtagOf(answer) }
}

type ReadState = {
  readonly part: Part
  readonly hash: Hash | undefined
  /** Offset of the next byte to read. */
  at: number
}

async function* readAll(opening: OpenInput, first: Response, part: Part): AsyncGenerator<Uint8Array, ReportReadResult> {
  const isFullFile = part.start === 0 && part.end === part.sizeBytes
  const isHashed = isFullFile && opening.isHashed !== false
  const reading: ReadState = { part, hash: isHashed ? createHash('sha256') : undefined, at: part.start }
  let answer = first
  for (let failures = 0; ;) {
    const before = reading.at
    const failure = yield* readChunks(answer, opening, reading)
    if (isAtEnd(reading, failure)) break
    failures = reading.at > before ? 1 : failures + 1
    answer = await requestRest(opening, reading, { failure, failures })
  }
  return { sizeBytes: reading.at, sha256: reading.hash?.digest('hex') ?? null }
}

/** If the size is unknown, the end of the answer is the end of the file. */
const isAtEnd = ({ at, part: { end } }: ReadState, failure?: BrokenReport): boolean =>
  end === null ? !failure : at === end

type FailureState = { readonly failure: BrokenReport | undefined; readonly failures: number }
async function requestRest(
  opening: OpenInput,
  reading: ReadState,
  { failure, failures }: FailureState,
): Promise<Response> {
  const { etag } = reading.part
  opening.signal?.throwIfAborted()
  if (etag === null || failures > MAX_RESUMES) throw failure ?? new BrokenReport('short')
  const waitMs =
    failures === 1 ? 0 : doubledWait(failures - 1, { firstMs: opening.waitMs ?? WAIT_MS, longestMs: Infinity })
  await pause(waitMs, opening.signal ?? new AbortController().signal)
  return resume(opening, { ...reading.part, at: reading.at, etag })
}

/**
 * Yields chunks and returns why reading ended early, or undefined at a plausible end. Each chunk is held back until the
 * next one arrives, and the last one until the hash is verified, because the reader would take the file for complete
 * once it has it.
 */
async function* readChunks(
  answer: Response,
  { signal, patienceMs = PATIENCE_MS }: OpenInput,
  reading: ReadState,
): AsyncGenerator<Uint8Array, BrokenReport | undefined> {
  const reader = answer.body?.getReader()
  if (!reader) return undefined
  let pendingChunk: Uint8Array | undefined
  try {
    for (;;) {
      const next = await readWithin(reader, patienceMs)
      recordChunk(reading, next)
      if (pendingChunk !== undefined) yield pendingChunk
      if (next.chunk === undefined) return next.failure
      pendingChunk = next.chunk
      signal?.throwIfAborted()
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Throws if there is one byte too many, and at the end if the hash is wrong. */
function recordChunk(reading: ReadState, { chunk, failure }: NextChunk): void {
  const { end, etag } = reading.part
  if (chunk !== undefined) {
    reading.at += chunk.byteLength
    if (end !== null && reading.at > end) throw new BrokenReport('long')
    reading.hash?.update(chunk)
  } else if (isAtEnd(reading, failure) && reading.hash && !isNamedHash(etag, reading.hash.copy().digest('hex'))) {
    throw new BrokenReport('hash')
  }
}

/** Without a chunk, reading is over: at the end, or because of a failure. */
type NextChunk = { readonly chunk?: Uint8Array | undefined; readonly failure?: BrokenReport }

/** Only failures of the connection are handled; what the caller throws passes through. */
async function readWithin(reader: ReadableStreamDefaultReader<Uint8Array>, patienceMs: number): Promise<NextChunk> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<NextChunk>((resolve) => {
    timer = setTimeout(() => resolve({ failure: new BrokenReport('stalled') }), patienceMs)
  })
  try {
    return await Promise.race([reader.read().then(({ value }) => ({ chunk: value })), timeout])
  } catch (error) {
    return { failure: new BrokenReport('short', { cause: error }) }
  } finally {
    clearTimeout(timer)
  }
}

type ResumePoint = Pick<Part, 'end' | 'sizeBytes'> & { readonly at: number; readonly etag: string }

/** Requests the same file from a byte on. The caller retries if the service is unreachable. */
async function resume(opening: OpenInput, { at, end, etag, sizeBytes }: ResumePoint): Promise<Response> {
  const last = end === null || end === sizeBytes ? '' : String(end - 1)
  let answer: Response
  try {
    answer = await requestReport(opening, { range: `bytes=${at}-${last}`, 'if-range': etag })
  } catch (error) {
    // An empty answer: the next attempt counts it as a failure without a byte.
    if (isApiError(error) && error.status >= 500) return new Response(null)
    throw error
  }
  requireReport(answer)
  if (isRestOf(answer, { at, etag, sizeBytes })) return answer
  await answer.body?.cancel().catch(() => undefined)
  throw new BrokenReport('changed')
}

async function requestReport(
  { fetchService, id, signal }: OpenInput,
  headers: Record<string, string>,
): Promise<Response> {
  const path = `/v1/reports/download/${encodeURIComponent(id)}`
  const answer = await fetchService(path, { headers, ...(signal && { signal }) }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    const detail = { kind: 'network', status: 502, code: 'upstream_unreachable' } as const
    throw new ApiError('The service could not be reached', detail, { cause: error })
  })
  if (!answer.ok) throw await readApiError(answer)
  return answer
}

function requireReport(answer: Response): void {
  if (isReportAnswer(answer)) return
  void answer.body?.cancel().catch(() => undefined)
  throw new BrokenReport('not_a_report')
}
