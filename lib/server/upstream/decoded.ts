import 'server-only'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'

import { HttpError } from '@/lib/http/errors'

/** No text or file of the interface compresses better than this factor. */
const MAX_GROWTH = 100
/** The factor is not checked below this many decoded bytes. */
const UNCHECKED_BYTES = 1_000_000
/** JSON that is read whole is then parsed, which takes several times as much memory. */
export const MAX_DECODED_JSON = 64_000_000

const unreadable = (reason: string) => new HttpError('upstream_error', `The answer of the service ${reason}`)

/**
 * The decoded bytes of an answer. Plain ones were requested, but compressed ones are accepted; one that grows
 * disproportionately breaks off before it fills the memory. Throws 502 for an unknown encoding.
 */
export async function decodeBody(answer: IncomingMessage, maxBytes = Number.POSITIVE_INFINITY): Promise<Readable> {
  const encoding = encodingOf(answer)
  if (encoding === undefined) return answer
  const decoder = await decoderOf(encoding, answer)
  if (!decoder) {
    answer.destroy()
    throw unreadable(`is encoded as ${encoding.slice(0, 40)}, which was not requested`)
  }
  const received = { bytes: 0 }
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      received.bytes += chunk.byteLength
      callback(null, chunk)
    },
  })
  // The failure reaches the reader of the last stream.
  return pipeline(answer, counter, decoder, growthLimit(received, maxBytes), () => undefined)
}

/** Undefined: the bytes are plain. */
export function encodingOf({ headers }: IncomingMessage): string | undefined {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  return encoding === '' || encoding === 'identity' ? undefined : encoding
}

async function decoderOf(encoding: string, answer: IncomingMessage): Promise<Transform | undefined> {
  if (encoding === 'br') return createBrotliDecompress()
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip()
  return encoding === 'deflate' ? inflaterOf(answer) : undefined
}

function growthLimit(received: { readonly bytes: number }, maxBytes: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      bytes += chunk.byteLength
      const isTooMuch = bytes > maxBytes || (bytes > UNCHECKED_BYTES && bytes > received.bytes * MAX_GROWTH)
      if (isTooMuch) callback(unreadable('grows out of all proportion when it is decoded'))
      else callback(null, chunk)
    },
  })
}

/** `deflate` means zlib's format (RFC 9110, 8.4.1.2), but some services send raw deflate data. */
async function inflaterOf(answer: IncomingMessage) {
  await once(answer, 'readable')
  const first: unknown = answer.read(1)
  if (!Buffer.isBuffer(first)) return createInflate()
  answer.unshift(first)
  return ((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw()
}
