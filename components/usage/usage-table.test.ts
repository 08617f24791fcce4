import { describe, expect, it } from 'vitest'

import { tableCsv } from '@/lib/domain/files/table-csv'

import { csvName, xlsxName } from './usage-names'
import { daysTable, endpointsTable } from './usage-table'

type Days = Parameters<typeof daysTable>[0]
type Endpoints = Parameters<typeof endpointsTable>[0]
const daysCsv = (items: Days, month: string) => tableCsv(daysTable(items, month))
const endpointsCsv = (items: Endpoints, month: string) => tableCsv(endpointsTable(items, month))

const lines = (text: string) => text.slice(1).split('\r\n')
const columns = 'data;zapytania;rdf;pdf;biala_lista;nadwyzka_jednostki;nadwyzka_grosze;nadwyzka_pln;zapytania_w_planie'
/** These columns of each line, in file order, so that the test does not depend on the other pools. */
function pickColumns(text: string): readonly string[] {
  const rows = lines(text).map((line) => line.split(';'))
  const indexes = (rows[0] ?? []).flatMap((name, at) => (columns.split(';').includes(name) ? [at] : []))
  return rows.map((cells) => (cells.length === 1 ? cells : indexes.map((at) => cells[at])).join(';'))
}
const day = {
  date: '2026-11-01',
  lookups: 12,
  rdf: 3,
  pdfs: 1,
  wpv_checks: 30,
  overage_units: 2308,
  overage_grosz: 18_460,
}

describe('the CSV of days', () => {
  const text = daysCsv(
    [{ ...day, date: '2026-11-02', overage_grosz: 5 }, day, { ...day, date: '2026-10-31' }],
    '2026-11',
  )

  it('is readable in a Polish spreadsheet: BOM, semicolons, CRLF, decimal comma', () => {
    expect(text.startsWith('\uFEFFdata;zapytania;')).toBe(true)
    expect(text.endsWith('\r\n')).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('contains the days of the month in order, with grosz and złoty, and no total', () => {
    expect(pickColumns(text)).toEqual([
      columns,
      '2026-11-01;12;3;1;30;2308;18460;"184,60";',
      '2026-11-02;12;3;1;30;2308;5;"0,05";',
      '',
    ])
  })

  it('calculates the units in the plan as all units minus the overage', () => {
    const csv = daysCsv([{ ...day, lookups: 2400 }], '2026-11')
    expect(lines(csv)[1]?.split(';').at(-1)).toBe(String(2400 - 2308))
  })

  it('leaves cells empty for missing values and invalid amounts', () => {
    const odd = daysCsv(
      [
        { date: '2026-11-01', lookups: null, rdf: -1, overage_grosz: 1e300 },
        { date: '2026-11-02', overage_grosz: -1205 },
      ],
      '2026-11',
    )
    expect(pickColumns(odd).slice(1, 3)).toEqual(['2026-11-01;;-1;;;;1e+300;;', '2026-11-02;;;;;;-1205;"-12,05";'])
  })

  it('contains only a header without days', () => {
    expect(lines(daysCsv([], '2026-11'))).toHaveLength(2)
  })
})

describe('the CSV of endpoints', () => {
  it('contains every endpoint with its share of the pool', () => {
    const endpoints = [
      { endpoint: '/v1/record', pool: 'lookups', calls: 10, units: 2 },
      { endpoint: '/v1/search', pool: 'lookups', calls: 20, units: 1 },
      { endpoint: '/v1/monitors', pool: null, calls: 7, units: 0 },
    ]
    expect(lines(endpointsCsv(endpoints, '2026-11'))).toEqual([
      'miesiac;endpoint;pula;wywolania;jednostki;udzial_w_puli_procent',
      '2026-11;/v1/record;lookups;10;2;"66,67"',
      '2026-11;/v1/search;lookups;20;1;"33,33"',
      '2026-11;/v1/monitors;;7;0;',
      '',
    ])
  })

  it('escapes formulas and line breaks in names', () => {
    const endpoints = [{ endpoint: '=HYPERLINK("x";"y")\r\n', pool: '+cmd', calls: 1, units: 1 }]
    expect(endpointsCsv(endpoints, '2026-11').split('\r\n2026-11;')[1]).toBe(
      `"'=HYPERLINK(""x"";""y"")\r\n";'+cmd;1;1;"100,00"\r\n`,
    )
  })
})

it('names the files by month', () => {
  expect(csvName('2026-11', 'days')).toBe('zuzycie-2026-11-dni.csv')
  expect(csvName('2026-11', 'endpoints')).toBe('zuzycie-2026-11-endpointy.csv')
  expect(xlsxName('2026-11')).toBe('zuzycie-2026-11.xlsx')
})
