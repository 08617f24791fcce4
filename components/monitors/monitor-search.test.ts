import { describe, expect, it } from 'vitest'

import { holdsPersonalNumber, isNarrowed, noSearch, readSearch, toListQuery, writeSearch } from './monitor-search'

const read = (text: string) => readSearch(new URLSearchParams(text))

describe('the address of a search', () => {
  it('comes back as it went', () => {
    const search = { q: 'Hurt & Wisła', tags: ['ryzyko A', 'klienci'], kind: 'krs', isUntagged: false } as const
    expect(read(writeSearch(search))).toEqual(search)
    expect(read(writeSearch({ ...noSearch, isUntagged: true }))).toEqual({ ...noSearch, isUntagged: true })
    expect(writeSearch(noSearch)).toBe('')
  })

  it('drops what it does not know', () => {
    expect(read('kind=regon&tag=&tag=+&untagged=yes&x=1')).toEqual(noSearch)
    expect(read(`q=${'x'.repeat(5000)}`).q).toHaveLength(200)
    expect(read('tag=a&untagged=1').isUntagged).toBe(false)
  })

  it.each(['72831500114', '7283 1500 114', '728315-00114', 'Kowalski 72831500114', '072831500114'])(
    'never carries a personal number: %s',
    (q) => {
      expect(holdsPersonalNumber(q)).toBe(true)
      expect(writeSearch({ ...noSearch, q, tags: ['a'] })).toBe('?tag=a')
    },
  )

  it.each(['5261040828', '526-104-08-28', '0000028860', 'Transbud 7'])('carries what is public: %s', (q) => {
    expect(writeSearch({ ...noSearch, q })).not.toBe('')
  })
})

it('sends digits without separators, and only the fields that are set', () => {
  expect(toListQuery({ ...noSearch, q: ' 526-104-08-28 ' })).toEqual({ q: '5261040828' })
  expect(toListQuery({ ...noSearch, q: 'Borki 2' })).toEqual({ q: 'Borki 2' })
  expect(toListQuery(noSearch)).toEqual({})
  expect(toListQuery({ q: '', tags: ['a'], kind: 'pesel', isUntagged: true })).toEqual({
    tag: ['a'],
    identifier_type: 'pesel',
    untagged: 'true',
  })
})

it('knows whether anything is narrowed', () => {
  expect(isNarrowed(noSearch)).toBe(false)
  expect(isNarrowed({ ...noSearch, q: '  ' })).toBe(false)
  expect(isNarrowed({ ...noSearch, kind: 'nip' })).toBe(true)
})
