import { polishStems } from '@/lib/domain/bzp/polish-stems'
import { runsOf } from '@/lib/domain/bzp/text-term'

import { Uint32List } from './uint32-list'

const FIRST_CAPACITY = 2

/** Finds words by the stems of their runs of letters. */
export class StemIndex {
  readonly #words = new Map<string, Uint32List>()

  add(word: string, number: number): void {
    for (const stem of new Set(runsOf(word).flatMap(polishStems))) {
      const existing = this.#words.get(stem)
      const list = existing ?? new Uint32List(FIRST_CAPACITY)
      // As in the gram index, the key is a copy that does not keep the notice's text in memory.
      if (!existing) this.#words.set(Buffer.from(stem, 'utf16le').toString('utf16le'), list)
      list.push(number)
    }
  }

  /** Numbers of the words that have a stem of every run; none without runs. */
  formsOf(runs: readonly (readonly string[])[]): readonly number[] {
    const [first = new Set<number>(), ...others] = runs.map((stems) => this.#wordsWith(stems))
    return [...first].filter((number) => others.every((other) => other.has(number)))
  }

  #wordsWith(stems: readonly string[]): ReadonlySet<number> {
    return new Set(stems.flatMap((stem) => [...(this.#words.get(stem)?.view() ?? [])]))
  }
}
