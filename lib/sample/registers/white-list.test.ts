import { describe, expect, it } from 'vitest'

import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'

import { byCompany } from '../load-krs-entries'
import { makeRelations } from '../load-relations'
import { makeSubjects } from './subjects'
import { accountNumbersOf, makeNrb, MANY_ACCOUNTS_NIP } from './white-list-accounts'
import { makeWhiteListHistory, makeWhiteListEntry } from './white-list-entry'

/**
 * ISO 13616: with the first four characters (`PL` and the check digits) moved to the end, the number modulo 97 is 1.
 */
const isNrb = (text: string): boolean =>
  /^\d{26}$/.test(text) && BigInt(`${text.slice(2)}2521${text.slice(0, 2)}`) % 97n === 1n
const hasSortCode = (text: string): boolean =>
  [3, 9, 7, 1, 3, 9, 7, 1].reduce((sum, weight, index) => sum + weight * Number(text[index + 2]), 0) % 10 === 0

describe('account numbers', () => {
  it('get the check digits of a known example', () => {
    // Poland's example in the IBAN registry.
    expect(isNrb('61109010140000071219812874')).toBe(true)
    expect(makeNrb('10901014', '0000071219812874')).toBe('61109010140000071219812874')
    expect(isNrb('61109010140000071219812875')).toBe(false)
  })

  it('are valid, use the sort code of no existing bank and belong to one company only', () => {
    const all = makeSubjects().flatMap(({ nip }) => accountNumbersOf(nip))
    expect(all.filter((number) => !isNrb(number) || !hasSortCode(number))).toEqual([])
    expect(all.every((number) => number.slice(2, 6) === '9999')).toBe(true)
    expect(new Set(all).size).toBe(all.length)
  })

  it('are the same on every call, and one company has hundreds', () => {
    const counts = makeSubjects().map(({ nip }) => accountNumbersOf(nip).length)
    expect(accountNumbersOf(MANY_ACCOUNTS_NIP)).toEqual(accountNumbersOf(MANY_ACCOUNTS_NIP))
    expect(counts.filter((count) => count === 236)).toHaveLength(1)
    expect(counts.filter((count) => count < 1 || count > 5)).toEqual([236])
    const many = makeSubjects().find(({ nip }) => nip === MANY_ACCOUNTS_NIP)
    expect(many).toMatchObject({ status: 'active', vat_status: 'Czynny' })
  })
})

describe('the white-list history of a company', () => {
  const all = makeSubjects().map((subject) => ({ subject, history: makeWhiteListHistory(subject) }))

  it('is in order: court register, entry, removal, restoration', () => {
    for (const { subject, history } of all) {
      const days = [
        subject.registered_on,
        history.registration_legal_date ?? history.registration_denial_date,
        history.removal_date,
        history.restoration_date,
      ].filter((day) => day !== null)
      expect(days).toEqual(days.toSorted())
    }
  })

  it('agrees with the status of the company', () => {
    for (const { subject, history } of all) {
      const isOn = history.registration_legal_date !== null
      const isRemoved = history.removal_date !== null && history.restoration_date === null
      if (subject.vat_status !== 'Niezarejestrowany') expect([isOn, isRemoved]).toEqual([true, false])
      else expect(isOn).toBe(isRemoved)
      if (subject.status === 'deregistered') expect(isRemoved).toBe(true)
    }
  })

  it('has a basis for every removal, restoration and denial, and no basis without one', () => {
    for (const { history } of all) {
      expect(history.removal_basis === null).toBe(history.removal_date === null)
      expect(history.restoration_basis === null).toBe(history.restoration_date === null)
      expect(history.registration_denial_basis === null).toBe(history.registration_denial_date === null)
    }
    expect(all.some(({ history }) => history.restoration_date !== null)).toBe(true)
    expect(all.some(({ history }) => history.registration_denial_date !== null)).toBe(true)
  })

  it('is empty for a company whose registration date is unknown', () => {
    const history = makeWhiteListHistory({
      nip: '4000000002',
      status: 'active',
      vat_status: 'Czynny',
      registered_on: null,
    })
    expect(Object.values(history).every((value) => value === null)).toBe(true)
  })

  it('names representatives, proxies and partners only for a removed company', () => {
    const relations = byCompany(makeRelations('2026-11-20').filter(({ until }) => until === null))
    const entries = all.map(({ subject, history }) => ({
      history,
      holders: relations.get(subject.id) ?? [],
      entry: makeWhiteListEntry(subject, relations.get(subject.id) ?? []),
    }))
    for (const { history, holders, entry } of entries) {
      const isRemoved = history.removal_date !== null && history.restoration_date === null
      const board = isRemoved ? holders.filter(({ role }) => role === 'board' || role === 'liquidator') : []
      const representativeNames = entry.representatives.map(({ first_name, last_name }) => `${first_name} ${last_name}`)
      expect(representativeNames).toEqual(board.map(({ holder_name }) => holder_name))
      for (const { pesel } of entry.representatives) {
        expect(checkIdentifier('pesel', pesel ?? '').ok).toBe(true)
        // Month + 80: born in the 19th century.
        expect(Number(pesel?.slice(2, 4))).toBeGreaterThan(80)
      }
      if (!isRemoved) expect([entry.authorized_clerks, entry.partners]).toEqual([[], []])
    }
    expect(entries.some(({ entry }) => entry.authorized_clerks.length > 0)).toBe(true)
    expect(entries.some(({ entry }) => entry.partners.length > 0)).toBe(true)
  })

  it('has virtual accounts for some companies, and for none without accounts', () => {
    const entries = all.map(({ subject }) => makeWhiteListEntry(subject, []))
    const virtual = entries.filter(({ has_virtual_accounts }) => has_virtual_accounts)
    expect(virtual.length).toBeGreaterThan(20)
    expect(virtual.length).toBeLessThan(120)
    expect(virtual.every(({ account_numbers }) => account_numbers.length > 0)).toBe(true)
  })
})
