import { expect, it } from 'vitest'

import { fromRegisterQuery, isNarrowed, listAddresses, toRegisterQuery } from './list-search'

const read = (list: keyof typeof listAddresses, search: string) => listAddresses[list].read(new URLSearchParams(search))

it.each([
  ['knf', '?q=zysk&section=2&size=50&mine=1'],
  ['uokik', '?q=dzp+48&from=2024-01-01&to=2024-12-31'],
  ['clauses', ''],
  ['sudop', '?nip=7740001454&size=100'],
] as const)('reads back the address that it wrote for %s: %s', (list, address) => {
  expect(listAddresses[list].write(read(list, address))).toBe(address)
})

it.each([
  ['knf', '?nip=7740001454&from=2024-01-01', ''],
  ['uokik', '?section=2', ''],
  ['knf', '?section=0&size=1000&mine=yes', ''],
  ['knf', '?section=99999', ''],
  ['knf', '?q=a', ''],
  ['sudop', '?nip=1234567890&from=2024-02-31&to=never', ''],
  ['uokik', '?from=2024-12-31&to=2024-01-01', '?from=2024-01-01&to=2024-12-31'],
  // A PESEL never appears in an address.
  ['knf', '?q=44051401359', ''],
  ['knf', `?q=${'x'.repeat(300)}`, `?q=${'x'.repeat(200)}`],
] as const)('for %s reads %s as %s', (list, address, expected) => {
  expect(listAddresses[list].write(read(list, address))).toBe(expected)
})

it('sends only the set filters and reads them back', () => {
  const search = read('sudop', '?q=zabka&nip=7740001454&from=2024-01-01&to=2024-12-31&size=50')
  const registerQuery = { q: 'zabka', nip: '7740001454', date_from: '2024-01-01', date_to: '2024-12-31' }
  expect(toRegisterQuery(search)).toEqual(registerQuery)
  expect(toRegisterQuery(fromRegisterQuery(registerQuery))).toEqual(registerQuery)
  expect([isNarrowed(search), isNarrowed(read('sudop', '?size=50&mine=1'))]).toEqual([true, false])
})
