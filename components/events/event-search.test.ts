import { expect, it } from 'vitest'

import { hasEventSearch, noEventSearch, readEventSearch, toNarrowing, writeEventSearch } from './event-search'

const read = (text: string) => readEventSearch(new URLSearchParams(text))

it('comes back from the address as it was written', () => {
  const search = {
    sources: ['krz', 'wpv'],
    tags: ['dostawca', 'a b'],
    monitor: 'm-1',
    event: 12,
    from: '2026-11-01',
    to: '2026-11-20',
  }
  expect(read(writeEventSearch(search))).toEqual(search)
  expect(read('')).toEqual(noEventSearch)
  expect(writeEventSearch(noEventSearch)).toBe('')
})

it('leaves out what it does not understand', () => {
  expect(read('source=abc&from=2026-13-01&tag=&monitor=&event=-1')).toEqual(noEventSearch)
  expect(read('from=2026-11-20&to=2026-11-01')).toEqual(noEventSearch)
})

it('keeps personal numbers out of the address, but searches for them', () => {
  const search = { ...noEventSearch, tags: ['74 010112312', 'klient'] }
  expect(writeEventSearch(search)).toBe('?tag=klient')
  expect(toNarrowing(search)).toEqual({ tag: ['74 010112312', 'klient'] })
  expect(hasEventSearch({ ...noEventSearch, tags: ['74010112318'] })).toBe(true)
})
