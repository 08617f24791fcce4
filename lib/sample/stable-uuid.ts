import { createHash } from 'node:crypto'

import type { Rng } from '@/lib/sample/rng'

const WORD = 2 ** 32
const word = (random: Rng): string =>
  Math.floor(random.next() * WORD)
    .toString(16)
    .padStart(8, '0')

/** A UUID (version 4 layout) from the stream: several times cheaper than hashing, for thousands of rows. */
export function uuidOf(random: Rng): string {
  const [a, b, c, d] = [word(random), word(random), word(random), word(random)]
  const variant = (8 + Math.floor(random.next() * 4)).toString(16)
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`
}

/** A name-based UUID (version 5 layout): the same parts give the same id. */
export function uuidFrom(...parts: readonly (string | number)[]): string {
  const bytes = createHash('sha1')
    .update(`brda-embedded|${parts.join('|')}`)
    .digest()
    .subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
