const FIRST_CAPACITY = 1024
/** Copying costs little against what doubling would leave empty in lists of millions. */
const GROWTH = 1.5

/** A list of whole numbers below 2^32 at four bytes each, whatever their count. */
export class Uint32List {
  #cells: Uint32Array
  #length = 0

  constructor(capacity = FIRST_CAPACITY) {
    this.#cells = new Uint32Array(capacity)
  }

  get length() {
    return this.#length
  }

  push(value: number): void {
    if (this.#length === this.#cells.length) {
      const wider = new Uint32Array(Math.ceil(this.#length * GROWTH))
      wider.set(this.#cells)
      this.#cells = wider
    }
    this.#cells[this.#length] = value
    this.#length += 1
  }

  at(index: number): number {
    return this.#cells[index] ?? 0
  }

  set(index: number, value: number): void {
    if (index < this.#length) this.#cells[index] = value
  }

  /** A view of what is stored now; later growth does not show in it. */
  view(): Uint32Array {
    return this.#cells.subarray(0, this.#length)
  }
}

/** Texts by number: each distinct text is kept once. */
export class Dictionary {
  readonly values: string[] = []
  readonly #numbers = new Map<string, number>()

  numberOf(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    // A piece of a longer text would keep the whole of it alive.
    const own = Buffer.from(text).toString()
    this.#numbers.set(own, this.values.length)
    return this.values.push(own) - 1
  }

  find(text: string): number | undefined {
    return this.#numbers.get(text)
  }
}
