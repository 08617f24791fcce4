import { expect, it } from 'vitest'

import { noAuditSearch, readAuditSearch, toQuery, writeAuditSearch } from './audit-search'

it('reads back what it writes', () => {
  const search = { actor: 'a@b.test', action: 'filters.update', target: 'x-1', from: '2026-11-01', to: '2026-11-02' }
  expect(readAuditSearch(new URLSearchParams(writeAuditSearch(search)))).toEqual(search)
  expect(writeAuditSearch(noAuditSearch)).toBe('')
  expect(readAuditSearch(new URLSearchParams())).toEqual(noAuditSearch)
})

it('drops days that are none or in the wrong order', () => {
  expect(readAuditSearch(new URLSearchParams('from=x&to=2026-11-02'))).toMatchObject({ from: null, to: '2026-11-02' })
  expect(readAuditSearch(new URLSearchParams('from=2026-11-03&to=2026-11-02'))).toEqual(noAuditSearch)
})

it('asks only for what was chosen', () => {
  expect(toQuery(noAuditSearch)).toEqual({})
  expect(toQuery({ ...noAuditSearch, action: 'a.b', target: ' t ', from: '2026-11-01' })).toEqual({
    action: 'a.b',
    target: 't',
    date_from: '2026-11-01',
  })
})

it.each(['44051401359', '440514 01359'])('keeps %s out of the address and of the question', (target) => {
  expect(writeAuditSearch({ ...noAuditSearch, target })).toBe('')
  expect(toQuery({ ...noAuditSearch, target })).toEqual({})
})
