import { expect, it } from 'vitest'

import { companyRole, textOfField } from './company-role'

const own = { krs: '0009000101', nip: '4084337366' }
const adviser = { krs: own.krs, nip: null, event_label: 'Wyznaczenie syndyka' }

it.each([
  [{ debtor_krs: own.krs, advisors: [adviser] }, { kind: 'debtor' }],
  [{ debtor_nip: own.nip }, { kind: 'debtor' }],
  [
    { debtor_krs: '0009000001', advisors: [null, 'x', adviser] },
    { kind: 'adviser', label: 'Wyznaczenie syndyka' },
  ],
  [{ advisors: [{ nip: own.nip }] }, { kind: 'adviser', label: '' }],
  [{ krs: own.krs, advisors: [] }, { kind: 'subject' }],
  [{ krs: '0009000001', nip: null }, undefined],
  [{ advisors: 'nobody' }, undefined],
  [{}, undefined],
] as const)('in %j is %j', (row, role) => {
  expect(companyRole(row, own)).toEqual(role)
})

it('has no role by numbers that nobody has', () => {
  expect(companyRole({ debtor_krs: null, krs: null, nip: null }, { krs: null, nip: null })).toBeUndefined()
})

it('reads words alone', () => {
  expect(textOfField({ value: 'a' }, 'value')).toBe('a')
  expect([' ', 3, null, { b: 1 }].filter((value) => textOfField({ value }, 'value') !== undefined)).toEqual([])
})
