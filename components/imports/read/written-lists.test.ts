import { expect, it } from 'vitest'

import { type ColumnTruth, type WrittenList, writeList } from '@/lib/testing/lists/written-list'

import type { CheckedRow } from '../judge/checked-row'
import { ImportDocument } from '../judge/import-document'

const LISTS = 300

function open({ rows }: WrittenList): ImportDocument {
  const document = new ImportDocument()
  document.load({ rows, rest: [], notes: [] })
  return document
}

const acceptedIn = (rows: readonly CheckedRow[]) =>
  rows.flatMap(({ verdict }) =>
    verdict.kind === 'new' || verdict.kind === 'repeated' ? [`${verdict.type} ${verdict.value}`] : [],
  )

const WATCHED = new Set<ColumnTruth>(['nip', 'krs', 'pesel'])

/** Valid current Polish numbers of a row. */
const validIn = ({ columns, truth, isForeign }: WrittenList, row: number): string[] =>
  (truth[row] ?? []).flatMap((cell, at) => {
    const isWatched = WATCHED.has(columns[at]?.truth ?? 'other') && isForeign[row] !== true
    return isWatched && 'value' in cell ? [`${cell.kind} ${cell.value}`] : []
  })

/** The rows of a list with a wrong result: a valid number was missed, or a problem was not reported. */
function faultsOf(list: WrittenList, name: string): string[] {
  const document = open(list)
  const hasQuestion = document.mapping.doubt !== undefined
  return [...list.truth.keys()].flatMap((row) => {
    const rowResults = document.rows.filter(({ sourceRow }) => sourceRow === row)
    const validNumbers = validIn(list, row)
    const invented = acceptedIn(rowResults).filter((number) => !validNumbers.includes(number))
    // A row with a valid number must give that number, another valid one or a question, unless the columns are in
    // question.
    const isLost =
      validNumbers.length > 0 && !hasQuestion && rowResults.every(({ verdict }) => verdict.kind === 'invalid')
    const cells = JSON.stringify(list.rows[row + 1]?.cells)
    return [
      ...(rowResults.length === 0 ? [`${name}: no result for ${cells}`] : []),
      ...invented.map((number) => `${name}: ${number} is not in ${cells}`),
      ...(isLost ? [`${name}: ${validNumbers.join()} is missing from the result of ${cells}`] : []),
    ]
  })
}

it('loses, swaps and invents no number in lists of one or more kinds', () => {
  const faults: string[] = []
  for (let seed = 0; seed < LISTS; seed += 1) {
    const list = writeList(`kinds ${seed}`, (random) => [
      random.pick(['nip', 'nip', 'krs', 'pesel'] as const),
      ...(random.chance(0.3) ? (['krs'] as const) : []),
      ...(random.chance(0.3) ? (['old'] as const) : []),
      ...(random.chance(0.3) ? (['country'] as const) : []),
      ...Array.from({ length: random.int(1, 3) }, () => 'other' as const),
    ])
    faults.push(...faultsOf(list, `kinds ${seed}`))
  }
  expect(faults).toEqual([])
}, 30_000)

it('asks which of two parties is meant, and reads every number of both when the user chooses both', () => {
  const faults: string[] = []
  let questionCount = 0
  for (let seed = 0; seed < LISTS; seed += 1) {
    const name = `parties ${seed}`
    const list = writeList(name, (random) => ['nip', 'nip', ...(random.chance(0.4) ? (['old'] as const) : []), 'other'])
    faults.push(...faultsOf(list, name))
    const document = open(list)
    const parties = list.columns.flatMap(({ truth }, at) => (truth === 'nip' ? [at] : []))
    if (!list.truth.some((row) => parties.every((at) => row[at]?.kind === 'nip'))) continue
    const { header, roles, doubt } = document.mapping
    if (doubt !== 'several') faults.push(`${name}: no question`)
    questionCount += 1
    document.map({ header, roles: roles.map((role, at) => (parties.includes(at) ? 'nip' : role)), isEach: true })
    const accepted = document.rows.flatMap((row) => acceptedIn([row]).map((number) => `${row.sourceRow} ${number}`))
    const validNumbers = [...list.truth.keys()].flatMap((row) => validIn(list, row).map((number) => `${row} ${number}`))
    if (accepted.toSorted().join() !== validNumbers.toSorted().join())
      faults.push(`${name}: ${accepted.join()} of ${validNumbers.join()}`)
    const { all, new: fresh, repeated, ambiguous, invalid } = document.count()
    if (fresh + repeated + ambiguous + invalid !== all) faults.push(`${name}: the counts do not add up`)
  }
  expect(faults).toEqual([])
  expect(questionCount).toBeGreaterThan(LISTS / 2)
}, 30_000)
