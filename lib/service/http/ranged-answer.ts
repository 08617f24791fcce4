import { HttpError } from '@/lib/http/errors'

/** Both ends are inclusive, as in HTTP. */
type ByteRange = { readonly start: number; readonly end: number }

/**
 * Parses a `Range` header (RFC 9110, section 14) for a file of `size` bytes. `null` means the whole file: there is no
 * header, it is not understood, or it requests several parts. `unsatisfiable`: the range is outside the file.
 */
export function parseByteRange(header: string | null, size: number): ByteRange | null | 'unsatisfiable' {
  const match = /^\s*bytes\s*=\s*(?:(?<first>\d+)\s*-\s*(?<last>\d*)|-\s*(?<suffix>\d+))\s*$/i.exec(header ?? '')
  if (!match?.groups) return null
  const { first, last, suffix } = match.groups
  if (suffix !== undefined) return rangeOfSuffix(Math.min(Number(suffix), size), size)
  const start = Number(first)
  const end = last ? Number(last) : Infinity
  if (end < start) return null
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) }
}

const rangeOfSuffix = (length: number, size: number): ByteRange | 'unsatisfiable' =>
  length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }

export type RangedFile = {
  /** Hash of the bytes, hex. */
  readonly sha256: string
  readonly size: number
  readonly type: string
  /** Value of the header `content-disposition`. */
  readonly disposition: string
}

/**
 * Answers 200, 206 or 304 according to the conditional and range headers; throws 416. `bytesOf` is called only for the
 * bytes that are sent, with both ends inclusive.
 */
export function rangedAnswer(
  request: Request,
  { sha256, size, type, disposition }: RangedFile,
  bytesOf: (start: number, end: number) => BodyInit,
): Response {
  const etag = `"${sha256}"`
  if (matchesEtag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: { etag } })
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

/** Weak comparison: a file that a proxy compressed is still the same file. */
const matchesEtag = (header: string | null, etag: string): boolean =>
  (header ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
