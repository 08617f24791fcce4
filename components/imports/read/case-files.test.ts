import { describe, expect, it } from 'vitest'

import { readBytes, readText } from '@/lib/client/read-table/read-source'
import { caseFile, caseText } from '@/lib/testing/cases/case-file'
import { nipOf } from '@/lib/testing/identifiers'

import { ImportDocument } from '../judge/import-document'

const NIPS = '7816604875 7749141777 7810115247 7749825978 7744167217 1138193032 7819174004 5252601813'.split(' ')

function toDocument(result: ReturnType<typeof readBytes>, isTyped = false): ImportDocument {
  if (!result.ok) throw new Error(result.fault)
  const imported = new ImportDocument()
  imported.load(result.table, { isTyped })
  return imported
}
const openFile = (folder: string, name: string) => toDocument(readBytes(caseFile(folder, name)))
const openText = (text: string) => toDocument(readText(text))
const acceptedOf = ({ rows }: ImportDocument) =>
  rows.flatMap(({ verdict }) => (verdict.kind === 'new' ? [`${verdict.type} ${verdict.value}`] : []))
const refusedOf = ({ rows }: ImportDocument) =>
  rows.flatMap(({ line, verdict }) =>
    verdict.kind === 'invalid' ? [[line, verdict.reason, verdict.country].filter((part) => part !== undefined)] : [],
  )

// Case A07 of lib/testing/cases/README.md
describe('two columns of one kind', () => {
  const pairs = NIPS.slice(0, 6).map((nip, at) => [nip, nipOf(at)] as const)
  const list = (first: string, second: string) =>
    openText(`${first};${second};Nazwa\n${pairs.map(([a, b], at) => `${a};${b};Firma ${at}`).join('\n')}`)

  it.each([
    ['NIP faktoranta', 'NIP dłużnika'],
    ['NIP nabywcy', 'NIP sprzedawcy'],
    ['NIP', 'NIP'],
    ['Nabywca', 'Sprzedawca'],
    ['NIP', 'Numer dłużnika'],
  ])('%s and %s raise a question, and each can give a number', (first, second) => {
    const imported = list(first, second)
    const { mapping } = imported
    expect(mapping).toMatchObject({ doubt: 'several', rivals: [0, 1] })
    const role = first.startsWith('NIP') ? 'nip' : 'any'
    imported.map({ ...mapping, doubt: undefined, roles: [role, role, 'label'], isEach: true })
    expect(acceptedOf(imported)).toEqual(pairs.flatMap(([a, b]) => [`nip ${a}`, `nip ${b}`]))
    expect([imported.rowCount, imported.count().all]).toEqual([6, 12])
    imported.map({ ...mapping, doubt: undefined, roles: ['ignore', role, 'label'] })
    expect(acceptedOf(imported)).toEqual(pairs.map(([, b]) => `nip ${b}`))
  })

  it('count repeated and refused numbers of both exactly', () => {
    const rows = [
      [NIPS[0], NIPS[1]],
      [NIPS[0], NIPS[2]],
      ['5261040827', NIPS[0]],
      ['', NIPS[3]],
    ]
    const imported = openText(`NIP faktoranta;NIP dłużnika\n${rows.map((row) => row.join(';')).join('\n')}`)
    imported.map({ ...imported.mapping, doubt: undefined, roles: ['nip', 'nip'], isEach: true })
    expect(imported.count()).toMatchObject({ all: 7, new: 4, repeated: 2, invalid: 1 })
    expect(refusedOf(imported)).toEqual([[4, 'checksum']])
  })

  it.each([
    ['NIP', 'Stary NIP', 0],
    ['Poprzedni NIP', 'NIP', 1],
  ])('with the headings %s and %s: the former number is not watched', (first, second, keptIndex) => {
    const imported = list(first, second)
    expect(imported.mapping.doubt).toBeUndefined()
    expect(acceptedOf(imported)).toEqual(pairs.map((pair) => `nip ${pair[keptIndex] ?? ''}`))
  })

  it('raise a question when the only number column holds former numbers', () => {
    expect(openText(`Stary NIP;Nazwa\n${NIPS.map((nip) => `${nip};A`).join('\n')}`).mapping.doubt).toBe('old')
  })

  it('raise no question when they fill each other’s gaps or have the same values', () => {
    const gaps = NIPS.map((nip, at) => (at % 2 ? `;${nip}` : `${nip};`)).join('\n')
    const filled = openText(`NIP;NIP UE\n${gaps}`)
    expect([filled.mapping.doubt, acceptedOf(filled)]).toEqual([undefined, NIPS.map((nip) => `nip ${nip}`)])
    const duplicated = openText(`NIP;VAT\n${NIPS.map((nip) => `${nip};PL ${nip}`).join('\n')}`)
    expect([duplicated.mapping.doubt, acceptedOf(duplicated)]).toEqual([undefined, NIPS.map((nip) => `nip ${nip}`)])
  })

  it('raise a question when they differ in one of three thousand rows', () => {
    const rows = Array.from({ length: 3000 }, (_, at) => `${nipOf(at)};${at === 2501 ? nipOf(9000) : ''}`)
    expect(openText(`NIP;NIP 2\n${rows.join('\n')}`).mapping).toMatchObject({ doubt: 'several', rivals: [0, 1] })
  })
})

// Case A08 of lib/testing/cases/README.md
describe('numbers with invisible marks', () => {
  it('are read from a file', () => {
    expect(acceptedOf(openFile('A08-bidi-marks', 'znaki.csv'))).toEqual(NIPS.map((nip) => `nip ${nip}`))
  })

  it('are read from a paste', () => {
    expect(acceptedOf(toDocument(readText(caseText('A08-bidi-marks', 'wklej.txt')), true))).toEqual([
      'nip 7816604875',
      'nip 7749141777',
      'nip 7810115247',
      'krs 0000123456',
      'pesel 04250701238',
    ])
  })
})

// Case A09 of lib/testing/cases/README.md
it('reads a NIP with soft hyphens', () => {
  expect(acceptedOf(openFile('A09-pdf-hyphens-and-account-forms', 'nip-miekki-lacznik.csv'))).toEqual([
    'nip 7816604875',
    'nip 7749141777',
  ])
})

// Case A16 of lib/testing/cases/README.md
describe('numbers of other countries', () => {
  it('are rejected and not read as Polish NIPs or personal numbers', () => {
    const imported = openFile('A16-foreign-numbers-beside-country', 'jpk-zakupy.csv')
    expect(imported.mapping.doubt).toBeUndefined()
    expect(acceptedOf(imported)).toEqual(['nip 7816604875', 'nip 7749141777', 'nip 7810115247'])
    expect(refusedOf(imported)).toEqual([
      ...['SK', 'SK', 'BE', 'BE', 'IT', 'DE'].map((country, at) => [at + 2, 'eu', country]),
      [10, 'none'],
    ])
  })

  it.each(['Kraj', 'Country', 'Prefiks VAT', 'UE', 'kod_kraju'])('are recognised by a column named %s', (name) => {
    const imported = openText(
      `${name};NIP\nSK;2020000004\nPL;${NIPS[0]}\nUkraina;2020000180\n;${NIPS[1]}\nPolska;${NIPS[2]}`,
    )
    expect(acceptedOf(imported)).toEqual(NIPS.slice(0, 3).map((nip) => `nip ${nip}`))
    expect(refusedOf(imported)).toEqual([
      [2, 'eu', 'SK'],
      [4, 'foreign', 'UA'],
    ])
  })

  it('are recognised by a column without a name when Poland is among its countries', () => {
    const imported = openText(`PL;${NIPS[0]};Firma A\nSK;2020000004;Firma B\nPL;${NIPS[1]};Firma C`)
    expect(acceptedOf(imported)).toEqual(NIPS.slice(0, 2).map((nip) => `nip ${nip}`))
    // Codes of Polish provinces.
    const provinces = openText(`MA;${NIPS[0]};Firma A\nSL;${NIPS[1]};Firma B`)
    expect(acceptedOf(provinces)).toEqual(NIPS.slice(0, 2).map((nip) => `nip ${nip}`))
  })

  it('are recognised by the letters before them', () => {
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
    const imported = openText(`NIP\n${[NIPS[0], NIPS[1], ...list].join('\n')}`)
    expect(refusedOf(imported).map(([, ...reason]) => reason)).toEqual([
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

// Case A17 of lib/testing/cases/README.md
describe('a number with words around it', () => {
  it('is accepted', () => {
    const text = caseText('A17-nip-with-words', 'nipy.txt')
    const imported = toDocument(readText(text), true)
    expect(refusedOf(imported)).toEqual([])
    expect(acceptedOf(imported)).toHaveLength(text.trim().split('\n').length)
  })

  it('is rejected with a reason when it cannot be read', () => {
    const imported = openText(
      `NIP;Nazwa\n${NIPS.map((nip) => `${nip};A`).join('\n')}\n2026-11-25;B\nfaktura 7745623019;C\n25.11.2026 10:30;D`,
    )
    expect(refusedOf(imported).map(([, reason]) => reason)).toEqual(['date', 'words', 'date'])
  })
})

// Case A20 of lib/testing/cases/README.md
describe('REGON', () => {
  it('is rejected in every form', () => {
    const imported = openFile('A20-regon-forms', 'regony.csv')
    expect(refusedOf(imported).map(([, reason]) => reason)).toEqual(Array.from({ length: 5 }, () => 'regon'))
    const typed = toDocument(readText(caseText('A20-regon-forms', 'regony.txt')), true)
    expect(acceptedOf(typed)).toEqual([])
    expect(new Set(refusedOf(typed).map(([, reason]) => reason))).toEqual(new Set(['regon']))
  })

  it('is rejected with its own reason when the first zero is missing', () => {
    expect(
      refusedOf(openText('REGON;Nazwa\n11524499;A\n1152449900013;B\n12345678;C')).map(([, reason]) => reason),
    ).toEqual(['regon_zero', 'regon_zero', 'regon'])
  })
})

// Case A21 of lib/testing/cases/README.md
it('reads the century of a PESEL and rejects impossible birth dates', () => {
  const imported = openFile('A21-pesel-centuries', 'pesele.csv')
  expect(acceptedOf(imported)).toEqual([
    'pesel 04250701238',
    'pesel 00222901239',
    'pesel 99923101237',
    'pesel 99210101238',
  ])
  expect(refusedOf(imported).map(([line, reason]) => [line, reason])).toEqual([
    [5, 'birth_date'],
    [6, 'birth_date'],
    [7, 'birth_date'],
    [8, 'birth_date'],
  ])
})
