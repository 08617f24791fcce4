import { describe, expect, it } from 'vitest'

import { type GeneratedList, makeList } from '@/lib/testing/generated-files/generated-list'

import { openSource } from './foreign/open-source'
import { findHeader } from './header-row'
import type { SourceTable } from './source-table'

const COUNT = 500
const lists = Array.from({ length: COUNT }, (_, index) => makeList(index))
const noLetters = (text: string): string => text.replace(/\D/g, '')

/** Pads a row to the width of its header; blank cells at its end may be missing. */
const padded = (cells: readonly string[], width: number): string[] =>
  Array.from({ length: width }, (_, at) => cells[at] ?? '')

function bodyOf({ rows }: SourceTable, { header }: GeneratedList) {
  const at = findHeader(rows)
  return {
    above: at ?? 0,
    names: rows[at ?? 0]?.cells,
    body: rows.slice((at ?? 0) + 1).map(({ cells }) => padded(cells, header.length)),
  }
}

const noteKinds = ({ notes }: SourceTable) => notes.map((note) => (typeof note === 'string' ? note : note.note))

/** Lists the rows where something is lost, exchanged or invented without a warning. */
function judge(made: GeneratedList, table: SourceTable): string[] {
  const { above, names, body } = bodyOf(table, made)
  const faults: string[] = []
  const check = (isRight: boolean, what: string) => {
    if (!isRight) faults.push(what)
  }
  check(above === made.above, `rows above the names: ${above}, not ${made.above}`)
  check(JSON.stringify(names) === JSON.stringify(made.header), `names: ${String(names)}`)
  check(body.length === made.rows.length, `rows: ${body.length}, not ${made.rows.length}`)
  const isDoubted = noteKinds(table).some((note) => note === 'doubtful_letters' || note === 'mixed_encodings')
  // Correct letters must not cause a warning.
  check(!isDoubted || made.encoding !== undefined, 'doubt without a reason')
  for (const [at, row] of made.rows.entries()) {
    const read = body[at] ?? []
    // Letters of a legacy encoding may be lost with a warning; digits may not.
    const view = isDoubted ? noLetters : (text: string) => text
    for (const [column, cell] of row.entries())
      check(view(read[column] ?? '') === view(cell), `row ${at}, ${made.header[column]}: ${read[column]}, not ${cell}`)
  }
  check((table.hiddenRows?.count ?? 0) === made.hidden.length, `hidden rows: ${table.hiddenRows?.count}`)
  return faults
}

describe('lists of many programs, whose truth is known', () => {
  it(`lose, exchange and invent no number of ${COUNT} files without a word`, async () => {
    const wrong: string[] = []
    let refused = 0
    for (const [index, made] of lists.entries()) {
      const result = await openSource(made.bytes)
      if (!result.ok) {
        refused += 1
        if (!made.isDamaged) wrong.push(`${index} refused: ${result.fault}; ${made.maker}`)
        continue
      }
      for (const fault of judge(made, result.table)) wrong.push(`${index} ${fault}; ${made.maker}`)
    }
    expect(wrong).toEqual([])
    // Some files are damaged, and hardly any of those are readable.
    expect(refused).toBeGreaterThan(5)
  }, 30_000)

  it('hold their hidden rows as well when these are asked for', async () => {
    const filtered = lists.filter(({ hidden, isDamaged }) => hidden.length > 0 && !isDamaged)
    expect(filtered.length).toBeGreaterThan(20)
    for (const made of filtered) {
      const result = await openSource(made.bytes, { takesHidden: true })
      expect(result.ok && bodyOf(result.table, made).body.length, made.maker).toBe(
        made.rows.length + made.hidden.length,
      )
    }
  }, 30_000)
})
