import { expect, it } from 'vitest'

import { isNarrowed, noSearch, readSearch, toNarrowing, writeSearch } from './event-search'

const read = (text: string) => readSearch(new URLSearchParams(text))

it('comes back from the address as it was written', () => {
  const search = {
    sources: ['krz', 'wpv'],
    tags: ['dostawca', 'a b'],
    monitor: 'm-1',
    from: '2026-11-01',
    to: '2026-11-20',
  }
  expect(read(writeSearch(search))).toEqual(search)
  expect(read('')).toEqual(noSearch)
  expect(writeSearch(noSearch)).toBe('')
})

it('leaves out what it does not understand', () => {
  expect(read('source=abc&from=2026-13-01&tag=&monitor=')).toEqual(noSearch)
  expect(read('from=2026-11-20&to=2026-11-01')).toEqual(noSearch)
})

it('keeps personal numbers out of the address, but searches for them', () => {
  const search = { ...noSearch, tags: ['74 010112312', 'klient'] }
  expect(writeSearch(search)).toBe('?tag=klient')
  expect(toNarrowing(search)).toEqual({ tag: ['74 010112312', 'klient'] })
  expect(isNarrowed({ ...noSearch, tags: ['74010112318'] })).toBe(true)
})
