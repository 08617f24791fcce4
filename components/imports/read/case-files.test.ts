import { describe, expect, it } from 'vitest'

import { readBytes, readText } from '@/lib/client/read-table/read-source'
import { caseFile, caseText } from '@/lib/testing/cases/case-file'
import { nipOf } from '@/lib/testing/identifiers'

import { ImportDocument } from '../judge/import-document'

const NIPS = '7816604875 7749141777 7810115247 7749825978 7744167217 1138193032 7819174004 5252601813'.split(' ')

function document(result: ReturnType<typeof readBytes>, isTyped = false): ImportDocument {
  if (!result.ok) throw new Error(result.fault)
  const made = new ImportDocument()
  made.load(result.table, { isTyped })
  return made
}
const openFile = (folder: string, name: string) => document(readBytes(caseFile(folder, name)))
const openText = (text: string) => document(readText(text))
const acceptedOf = ({ rows }: ImportDocument) =>
  rows.flatMap(({ verdict }) => (verdict.kind === 'new' ? [`${verdict.type} ${verdict.value}`] : []))
const refusedOf = ({ rows }: ImportDocument) =>
  rows.flatMap(({ line, verdict }) =>
    verdict.kind === 'invalid' ? [[line, verdict.reason, verdict.country].filter((part) => part !== undefined)] : [],
  )

describe('A07 two columns of one kind', () => {
  const pairs = NIPS.slice(0, 6).map((nip, at) => [nip, nipOf(at)] as const)
  const list = (first: string, second: string) =>
    openText(`${first};${second};Nazwa\n${pairs.map(([a, b], at) => `${a};${b};Firma ${at}`).join('\n')}`)

  it.each([
    ['NIP faktoranta', 'NIP dłużnika'],
    ['NIP nabywcy', 'NIP sprzedawcy'],
    ['NIP', 'NIP'],
    ['Nabywca', 'Sprzedawca'],
    ['NIP', 'Numer dłużnika'],
  ])('%s and %s are asked about, and each may give a number', (first, second) => {
    const made = list(first, second)
    const { mapping } = made
    expect(mapping).toMatchObject({ doubt: 'several', rivals: [0, 1] })
    const role = first.startsWith('NIP') ? 'nip' : 'any'
    made.map({ ...mapping, doubt: undefined, roles: [role, role, 'label'], isEach: true })
    expect(acceptedOf(made)).toEqual(pairs.flatMap(([a, b]) => [`nip ${a}`, `nip ${b}`]))
    expect([made.rowCount, made.count().all]).toEqual([6, 12])
    made.map({ ...mapping, doubt: undefined, roles: ['ignore', role, 'label'] })
    expect(acceptedOf(made)).toEqual(pairs.map(([, b]) => `nip ${b}`))
  })

  it('counts repeated and refused numbers of both exactly', () => {
    const rows = [
      [NIPS[0], NIPS[1]],
      [NIPS[0], NIPS[2]],
      ['5261040827', NIPS[0]],
      ['', NIPS[3]],
    ]
    const made = openText(`NIP faktoranta;NIP dłużnika\n${rows.map((row) => row.join(';')).join('\n')}`)
    made.map({ ...made.mapping, doubt: undefined, roles: ['nip', 'nip'], isEach: true })
    expect(made.count()).toMatchObject({ all: 7, new: 4, repeated: 2, invalid: 1 })
    expect(refusedOf(made)).toEqual([[4, 'checksum']])
  })

  it.each([
    ['NIP', 'Stary NIP', 0],
    ['Poprzedni NIP', 'NIP', 1],
  ])('%s and %s: a former number is not watched', (first, second, kept) => {
    const made = list(first, second)
    expect(made.mapping.doubt).toBeUndefined()
    expect(acceptedOf(made)).toEqual(pairs.map((pair) => `nip ${pair[kept] ?? ''}`))
  })

  it('a column of only former numbers is a question', () => {
    expect(openText(`Stary NIP;Nazwa\n${NIPS.map((nip) => `${nip};A`).join('\n')}`).mapping.doubt).toBe('old')
  })

  it('columns that fill each other’s gaps, or say the same, are not', () => {
    const gaps = NIPS.map((nip, at) => (at % 2 ? `;${nip}` : `${nip};`)).join('\n')
    const filled = openText(`NIP;NIP UE\n${gaps}`)
    expect([filled.mapping.doubt, acceptedOf(filled)]).toEqual([undefined, NIPS.map((nip) => `nip ${nip}`)])
    const twice = openText(`NIP;VAT\n${NIPS.map((nip) => `${nip};PL ${nip}`).join('\n')}`)
    expect([twice.mapping.doubt, acceptedOf(twice)]).toEqual([undefined, NIPS.map((nip) => `nip ${nip}`)])
  })

  it('one row of three thousand in which they differ is enough', () => {
    const rows = Array.from({ length: 3000 }, (_, at) => `${nipOf(at)};${at === 2501 ? nipOf(9000) : ''}`)
    expect(openText(`NIP;NIP 2\n${rows.join('\n')}`).mapping).toMatchObject({ doubt: 'several', rivals: [0, 1] })
  })
})

describe('A08 numbers with invisible marks', () => {
  it('of a file', () => {
    expect(acceptedOf(openFile('A08-bidi-marks', 'znaki.csv'))).toEqual(NIPS.map((nip) => `nip ${nip}`))
  })

  it('of a paste', () => {
    expect(acceptedOf(document(readText(caseText('A08-bidi-marks', 'wklej.txt')), true))).toEqual([
      'nip 7816604875',
      'nip 7749141777',
      'nip 7810115247',
      'krs 0000123456',
      'pesel 04250701238',
    ])
  })
})

it('A09 reads a NIP with soft hyphens', () => {
  expect(acceptedOf(openFile('A09-pdf-hyphens-and-account-forms', 'nip-miekki-lacznik.csv'))).toEqual([
    'nip 7816604875',
    'nip 7749141777',
  ])
})

describe('A16 numbers of other countries', () => {
  it('are not watched as Polish ones, and none becomes a person', () => {
    const made = openFile('A16-foreign-numbers-beside-country', 'jpk-zakupy.csv')
    expect(made.mapping.doubt).toBeUndefined()
    expect(acceptedOf(made)).toEqual(['nip 7816604875', 'nip 7749141777', 'nip 7810115247'])
    expect(refusedOf(made)).toEqual([
      ...['SK', 'SK', 'BE', 'BE', 'IT', 'DE'].map((country, at) => [at + 2, 'eu', country]),
      [10, 'none'],
    ])
  })

  it.each(['Kraj', 'Country', 'Prefiks VAT', 'UE', 'kod_kraju'])('by a column that is called %s', (name) => {
    const made = openText(
      `${name};NIP\nSK;2020000004\nPL;${NIPS[0]}\nUkraina;2020000180\n;${NIPS[1]}\nPolska;${NIPS[2]}`,
    )
    expect(acceptedOf(made)).toEqual(NIPS.slice(0, 3).map((nip) => `nip ${nip}`))
    expect(refusedOf(made)).toEqual([
      [2, 'eu', 'SK'],
      [4, 'foreign', 'UA'],
    ])
  })

  it('by a column without a name, once Poland is among its countries', () => {
    const made = openText(`PL;${NIPS[0]};Firma A\nSK;2020000004;Firma B\nPL;${NIPS[1]};Firma C`)
    expect(acceptedOf(made)).toEqual(NIPS.slice(0, 2).map((nip) => `nip ${nip}`))
    // Codes of Polish provinces.
    const provinces = openText(`MA;${NIPS[0]};Firma A\nSL;${NIPS[1]};Firma B`)
    expect(acceptedOf(provinces)).toEqual(NIPS.slice(0, 2).map((nip) => `nip ${nip}`))
  })

  it('are named by the letters before them', () => {
    const list = [
      'DE811907980',
      'NIP UE: SK2020000004',
      'EL123456789',
      'XI123456789',
      'GB 123 4567 89',
      'brak',
      'n/d',
      '-',
    ]
    const made = openText(`NIP\n${[NIPS[0], NIPS[1], ...list].join('\n')}`)
    expect(refusedOf(made).map(([, ...why]) => why)).toEqual([
      ['eu', 'DE'],
      ['eu', 'SK'],
      ['eu', 'EL'],
      ['eu', 'XI'],
      ['foreign', 'GB'],
      ['none'],
      ['none'],
      ['none'],
    ])
  })
})

describe('A17 a number with words around it', () => {
  it('is read', () => {
    const text = caseText('A17-nip-with-words', 'nipy.txt')
    const made = document(readText(text), true)
    expect(refusedOf(made)).toEqual([])
    expect(acceptedOf(made)).toHaveLength(text.trim().split('\n').length)
  })

  it('gives the reason that prevents it', () => {
    const made = openText(
      `NIP;Nazwa\n${NIPS.map((nip) => `${nip};A`).join('\n')}\n2026-11-25;B\nfaktura 7745623019;C\n25.11.2026 10:30;D`,
    )
    expect(refusedOf(made).map(([, reason]) => reason)).toEqual(['date', 'words', 'date'])
  })
})

describe('A20 REGON', () => {
  it('in each form is no number to monitor', () => {
    const made = openFile('A20-regon-forms', 'regony.csv')
    expect(refusedOf(made).map(([, reason]) => reason)).toEqual(Array.from({ length: 5 }, () => 'regon'))
    const typed = document(readText(caseText('A20-regon-forms', 'regony.txt')), true)
    expect(acceptedOf(typed)).toEqual([])
    expect(new Set(refusedOf(typed).map(([, reason]) => reason))).toEqual(new Set(['regon']))
  })

  it('without its first zero is explained', () => {
    expect(
      refusedOf(openText('REGON;Nazwa\n11524499;A\n1152449900013;B\n12345678;C')).map(([, reason]) => reason),
    ).toEqual(['regon_zero', 'regon_zero', 'regon'])
  })
})

it('A21 knows the century of a PESEL, its days, and no number of one digit', () => {
  const made = openFile('A21-pesel-centuries', 'pesele.csv')
  expect(acceptedOf(made)).toEqual(['pesel 04250701238', 'pesel 00222901239', 'pesel 99923101237', 'pesel 99210101238'])
  expect(refusedOf(made).map(([line, reason]) => [line, reason])).toEqual([
    [5, 'birth_date'],
    [6, 'birth_date'],
    [7, 'birth_date'],
    [8, 'birth_date'],
  ])
})
