import type { Suggestion } from '@/components/ui/inputs/use-suggestions'
import { cpvDigits, cpvPrefix, parseCpv } from '@/lib/domain/cpv'
import { foldText } from '@/lib/domain/fold'

import { isLongEnough } from '../filter/alert-filter'

interface Entry {
  /** For example `45233120-6`. */
  readonly code: string
  readonly name: string
  readonly folded: string
  /** The number of leading digits that its subtree shares: the fewer, the wider the code. */
  readonly depth: number
}

export interface CpvIndex {
  readonly entries: readonly Entry[]
  readonly names: ReadonlyMap<string, string>
}

const CODE_DIGITS = 8
const MAX_SUGGESTIONS = 12

export function toCpvIndex(pairs: readonly (readonly [code: string, name: string, ...unknown[]])[]): CpvIndex {
  return {
    entries: pairs.map(([code, name]) => ({ code, name, folded: foldText(name), depth: cpvPrefix(code).length })),
    names: new Map(pairs.map(([code, name]) => [code.slice(0, CODE_DIGITS), name])),
  }
}

/** Returns the name of a code, or of the code that a prefix stands for (`452` → `45200000`). */
export const cpvName = (names: ReadonlyMap<string, string>, value: string): string | undefined =>
  names.get(value.padEnd(CODE_DIGITS, '0'))

/**
 * Returns 0 for a match at the start of the name, 1 at the start of a word, 2 inside a word; null if a word is missing.
 */
function rankOf(folded: string, words: readonly string[]): number | null {
  if (!words.every((word) => folded.includes(word))) return null
  const [first = ''] = words
  if (folded.startsWith(first)) return 0
  return folded.includes(` ${first}`) ? 1 : 2
}

interface Ranked {
  readonly entry: Entry
  readonly rank: number
}

function byName(index: CpvIndex, query: string): readonly Entry[] {
  const words = foldText(query).split(/\s+/).filter(Boolean)
  const found = index.entries.flatMap((entry): Ranked[] => {
    const rank = rankOf(entry.folded, words)
    return rank === null ? [] : [{ entry, rank }]
  })
  return found.sort((a, b) => a.rank - b.rank || a.entry.depth - b.entry.depth).map(({ entry }) => entry)
}

/** The code itself comes first, then its descendants, widest first. */
function byCode(index: CpvIndex, query: string): readonly Entry[] {
  const digits = cpvDigits(query) ?? ''
  return index.entries.filter(({ code }) => code.startsWith(digits)).sort((a, b) => a.depth - b.depth)
}

/** Finds codes by leading digits, or by words of the name in any order, ignoring case and diacritics. */
export function suggestCpv(index: CpvIndex, query: string): readonly Suggestion[] {
  if (!isLongEnough(query)) return []
  const isCode = parseCpv(query) !== null
  return (isCode ? byCode(index, query) : byName(index, query))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ code, name }) => ({ value: code.slice(0, CODE_DIGITS), label: name, hint: code }))
}

/** Whether a code of the dictionary begins with these digits; trailing zeros of a whole code stand for its subtree. */
const isListed = ({ entries }: CpvIndex, value: string): boolean => {
  const prefix = parseCpv(value) ?? value
  return entries.some(({ code }) => code.startsWith(prefix))
}

export interface UnlistedCpv {
  readonly value: string
  /** The code with the most leading digits in common; undefined if not even the division exists. */
  readonly nearest: string | undefined
}

/** Returns the first value that no code begins with. */
export function findUnlistedCpv(index: CpvIndex, values: readonly string[]): UnlistedCpv | undefined {
  const value = values.find((each) => !isListed(index, each))
  if (value === undefined) return undefined
  const prefixes = Array.from({ length: value.length - 1 }, (_, cut) => value.slice(0, value.length - 1 - cut))
  const shorterPrefixes = prefixes.filter((prefix) => prefix.length > 1)
  const found = shorterPrefixes.map((prefix) => index.entries.find(({ code }) => code.startsWith(prefix)))
  return { value, nearest: found.find((entry) => entry !== undefined)?.code.slice(0, CODE_DIGITS) }
}
