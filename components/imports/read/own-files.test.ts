import { expect, it } from 'vitest'

import type { MonitorRecord } from '@/components/monitors/data/monitor-record'
import { type ExportOptions, monitorsTable } from '@/components/monitors/export/export-rows'
import { readBytes } from '@/lib/client/read-table/read-source'
import { toXlsx } from '@/lib/client/table-file/to-xlsx'
import { tableCsv } from '@/lib/domain/files/table-csv'
import { krsOf, nipOf, peselOf } from '@/lib/testing/identifiers'

import { ImportDocument } from '../judge/import-document'
import { ImportService } from '../session/import-service'

const uuid = '67656271-cd4b-453a-a73b-a6e99c0ffee0'
const monitor = (identifier_type: string | null, identifier_value: string | null, more: object = {}) => ({
  id: `m-${identifier_value}`,
  identifier_type,
  identifier_value,
  label: `=Etykieta "${identifier_value}"`,
  subject_name: 'Nazwa z rejestru',
  tags: ['a;b', 'c, d'],
  created_at: '2026-11-20T11:00:00.000Z',
  ...more,
})
const monitorsCsv = (monitors: readonly MonitorRecord[], options: ExportOptions) =>
  tableCsv(monitorsTable(monitors, options))
const bytesOf = (text: string) => new TextEncoder().encode(text)
const open = (text: string) => {
  const result = readBytes(bytesOf(text))
  if (!result.ok) throw new Error(result.fault)
  const document = new ImportDocument()
  document.load(result.table)
  return document
}

it('reads an exported file of monitors without a question and without loss', () => {
  const monitors = [
    monitor('nip', nipOf(1)),
    monitor('krs', krsOf(1)),
    // Valid for the service by its form alone, although it could be a mistyped NIP.
    monitor('krs', '1234567890'),
    monitor('pesel', peselOf(1)),
    monitor('subject_id', uuid),
  ]
  const unmasked = new Map([[`m-${peselOf(1)}`, { identifier_value: peselOf(1), label: `=Etykieta "${peselOf(1)}"` }]])
  const document = open(monitorsCsv(monitors, { unmasked, filterNames: undefined }))
  expect(document.mapping.doubt).toBeUndefined()
  expect(document.rows.map(({ verdict, label, tags }) => ({ verdict, label, tags }))).toEqual(
    monitors.map(({ identifier_type: type, identifier_value: value, label, tags }) => ({
      verdict: { kind: 'new', type, value },
      label,
      tags,
    })),
  )
})

/** A CSV after opening and saving it in Excel: numbers lose leading zeros and digits beyond the fifteenth. */
const savedByExcel = (csv: string): string =>
  csv
    .split('\r\n')
    .map((line) =>
      line
        .split(';')
        .map((cell) => (/^\d+$/.test(cell) ? String(Number(cell)) : cell))
        .join(';'),
    )
    .join('\r\n')

// Case F01 of lib/testing/cases/README.md
it('reads an exported CSV of monitors with its zeros after Excel saved it', () => {
  const persons = [peselOf(1), peselOf(2), '02070803628']
  const monitors = [
    ...[1, 2, 3].map((index) => monitor('nip', nipOf(index), { label: null })),
    ...[1, 2, 3].map((index) => monitor('krs', krsOf(index), { label: null })),
    ...persons.map((pesel) => monitor('pesel', pesel, { label: null })),
  ]
  const unmasked = new Map(persons.map((pesel) => [`m-${pesel}`, { identifier_value: pesel, label: '' }]))
  const document = open(savedByExcel(monitorsCsv(monitors, { unmasked, filterNames: undefined })))
  expect(document.mapping.doubt).toBeUndefined()
  expect(document.rows.map(({ verdict }) => verdict)).toEqual(
    monitors.map(({ identifier_type: type, identifier_value: value }) => ({ kind: 'new', type, value })),
  )
})

it('reads an exported workbook of monitors as already monitored', async () => {
  const numbers = Array.from({ length: 300 }, (_, at) => (at % 2 ? krsOf(at) : nipOf(at)))
  const monitors = numbers.map((value, at) => monitor(at % 2 ? 'krs' : 'nip', value, { id: `m-${at}` }))
  const bytes = await toXlsx([monitorsTable(monitors, { unmasked: undefined, filterNames: undefined })])
  const service = new ImportService()
  const result = await service.readFile({ file: new Blob([new Uint8Array(bytes)]) })
  if (!result.ok) throw new Error(result.fault)
  expect(result.snapshot.mapping.doubt).toBeUndefined()
  const known = monitors.map(({ id, tags }, at) => {
    return { id, type: at % 2 ? 'krs' : 'nip', value: numbers[at] ?? '', label: '', tags }
  })
  const { counts } = service.know({ monitors: known })
  expect(counts).toMatchObject({ all: 300, monitored: 300, new: 0, problems: 0 })
  // Their tags exist already, so there is nothing to send.
  expect(service.prepare({ tags: [] })).toEqual({ items: 0 })
})

it('gives the reason for a row without an identifier and for a masked one', () => {
  const filter = monitor(null, null, { filter_id: 'f' })
  const text = monitorsCsv([monitor('pesel', peselOf(1)), filter], {
    unmasked: undefined,
    filterNames: new Map([['f', 'Dłużnicy']]),
  })
  expect(open(text).rows.map(({ verdict }) => verdict)).toMatchObject([{ reason: 'masked' }, { reason: 'filter' }])
})

it('a file of rejected rows keeps its columns, also for rows corrected by hand', () => {
  const service = new ImportService()
  const list = ['Lp;NIP;Nazwa', `1;${nipOf(1)};A`, '2;5261040829;B', '3;5261040829;C'].join('\n')
  expect(service.readText({ text: list }).ok).toBe(true)
  service.edit({ index: 1, edit: { identifier: '5261040827', label: 'BB' } })
  const refused = [{ line: 2, identifier: nipOf(1), reason: 'why' }]
  const file = service.rejected({ header: ['wiersz', 'powód'], reasons: { 'nip:checksum': 'NIP: suma' }, refused })
  expect(file.slice(1).split('\r\n')).toEqual([
    'wiersz;powód;Lp;NIP;Nazwa',
    `2;why;;${nipOf(1)};`,
    '3;NIP: suma;2;5261040827;BB',
    '4;NIP: suma;3;5261040829;C',
    '',
  ])
  const reopened = open(file)
  expect([reopened.mapping.doubt, reopened.rows[0]?.verdict]).toEqual([
    undefined,
    { kind: 'new', type: 'nip', value: nipOf(1) },
  ])
})
