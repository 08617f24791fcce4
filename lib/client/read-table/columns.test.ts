import { describe, expect, it } from 'vitest'

import { krsOf, nipOf, peselOf } from '@/lib/testing/identifiers'

import { mappingKey, repeatedNames } from './column-names'
import { guessMapping } from './columns'
import { findHeader } from './header-row'
import { readText } from './read-source'

const read = (text: string) => {
  const result = readText(text)
  if (!result.ok) throw new Error(result.fault)
  const { rows } = result.table
  const { header, roles, doubt } = guessMapping(rows, findHeader(rows))
  return [header, roles, doubt]
}
const rowsOf = (count: number, row: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => row(at)).join('\n')

describe('roles of columns', () => {
  it.each([
    ['NIP;Nazwa;Tagi\n5261040828;A;x', 0, ['nip', 'label', 'tags']],
    ['Lp;Nr KRS;PESEL;Kontrahent\n1;28860;;A', 0, ['ignore', 'krs', 'pesel', 'label']],
    ['ID;Numer NIP;Nazwa firmy\n7;5261040828;A', 0, ['ignore', 'nip', 'label']],
    ['NIP/PESEL,Name\n5261040828,A', 0, ['any', 'label']],
    ['Łącze;Coś\nA;5261040828\nB;5252248481', 0, ['ignore', 'any']],
    ['5261040828;Bank\n0000028860;Inny', undefined, ['any', 'label']],
    ['Bank;5261040828\nInny;0000028860', undefined, ['label', 'any']],
    ['5261040828', undefined, ['any']],
    ['abc\n5261040828', undefined, ['any']],
    ['nip\n5261040828', 0, ['nip']],
    ['KRS 0000111111;Firma', undefined, ['any', 'label']],
    ['KRS 1\nKRS 2', undefined, ['any']],
    ['Firma A;brak NIP\n5261040828;Firma B', undefined, ['any', 'label']],
    ['REGON;Firma\n610188201;A', 0, ['regon', 'label']],
    ['5261040828;610188201;A\n7740001454;012100784;B', undefined, ['any', 'regon', 'label']],
  ])('%j', (text, header, roles) => {
    expect(read(text)).toEqual([header, roles, undefined])
  })

  it('are found below titles and dates, which are skipped', () => {
    const body = rowsOf(5, (at) => `${at + 1};2026-11-0${at + 1};${20_001 + at};${nipOf(at)};Firma ${at}`)
    const text = `Raport sprzedaży;;;;\nStan na;20261101;;;\n\nLp;Data;Kod;NIP;Nazwa\n${body}`
    expect(read(text)).toEqual([2, ['ignore', 'ignore', 'ignore', 'nip', 'label'], undefined])
  })

  it('are not taken from a mistyped row in a list without a header', () => {
    const list = rowsOf(20, (at) => `${at === 6 ? '5261040827' : nipOf(at)};Firma Handlowa ${at}`)
    expect(read(list)).toEqual([undefined, ['any', 'label'], undefined])
  })

  it('are determined by checksums before names', () => {
    const codes = rowsOf(30, (at) => `${4_500_000_001 + at};${nipOf(at)};Firma`)
    expect(read(`Numer;Kod podatkowy;Nazwa\n${codes}`)).toEqual([0, ['ignore', 'any', 'label'], undefined])
    expect(read(`NIP;Kod podatkowy;Nazwa\n${codes}`)).toEqual([0, ['ignore', 'any', 'label'], 'differs'])
  })
})

describe('columns without a checksum are doubtful', () => {
  it.each([
    ['none', `Kod klienta;Data\n${rowsOf(20, (at) => `${1000 + at};4600${at}`)}`],
    ['none', `Klient;Telefon\n${rowsOf(20, (at) => `Firma ${at};50010020${at % 10}`)}`],
    ['krs_form', `Kod klienta;Nazwa\n${rowsOf(20, (at) => `${krsOf(at)};Firma ${at}`)}`],
    ['weak', `Nr klienta;Nazwa\n${rowsOf(20, (at) => `${100_000 + at};Firma ${at}`)}`],
    ['weak', `KRS;Nazwa\n${rowsOf(20, (at) => `2026110${at % 10};Firma ${at}`)}`],
    ['several', `Kupujący;Sprzedający\n${rowsOf(20, (at) => `${nipOf(at)};${nipOf(at % 3)}`)}`],
    ['above', `${nipOf(1)};A\nNIP;Nazwa\n${nipOf(2)};B\n${nipOf(3)};C`],
  ])('%s: %s', (doubt, text) => {
    expect(read(text)[2]).toBe(doubt)
  })

  it('accepts complete KRS numbers when no header contradicts', () => {
    const list = rowsOf(20, (at) => `${krsOf(at)};Firma ${at}`)
    expect(read(list)).toEqual([undefined, ['any', 'label'], undefined])
    expect(read(`Numer;Nazwa\n${list}`)).toEqual([0, ['any', 'label'], undefined])
  })

  it('uses company names as labels in a wide list without a header, and ignores row numbers', () => {
    const list = rowsOf(20, (at) => `${at + 1};Firma ${at};${nipOf(at)};${at},50;0${1 + (at % 9)}.11.2026`)
    expect(read(list)).toEqual([undefined, ['ignore', 'label', 'any', 'ignore', 'ignore'], undefined])
  })

  it('uses names of persons as labels', () => {
    const list = rowsOf(5, (at) => `Jan Nowak;${peselOf(at)}`)
    expect(read(`Nazwisko i imię;PESEL\n${list}`)).toEqual([0, ['label', 'pesel'], undefined])
  })

  it('uses the panel’s own type column, even when most numbers are masked', () => {
    const text =
      'rodzaj_identyfikatora;identyfikator;nazwa;etykieta\npesel;44•••••••59;;Jan\nkrs;123;;\nnip;5261040828;A;B'
    expect(read(text)).toEqual([0, ['kind', 'any', 'ignore', 'label'], undefined])
  })
})

describe('numbers side by side', () => {
  const numbers = [nipOf(1), nipOf(2), krsOf(3), peselOf(4)]
  it.each([', ', '; ', ' ', '\t', ' | '])('on one line separated by %j become separate rows', (separator) => {
    const result = readText(numbers.join(separator))
    expect(result.ok && result.table.rows).toEqual(numbers.map((number) => ({ line: 1, cells: [number] })))
    expect(result.ok && result.table.notes).toEqual(['spread'])
  })

  it('on several lines become separate rows, even when one is mistyped', () => {
    const result = readText(`${nipOf(1)}, ${nipOf(2)}, 5261040829\n${nipOf(4)}, ${nipOf(5)}, ${nipOf(6)}`)
    expect(result.ok && result.table.rows.map(({ line }) => line)).toEqual([1, 1, 1, 2, 2, 2])
  })

  it('stay columns when each has its own type, or one is not an identifier', () => {
    for (const text of [
      `${nipOf(1)};${krsOf(1)}\n${nipOf(2)};${krsOf(2)}`,
      `${nipOf(1)};1\n${nipOf(2)};2`,
      `${nipOf(1)};Firma`,
    ]) {
      const result = readText(text)
      expect(result.ok && result.table.rows[0]?.cells).toHaveLength(2)
    }
  })
})

it('finds repeated column names', () => {
  expect(repeatedNames(['NIP', 'Nazwa', ' nip.', ''])).toEqual([' nip.'])
})

it('has a mapping key for column names, and none for a data row', () => {
  expect(mappingKey(['Nr NIP', 'Nazwa'])).toBe('nr nip|nazwa')
  expect(mappingKey(['44051401358', 'Kowalski'])).toBeUndefined()
})
