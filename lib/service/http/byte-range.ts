/** Both ends included, as in HTTP. */
export type ByteRange = { readonly start: number; readonly end: number }

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
