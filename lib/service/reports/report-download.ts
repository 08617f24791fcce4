import { open, stat } from 'node:fs/promises'

import type { ReportFormat } from '@/lib/contract/reports'
import { HttpError } from '@/lib/http/errors'

import { parseByteRange } from '../http/byte-range'

export type Download = {
  readonly path: string
  /** What the browser saves it as. */
  readonly name: string
  readonly format: ReportFormat
  readonly sha256: string
  readonly size_bytes: number
}

const CONTENT_TYPES = { json: 'application/json', csv: 'text/csv; charset=utf-8' } as const
/** Smaller parts cost more to hand on than to read; twenty readers at once hold twenty. */
const CHUNK_BYTES = 256 * 1024

/** 200, 206, 304 or 416 by the conditional and range headers of the request; the bytes are read as they are taken. */
export async function toDownloadResponse(request: Request, download: Download): Promise<Response> {
  await requireFile(download)
  const etag = `"${download.sha256}"`
  if (names(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers: { etag } })
  const size = download.size_bytes
  const range = rangeOf(request, etag, size)
  if (range === 'unsatisfiable') {
    const headers = { 'content-range': `bytes */${size}`, 'accept-ranges': 'bytes', etag }
    throw new HttpError('range_not_satisfiable', `The file has ${size} bytes`, {
      headers,
      extra: { size_bytes: size },
    })
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const headers = {
    'content-type': CONTENT_TYPES[download.format],
    'content-disposition': `attachment; filename="${download.name}"`,
    'content-length': String(end - start + 1),
    'accept-ranges': 'bytes',
    etag,
    ...(range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
  }
  return new Response(readBytes(download.path, start, end), { status: range ? 206 : 200, headers })
}

/** A file that is gone or cut must not begin as an answer. */
async function requireFile({ path, size_bytes }: Download): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found?.size !== size_bytes) throw new HttpError('unavailable', 'The file of this report cannot be read now')
}

function rangeOf(request: Request, etag: string, size: number) {
  const ifRange = request.headers.get('if-range')
  return ifRange === null || ifRange.trim() === etag ? parseByteRange(request.headers.get('range'), size) : null
}

/** Weak comparison: what a proxy compressed is still the same report. */
const names = (header: string | null, etag: string): boolean =>
  (header ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)

/** Opened at the first read and read at the pace of the reader. */
function readBytes(path: string, start: number, end: number): ReadableStream<Uint8Array> {
  let handle: Awaited<ReturnType<typeof open>> | undefined
  let at = start
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        handle ??= await open(path, 'r')
        const { bytesRead, buffer } = await handle.read({
          buffer: Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - at + 1)),
          position: at,
        })
        at += bytesRead
        controller.enqueue(buffer.subarray(0, bytesRead))
        if (at <= end && bytesRead > 0) return
        await handle.close()
        if (at <= end) controller.error(new Error('The report file ended early'))
        else controller.close()
      },
      cancel: async () => {
        await handle?.close()
      },
    },
    { highWaterMark: 0 },
  )
}
