import { describe, expect, it } from 'vitest'

import {
  filterKeyOf,
  isNarrowed,
  type MonitorSearch,
  noFilters,
  noSearch,
  readSearch,
  toListQuery,
  writeSearch,
} from './monitor-search'

const read = (text: string) => readSearch(new URLSearchParams(text))

describe('the search in the address', () => {
  const search: MonitorSearch = {
    q: 'Hurt & Wisła',
    tags: ['ryzyko A', 'klienci'],
    kinds: ['krs', 'nip'],
    sources: ['krz', 'nowe źródło'],
    isUntagged: false,
    isSilent: true,
    isUnnamed: true,
    sort: { by: 'event', isDescending: true },
    columns: ['subject', 'label', 'created'],
    density: 'compact',
  }

  it('comes back as it was written', () => {
    expect(read(writeSearch(search))).toEqual(search)
    expect(read(writeSearch({ ...noSearch, isUntagged: true }))).toEqual({ ...noSearch, isUntagged: true })
    expect(writeSearch(noSearch)).toBe('')
    expect(read('')).toEqual(noSearch)
  })

  it('drops what it does not know', () => {
    expect(read('kind=regon&tag=&tag=+&untagged=yes&sort=-name&density=huge&x=1')).toEqual(noSearch)
    expect(read(`q=${'x'.repeat(5000)}`).q).toHaveLength(200)
    expect(read('tag=a&untagged=1').isUntagged).toBe(false)
    expect(read('columns=tags.nonsense').columns).toEqual(['subject', 'tags'])
  })

  it.each(['72831500114', '7283 1500 114', '728315-00114', 'Kowalski 72831500114', '072831500114'])(
    'never carries a personal number: %s',
    (q) => expect(writeSearch({ ...noSearch, q, tags: ['a', q] })).toBe('?tag=a'),
  )

  it.each(['5261040828', '526-104-08-28', '0000028860', 'Transbud 7'])('carries what is public: %s', (q) => {
    expect(writeSearch({ ...noSearch, q })).not.toBe('')
  })
})

describe('the first rows from the service', () => {
  it('sends digits without separators, and only the fields that are set', () => {
    expect(toListQuery({ ...noSearch, q: ' 526-104-08-28 ' })).toEqual({ q: '5261040828' })
    expect(toListQuery({ ...noSearch, q: 'Borki 2' })).toEqual({ q: 'Borki 2' })
    expect(toListQuery(noSearch)).toEqual({})
    expect(toListQuery({ ...noSearch, tags: ['a'], kinds: ['pesel'], isUntagged: true })).toEqual({
      tag: ['a'],
      identifier_type: 'pesel',
      untagged: 'true',
    })
  })

  it.each<[string, Partial<MonitorSearch>]>([
    ['several kinds', { kinds: ['nip', 'krs'] }],
    ['a source', { sources: ['krz'] }],
    ['silent ones', { isSilent: true }],
    ['ones without a name', { isUnnamed: true }],
    ['an order', { sort: { by: 'subject', isDescending: false } }],
  ])('cannot be had for %s', (_, part) => expect(toListQuery({ ...noSearch, ...part })).toBeUndefined())
})

it('knows whether anything is narrowed, whatever the look', () => {
  expect(isNarrowed(noFilters)).toBe(false)
  expect(isNarrowed({ ...noFilters, q: '  ' })).toBe(false)
  expect(isNarrowed({ ...noFilters, kinds: ['nip'] })).toBe(true)
  const sorted: MonitorSearch = { ...noSearch, sort: { by: 'event', isDescending: true }, density: 'compact' }
  expect(filterKeyOf(sorted)).toBe(filterKeyOf(noSearch))
  expect(filterKeyOf({ ...noSearch, tags: ['a'] })).not.toBe(filterKeyOf(noSearch))
})
