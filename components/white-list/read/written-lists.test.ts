import { expect, it } from 'vitest'

import { readAccount } from '@/lib/domain/white-list/account'
import { type ColumnTruth, type WrittenList, writeList } from '@/lib/testing/lists/written-list'

import { answerQuestion, type CheckColumns, guessCheckColumns } from './check-columns'
import { judgeList } from './judge-list'

const LISTS = 400
const TODAY = '2026-11-26'

const textAt = ({ rows }: WrittenList, row: number, column: number): string => rows[row + 1]?.cells[column] ?? ''
const columnsOf = ({ columns }: WrittenList, wanted: readonly ColumnTruth[]): number[] =>
  columns.flatMap(({ truth }, at) => (wanted.includes(truth) ? [at] : []))
const accountAt = (list: WrittenList, row: number, column: number): string | undefined => {
  const read = readAccount(textAt(list, row, column))
  return read.ok ? read.account : undefined
}

/** Every question is answered with the column that is right. */
function answered(list: WrittenList, columns: CheckColumns, name: string): CheckColumns {
  return columns.questions.reduce((done, question) => {
    const right = question.columns.filter((at) =>
      ['nip', 'payee', 'account', 'order'].includes(list.columns[at]?.truth ?? ''),
    )
    if (right.length === 0) throw new Error(`${name}: none of the columns is right`)
    return answerQuestion(done, question, right[0])
  }, columns)
}

it('checks the payee’s account of the right company on the day of the order, or asks, or says why not', () => {
  const faults: string[] = []
  let rows = 0
  for (let seed = 0; seed < LISTS; seed += 1) {
    const name = `orders ${seed}`
    const list = writeList(name, (random) => [
      'nip',
      ...(random.chance(0.2) ? (['nip'] as const) : []),
      ...(random.chance(0.3) ? (['old'] as const) : []),
      ...(random.chance(0.3) ? (['country'] as const) : []),
      ...(random.chance(0.5) ? (['payee'] as const) : (['account'] as const)),
      ...(random.chance(0.5) ? (['payer'] as const) : []),
      ...(random.chance(0.5) ? (['order'] as const) : []),
      ...Array.from({ length: random.int(1, 3) }, () => 'other' as const),
    ])
    const columns = answered(list, guessCheckColumns(list.rows), name)
    const { good, bad, repeated } = judgeList(list.rows, columns, TODAY)
    const [parties, payees, orders] = [
      columnsOf(list, ['nip']),
      columnsOf(list, ['payee', 'account']),
      columnsOf(list, ['order']),
    ]
    const byLine = new Map(good.map((row) => [row.line, row]))
    const said = new Set([...bad, ...repeated].map(({ line }) => line))
    const taken = new Set([...good, ...repeated].map(({ line }) => line))
    for (const row of list.truth.keys()) {
      const line = row + 2
      const found = byLine.get(line)
      const where = `${name}: ${JSON.stringify(list.rows[row + 1]?.cells)}`
      const cells = parties.map((at) => list.truth[row]?.[at])
      if (found === undefined && !said.has(line)) faults.push(`${where}: nothing is said`)
      const isSound = parties.length === 1 && cells[0]?.kind === 'nip' && list.isForeign[row] !== true
      if (isSound && !taken.has(line)) faults.push(`${where}: the number is lost`)
      if (found === undefined) continue
      rows += 1
      if (list.isForeign[row] === true) faults.push(`${where}: of another country`)
      if (!cells.some((cell) => cell !== undefined && 'value' in cell && cell.value === found.nip))
        faults.push(`${where}: ${found.nip}`)
      if (!payees.some((at) => accountAt(list, row, at) === found.account))
        faults.push(`${where}: ${found.account ?? 'no account'}`)
      const days = orders.length === 0 ? [undefined] : orders.map((at) => textAt(list, row, at))
      if (!days.includes(found.day)) faults.push(`${where}: ${found.day ?? 'no day'}`)
    }
  }
  expect(faults).toEqual([])
  expect(rows).toBeGreaterThan(LISTS)
})
