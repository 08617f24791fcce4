import { open, stat } from 'node:fs/promises'

import type { ReportFormat } from '@/lib/contract/reports'
import { HttpError } from '@/lib/http/errors'

import { rangedAnswer } from '../http/ranged-answer'

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
  const { path, name, format, sha256, size_bytes: size } = download
  const file = { sha256, size, type: CONTENT_TYPES[format], disposition: `attachment; filename="${name}"` }
  return rangedAnswer(request, file, (start, end) => readBytes(path, start, end))
}

/** A file that is gone or cut must not begin as an answer. */
async function requireFile({ path, size_bytes }: Download): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found?.size !== size_bytes) throw new HttpError('unavailable', 'The file of this report cannot be read now')
}

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
