import { expect, it } from 'vitest'

import { auditAddress, toQuery } from './audit-search'

it('reads back what it writes to the address', () => {
  const search = { actor: 'a@b.test', action: 'filters.update', target: 'x-1', from: '2026-11-01', to: '2026-11-02' }
  expect(auditAddress.read(new URLSearchParams(auditAddress.write(search)))).toEqual(search)
  expect(auditAddress.write(auditAddress.none)).toBe('')
  expect(auditAddress.read(new URLSearchParams())).toEqual(auditAddress.none)
})

it('drops an invalid day and days in the wrong order', () => {
  expect(auditAddress.read(new URLSearchParams('from=x&to=2026-11-02'))).toMatchObject({ from: null, to: '2026-11-02' })
  expect(auditAddress.read(new URLSearchParams('from=2026-11-03&to=2026-11-02'))).toEqual(auditAddress.none)
})

it('sends only the chosen criteria in the query', () => {
  expect(toQuery(auditAddress.none)).toEqual({})
  expect(toQuery({ ...auditAddress.none, action: 'a.b', target: ' t ', from: '2026-11-01' })).toEqual({
    action: 'a.b',
    target: 't',
    date_from: '2026-11-01',
  })
})

it.each(['44051401359', '440514 01359'])('keeps %s out of the address and out of the query', (target) => {
  expect(auditAddress.write({ ...auditAddress.none, target })).toBe('')
  expect(toQuery({ ...auditAddress.none, target })).toEqual({})
})
