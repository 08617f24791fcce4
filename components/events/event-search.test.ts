import { expect, it } from 'vitest'

import { eventAddress, toFilterQuery } from './event-search'

const read = (text: string) => eventAddress.read(new URLSearchParams(text))

it('reads back the search that was written to the address', () => {
  const search = {
    sources: ['krz', 'wpv'],
    tags: ['dostawca', 'a b'],
    monitor: 'm-1',
    event: 12,
    from: '2026-11-01',
    to: '2026-11-20',
  } as const
  expect(read(eventAddress.write(search))).toEqual(search)
  expect(read('')).toEqual(eventAddress.none)
  expect(eventAddress.write(eventAddress.none)).toBe('')
})

it('leaves out invalid values', () => {
  expect(read('source=abc&from=2026-13-01&tag=&monitor=&event=-1')).toEqual(eventAddress.none)
  expect(read('from=2026-11-20&to=2026-11-01')).toEqual(eventAddress.none)
})

it('keeps personal numbers out of the address but searches for them', () => {
  const search = { ...eventAddress.none, tags: ['74 010112312', 'klient'] }
  expect(eventAddress.write(search)).toBe('?tag=klient')
  expect(toFilterQuery(search)).toEqual({ tag: ['74 010112312', 'klient'] })
  expect(eventAddress.narrows({ ...eventAddress.none, tags: ['74010112318'] })).toBe(true)
})
