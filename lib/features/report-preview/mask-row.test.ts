import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { searchWords } from '@/lib/domain/fold'
import { peselOf } from '@/lib/testing/identifiers'

import { maskReportRow } from './mask-row'
import { findMasked } from './row-cells'

const PESEL = peselOf(7)
const consumer = {
  id: '11111111-1111-4111-8111-111111111111',
  debtor_kind: 'Osoba fizyczna nieprowadząca działalności gospodarczej',
  debtor_name: 'Jan Kowalski-Nowak',
  debtor_pesel: PESEL,
  debtor_nip: null,
  debtor_krs: null,
  debtor_birth_date: '1980-03-09',
  debtor_miejscowosc: 'Łódź',
  signature: 'WA1M/GUp-s/123/2024',
  tresc_text: `Sąd ogłasza upadłość Jana Kowalskiego-Nowaka, PESEL ${PESEL}, ur. 9 marca 1980 r. (JAN KOWALSKI-NOWAK).`,
  attributes: { pełnomocnik: 'dla Jana Kowalskiego', numer: Number(PESEL), born: '1980-03-09', kwota: 12 },
}

describe('a row of a report', () => {
  it('masks a name in capitals also where other texts write it in lower case', () => {
    const text = JSON.stringify(maskReportRow({ ...consumer, debtor_name: 'KOWALSKI-NOWAK JAN' }))
    expect(text).not.toMatch(/Kowal|KOWAL|Jan|JAN/)
  })

  it('shows no number, date of birth or name of a person', () => {
    const masked = maskReportRow(consumer)
    const text = JSON.stringify(masked)
    expect(text).not.toMatch(new RegExp(`${PESEL}|Kowal|KOWAL|Jan|JAN|1980|marca`))
    expect(masked).toMatchObject({
      debtor_name: 'J••• K•••-N•••',
      debtor_birth_date: '•••',
      debtor_miejscowosc: 'Łódź',
      signature: consumer.signature,
      id: consumer.id,
    })
    expect(masked['debtor_pesel']).toMatch(/^\d\d•{7}\d\d$/)
    expect(masked['attributes']).toMatchObject({ kwota: 12 })
  })

  it('shows the name of a person on request, and still no number or date of birth', () => {
    const text = JSON.stringify(maskReportRow(consumer, true))
    expect(text).toContain(consumer.debtor_name)
    expect(text).not.toMatch(new RegExp(`${PESEL.slice(2, 9)}|1980`))
  })

  it('shows a company unmasked', () => {
    const company = {
      debtor_name: 'Jan Kowalski sp. z o.o.',
      debtor_kind: 'Podmiot niebędący osobą fizyczną',
      debtor_krs: '0000123456',
      debtor_nip: '5261040828',
      debtor_pesel: null,
      debtor_birth_date: null,
      announcement_date: '2026-11-19',
      tresc_text: 'Jan Kowalski sp. z o.o., kapitał 1 234 567,89 zł',
    }
    expect(maskReportRow(company)).toEqual(company)
  })

  it('masks unknown eleven-digit numbers in any notation, and dates of birth', () => {
    const mistyped = `${PESEL.slice(0, 10)}${(Number(PESEL[10]) + 1) % 10}`
    const masked = maskReportRow({
      numer: mistyped,
      liczba: Number(PESEL),
      lista: [{ nr: `${mistyped.slice(0, 6)} ${mistyped.slice(6)}` }],
      data_urodzenia: '1980-03-09',
      [`pole ${PESEL}`]: 'x',
      tresc_text: 'urodzony dnia 09.03.1980 w Łodzi',
    })
    expect(JSON.stringify(masked)).not.toMatch(new RegExp(`${mistyped.slice(2, 9)}|1980|${PESEL.slice(2, 9)}`))
    expect(masked).toMatchObject({ data_urodzenia: '•••', tresc_text: 'urodzony dnia ••• w Łodzi' })
  })

  it('contains no PESEL, whichever field it was in', () => {
    const name = fc.constantFrom('debtor_pesel', 'tresc_text', 'title', 'attributes', 'inne', 'krs', 'number', 'id')
    fc.assert(
      fc.property(fc.nat(5000), name, fc.string({ maxLength: 10 }), (index, field, affix) => {
        const pesel = peselOf(index)
        const value =
          field === 'attributes' ? { pole: [`${affix} ${pesel}`] } : `${affix.replace(/[\p{L}\p{N}]/gu, '')} ${pesel}`
        expect(JSON.stringify(maskReportRow({ [field]: value }))).not.toContain(pesel)
      }),
    )
  })
})

describe('a search in rows', () => {
  const find = (search: string, columns?: readonly string[]) =>
    findMasked(consumer, { words: searchWords(search), columns, showsNames: false }) !== undefined

  it('ignores case and diacritics in visible text', () => {
    expect(find('lodz upadlosc')).toBe(true)
    expect(find('lodz', ['debtor_miejscowosc'])).toBe(true)
    expect(find('upadlosc', ['debtor_miejscowosc'])).toBe(false)
  })

  it('does not find masked text, not even a part of it', () => {
    for (const hidden of [PESEL, PESEL.slice(0, 4), PESEL.slice(3, 8), 'kowalsk', 'kow', '1980', 'marca'])
      expect(find(hidden), hidden).toBe(false)
  })
})
