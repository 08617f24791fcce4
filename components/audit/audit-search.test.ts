import { expect, it } from 'vitest'

import { noSearch, readSearch, toQuery, writeSearch } from './audit-search'

it('reads back what it writes', () => {
  const search = { actor: 'a@b.test', action: 'filters.update', target: 'x-1', from: '2026-11-01', to: '2026-11-02' }
  expect(readSearch(new URLSearchParams(writeSearch(search)))).toEqual(search)
  expect(writeSearch(noSearch)).toBe('')
  expect(readSearch(new URLSearchParams())).toEqual(noSearch)
})

it('drops days that are none or in the wrong order', () => {
  expect(readSearch(new URLSearchParams('from=x&to=2026-11-02'))).toMatchObject({ from: null, to: '2026-11-02' })
  expect(readSearch(new URLSearchParams('from=2026-11-03&to=2026-11-02'))).toEqual(noSearch)
})

it('asks only for what was chosen', () => {
  expect(toQuery(noSearch)).toEqual({})
  expect(toQuery({ ...noSearch, action: 'a.b', target: ' t ', from: '2026-11-01' })).toEqual({
    action: 'a.b',
    target: 't',
    date_from: '2026-11-01',
  })
})

it.each(['44051401359', '440514 01359'])('keeps %s out of the address and of the question', (target) => {
  expect(writeSearch({ ...noSearch, target })).toBe('')
  expect(toQuery({ ...noSearch, target })).toEqual({})
})
