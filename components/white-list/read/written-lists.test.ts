import { expect, it } from 'vitest'

import { readAccount } from '@/lib/features/white-list/domain/account'
import type { Rng } from '@/lib/sample/rng'
import { type ColumnTruth, type WrittenList, writeList } from '@/lib/testing/lists/written-list'

import { answerQuestion, type CheckColumns, guessCheckColumns } from './check-columns'
import { type GoodRow, judgeList } from './judge-list'

const LISTS = 300
const TODAY = '2026-11-26'

const drawTruths = (random: Rng): readonly ColumnTruth[] => [
  'nip',
  ...(random.chance(0.2) ? (['nip'] as const) : []),
  ...(random.chance(0.3) ? (['old'] as const) : []),
  ...(random.chance(0.3) ? (['country'] as const) : []),
  random.chance(0.5) ? 'payee' : 'account',
  ...(random.chance(0.5) ? (['payer'] as const) : []),
  ...(random.chance(0.5) ? (['order'] as const) : []),
  ...Array.from({ length: random.int(1, 3) }, () => 'other' as const),
]

const textAt = ({ rows }: WrittenList, row: number, column: number): string => rows[row + 1]?.cells[column] ?? ''
const columnsOf = ({ columns }: WrittenList, truths: readonly ColumnTruth[]): number[] =>
  columns.flatMap(({ truth }, at) => (truths.includes(truth) ? [at] : []))

/** The expected content of these columns in a row. */
const numbersIn = (list: WrittenList, row: number): string[] =>
  columnsOf(list, ['nip']).flatMap((at) => {
    const cell = list.truth[row]?.[at]
    return cell?.kind === 'nip' ? [cell.value] : []
  })
const accountsIn = (list: WrittenList, row: number): string[] =>
  columnsOf(list, ['payee', 'account']).flatMap((at) => {
    const result = readAccount(textAt(list, row, at))
    return result.ok ? [result.account] : []
  })
const daysIn = (list: WrittenList, row: number): (string | undefined)[] => {
  const orders = columnsOf(list, ['order'])
  return orders.length === 0 ? [undefined] : orders.map((at) => textAt(list, row, at))
}

/** Answers every question with the correct column. */
const answerQuestions = (list: WrittenList, columns: CheckColumns): CheckColumns =>
  columns.questions.reduce((current, question) => {
    const isRight = (at: number) => ['nip', 'payee', 'account', 'order'].includes(list.columns[at]?.truth ?? '')
    return answerQuestion(current, question, question.columns.find(isRight))
  }, columns)

/** The parts of a checked row that differ from the expected content. */
function mismatchesIn(list: WrittenList, row: number, { nip, account, day }: GoodRow): string[] {
  return [
    ...(list.isForeign[row] === true ? ['it is of another country'] : []),
    ...(numbersIn(list, row).includes(nip) ? [] : [`no NIP ${nip}`]),
    ...(account !== undefined && accountsIn(list, row).includes(account) ? [] : [`no account ${account ?? ''}`]),
    ...(daysIn(list, row).includes(day) ? [] : [`no day ${day ?? ''}`]),
  ]
}

it('checks the account of the right payee on the day of the order, or asks, or reports the reason', () => {
  const faults: string[] = []
  let checked = 0
  for (let seed = 0; seed < LISTS; seed += 1) {
    const list = writeList(`orders ${seed}`, drawTruths)
    const columns = answerQuestions(list, guessCheckColumns(list.rows))
    const { good, bad, repeated } = judgeList(list.rows, columns, TODAY)
    const reportedRows = new Set([...good, ...bad, ...repeated].map(({ line }) => line))
    const acceptedRows = new Set([...good, ...repeated].map(({ line }) => line))
    const isOne = columnsOf(list, ['nip']).length === 1
    const faultAt = (row: number, fault: string) =>
      faults.push(`orders ${seed}: ${fault} in ${JSON.stringify(list.rows[row + 1]?.cells)}`)
    for (const row of list.truth.keys()) {
      if (!reportedRows.has(row + 2)) faultAt(row, 'no result')
      const isValidRow = isOne && numbersIn(list, row).length > 0 && list.isForeign[row] !== true
      if (isValidRow && !acceptedRows.has(row + 2)) faultAt(row, 'a number is lost')
    }
    for (const row of good) for (const fault of mismatchesIn(list, row.line - 2, row)) faultAt(row.line - 2, fault)
    checked += good.length
  }
  expect(faults).toEqual([])
  expect(checked).toBeGreaterThan(LISTS)
}, 30_000)
