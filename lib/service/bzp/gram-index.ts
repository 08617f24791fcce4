import { Uint32List } from './uint32-list'

const MAX_GRAM_LENGTH = 3
const FIRST_CAPACITY = 2

/**
 * Finds the texts that contain a substring, by an index of all runs of one to three letters. Texts are numbered from 0.
 */
export class GramIndex {
  readonly #texts: string[] = []
  readonly #grams = new Map<string, Uint32List>()

  add(text: string): void {
    const number = this.#texts.push(text) - 1
    for (const gram of gramsOf(text)) {
      const existing = this.#grams.get(gram)
      const list = existing ?? new Uint32List(FIRST_CAPACITY)
      // A substring of a longer text would keep the whole text in memory, so the key is a copy.
      if (!existing) this.#grams.set(Buffer.from(gram, 'utf16le').toString('utf16le'), list)
      list.push(number)
    }
  }

  /** Numbers of the texts that contain the substring. The empty substring matches no text. */
  having(piece: string): number[] {
    const found = this.#rarest(piece)
    return piece.length <= MAX_GRAM_LENGTH ? found : this.#where(found, (text) => text.includes(piece))
  }

  beginningWith(piece: string): number[] {
    return this.#where(this.#rarest(piece), (text) => text.startsWith(piece))
  }

  endingWith(piece: string): number[] {
    return this.#where(this.#rarest(piece), (text) => text.endsWith(piece))
  }

  #where(numbers: readonly number[], test: (text: string) => boolean): number[] {
    return numbers.filter((number) => test(this.#texts[number] ?? ''))
  }

  /** The run of the substring that occurs in the fewest texts. */
  #rarest(piece: string): number[] {
    const length = Math.min(piece.length, MAX_GRAM_LENGTH)
    let rarest: Uint32List | undefined
    for (let at = 0; at <= piece.length - length; at += 1) {
      const list = this.#grams.get(piece.slice(at, at + length))
      if (!list) return []
      if (!rarest || list.length < rarest.length) rarest = list
    }
    return rarest ? [...rarest.view()] : []
  }
}

function gramsOf(text: string): Set<string> {
  const grams = new Set<string>()
  for (let length = 1; length <= MAX_GRAM_LENGTH; length += 1) {
    for (let at = 0; at <= text.length - length; at += 1) grams.add(text.slice(at, at + length))
  }
  return grams
}
