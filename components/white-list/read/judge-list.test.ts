import { expect, it } from 'vitest'

import { readBytes, readText } from '@/lib/client/read-table/read-source'
import { toXlsx } from '@/lib/client/table-file/to-xlsx'
import { nipOf } from '@/lib/testing/identifiers'

import { guessCheckColumns } from './check-columns'
import { judgeList, MAX_CHECK_ROWS } from './judge-list'
import { readTypedDay } from './read-typed-day'

const TODAY = '2026-11-20'
const ACCOUNT = '61109010140000071219812874'
const SPACED = '61 1090 1014 0000 0712 1981 2874'
const open = (text: string) => {
  const result = readText(text)
  if (!result.ok) throw new Error(result.fault)
  const columns = guessCheckColumns(result.table.rows)
  return { columns, ...judgeList(result.table.rows, columns, TODAY) }
}
const [one, two, three] = [nipOf(1), nipOf(2), nipOf(3)] as const

it.each([
  [
    'with names',
    `NIP;Rachunek;Data przelewu;Kwota\n${one};${SPACED};20.11.2026;100,00\n${two};PL${ACCOUNT};2026-11-19;5`,
  ],
  ['without names', `${one};${SPACED}\n${two};${ACCOUNT}`],
  ['in another order', `Nazwa;Nr konta;NIP kontrahenta\nAlfa;${SPACED};${one}\nBeta;${ACCOUNT};${two}`],
  [
    'below titles',
    `Zestawienie przelewów\nStan na 20.11.2026\nLp;NIP;Rachunek\n1;${one};${SPACED}\n2;${two};${ACCOUNT}`,
  ],
  ['with tabs', `NIP\tIBAN\n${one}\tPL ${SPACED}\n${two}\t${ACCOUNT}`],
  ['separated by spaces', `${one} ${SPACED}\n${two} ${ACCOUNT}`],
])('reads numbers and accounts %s', (_how, text) => {
  const { good, bad } = open(text)
  expect(bad).toEqual([])
  expect(good.map(({ nip, account }) => [nip, account])).toEqual([
    [one, ACCOUNT],
    [two, ACCOUNT],
  ])
})

it('reads numbers pasted on one line', () => {
  expect(open(`${one} ${two}, ${three}`).good.map(({ nip }) => nip)).toEqual([one, two, three])
})

it('reports for every row what is wrong with it and where', () => {
  const bad = `${one.slice(0, 9)}${(Number(one[9]) + 1) % 10}`
  const list = [
    'NIP;Rachunek;Data zlecenia',
    `${one};${ACCOUNT};2026-11-20`,
    `${bad};;`,
    `${two};${ACCOUNT.slice(0, 25)}5;`,
    `${two};DE89370400440532013000;`,
    `${two};;31.11.2026`,
    `${two};;2026-11-21`,
    `;${ACCOUNT};`,
    ';;',
    `${one.slice(0, 3)}-${one.slice(3, 6)}-${one.slice(6, 8)}-${one.slice(8)};${SPACED};20.11.2026`,
    `${one};;`,
    `"„'<b>${'ż'.repeat(200)}‮";;`,
    `${bad};1234;jutro`,
  ].join('\n')
  const { good, bad: badRows, repeated, count, numbers, withAccount, otherDays } = open(list)
  expect(good).toEqual([
    { line: 2, nip: one, account: ACCOUNT, day: '2026-11-20' },
    { line: 11, nip: one, account: undefined, day: undefined },
  ])
  expect(badRows.flatMap(({ line, faults }) => faults.map(({ reason }) => [line, reason.field, reason.fault]))).toEqual(
    [
      [3, 'nip', 'checksum'],
      [4, 'account', 'checksum'],
      [5, 'account', 'country'],
      [6, 'day', 'impossible'],
      [7, 'day', 'future'],
      [8, 'nip', 'empty'],
      [12, 'nip', 'format'],
      [13, 'nip', 'checksum'],
      [13, 'account', 'length'],
      [13, 'day', 'malformed'],
    ],
  )
  expect(repeated).toEqual([
    { line: 10, faults: [{ text: one, reason: { field: 'row', fault: 'repeated', first: 2 } }] },
  ])
  expect([count, numbers, withAccount, otherDays]).toEqual([11, 1, 1, 0])
})

it.each([
  ['an account', `${one};${ACCOUNT.slice(0, 25)}5`, [['account', 'checksum']]],
  ['an account with a digit too few', `${one};${SPACED.slice(0, -1)}`, [['account', 'length']]],
  ['a NIP', `${three.slice(0, 9)}${(Number(three[9]) + 1) % 10};${ACCOUNT}`, [['nip', 'checksum']]],
])('recognises a mistyped column without names: %s', (_what, text, reasons) => {
  const { good, bad } = open(text)
  expect([good, bad.flatMap(({ faults }) => faults.map(({ reason }) => [reason.field, reason.fault]))]).toEqual([
    [],
    reasons,
  ])
})

it('leaves out of account what only resembles an account, if another column has accounts', () => {
  const { columns } = open(`${one};${ACCOUNT};${ACCOUNT.slice(0, 25)}5\n${two};${SPACED};${ACCOUNT.slice(0, 25)}6`)
  expect(columns).toMatchObject({ roles: ['nip', 'account', 'ignore'], questions: [] })
})

it('finds 137 bad numbers among ten thousand, and does not check a total row', () => {
  const numbers = Array.from({ length: MAX_CHECK_ROWS }, (_, index) => nipOf(index))
  const isBad = (index: number) => index % 73 === 0
  const list = numbers.map((nip, index) => (isBad(index) ? `${nip.slice(0, 9)}${(Number(nip[9]) + 1) % 10}` : nip))
  const { good, bad, repeated, count } = open(list.join('\n'))
  expect([good.length, bad.length, repeated.length, count]).toEqual([9_863, 137, 0, 10_000])
  expect(bad.map(({ line }) => line)).toEqual(numbers.flatMap((_, index) => (isBad(index) ? [index + 1] : [])))
  // Invalid rows are not sent, including the total at the end of a printed list.
  const printed = open(['Lp.;Nazwa;NIP', ...numbers.map((nip, at) => `${at + 1};Firma;${nip}`), ';Razem;'].join('\n'))
  expect([printed.good.length, printed.count]).toEqual([MAX_CHECK_ROWS, MAX_CHECK_ROWS + 1])
  expect(open([...numbers, nipOf(20_000)].join('\n')).good).toHaveLength(MAX_CHECK_ROWS + 1)
})

it('reads a workbook with dates', async () => {
  const columns = [
    { name: 'NIP', kind: 'text', width: 12 },
    { name: 'Rachunek', kind: 'text', width: 30 },
    { name: 'Data zlecenia', kind: 'day', width: 12 },
  ] as const
  const bytes = await toXlsx([
    {
      name: 'A',
      columns,
      rows: [
        [one, SPACED, '2026-11-18'],
        [two, null, null],
      ],
    },
  ])
  const result = readBytes(new Uint8Array(bytes))
  if (!result.ok) throw new Error(result.fault)
  const judged = judgeList(result.table.rows, guessCheckColumns(result.table.rows), TODAY)
  expect(judged.bad).toEqual([])
  expect(judged.good.map(({ nip, account, day }) => [nip, account, day])).toEqual([
    [one, ACCOUNT, '2026-11-18'],
    [two, undefined, undefined],
  ])
  expect(judged.otherDays).toBe(1)
})

it.each([
  ['2026-11-20', '2026-11-20'],
  ['2026-11-20T10:00:00Z', '2026-11-20'],
  ['1.2.2026', '2026-02-01'],
  ['01/02/2026', '2026-02-01'],
  ['46346', '2026-11-20'],
  ['30.02.2026', undefined],
  ['dziś', undefined],
])('reads the day %s', (text, day) => {
  expect(readTypedDay(text)).toBe(day)
})
