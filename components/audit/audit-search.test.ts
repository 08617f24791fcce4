import { expect, it } from 'vitest'

import { auditAddress, toQuery } from './audit-search'

it('reads back what it writes', () => {
  const search = { actor: 'a@b.test', action: 'filters.update', target: 'x-1', from: '2026-11-01', to: '2026-11-02' }
  expect(auditAddress.read(new URLSearchParams(auditAddress.write(search)))).toEqual(search)
  expect(auditAddress.write(auditAddress.none)).toBe('')
  expect(auditAddress.read(new URLSearchParams())).toEqual(auditAddress.none)
})

it('drops days that are none or in the wrong order', () => {
  expect(auditAddress.read(new URLSearchParams('from=x&to=2026-11-02'))).toMatchObject({ from: null, to: '2026-11-02' })
  expect(auditAddress.read(new URLSearchParams('from=2026-11-03&to=2026-11-02'))).toEqual(auditAddress.none)
})

it('asks only for what was chosen', () => {
  expect(toQuery(auditAddress.none)).toEqual({})
  expect(toQuery({ ...auditAddress.none, action: 'a.b', target: ' t ', from: '2026-11-01' })).toEqual({
    action: 'a.b',
    target: 't',
    date_from: '2026-11-01',
  })
})

it.each(['44051401359', '440514 01359'])('keeps %s out of the address and of the question', (target) => {
  expect(auditAddress.write({ ...auditAddress.none, target })).toBe('')
  expect(toQuery({ ...auditAddress.none, target })).toEqual({})
})
