/** A set of small whole numbers, one bit each. */
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

/** Leaves in `bits` what is also in `other`. */
export function keepBits(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word += 1) bits[word] = (bits[word] ?? 0) & (other[word] ?? 0)
}

/** Leaves in `bits` what is not in `other`. */
export function dropBits(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word += 1) bits[word] = (bits[word] ?? 0) & ~(other[word] ?? 0)
}

export function addBits(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word += 1) bits[word] = (bits[word] ?? 0) | (other[word] ?? 0)
}

/** How many bits a word of 32 has. */
export function countOfWord(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Words of 32 in a stretch of work between two looks at the clock. */
const STRETCH = 512

type Pause = () => Promise<void> | undefined

/** Every number of the set, ascending, with a chance for others to work in between. */
export async function eachBit(bits: Bits, pause: Pause, visit: (at: number) => void): Promise<void> {
  for (let from = 0; from < bits.length; from += STRETCH) {
    eachBitWithin(bits, { from, to: Math.min(from + STRETCH, bits.length) }, visit)
    const paused = pause()
    if (paused) await paused
  }
}

/** The same of the words in a range, at once. */
export function eachBitWithin(
  bits: Bits,
  { from, to }: { from: number; to: number },
  visit: (at: number) => void,
): void {
  for (let word = from; word < to; word += 1) {
    let left = bits[word] ?? 0
    while (left !== 0) {
      const lowest = left & -left
      visit(word * 32 + 31 - Math.clz32(lowest))
      left ^= lowest
    }
  }
}
