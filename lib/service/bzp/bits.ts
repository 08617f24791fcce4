export type Bits = Uint32Array

export const emptyBits = (size: number): Bits => new Uint32Array((size + 31) >>> 5)

export function setBit(bits: Bits, at: number): void {
  const word = at >>> 5
  bits[word] = (bits[word] ?? 0) | (1 << (at & 31))
}

export function clearBit(bits: Bits, at: number): void {
  const word = at >>> 5
  bits[word] = (bits[word] ?? 0) & ~(1 << (at & 31))
}

export const hasBit = (bits: Bits, at: number): boolean => ((bits[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0

/** Intersects `bits` with `other` in place. */
export function intersectBits(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word += 1) bits[word] = (bits[word] ?? 0) & (other[word] ?? 0)
}

/** Removes the bits of `other` from `bits` in place. */
export function subtractBits(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word += 1) bits[word] = (bits[word] ?? 0) & ~(other[word] ?? 0)
}

export function addBits(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word += 1) bits[word] = (bits[word] ?? 0) | (other[word] ?? 0)
}

/** Number of set bits in a 32-bit word. */
export function countOfWord(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Number of 32-bit words processed between two checks of the clock. */
const WORDS_PER_CHECK = 512

type Pause = () => Promise<void> | undefined

/** Visits every number of the set in ascending order and pauses for other work in between. */
export async function eachBit(bits: Bits, pause: Pause, visit: (at: number) => void): Promise<void> {
  for (let from = 0; from < bits.length; from += WORDS_PER_CHECK) {
    eachBitWithin(bits, { from, to: Math.min(from + WORDS_PER_CHECK, bits.length) }, visit)
    const paused = pause()
    if (paused) await paused
  }
}

/** Like `eachBit` for a range of words, but without pauses. */
export function eachBitWithin(
  bits: Bits,
  { from, to }: { from: number; to: number },
  visit: (at: number) => void,
): void {
  for (let word = from; word < to; word += 1) {
    let remaining = bits[word] ?? 0
    while (remaining !== 0) {
      const lowest = remaining & -remaining
      visit(word * 32 + 31 - Math.clz32(lowest))
      remaining ^= lowest
    }
  }
}
