import { expect, it } from 'vitest'

import { companyRole, textOfField } from './company-role'

const company = { krs: '0009000101', nip: '4084337366' }
const adviser = { krs: company.krs, nip: null, event_label: 'Wyznaczenie syndyka' }

it.each([
  [{ debtor_krs: company.krs, advisors: [adviser] }, { kind: 'debtor' }],
  [{ debtor_nip: company.nip }, { kind: 'debtor' }],
  [
    { debtor_krs: '0009000001', advisors: [null, 'x', adviser] },
    { kind: 'adviser', label: 'Wyznaczenie syndyka' },
  ],
  [{ advisors: [{ nip: company.nip }] }, { kind: 'adviser', label: '' }],
  [{ krs: company.krs, advisors: [] }, { kind: 'subject' }],
  [{ krs: '0009000001', nip: null }, undefined],
  [{ advisors: 'nobody' }, undefined],
  [{}, undefined],
] as const)('the role in %j is %j', (row, role) => {
  expect(companyRole(row, company)).toEqual(role)
})

it('returns no role when the numbers are missing', () => {
  expect(companyRole({ debtor_krs: null, krs: null, nip: null }, { krs: null, nip: null })).toBeUndefined()
})

it('returns only texts that are not blank', () => {
  expect(textOfField({ value: 'a' }, 'value')).toBe('a')
  expect([' ', 3, null, { b: 1 }].filter((value) => textOfField({ value }, 'value') !== undefined)).toEqual([])
})
