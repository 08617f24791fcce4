import { describe, expect, it } from 'vitest'

import { tableCsv } from '@/lib/domain/files/table-csv'

import type { MonitorRecord } from '../data/monitor-record'
import { type ExportOptions, hasMaskedText, monitorsTable } from './export-rows'

const PESEL = '44051401359'
const person: MonitorRecord = {
  id: '1',
  identifier_type: 'pesel',
  identifier_value: PESEL,
  label: `=HYPERLINK("x") ${PESEL}`,
  tags: ['a;b', 'c'],
  filter_id: 'f',
  subject_name: 'Jan "Kowal" Nowak',
  created_at: '2026-11-20T11:00:00.000Z',
  last_event_at: null,
  last_event_source: 'krz',
}
const filterNames = new Map([['f', 'Dłużnicy']])
const monitorsCsv = (monitors: readonly MonitorRecord[], options: ExportOptions) =>
  tableCsv(monitorsTable(monitors, options))
const exportRow = (monitor: MonitorRecord, options: ExportOptions) => [...monitorsTable([monitor], options).rows][0]

describe('the monitor export', () => {
  it('masks every personal number unless it was requested', () => {
    const masked = monitorsCsv([person], { unmasked: undefined, filterNames })
    expect(masked).not.toContain(PESEL)
    expect(masked).toContain('44•••••••59')
    expect(hasMaskedText(person)).toBe(true)
    expect(hasMaskedText({ id: '2', identifier_type: 'nip', label: null })).toBe(false)
    const unmasked = new Map([['1', { identifier_value: PESEL, label: 'Jan' }]])
    expect(exportRow(person, { unmasked, filterNames })?.slice(1, 4)).toEqual([PESEL, 'Jan "Kowal" Nowak', 'Jan'])
  })

  it('writes a CSV for a Polish spreadsheet and escapes formulas', () => {
    const [header, row] = monitorsCsv([person], { unmasked: undefined, filterNames }).split('\r\n')
    expect(header).toBe(
      '\uFEFFrodzaj_identyfikatora;identyfikator;nazwa;etykieta;tagi;ostatnie_zrodlo;ostatnie_zdarzenie;filtr;utworzono',
    )
    expect(row).toBe(
      `pesel;44•••••••59;"Jan ""Kowal"" Nowak";"'=HYPERLINK(""x"") 44•••••••59";"""a;b"", c";krz;;Dłużnicy;2026-11-20 12:00:00`,
    )
  })

  it('has a cell for every column, even if the service omits fields', () => {
    expect(exportRow({ id: '2' }, { unmasked: undefined, filterNames: undefined })).toEqual(
      Array.from({ length: 9 }, () => ''),
    )
  })
})
