import * as fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'

import { readBytes, readText } from '@/lib/client/read-table/read-source'
import { csvLine } from '@/lib/domain/files/csv'
import { krsOf, nipOf, peselOf } from '@/lib/testing/identifiers'

import { ImportDocument } from '../judge/import-document'

type Kind = 'nip' | 'krs' | 'pesel'

/** A list as another program writes it, with the expected result. */
interface File {
  readonly kinds: readonly Kind[]
  /** Columns besides the identifiers, in file order; `*` marks the position of the identifiers. */
  readonly order: readonly string[]
  readonly titles: number
  readonly hasHeader: boolean
  /** The header of the identifier column, which may be misleading. */
  readonly name: string
  readonly form: string
  readonly rows: readonly (readonly string[])[]
}

const numberOf: Record<Kind, (index: number) => string> = { nip: nipOf, krs: krsOf, pesel: peselOf }
const grouped = (number: string) => number.replace(/^(\d{3})(\d{3})(\d{2})(\d{2})$/, '$1-$2-$3-$4')

/** Other cells, some of which look like identifiers. */
const OTHERS: Record<string, (index: number) => string> = {
  Lp: (index) => `${index + 1}`,
  'Data umowy': (index) => `${20_260_100 + (index % 28)}`,
  Od: (index) => `${46_000 + index}`,
  'Kod klienta': (index) => `${4_500_000_000 + index * 7}`,
  'Nr umowy': (index) => `${index}/2026`,
  Kwota: (index) => `${index * 13},50`,
  Telefon: (index) => `${500_100_200 + index}`,
  Nazwa: (index) => `Żółć i Spółka ${index}; "Łódź"`,
}
const TITLES = ['Raport NIP i KRS', 'Stan na 20261101', 'Sporządził: Jan Żak']

const WINDOWS_1250: Record<string, number> = { Ż: 0xaf, ó: 0xf3, ł: 0xb3, ć: 0xe6, Ł: 0xa3, ź: 0x9f, ą: 0xb9 }
const toWindows1250 = (text: string) => Uint8Array.from(text, (letter) => WINDOWS_1250[letter] ?? letter.charCodeAt(0))
const toUtf16 = (text: string) =>
  new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (letter) => letter.charCodeAt(0)).buffer)

const delimited = (rows: File['rows'], separator: ',' | ';' | '\t') =>
  rows.map((cells) => csvLine(cells, { separator, decimal: ',' })).join('')

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function workbook(rows: File['rows']): Uint8Array {
  const cell = (text: string) =>
    /^\d{1,10}$/.test(text) && !text.startsWith('0')
      ? `<c><v>${text}</v></c>`
      : `<c t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`
  const xml = rows.map((cells) => `<row>${cells.map(cell).join('')}</row>`).join('')
  return zipSync({
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': strToU8('<Relationships><Relationship Id="r1" Target="s.xml"/></Relationships>'),
    'xl/s.xml': strToU8(`<worksheet><sheetData>${xml}</sheetData></worksheet>`),
  })
}

const FORMS: Record<string, (rows: File['rows']) => Uint8Array> = {
  'windows-1250': (rows) => toWindows1250(delimited(rows, ';')),
  'utf-8 with a mark': (rows) => strToU8(`\uFEFF${delimited(rows, ';')}`),
  'utf-8 with commas': (rows) => strToU8(delimited(rows, ',')),
  'utf-16 with tabs': (rows) => toUtf16(delimited(rows, '\t')),
  'sep=': (rows) => strToU8(`sep=,\r\n${delimited(rows, ',')}`),
  workbook,
}

const file = fc
  .record({
    kinds: fc.array(fc.constantFrom<Kind>('nip', 'krs', 'pesel'), { minLength: 3, maxLength: 25 }),
    isMixed: fc.boolean(),
    others: fc.subarray(Object.keys(OTHERS), { minLength: 1 }),
    at: fc.nat(8),
    titles: fc.nat(3),
    hasHeader: fc.boolean(),
    isNamed: fc.boolean(),
    form: fc.constantFrom(...Object.keys(FORMS)),
    first: fc.nat(5000),
    isGrouped: fc.boolean(),
  })
  .map(({ kinds: drawn, isMixed, others, at, titles, hasHeader, isNamed, form, first, isGrouped }): File => {
    const kinds = isMixed ? drawn : drawn.map(() => drawn[0] ?? 'nip')
    const order = [...others.slice(0, at), '*', ...others.slice(at)]
    const name = isNamed ? (isMixed ? 'Identyfikator' : (drawn[0] ?? '').toUpperCase()) : 'Symbol'
    const body = kinds.map((kind, row) =>
      order.map((column) => {
        const number = numberOf[kind](first + row)
        if (column !== '*') return OTHERS[column]?.(row) ?? ''
        return kind === 'nip' && isGrouped ? grouped(number) : number
      }),
    )
    const header = order.map((column) => (column === '*' ? name : column))
    const above = TITLES.slice(0, titles).map((title) => order.map((_, column) => (column === 0 ? title : '')))
    return { kinds, order, titles, hasHeader, name, form, rows: [...above, ...(hasHeader ? [header] : []), ...body] }
  })

it('reads the column that checksums support, or raises a question', () => {
  fc.assert(
    fc.property(file, ({ kinds, order, form, rows, name, hasHeader }) => {
      const result = readBytes(FORMS[form]?.(rows) ?? new Uint8Array())
      if (!result.ok) throw new Error(result.fault)
      const document = new ImportDocument()
      document.load(result.table)
      const { mapping } = document
      const accepted = document.rows.flatMap(({ verdict }) =>
        verdict.kind === 'new' || verdict.kind === 'repeated' ? [`${verdict.type} ${verdict.value}`] : [],
      )
      const first = rows.length - kinds.length
      const expected = kinds.map(
        (kind, row) => `${kind} ${(rows[first + row]?.[order.indexOf('*')] ?? '').replaceAll('-', '')}`,
      )
      if (mapping.doubt === undefined) expect(accepted).toEqual(expected)
      // No question is asked if a checksum or column name supports the column.
      const isUnambiguous = !kinds.includes('krs') || (hasHeader && name !== 'Symbol')
      if (isUnambiguous) expect(mapping.doubt).toBeUndefined()
    }),
    { numRuns: 300, seed: 20_261_122 },
  )
}, 30_000)

it('raises a question for a list without subject numbers', () => {
  const list = fc.record({
    columns: fc.subarray(Object.keys(OTHERS), { minLength: 2 }),
    count: fc.integer({ min: 20, max: 60 }),
    hasHeader: fc.boolean(),
    form: fc.constantFrom(...Object.keys(FORMS)),
  })
  fc.assert(
    fc.property(list, ({ columns, count, hasHeader, form }) => {
      const body = Array.from({ length: count }, (_, row) => columns.map((column) => OTHERS[column]?.(row) ?? ''))
      const result = readBytes(FORMS[form]?.(hasHeader ? [columns, ...body] : body) ?? new Uint8Array())
      if (!result.ok) throw new Error(result.fault)
      const document = new ImportDocument()
      document.load(result.table)
      expect(document.mapping.doubt).toBeDefined()
    }),
    { numRuns: 100, seed: 20_261_122 },
  )
}, 30_000)

it('reads every number that is pasted on one line', () => {
  const line = fc.record({
    kinds: fc.array(fc.constantFrom<Kind>('nip', 'krs', 'pesel'), { minLength: 2, maxLength: 40 }),
    separator: fc.constantFrom(' ', ', ', ';', '; ', '\t', ' | ', ',\t'),
    wrap: fc.integer({ min: 2, max: 50 }),
  })
  fc.assert(
    fc.property(line, ({ kinds, separator, wrap }) => {
      const numbers = kinds.map((kind, index) => numberOf[kind](index))
      const text = numbers.map((number, index) => number + (index % wrap === wrap - 1 ? '\n' : separator)).join('')
      const result = readText(text)
      if (!result.ok) throw new Error(result.fault)
      const document = new ImportDocument()
      document.load(result.table, { isTyped: true })
      const accepted = document.rows.flatMap(({ verdict }) => (verdict.kind === 'new' ? [verdict.value] : []))
      // With two numbers of different types per row, the first one names the subject.
      const isTable = document.mapping.roles.length > 1
      expect(accepted).toEqual(isTable ? numbers.filter((_, index) => index % wrap === 0) : numbers)
    }),
    { numRuns: 100, seed: 20_261_122 },
  )
}, 30_000)
