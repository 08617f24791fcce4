import { describe, expect, it } from 'vitest'

import {
  hasMonitorSearch,
  monitorAddress,
  type MonitorSearch,
  noFilters,
  toFilterKey,
  toListQuery,
} from './monitor-search'

const read = (text: string) => monitorAddress.read(new URLSearchParams(text))

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

  it('is read back as it was written', () => {
    expect(read(monitorAddress.write(search))).toEqual(search)
    expect(read(monitorAddress.write({ ...monitorAddress.none, isUntagged: true }))).toEqual({
      ...monitorAddress.none,
      isUntagged: true,
    })
    expect(monitorAddress.write(monitorAddress.none)).toBe('')
    expect(read('')).toEqual(monitorAddress.none)
  })

  it('ignores unknown values', () => {
    expect(read('kind=regon&tag=&tag=+&untagged=yes&sort=-name&density=huge&x=1')).toEqual(monitorAddress.none)
    expect(read(`q=${'x'.repeat(5000)}`).q).toHaveLength(200)
    expect(read('tag=a&untagged=1').isUntagged).toBe(false)
    expect(read('columns=tags.nonsense').columns).toEqual(['subject', 'tags'])
  })

  it.each(['72831500114', '7283 1500 114', '728315-00114', 'Kowalski 72831500114', '072831500114'])(
    'never contains a personal number: %s',
    (q) => expect(monitorAddress.write({ ...monitorAddress.none, q, tags: ['a', q] })).toBe('?tag=a'),
  )

  it.each(['5261040828', '526-104-08-28', '0000028860', 'Transbud 7'])('contains public values: %s', (q) => {
    expect(monitorAddress.write({ ...monitorAddress.none, q })).not.toBe('')
  })
})

describe('the query for the first rows', () => {
  it('sends digits without separators, and only the fields that are set', () => {
    expect(toListQuery({ ...monitorAddress.none, q: ' 526-104-08-28 ' })).toEqual({ q: '5261040828' })
    expect(toListQuery({ ...monitorAddress.none, q: 'Borki 2' })).toEqual({ q: 'Borki 2' })
    expect(toListQuery(monitorAddress.none)).toEqual({})
    expect(toListQuery({ ...monitorAddress.none, tags: ['a'], kinds: ['pesel'], isUntagged: true })).toEqual({
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
  ])('is not available for %s', (_, part) => expect(toListQuery({ ...monitorAddress.none, ...part })).toBeUndefined())
})

it('detects filters regardless of sorting and density', () => {
  expect(hasMonitorSearch(noFilters)).toBe(false)
  expect(hasMonitorSearch({ ...noFilters, q: '  ' })).toBe(false)
  expect(hasMonitorSearch({ ...noFilters, kinds: ['nip'] })).toBe(true)
  const sorted: MonitorSearch = {
    ...monitorAddress.none,
    sort: { by: 'event', isDescending: true },
    density: 'compact',
  }
  expect(toFilterKey(sorted)).toBe(toFilterKey(monitorAddress.none))
  expect(toFilterKey({ ...monitorAddress.none, tags: ['a'] })).not.toBe(toFilterKey(monitorAddress.none))
})
