const FIRST_CAPACITY = 1024
/** For lists of millions, copying costs little compared to the unused memory that doubling would leave. */
const GROWTH = 1.5

/** A list of whole numbers below 2^32 with four bytes each. */
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

  /** A snapshot of the current content; later additions do not appear in it. */
  view(): Uint32Array {
    return this.#cells.subarray(0, this.#length)
  }
}

/** Numbers texts; each distinct text is stored once. */
export class Dictionary {
  readonly values: string[] = []
  readonly #numbers = new Map<string, number>()

  numberOf(text: string): number {
    const existing = this.#numbers.get(text)
    if (existing !== undefined) return existing
    // A substring would keep the whole longer text in memory, so a copy is stored.
    const copy = Buffer.from(text).toString()
    this.#numbers.set(copy, this.values.length)
    return this.values.push(copy) - 1
  }

  find(text: string): number | undefined {
    return this.#numbers.get(text)
  }
}
