import { isExactAt, occurrences, type TextTerm } from '@/lib/domain/bzp/text-term'

import { type Bits, subtractBits, eachBit, emptyBits, intersectBits, setBit } from './bits'
import { GramIndex } from './gram-index'
import { StemIndex } from './stem-index'
import { Dictionary, Uint32List } from './uint32-list'
import type { YieldToEventLoop } from './yield-to-event-loop'

const CHUNK_BITS = 16
const CHUNK_WORDS = 2 ** CHUNK_BITS / 32
/** Above this length a bitmap is smaller than a list. */
const MAX_LISTED = 2 ** CHUNK_BITS / 16
const FIRST_CAPACITY = 4

const LINE_END = '\n'

const FIRST = 1
const SECOND = 2

/** The words that may stand at the first two places of a phrase, which are read in many notices, and at the others. */
type Phrase = { readonly marks: Uint8Array; readonly rest: readonly ReadonlySet<number>[] }

export const isPhrase = ({ words }: Pick<TextTerm, 'words'>): boolean => words.length > 1

/**
 * The folded texts of notices as word numbers, with the notices of each word. A term of one word is matched inside
 * single words; a longer one is compared word by word in the notices that have all of its words.
 */
export class NoticeTexts {
  readonly #words = new Dictionary()
  readonly #grams = new GramIndex()
  readonly #stems = new StemIndex()
  /** Indexed by word. */
  readonly #postings: Posting[] = []
  readonly #text = new Uint32List()
  /** Offset of the first word of each notice, plus one final offset. */
  readonly #starts = new Uint32List()
  readonly #lineEnd = this.#numberOf(LINE_END)

  constructor() {
    this.#starts.push(0)
  }

  get words(): readonly string[] {
    return this.#words.values
  }

  add(text: string): void {
    const notice = this.#starts.length - 1
    for (const line of text.split(LINE_END)) {
      for (const each of line.split(' ')) {
        const word = this.#numberOf(each)
        this.#text.push(word)
        this.#postings[word]?.add(notice)
      }
      this.#text.push(this.#lineEnd)
    }
    this.#starts.push(this.#text.length)
  }

  #numberOf(word: string): number {
    const number = this.#words.numberOf(word)
    if (number === this.#postings.length) {
      this.#postings.push(new Posting())
      this.#grams.add(word)
      this.#stems.add(word, number)
    }
    return number
  }

  /** Word numbers of a notice in text order; repeated words are repeated. */
  wordsOf(notice: number): Uint32Array {
    return this.#text.view().subarray(this.#starts.at(notice), this.#starts.at(notice + 1))
  }

  /** Adds the notices of `among` that mention the term to `found`. */
  async addMentioning(
    term: TextTerm,
    { found, among }: { readonly found: Bits; readonly among: Bits },
    pause: YieldToEventLoop,
  ): Promise<void> {
    if (!isPhrase(term)) {
      // May also add notices outside `among`; that is cheaper, and the caller intersects the result.
      this.#addHaving(this.#wordsAt(term, 0), found)
      return
    }
    const candidates = among.slice()
    subtractBits(candidates, found)
    const phrase = this.#narrow(term, candidates)
    if (phrase === null) return
    const text = this.#text.view()
    const starts = this.#starts.view()
    await eachBit(candidates, pause, (notice) => {
      const range = { text, start: starts[notice] ?? 0, end: starts[notice + 1] ?? 0 }
      if (occurs(phrase, range)) setBit(found, notice)
    })
  }

  /** Numbers of the words that may stand at one place of a term. */
  #wordsAt(term: TextTerm, place: number): ReadonlySet<number> {
    const spelled = this.#spelled(term, place)
    if (term.kind === 'forms') return new Set([...spelled, ...this.#stems.formsOf(term.stems[place] ?? [])])
    if (term.kind === 'part') return new Set(spelled)
    return new Set(spelled.filter((number) => isExactIn(this.words[number] ?? '', { term, place })))
  }

  #spelled({ words }: TextTerm, place: number): readonly number[] {
    const wanted = words[place] ?? ''
    if (words.length === 1) return this.#grams.having(wanted)
    if (place === 0) return this.#grams.endingWith(wanted)
    if (place === words.length - 1) return this.#grams.beginningWith(wanted)
    const number = this.#words.find(wanted)
    return number === undefined ? [] : [number]
  }

  #addHaving(words: Iterable<number>, found: Bits): void {
    for (const word of words) this.#postings[word]?.addTo(found)
  }

  /**
   * Narrows the candidates to notices that have a word for each place of a phrase, in any order; returns null if there
   * is no such word.
   */
  #narrow(term: TextTerm, candidates: Bits): Phrase | null {
    const places = term.words.map((_, place) => this.#wordsAt(term, place))
    if (places.some(({ size }) => size === 0)) return null
    for (const words of places) {
      const having = emptyBits(candidates.length * 32)
      this.#addHaving(words, having)
      intersectBits(candidates, having)
    }
    const [first = [], second = [], ...rest] = places
    const marks = new Uint8Array(this.words.length)
    for (const word of first) marks[word] = FIRST
    for (const word of second) marks[word] = (marks[word] ?? 0) | SECOND
    return { marks, rest }
  }

  async mentioning(terms: readonly TextTerm[], among: Bits, pause: YieldToEventLoop): Promise<Bits> {
    const found = emptyBits(among.length * 32)
    // Phrases come last, because they only search notices that no other term has found.
    for (const term of [...terms].sort((a, b) => Number(isPhrase(a)) - Number(isPhrase(b)))) {
      await this.addMentioning(term, { found, among }, pause)
      const paused = pause()
      if (paused) await paused
    }
    intersectBits(found, among)
    return found
  }
}

/** The boundaries that matter at a place of a phrase are those at its ends. */
function isExactIn(word: string, { term: { words }, place }: { term: TextTerm; place: number }): boolean {
  const wanted = words[place] ?? ''
  if (words.length === 1) return [...occurrences(word, wanted)].some((range) => isExactAt(word, range))
  if (place === 0) return isExactAt(word, { start: word.length - wanted.length, end: word.length })
  return place < words.length - 1 || isExactAt(word, { start: 0, end: wanted.length })
}

type Range = { readonly text: Uint32Array; readonly start: number; readonly end: number }

// Plain loops, because this runs for every notice if a phrase consists of common words.
function occurs({ marks, rest }: Phrase, { text, start, end }: Range): boolean {
  const last = end - rest.length - 1
  for (let at = start; at < last; at += 1) {
    if (((marks[text[at] ?? 0] ?? 0) & FIRST) === 0) continue
    if (((marks[text[at + 1] ?? 0] ?? 0) & SECOND) !== 0 && follows(rest, text, at + 2)) return true
  }
  return false
}

function follows(rest: Phrase['rest'], text: Uint32Array, start: number): boolean {
  for (let index = 0; index < rest.length; index += 1) {
    if (rest[index]?.has(text[start + index] ?? 0) !== true) return false
  }
  return true
}

/** The numbers of one range of 65 536: a list of their lower halves, or a bitmap if there are many. */
type Chunk = { readonly stretch: number; listed: Uint16Array; length: number; bits: Bits | null }

/** An ascending list of whole numbers with two bytes per number, or fewer where they are dense. */
class Posting {
  readonly #chunks: Chunk[] = []
  #last = -1

  /** Numbers must not descend; a repeated number is ignored. */
  add(number: number): void {
    if (number === this.#last) return
    this.#last = number
    const stretch = number >>> CHUNK_BITS
    const offset = number & (2 ** CHUNK_BITS - 1)
    let chunk = this.#chunks.at(-1)
    if (chunk?.stretch !== stretch) {
      chunk = { stretch, listed: new Uint16Array(FIRST_CAPACITY), length: 0, bits: null }
      this.#chunks.push(chunk)
    }
    addTo(chunk, offset)
  }

  /** Adds the numbers to a set; numbers beyond its end are ignored. */
  addTo(bits: Bits): void {
    for (const { stretch, listed, length, bits: chunkBits } of this.#chunks) {
      const first = stretch * CHUNK_WORDS
      if (chunkBits !== null) addWords(bits, chunkBits, first)
      else {
        for (let index = 0; index < length; index += 1) {
          const offset = listed[index] ?? 0
          const word = first + (offset >>> 5)
          bits[word] = (bits[word] ?? 0) | (1 << (offset & 31))
        }
      }
    }
  }
}

function addTo(chunk: Chunk, offset: number): void {
  if (chunk.bits === null && chunk.length === MAX_LISTED) {
    chunk.bits = new Uint32Array(CHUNK_WORDS)
    for (const each of chunk.listed) setOffset(chunk.bits, each)
    chunk.listed = new Uint16Array(0)
  }
  if (chunk.bits !== null) {
    setOffset(chunk.bits, offset)
    return
  }
  if (chunk.length === chunk.listed.length) {
    const wider = new Uint16Array(chunk.length * 2)
    wider.set(chunk.listed)
    chunk.listed = wider
  }
  chunk.listed[chunk.length] = offset
  chunk.length += 1
}

function setOffset(bits: Bits, offset: number): void {
  bits[offset >>> 5] = (bits[offset >>> 5] ?? 0) | (1 << (offset & 31))
}

function addWords(bits: Bits, added: Bits, first: number): void {
  const end = Math.min(added.length, bits.length - first)
  for (let word = 0; word < end; word += 1) bits[first + word] = (bits[first + word] ?? 0) | (added[word] ?? 0)
}
