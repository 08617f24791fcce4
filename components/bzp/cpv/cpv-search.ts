import { polishStems } from '@/lib/domain/bzp/polish-stems'
import { runsOf } from '@/lib/domain/bzp/text-term'
import { cpvPrefix } from '@/lib/domain/cpv'
import { foldText } from '@/lib/domain/fold'

import { cpvTerms } from './cpv-terms'

export interface CpvEntry {
  /** For example `45233120-6`. */
  readonly code: string
  readonly name: string
  /** The leading digits that its subtree shares. */
  readonly prefix: string
}

/** A word of names: its stems, and the numbers of the names that have it. */
interface Word {
  readonly stems: readonly string[]
  readonly entries: number[]
}

export interface CpvSearch {
  readonly entries: readonly CpvEntry[]
  readonly byPrefix: ReadonlyMap<string, CpvEntry>
  /** Words by the beginning of their stems. */
  readonly byHead: ReadonlyMap<string, readonly Word[]>
  /** By entry: the number of words of its name. */
  readonly lengths: readonly number[]
}

const HEAD = 3
/** Words without a meaning of their own. */
const EMPTY = new Set(
  'i w z do na o od dla oraz lub albo inne inny zakresie podobne powiazane and or of for the in with other related to'.split(
    ' ',
  ),
)

const foldedWords = (text: string): readonly string[] => runsOf(text).filter((word) => !EMPTY.has(word))
const wordsOf = (text: string): readonly string[] => foldedWords(foldText(text))

/** Built once per page, at the first focus of the field; nearly all words repeat, so their stems are found once. */
export function toCpvSearch(entries: readonly CpvEntry[]): CpvSearch {
  const words = new Map<string, Word>()
  const byHead = new Map<string, Word[]>()
  const addWord = (text: string): Word => {
    const word = { stems: polishStems(text), entries: [] }
    words.set(text, word)
    for (const head of new Set(word.stems.map((stem) => stem.slice(0, HEAD)))) {
      const list = byHead.get(head)
      if (list) list.push(word)
      else byHead.set(head, [word])
    }
    return word
  }
  // One long text is folded many times faster than thousands of short ones.
  const names = foldText(entries.map(({ name }) => name).join('\n')).split('\n')
  const lengths = names.map((name, number) => {
    const distinct = new Set(foldedWords(name))
    for (const text of distinct) (words.get(text) ?? addWord(text)).entries.push(number)
    return distinct.size
  })
  return { entries, byPrefix: new Map(entries.map((entry) => [entry.prefix, entry])), byHead, lengths }
}

/** How well a stem of a name fits a typed stem: 1 for a form, less for a related word (`dróg`, `drogowy`). */
function qualityOf(typed: string, stem: string): number {
  if (typed === stem) return 1
  let common = 0
  while (common < typed.length && typed[common] === stem[common]) common += 1
  // A typed beginning of a word.
  if (common === typed.length) return common < 3 ? 0 : Math.max(0.3, 0.85 - (stem.length - common) * 0.08)
  const shorter = Math.min(typed.length, stem.length)
  if (common < 4 || common < shorter - 1) return 0
  return Math.max(0, 0.8 - (Math.max(typed.length, stem.length) - common) * 0.1)
}

/** By entry: how well its name fits a typed word. */
function fitsOf(search: CpvSearch, typedWord: string): ReadonlyMap<number, number> {
  const fits = new Map<number, number>()
  const note = (quality: number, entries: readonly number[]) => {
    for (const entry of entries) if (quality > (fits.get(entry) ?? 0)) fits.set(entry, quality)
  }
  for (const typed of polishStems(typedWord)) {
    for (const { stems, entries } of search.byHead.get(typed.slice(0, HEAD)) ?? []) {
      note(Math.max(...stems.map((stem) => qualityOf(typed, stem))), entries)
    }
  }
  return fits
}

/** Entries whose names fit the typed words, best first. Rare words weigh more, and long names less. */
function findByName(search: CpvSearch, query: string): readonly Found[] {
  const scores = new Map<number, number>()
  let total = 0
  for (const word of wordsOf(query)) {
    const fits = fitsOf(search, word)
    const weight = Math.log(1 + search.entries.length / (1 + fits.size))
    total += weight
    for (const [entry, quality] of fits) scores.set(entry, (scores.get(entry) ?? 0) + quality * weight)
  }
  const found = [...scores].flatMap(([number, sum]): Found[] => {
    const entry = search.entries[number]
    const score = (sum / total) * (1 - Math.min(MAX_LENGTH_COST, (search.lengths[number] ?? 0) * LENGTH_COST))
    return entry === undefined || score < MIN_SCORE ? [] : [{ entry, score }]
  })
  return found.sort((a, b) => b.score - a.score || a.entry.prefix.length - b.entry.prefix.length)
}

interface Found {
  readonly entry: CpvEntry
  readonly score: number
}

const BRANCH_DIGITS = 5
const MIN_SCORE = 0.3
const MANY_BONUS = 0.2
/** Reached by names of one or two words that the text has all in some form. */
const WHOLE_NAME = 0.95
const LENGTH_COST = 0.02
const MAX_LENGTH_COST = 0.3

/** The nearest listed code at or above a prefix that has at most five digits. */
function branchOf({ byPrefix }: CpvSearch, prefix: string): CpvEntry | undefined {
  for (let length = Math.min(BRANCH_DIGITS, prefix.length); length >= 2; length -= 1) {
    const entry = byPrefix.get(prefix.slice(0, length))
    if (entry !== undefined) return entry
  }
  return undefined
}

/** The stems of each word of each everyday term, with the branches that it means. Found once. */
function createTermStems() {
  let stems: readonly {
    readonly codes: readonly string[]
    readonly terms: readonly (readonly (readonly string[])[])[]
  }[]
  return () =>
    (stems ??= cpvTerms.map(([codes, ...terms]) => ({
      codes: codes.split(' '),
      terms: terms.map((term) => wordsOf(term).map(polishStems)),
    })))
}
const termStems = createTermStems()

/** Branches that everyday terms in the text mean; terms of more words first. */
function findByTerms(search: CpvSearch, query: string): readonly CpvEntry[] {
  const typed = new Set(wordsOf(query).flatMap(polishStems))
  const isTyped = (stems: readonly string[]) => stems.some((stem) => typed.has(stem))
  const named = termStems().flatMap(({ codes, terms }) => {
    const size = Math.max(...terms.map((words) => (words.every(isTyped) ? words.length : 0)))
    return size === 0 ? [] : [{ size, codes }]
  })
  return named
    .sort((a, b) => b.size - a.size)
    .flatMap(({ codes }) => codes.flatMap((code) => search.byPrefix.get(cpvPrefix(code)) ?? []))
}

/** A fit of this quality is a form of the word, a beginning of it, or a word of the same family. */
const FORM = 0.5

/** Entries whose names have each typed word in some form, and branches that everyday terms in the text mean. */
export function matchCpv(search: CpvSearch, query: string): ReadonlySet<CpvEntry> {
  const [first = new Map<number, number>(), ...others] = wordsOf(query).map((word) => fitsOf(search, word))
  const isFit = (number: number) => [first, ...others].every((fits) => (fits.get(number) ?? 0) >= FORM)
  const byName = [...first.keys()].filter(isFit).flatMap((number) => search.entries[number] ?? [])
  return new Set([...findByTerms(search, query), ...byName])
}

/** Branches by the best of their codes, and a little by how many fit: less if many names of all branches do. */
function rankBranches(search: CpvSearch, found: readonly Found[]): readonly CpvEntry[] {
  const branches = new Map<CpvEntry, { best: number; sum: number }>()
  for (const { entry, score } of found) {
    const branch = branchOf(search, entry.prefix)
    if (branch === undefined) continue
    const { best, sum } = branches.get(branch) ?? { best: 0, sum: 0 }
    const isWholeName = entry === branch && score > WHOLE_NAME
    branches.set(branch, { best: Math.max(best, isWholeName ? score + MANY_BONUS : score), sum: sum + score })
  }
  const share = MANY_BONUS / Math.log2(2 + found.length)
  const rank = ({ best, sum }: { best: number; sum: number }) => best + share * Math.log2(1 + sum)
  return [...branches].sort(([, a], [, b]) => rank(b) - rank(a)).map(([branch]) => branch)
}

/** Branches and codes whose names fit a typed text, best first. */
export function searchCpv(search: CpvSearch, query: string) {
  const found = findByName(search, query)
  const branches = new Set([...findByTerms(search, query), ...rankBranches(search, found)])
  return { branches: [...branches], codes: found.map(({ entry }) => entry) }
}
