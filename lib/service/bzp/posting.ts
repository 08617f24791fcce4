import { type Bits } from './bits'

const CHUNK_BITS = 16
const CHUNK_WORDS = 2 ** CHUNK_BITS / 32
/** From here on a bit for each number takes less than the numbers. */
const MAX_LISTED = 2 ** CHUNK_BITS / 16
const FIRST_CAPACITY = 4

/** The numbers of a stretch of 65 536: their lower halves, or a bit for each where they are many. */
type Chunk = { readonly stretch: number; listed: Uint16Array; length: number; bits: Bits | null }

/** An ascending list of whole numbers at two bytes each, or fewer where they stand close. */
export class Posting {
  readonly #chunks: Chunk[] = []
  #last = -1

  /** A number that is no lower than the one before; the same one again changes nothing. */
  add(number: number): void {
    if (number === this.#last) return
    this.#last = number
    const stretch = number >>> CHUNK_BITS
    const place = number & (2 ** CHUNK_BITS - 1)
    let chunk = this.#chunks.at(-1)
    if (chunk?.stretch !== stretch) {
      chunk = { stretch, listed: new Uint16Array(FIRST_CAPACITY), length: 0, bits: null }
      this.#chunks.push(chunk)
    }
    addTo(chunk, place)
  }

  /** Adds the numbers to a set; those beyond its end are left out. */
  addTo(bits: Bits): void {
    for (const { stretch, listed, length, bits: own } of this.#chunks) {
      const first = stretch * CHUNK_WORDS
      if (own !== null) addWords(bits, own, first)
      else {
        for (let index = 0; index < length; index += 1) {
          const place = listed[index] ?? 0
          const word = first + (place >>> 5)
          bits[word] = (bits[word] ?? 0) | (1 << (place & 31))
        }
      }
    }
  }
}

function addTo(chunk: Chunk, place: number): void {
  if (chunk.bits === null && chunk.length === MAX_LISTED) {
    chunk.bits = new Uint32Array(CHUNK_WORDS)
    for (const each of chunk.listed) setPlace(chunk.bits, each)
    chunk.listed = new Uint16Array(0)
  }
  if (chunk.bits !== null) {
    setPlace(chunk.bits, place)
    return
  }
  if (chunk.length === chunk.listed.length) {
    const wider = new Uint16Array(chunk.length * 2)
    wider.set(chunk.listed)
    chunk.listed = wider
  }
  chunk.listed[chunk.length] = place
  chunk.length += 1
}

function setPlace(bits: Bits, place: number): void {
  bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31))
}

function addWords(bits: Bits, own: Bits, first: number): void {
  const end = Math.min(own.length, bits.length - first)
  for (let word = 0; word < end; word += 1) bits[first + word] = (bits[first + word] ?? 0) | (own[word] ?? 0)
}
