import { HttpError } from '@/lib/http/errors'

/** Both ends included, as in HTTP. */
type ByteRange = { readonly start: number; readonly end: number }

/**
 * The part of `size` bytes that a `Range` header asks for (RFC 9110, 14). `null`: the whole, because there is no header,
 * it is not understood, or it asks for several parts. `unsatisfiable`: nothing of it exists.
 */
export function parseByteRange(header: string | null, size: number): ByteRange | null | 'unsatisfiable' {
  const match = /^\s*bytes\s*=\s*(?:(?<first>\d+)\s*-\s*(?<last>\d*)|-\s*(?<suffix>\d+))\s*$/i.exec(header ?? '')
  if (!match?.groups) return null
  const { first, last, suffix } = match.groups
  if (suffix !== undefined) return ofSuffix(Math.min(Number(suffix), size), size)
  const start = Number(first)
  const end = last ? Number(last) : Infinity
  if (end < start) return null
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) }
}

const ofSuffix = (length: number, size: number): ByteRange | 'unsatisfiable' =>
  length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }

export type RangedFile = {
  /** Of the bytes, hex. */
  readonly sha256: string
  readonly size: number
  readonly type: string
  /** The header, as it goes out. */
  readonly disposition: string
}

/**
 * 200, 206 or 304 by the conditional and range headers of the request; throws 416. `bytesOf` is asked for what is handed out alone,
 * both ends included.
 */
export function rangedAnswer(
  request: Request,
  { sha256, size, type, disposition }: RangedFile,
  bytesOf: (start: number, end: number) => BodyInit,
): Response {
  const etag = `"${sha256}"`
  if (names(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers: { etag } })
  const range = rangeOf(request, etag, size)
  if (range === 'unsatisfiable') {
    const headers = { 'content-range': `bytes */${size}`, 'accept-ranges': 'bytes', etag }
    throw new HttpError('range_not_satisfiable', `The file has ${size} bytes`, { headers, extra: { size_bytes: size } })
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const headers = {
    'content-type': type,
    'content-disposition': disposition,
    'content-length': String(end - start + 1),
    'accept-ranges': 'bytes',
    etag,
    ...(range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
  }
  return new Response(bytesOf(start, end), { status: range ? 206 : 200, headers })
}

function rangeOf(request: Request, etag: string, size: number) {
  const ifRange = request.headers.get('if-range')
  return ifRange === null || ifRange.trim() === etag ? parseByteRange(request.headers.get('range'), size) : null
}

/** Weak comparison: what a proxy compressed is still the same file. */
const names = (header: string | null, etag: string): boolean =>
  (header ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
