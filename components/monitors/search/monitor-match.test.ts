import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { identifierTypes } from '@/lib/domain/identifiers/identifiers'

import { monitorSortKeys } from '../columns'
import type { MonitorRecord } from '../data/monitor-record'
import { toEntry } from './monitor-entry'
import { flagCounts, kindCounts, matchMonitors, sourceCounts, tagCounts } from './monitor-match'
import { orderEntries } from './monitor-order'
import { type MonitorFilters, noFilters } from './monitor-search'

const monitor = (id: string, part: Partial<MonitorRecord> = {}): MonitorRecord => ({
  id,
  identifier_type: 'krs',
  identifier_value: `000000${id}`,
  label: null,
  tags: [],
  filter_id: null,
  subject_name: null,
  last_event_at: null,
  last_event_source: null,
  ...part,
})

const PESEL = '44051401359'
const MASKED = '44•••••••59'
const hyphened = monitor('7', { subject_name: 'Łódź-Trans sp. z o.o.' })
const monitors = [
  monitor('1', { subject_name: 'ŻÓŁĆ I SYNOWIE', tags: ['a', 'b'], last_event_source: 'krz' }),
  monitor('2', { label: 'Główny dostawca', tags: ['a'], identifier_type: 'nip', identifier_value: '5261040828' }),
  monitor('3', { identifier_type: 'pesel', identifier_value: MASKED, subject_name: 'Jan', last_event_source: 'msig' }),
  monitor('4', { identifier_type: null, identifier_value: null, filter_id: 'gone', label: 'Budowy' }),
  monitor('5', { identifier_type: null, identifier_value: null, filter_id: 'here', tags: ['b'] }),
  monitor('6', { identifier_type: null, identifier_value: null, filter_id: null, tags: ['b'] }),
]
const entries = monitors.map(toEntry)
const existingFilters = new Map([['here', { name: 'Mosty i wiadukty' }]])
const context = { filters: existingFilters, persons: new Set<string>() }
const match = (filters: Partial<MonitorFilters>) => matchMonitors(entries, { ...noFilters, ...filters }, context)
const ids = (filters: Partial<MonitorFilters>) => match(filters).monitors.map(({ id }) => id)

describe('matching', () => {
  it.each<[string, string[]]>([
    ['zolc', ['1']],
    ['  SYNOWIE ', ['1']],
    ['glowny', ['2']],
    ['526-104-08-28', ['2']],
    ['PL 526 104 08 28', ['2']],
    ['NIP UE: PL5261040828', ['2']],
    ['\u202D5261040828\u202C', ['2']],
    ['0828', ['2']],
    [PESEL, []],
    ['44', []],
    ['synowie 000000', ['1']],
    ['synowie zolc', ['1']],
    ['wiadukty MOST', ['5']],
    ['', ['1', '2', '3', '4', '5', '6']],
  ])('finds %j', (q, found) => expect(ids({ q })).toEqual(found))

  it.each([
    'Łódź-Trans sp. z o.o.',
    'ŁÓDŹ-TRANS SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ',
    'Łódź-Trans Sp. z o. o.',
    'Łódź-Trans sp z oo',
  ])('finds %s by its legal form in any spelling', (subject_name) => {
    const found = (q: string) =>
      matchMonitors([toEntry(monitor('8', { subject_name }))], { ...noFilters, q }, context).monitors.length
    for (const q of [
      'lodz trans sp. z o.o.',
      'trans spółka z ograniczoną odpowiedzialnością',
      'sp. z o.o.',
      'łódź sp z oo',
    ])
      expect(found(q), q).toBe(1)
    for (const q of ['lodz trans s.a.', 'trans spółka jawna', 'warszawa sp. z o.o.']) expect(found(q), q).toBe(0)
  })

  it('treats a hyphen as a space and accepts words in any order', () => {
    const found = (q: string) => matchMonitors([toEntry(hyphened)], { ...noFilters, q }, context).monitors.length
    expect(['lodz trans', 'TRANS-Łódź', 'lodz transport'].map(found)).toEqual([1, 1, 0])
  })

  it('finds a person only if the service did', () => {
    const found = matchMonitors(entries, { ...noFilters, q: PESEL }, { ...context, persons: new Set(['3']) })
    expect(found.monitors.map(({ id }) => id)).toEqual(['3'])
  })

  it('requires all tags, but any of the kinds and sources', () => {
    expect(ids({ tags: ['a', 'b'] })).toEqual(['1'])
    expect(ids({ kinds: ['nip', 'pesel'] })).toEqual(['2', '3'])
    expect(ids({ sources: ['krz', 'msig'] })).toEqual(['1', '3'])
    expect(ids({ isUntagged: true, kinds: ['pesel', 'nip'] })).toEqual(['3'])
  })

  it('recognizes a monitor whose filter was deleted, but only once the filters are loaded', () => {
    expect(ids({ isSilent: true })).toEqual(['4', '6'])
    const early = matchMonitors(entries, { ...noFilters, isSilent: true }, { ...context, filters: undefined })
    expect(early.monitors.map(({ id }) => id)).toEqual(['6'])
  })
})

const texts = fc.constantFrom('', 'Łódź', 'lodz', 'Żabka', 'zabka 2', 'Ósemka', 'osemka')
const tags = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 })
const sources = fc.option(fc.constantFrom('krz', 'krs', 'msig'), { nil: null })
const record = fc.record({
  identifier_type: fc.constantFrom(...identifierTypes),
  identifier_value: fc.constantFrom('1111111111', '2222222222'),
  label: fc.option(texts, { nil: null }),
  tags,
  filter_id: fc.option(fc.constantFrom('here', 'gone'), { nil: null }),
  subject_name: fc.option(texts, { nil: null }),
  created_at: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'),
  last_event_at: fc.option(fc.constantFrom('2026-03-01T00:00:00.000Z'), { nil: null }),
  last_event_source: sources,
})
const many = fc
  .array(record, { maxLength: 40 })
  .map((records) => records.map((each, index) => toEntry({ ...each, id: String(index) })))
const filters = fc.record({
  q: fc.constantFrom('', 'lod', 'ŻAB', '111', 'nic'),
  tags,
  kinds: fc.uniqueArray(fc.constantFrom(...identifierTypes), { maxLength: 2 }),
  sources: fc.uniqueArray(fc.constantFrom('krz', 'krs'), { maxLength: 2 }),
  isUntagged: fc.boolean(),
  isSilent: fc.boolean(),
  isUnnamed: fc.boolean(),
})

describe('facet counts', () => {
  it('equal the number of results after choosing the value', () => {
    fc.assert(
      fc.property(many, filters, (all, chosenFilters) => {
        const found = matchMonitors(all, chosenFilters, context)
        const after = (part: Partial<MonitorFilters>) =>
          matchMonitors(all, { ...chosenFilters, ...part }, context).monitors.length
        for (const { value, count } of tagCounts(found)) {
          expect(count).toBe(after({ tags: [...chosenFilters.tags, value], isUntagged: false }))
        }
        for (const { value, count } of kindCounts(found)) expect(count).toBe(after({ kinds: [value] }))
        for (const { value, count } of sourceCounts(found)) expect(count).toBe(after({ sources: [value] }))
        const { untagged, silent, unnamed } = flagCounts(found, existingFilters)
        expect(untagged).toBe(after({ isUntagged: true, tags: [] }))
        expect(silent).toBe(after({ isSilent: true }))
        expect(unnamed).toBe(after({ isUnnamed: true }))
      }),
    )
  })

  it('list the most frequent first and include every kind', () => {
    expect(tagCounts(match({}))).toEqual([
      { value: 'b', count: 3 },
      { value: 'a', count: 2 },
    ])
    expect(kindCounts(match({ q: 'jan' })).map(({ value, count }) => [value, count])).toEqual([
      ['nip', 0],
      ['krs', 0],
      ['pesel', 1],
      ['subject_id', 0],
    ])
  })
})

describe('sorting', () => {
  it('follows the Polish dictionary regardless of case and puts missing names last in both directions', () => {
    const names = ['źle', 'Łódź', 'lizak', 'żaba', 'zebra', 'ćma', 'Ącki', 'azalia', 'cukier', null]
    const unsorted = names.map((name, index) =>
      toEntry(monitor(String(index), { subject_name: name, identifier_value: null })),
    )
    const sorted = (isDescending: boolean) =>
      orderEntries(unsorted, { by: 'subject', isDescending }).map((entry) => entry.monitor.subject_name)
    const ascending = ['azalia', 'Ącki', 'cukier', 'ćma', 'lizak', 'Łódź', 'zebra', 'źle', 'żaba']
    expect(sorted(false)).toEqual([...ascending, null])
    expect(sorted(true)).toEqual([...ascending.toReversed(), null])
  })

  it('keeps every entry exactly once and the order of equal ones', () => {
    fc.assert(
      fc.property(many, fc.constantFrom(...monitorSortKeys), fc.boolean(), (all, by, isDescending) => {
        const sorted = orderEntries(all, { by, isDescending })
        expect(new Set(sorted)).toEqual(new Set(all))
        expect(sorted).toHaveLength(all.length)
        if (by !== 'created') return
        for (const [index, entry] of sorted.slice(1).entries()) {
          const before = sorted[index]
          if (before?.monitor.created_at !== entry.monitor.created_at) continue
          expect(Number(before?.monitor.id)).toBeLessThan(Number(entry.monitor.id))
        }
      }),
    )
  })
})
