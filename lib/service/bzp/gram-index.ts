import { Uint32List } from './uint32-list'

const LONGEST = 3
const FIRST_CAPACITY = 2

/** Finds the texts that hold a piece, through the runs of one to three letters that each has. Texts have numbers from 0 on. */
export class GramIndex {
  readonly #texts: string[] = []
  readonly #grams = new Map<string, Uint32List>()

  /** The next text. */
  add(text: string): void {
    const number = this.#texts.push(text) - 1
    for (const gram of gramsOf(text)) {
      const known = this.#grams.get(gram)
      const list = known ?? new Uint32List(FIRST_CAPACITY)
      // A piece of a longer text would keep the whole of it alive.
      if (!known) this.#grams.set(Buffer.from(gram, 'utf16le').toString('utf16le'), list)
      list.push(number)
    }
  }

  /** Numbers of the texts with the piece anywhere in them. Nothing holds the empty piece. */
  having(piece: string): number[] {
    const found = this.#rarest(piece)
    return piece.length <= LONGEST ? found : this.#where(found, (text) => text.includes(piece))
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

  /** Of the piece's own runs the one that the fewest texts have. */
  #rarest(piece: string): number[] {
    const length = Math.min(piece.length, LONGEST)
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
  for (let length = 1; length <= LONGEST; length += 1) {
    for (let at = 0; at <= text.length - length; at += 1) grams.add(text.slice(at, at + length))
  }
  return grams
}
