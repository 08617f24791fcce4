import { cpvDigits, cpvPrefix, parseCpv } from '@/lib/domain/cpv'

import { isLongEnough } from '../filter/alert-filter'
import { type CpvEntry, type CpvSearch, searchCpv, toCpvSearch } from './cpv-search'

export interface CpvIndex {
  readonly entries: readonly CpvEntry[]
  readonly names: ReadonlyMap<string, string>
  /** By eight digits: the code with its check digit. */
  readonly codes: ReadonlyMap<string, string>
  readonly search: CpvSearch
}

const CODE_DIGITS = 8
const MAX_SUGGESTIONS = 12
const MAX_BRANCHES = 3

export function toCpvIndex(pairs: readonly (readonly [code: string, name: string, ...unknown[]])[]): CpvIndex {
  const entries = pairs.map(([code, name]) => ({ code, name, prefix: cpvPrefix(code) }))
  return {
    entries,
    names: new Map(pairs.map(([code, name]) => [code.slice(0, CODE_DIGITS), name])),
    codes: new Map(pairs.map(([code]) => [code.slice(0, CODE_DIGITS), code])),
    search: toCpvSearch(entries),
  }
}

/** Returns the name of a code, or of the code that a prefix stands for (`452` → `45200000`). */
export const cpvName = (names: ReadonlyMap<string, string>, value: string): string | undefined =>
  names.get(value.padEnd(CODE_DIGITS, '0'))

/** The code itself comes first, then its descendants, widest first. */
function byCode(index: CpvIndex, query: string): readonly CpvEntry[] {
  const digits = cpvDigits(query) ?? ''
  return index.entries.filter(({ code }) => code.startsWith(digits)).sort((a, b) => a.prefix.length - b.prefix.length)
}

export interface CpvSuggestion {
  /** Digits to add to the filter: the prefix of a branch, or a code. */
  readonly value: string
  readonly entry: CpvEntry
  readonly isBranch: boolean
}

const toCode = (entry: CpvEntry): CpvSuggestion => ({ value: entry.code.slice(0, CODE_DIGITS), entry, isBranch: false })

/**
 * Finds codes by leading digits, or by forms of the words of their names and everyday terms. Found by words, the best
 * branches come first, then single codes.
 */
export function suggestCpv(index: CpvIndex, query: string): readonly CpvSuggestion[] {
  if (!isLongEnough(query)) return []
  if (parseCpv(query) !== null) return byCode(index, query).slice(0, MAX_SUGGESTIONS).map(toCode)
  const { branches, codes } = searchCpv(index.search, query)
  const shown = branches.slice(0, MAX_BRANCHES)
  const others = codes.filter((entry) => !shown.includes(entry)).map(toCode)
  const first = shown.map((entry) => ({ value: entry.prefix, entry, isBranch: true }))
  return [...first, ...others].slice(0, MAX_SUGGESTIONS)
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
