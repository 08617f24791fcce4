import { compareValues } from '@/lib/domain/collections/compare-values'
import { readCompanyNumbers } from '@/lib/domain/companies/company-number'
import { formSpellings } from '@/lib/domain/companies/form-spellings'
import { foldText, includesWords, searchWords } from '@/lib/domain/fold'
import { isUnnamed } from '@/lib/domain/format/unnamed'
import { type IdentifierType, identifierTypes } from '@/lib/domain/identifiers/identifiers'

import type { MonitorRecord } from '../data/monitor-record'
import type { MonitorEntry } from './monitor-entry'
import { type MonitorFilters, toNeedle } from './monitor-search'

/** Existing filters by id; undefined while loading, so that a monitor is not reported as silent too early. */
export type KnownFilters = ReadonlyMap<string, { readonly name?: string | undefined }> | undefined

/**
 * A monitor outlives its deleted filter, with or without its name, and then matches nothing (interface section 4.6,
 * filters).
 */
export function isSilent(
  { filter_id: filterId, identifier_value: value }: MonitorRecord,
  existingFilters: KnownFilters,
): boolean {
  if (typeof filterId === 'string') return existingFilters !== undefined && !existingFilters.has(filterId)
  return filterId === null && value === null
}

export interface MatchContext {
  readonly filters: KnownFilters
  /** Ids of monitors that the service found by a person's full number, which the browser has only masked. */
  readonly persons: ReadonlySet<string>
}

/** Bits for the filters that refuse a monitor: a facet counts what would match without its own filter. */
export const refusalBits = { text: 1, tags: 2, kind: 4, source: 8, untagged: 16, silent: 32, unnamed: 64 } as const

type Test = readonly [bit: number, passes: (entry: MonitorEntry) => boolean]

/** The tests of the active filters, cheapest first, because most refused entries fail the first test. */
function testsOf(filters: MonitorFilters, { filters: existingFilters, persons }: MatchContext): Test[] {
  const { tags, kinds, sources } = filters
  const tests: Test[] = []
  if (kinds.length > 0) tests.push([refusalBits.kind, ({ monitor }) => isAmong(kinds, monitor.identifier_type)])
  if (sources.length > 0) tests.push([refusalBits.source, ({ monitor }) => isAmong(sources, monitor.last_event_source)])
  if (filters.isUntagged) tests.push([refusalBits.untagged, ({ monitor }) => isUntagged(monitor)])
  if (filters.isSilent) tests.push([refusalBits.silent, ({ monitor }) => isSilent(monitor, existingFilters)])
  if (filters.isUnnamed) tests.push([refusalBits.unnamed, ({ monitor }) => isUnnamed(monitor)])
  if (tags.length > 0) {
    tests.push([refusalBits.tags, ({ monitor }) => tags.every((tag) => monitor.tags?.includes(tag) === true)])
  }
  const passesText = textTest(filters.q, { filters: existingFilters, persons })
  if (passesText) tests.push([refusalBits.text, passesText])
  return tests
}

const isAmong = (values: readonly string[], value: string | null | undefined): boolean =>
  typeof value === 'string' && values.includes(value)
export const isUntagged = ({ tags }: MonitorRecord): boolean => (tags?.length ?? 0) === 0

/**
 * Matches words or parts of words in name, label, number or filter name, in any order, ignoring case, diacritics,
 * hyphens and the spelling of the legal form; numbers match in any usual format. Persons are found only by the full
 * number and by the service.
 */
function textTest(q: string, { filters, persons }: MatchContext): ((entry: MonitorEntry) => boolean) | undefined {
  const needle = toNeedle(q)
  const spellings = formSpellings(needle).map(searchWords)
  const [words = []] = spellings
  if (words.length === 0) return undefined
  const numbers = readCompanyNumbers(q).map(({ value }) => value)
  const digits = /^pl[\d\s-]+$/i.test(needle) ? needle.replace(/\D/g, '') : undefined
  const matchingFilterIds = new Set<string>()
  for (const [id, { name = '' }] of filters ?? []) if (includesWords(foldText(name), words)) matchingFilterIds.add(id)
  return ({ text, monitor }) =>
    spellings.some((each) => includesWords(text, each)) ||
    (digits !== undefined && text.includes(digits)) ||
    numbers.some((number) => text.includes(number)) ||
    (typeof monitor.filter_id === 'string' && matchingFilterIds.has(monitor.filter_id)) ||
    persons.has(monitor.id)
}

export interface MonitorMatch {
  /** In the order of the entries. */
  readonly monitors: readonly MonitorRecord[]
  readonly entries: readonly MonitorEntry[]
  /** Per entry: the filters that refuse it, as bits. */
  readonly refused: Uint8Array
}

export function matchMonitors(
  entries: readonly MonitorEntry[],
  filters: MonitorFilters,
  context: MatchContext,
): MonitorMatch {
  const tests = testsOf(filters, context)
  const monitors: MonitorRecord[] = []
  const refused = new Uint8Array(entries.length)
  let index = 0
  for (const entry of entries) {
    let bits = 0
    for (const [bit, passes] of tests) if (!passes(entry)) bits |= bit
    refused[index] = bits
    if (bits === 0) monitors.push(entry.monitor)
    index += 1
  }
  return { monitors, entries, refused }
}

export interface FacetCount {
  readonly value: string
  readonly count: number
}

type ValuesOf = (monitor: MonitorRecord) => readonly string[]

/**
 * Returns the most frequent first. `ownFilterBit`: the bit of the facet's own filter, which its counts ignore because
 * its values are alternatives.
 */
function countFacet({ entries, refused }: MonitorMatch, ownFilterBit: number, valuesOf: ValuesOf): FacetCount[] {
  const counts = new Map<string, number>()
  for (const [index, { monitor }] of entries.entries()) {
    if (((refused[index] ?? 0) & ~ownFilterBit) !== 0) continue
    for (const value of valuesOf(monitor)) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || compareValues(a.value, b.value))
}

const toList = (value: string | null | undefined): readonly string[] => (typeof value === 'string' ? [value] : [])

/** Tags are combined with AND, so each count is that of the remaining matches. */
export const tagCounts = (match: MonitorMatch): FacetCount[] =>
  countFacet(match, refusalBits.untagged, ({ tags }) => tags ?? [])
export const sourceCounts = (match: MonitorMatch): FacetCount[] =>
  countFacet(match, refusalBits.source, ({ last_event_source: source }) => toList(source))

/** All types in their usual order, including those without monitors. */
export function kindCounts(match: MonitorMatch): (FacetCount & { readonly value: IdentifierType })[] {
  const counts = new Map(countFacet(match, refusalBits.kind, ({ identifier_type: kind }) => toList(kind)).map(pairOf))
  return identifierTypes.map((value) => ({ value, count: counts.get(value) ?? 0 }))
}
const pairOf = ({ value, count }: FacetCount): [string, number] => [value, count]

export function flagCounts({ entries, refused }: MonitorMatch, existingFilters: KnownFilters) {
  let untagged = 0
  let silent = 0
  let unnamed = 0
  for (const [index, { monitor }] of entries.entries()) {
    const bits = refused[index] ?? 0
    if ((bits & ~(refusalBits.untagged | refusalBits.tags)) === 0 && isUntagged(monitor)) untagged += 1
    if ((bits & ~refusalBits.silent) === 0 && isSilent(monitor, existingFilters)) silent += 1
    if ((bits & ~refusalBits.unnamed) === 0 && isUnnamed(monitor)) unnamed += 1
  }
  return { untagged, silent, unnamed }
}
