import { compareValues } from '@/lib/domain/collections/compare-values'

export type TextSearch = {
  /** Calls `onFound` with the index and offset of every occurrence of a term. */
  readonly forEachTermIn: (text: string, onFound: (index: number, at: number) => void) => void
}

type Terms = {
  readonly sorted: readonly string[]
  /** Index in `sorted` → index of the longest other term that is a prefix of it; -1 for none. */
  readonly longestPrefix: Int32Array
  /** First two characters of terms → range of their indexes in `sorted`, end excluded. */
  readonly ranges: ReadonlyMap<number, readonly [from: number, to: number]>
  readonly singles: ReadonlyMap<number, number>
}

/**
 * Sorted terms, found by binary search at every position whose next two characters begin a term. Memory
 * grows linearly with the total length of the terms, and each position costs the logarithm of their number. Terms must
 * be distinct and not empty.
 */
export function createTextSearch(terms: readonly string[]): TextSearch {
  const originalIndexes = terms.map((_, index) => index).sort((a, b) => compareValues(terms[a] ?? '', terms[b] ?? ''))
  const sorted = originalIndexes.map((index) => terms[index] ?? '')
  const termIndex = {
    sorted,
    longestPrefix: longestPrefixesOf(sorted),
    ranges: rangesOf(sorted),
    singles: singlesOf(sorted),
  }
  return {
    forEachTermIn: (text, onFound) => {
      for (let at = 0; at < text.length; at += 1)
        forEachTermAt(termIndex, { text, at }, (index) => onFound(originalIndexes[index] ?? 0, at))
    },
  }
}

const headOf = (text: string, at: number): number => text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1)

/** In sorted order a prefix precedes its extensions, and everything in between shares the prefix. */
function longestPrefixesOf(sorted: readonly string[]): Int32Array {
  const longestPrefix = new Int32Array(sorted.length).fill(-1)
  for (let index = 1; index < sorted.length; index += 1) {
    const term = sorted[index] ?? ''
    let before = index - 1
    while (before >= 0 && !term.startsWith(sorted[before] ?? '')) before = longestPrefix[before] ?? -1
    longestPrefix[index] = before
  }
  return longestPrefix
}

function rangesOf(sorted: readonly string[]): Map<number, [number, number]> {
  const ranges = new Map<number, [number, number]>()
  for (const [index, term] of sorted.entries()) {
    if (term.length < 2) continue
    const range = ranges.get(headOf(term, 0))
    if (range) range[1] = index + 1
    else ranges.set(headOf(term, 0), [index, index + 1])
  }
  return ranges
}

const singlesOf = (sorted: readonly string[]) =>
  new Map([...sorted.entries()].flatMap(([index, term]) => (term.length === 1 ? [[term.charCodeAt(0), index]] : [])))

type TextPosition = { readonly text: string; readonly at: number }

function forEachTermAt(
  { sorted, longestPrefix, ranges, singles }: Terms,
  { text, at }: TextPosition,
  onFound: (index: number) => void,
) {
  const single = singles.get(text.charCodeAt(at))
  if (single !== undefined) onFound(single)
  const range = at + 1 < text.length ? ranges.get(headOf(text, at)) : undefined
  if (!range) return
  let index = lastUpTo(sorted, range, { text, at })
  // All terms at this position are this one and its prefixes.
  while (index !== -1) {
    const term = sorted[index] ?? ''
    if (term.length < 2) return
    if (text.startsWith(term, at)) onFound(index)
    index = longestPrefix[index] ?? -1
  }
}

/** Index of the last term of a range that is not greater than the text from a position on; -1 for none. */
function lastUpTo(
  sorted: readonly string[],
  [from, to]: readonly [number, number],
  { text, at }: TextPosition,
): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isUpTo(sorted[middle] ?? '', text, at)) low = middle + 1
    else high = middle
  }
  return low - 1 >= from ? low - 1 : -1
}

/** True if a term is not greater than the text from a position on. Their first two characters are known to be equal. */
function isUpTo(term: string, text: string, at: number): boolean {
  for (let index = 2; index < term.length; index += 1) {
    const difference = term.charCodeAt(index) - text.charCodeAt(at + index)
    // Past the end of the text the character code is NaN, and the term is the longer one.
    if (difference !== 0) return difference < 0
  }
  return true
}
