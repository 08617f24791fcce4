import { type BookType, CFB, utils, write } from '@e965/xlsx'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'

import { encodeText } from '@/lib/testing/generated-files/encode-text'
import { nipOf } from '@/lib/testing/identifiers'

import type { ReadOptions } from '../read-source'
import { openSource } from './open-source'

const [one, two, three] = [nipOf(1), nipOf(2), nipOf(3)] as const

/** A hidden sheet, and a list with a hidden row, days, a time, and a number whose zeros come from its format. */
function book(type: BookType): Uint8Array {
  const sheet = utils.aoa_to_sheet([
    ['NIP', 'Nazwa', 'Data', 'KRS'],
    [one, 'Żółć & S-ka', { t: 'n', v: 46_350, z: 'yyyy-mm-dd' }, { t: 'n', v: 28_860, z: '0000000000' }],
    [two, 'Druga', { t: 'n', v: 46_350.604, z: 'dd.mm.yyyy hh:mm' }, '0000028861'],
    [Number(three), 'Trzecia', '', 'x'],
  ])
  sheet['!rows'] = [{}, {}, { hidden: true }, {}]
  const workbook = utils.book_new()
  utils.book_append_sheet(workbook, utils.aoa_to_sheet([['stare']]), 'Stare')
  utils.book_append_sheet(workbook, sheet, 'Lista')
  workbook.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] }
  // Safe: `array` returns an ArrayBuffer.
  return new Uint8Array(write(workbook, { type: 'array', bookType: type, cellStyles: true }) as ArrayBuffer)
}

const tableOf = async (bytes: Uint8Array, options: ReadOptions = {}) => {
  const result = await openSource(bytes, options)
  if (!result.ok) throw new Error(result.fault)
  return result.table
}
const faultOf = async (bytes: Uint8Array) => {
  const result = await openSource(bytes)
  return result.ok ? undefined : result.fault
}

describe('a workbook', () => {
  it.each(['xlsx', 'xlsb', 'biff8', 'xlml'] as const)(
    'in format %s yields texts, days and leading zeros',
    async (type) => {
      const table = await tableOf(book(type), { takesHidden: true })
      expect(table.rows.map(({ line, cells }) => [line, ...cells])).toEqual([
        [1, 'NIP', 'Nazwa', 'Data', 'KRS'],
        [2, one, 'Żółć & S-ka', '2026-11-24', '0000028860'],
        [3, two, 'Druga', '2026-11-24 14:29', '0000028861'],
        [4, three, 'Trzecia', '', 'x'],
      ])
      expect(table).toMatchObject({ sheets: ['Stare', 'Lista'], hiddenSheets: ['Stare'], sheet: 'Lista' })
    },
  )

  it.each(['xlsx', 'xlsb', 'xlml'] as const)('in format %s skips hidden rows and counts them', async (type) => {
    const table = await tableOf(book(type))
    expect(table.rows.map(({ line }) => line)).toEqual([1, 2, 4])
    expect(table.hiddenRows).toEqual({ count: 1, isTaken: false })
    expect((await tableOf(book(type), { sheet: 'Stare' })).rows).toEqual([{ line: 1, cells: ['stare'] }])
  })
})

/** The part of the library that opens files of old Office; its types do not cover it. */
interface CompoundFiles {
  readonly read: (bytes: Uint8Array, options: object) => object
  readonly find: (file: object, path: string) => { content: Uint8Array; size: number } | null
  readonly write: (file: object, options: object) => Uint8Array
}
const { read: openFile, find, write: writeFile } = CFB as CompoundFiles
const BOF = 0x0809

/** A one-sheet workbook whose row is hidden; the library writes no row records in these files. */
function withHiddenRow(bytes: Uint8Array, row: number): Uint8Array {
  const file = openFile(bytes, { type: 'array' })
  const stream = find(file, '/Workbook')
  if (stream === null) throw new Error('no workbook')
  const content = Uint8Array.from(stream.content)
  const view = new DataView(content.buffer)
  let [at, bofCount] = [0, 0]
  // After the beginning of the sheet, which is the second BOF record.
  while (bofCount < 2) {
    if (view.getUint16(at, true) === BOF) bofCount += 1
    at += 4 + view.getUint16(at + 2, true)
  }
  const record = Uint8Array.from([8, 2, 16, 0, row, 0, 0, 0, 2, 0, 0xff, 0, 0, 0, 0, 0, 0x20, 1, 15, 0])
  stream.content = Uint8Array.from([...content.subarray(0, at), ...record, ...content.subarray(at)])
  stream.size = stream.content.length
  return Uint8Array.from(writeFile(file, { type: 'array' }))
}

it('a workbook of Excel before 2007 skips hidden rows', async () => {
  const book = utils.book_new()
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['NIP', 'Nazwa'],
      [one, 'A'],
      [two, 'B'],
      [three, 'C'],
    ]),
    'Lista',
  )
  // Safe: `array` returns an ArrayBuffer.
  const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer)
  const table = await tableOf(withHiddenRow(bytes, 2))
  expect(table.rows.map(({ cells }) => cells[0])).toEqual(['NIP', one, three])
  expect(table.hiddenRows).toEqual({ count: 1, isTaken: false })
})

it('a sheet in the XML format of 2003 keeps days and zeros, and skips hidden rows', async () => {
  const cell = (type: string, text: string) => `<Cell><Data ss:Type="${type}">${text}</Data></Cell>`
  const xml = `<?xml version="1.0" encoding="windows-1250"?><?mso-application progid="Excel.Sheet"?>
    <Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
    <Styles><Style ss:ID="d"><NumberFormat ss:Format="Short Date"/></Style></Styles>
    <Worksheet ss:Name="Lista"><Table>
    <Row>${cell('String', 'KRS')}${cell('String', 'Nazwa')}${cell('String', 'Data')}</Row>
    <Row>${cell('String', '0000028860')}${cell('String', 'Żółć &amp; A')}<Cell ss:StyleID="d"><Data ss:Type="DateTime">2026-11-24T00:00:00.000</Data></Cell></Row>
    <Row ss:Hidden="1">${cell('Number', '28861')}${cell('String', 'B')}</Row>
    </Table></Worksheet></Workbook>`
  const table = await tableOf(encodeText(xml, 'windows-1250'))
  expect(table.rows.map(({ cells }) => cells)).toEqual([
    ['KRS', 'Nazwa', 'Data'],
    ['0000028860', 'Żółć & A', '2026-11-24'],
  ])
  expect(table.hiddenRows).toEqual({ count: 1, isTaken: false })
})

describe('a table in a web page', () => {
  const page = (rows: string) => `<html><head><meta charset="windows-1250"></head><table>${rows}</table></html>`

  it('keeps leading zeros, and skips rows hidden by their style', async () => {
    const rows =
      '<tr><th title="a>b">KRS</th><th>Nazwa</th></tr><tr><td>0000028860</td><td>A &amp; B</td></tr>' +
      '<tr style="display: none"><td>0000028861</td><td>C</td></tr>'
    const table = await tableOf(strToU8(page(rows)))
    expect(table.rows.map(({ cells }) => cells)).toEqual([
      ['KRS', 'Nazwa'],
      ['0000028860', 'A & B'],
    ])
    expect(table.hiddenRows).toEqual({ count: 1, isTaken: false })
  })

  it('is reported as a web page when there is no table', async () => {
    expect(await faultOf(strToU8('<!doctype html><html><body>nic</body></html>'))).toBe('html')
  })
})

/** Bytes of a compound file with one directory entry. */
const compound = (stream: string) =>
  Uint8Array.from([
    0xd0,
    0xcf,
    0x11,
    0xe0,
    0xa1,
    0xb1,
    0x1a,
    0xe1,
    ...Array.from(stream, (letter) => [letter.charCodeAt(0), 0]).flat(),
  ])
const xml = (text: string) => strToU8(`<?xml version="1.0"?>${text}`)

describe('an unreadable file is reported with its type', () => {
  it.each([
    ['password', compound('EncryptedPackage')],
    ['old_excel', compound('Workbook')],
    ['old_excel', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 1)],
    ['mhtml', strToU8('MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\n5261040828')],
    ['word', compound('WordDocument')],
    ['word', zipSync({ 'word/document.xml': strToU8('<w/>') })],
    ['word', strToU8('{\\rtf1 NIP}')],
    ['numbers', zipSync({ 'Index/Document.iwa': strToU8('x') })],
    ['xlsb', zipSync({ 'xl/workbook.bin': strToU8('x') })],
    ['archive', zipSync({ 'lista.csv': strToU8('NIP') })],
    ['archive', Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0)],
    ['pdf', strToU8('\r\n%PDF-1.4 x')],
    ['image', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10)],
    ['camt', xml('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"/>')],
    ['camt', xml('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"/>')],
    ['jpk', xml('<tns:JPK xmlns:tns="http://jpk.mf.gov.pl/"/>')],
    ['xml', xml('<lista><nip>5261040828</nip></lista>')],
    ['mt940', strToU8(':20:1\r\n:25:PL61109010140000071219812874\r\n:60F:C261124PLN1,00')],
    ['json', strToU8('[{"nip":"5261040828"}]')],
  ] as const)('%s', async (fault, bytes) => {
    expect(await faultOf(bytes)).toBe(fault)
  })
})
