import { describe, expect, it } from 'vitest'

import { readBytes, readText } from '@/lib/client/read-table/read-source'
import { caseFile } from '@/lib/testing/cases/case-file'

import { guessCheckColumns } from './check-columns'
import { withDays } from './day-column'
import { judgeList } from './judge-list'

const TODAY = '2026-11-26'

function open(folder: string, name: string) {
  const result = readBytes(caseFile(folder, name))
  if (!result.ok) throw new Error(result.fault)
  const { table } = result
  const columns = guessCheckColumns(table.rows)
  return { table, columns, ...judgeList(withDays(table, columns, 'dmy'), columns, TODAY) }
}

// Case A02 of lib/testing/cases/README.md
it('checks rows with an empty account cell without an account', () => {
  const { good, bad } = open('A02-empty-shared-cell', 'rachunki-puste.xlsx')
  expect(bad).toEqual([])
  expect(good.map(({ nip, account }) => [nip, account])).toEqual([
    ['7749141777', '77109010140000000000000002'],
    ['7810115247', undefined],
    ['7749825978', '23109010140000000000000004'],
    ['7744167217', undefined],
  ])
})

// Case A03 of lib/testing/cases/README.md
it('reads the days of a workbook with the 1904 date system', () => {
  const { good, bad } = open('A03-date1904', 'przelewy-mac.xlsx')
  expect(bad).toEqual([])
  expect(good.map(({ day }) => day)).toEqual(['2026-11-23', '2026-11-24', '2026-11-25'])
})

// Case A04 of lib/testing/cases/README.md
it('reads the day of cells that also contain a time', () => {
  const { table, good, bad } = open('A04-datetime-cells', 'przelewy-z-godzina.xlsx')
  expect(bad).toEqual([])
  expect(table.rows[1]?.cells[2]).toBe('2026-11-23 14:30')
  expect(good.map(({ day }) => day)).toEqual(['2026-11-23', '2026-11-23', '2026-11-24', '2026-11-24'])
})

// Case A14 of lib/testing/cases/README.md
it('reads numbers, accounts and days below a long letterhead', () => {
  const { good, bad, columns } = open('A14-long-letterhead', 'zestawienie-operacji.csv')
  expect(bad).toEqual([])
  expect(columns.roles).toEqual(['day', 'ignore', 'nip', 'account', 'ignore'])
  expect(good).toHaveLength(12)
  expect(new Set(good.map(({ day }) => day))).toEqual(new Set(['2026-11-20']))
})

// Case A19 of lib/testing/cases/README.md
describe('a payment package', () => {
  it('returns number, account and day of each payment, and reports the file format', () => {
    const { table, good, bad } = open('A19-elixir-file', 'paczka.txt')
    expect(table.notes).toEqual(['elixir'])
    expect(bad).toEqual([])
    expect(good).toHaveLength(8)
    expect(good[0]).toEqual({
      line: 1,
      nip: '7816604875',
      account: '07109010140000000000000001',
      day: '2026-11-25',
    })
  })
})

it.each([
  '5261040828;61109010140000071219812874',
  '5261040828;61109010140000071219812874;2026-11-24',
  '5261040828\t61 1090 1014 0000 0712 1981 2874\t2026-11-24',
])('keeps the account next to its number in a list of one row: %s', (text) => {
  const result = readText(text)
  if (!result.ok) throw new Error(result.fault)
  expect(result.table.rows).toHaveLength(1)
  const { good, bad } = judgeList(result.table.rows, guessCheckColumns(result.table.rows), TODAY)
  expect(bad).toEqual([])
  expect(good).toMatchObject([{ nip: '5261040828', account: '61109010140000071219812874' }])
})
