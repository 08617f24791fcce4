import { describe, expect, it } from 'vitest'

import { type GeneratedList, makeList } from '@/lib/testing/generated-files/generated-list'

import { openSource } from './foreign/open-source'
import { findHeader } from './header-row'
import type { SourceTable } from './source-table'

const COUNT = 500
const lists = Array.from({ length: COUNT }, (_, index) => makeList(index))
const noLetters = (text: string): string => text.replace(/\D/g, '')

/** Pads a row to the width of its header; blank cells at its end may be missing. */
const pad = (cells: readonly string[], width: number): string[] =>
  Array.from({ length: width }, (_, at) => cells[at] ?? '')

function bodyOf({ rows }: SourceTable, { header }: GeneratedList) {
  const headerAt = findHeader(rows)
  return {
    above: headerAt ?? 0,
    names: rows[headerAt ?? 0]?.cells,
    body: rows.slice((headerAt ?? 0) + 1).map(({ cells }) => pad(cells, header.length)),
  }
}

const noteKinds = ({ notes }: SourceTable) => notes.map((note) => (typeof note === 'string' ? note : note.note))

/** Lists the rows where something is lost, exchanged or invented without a warning. */
function listFaults(generated: GeneratedList, table: SourceTable): string[] {
  const { above, names, body } = bodyOf(table, generated)
  const faults: string[] = []
  const check = (isRight: boolean, fault: string) => {
    if (!isRight) faults.push(fault)
  }
  check(above === generated.above, `rows above the names: ${above}, not ${generated.above}`)
  check(JSON.stringify(names) === JSON.stringify(generated.header), `names: ${String(names)}`)
  check(body.length === generated.rows.length, `rows: ${body.length}, not ${generated.rows.length}`)
  const isDoubted = noteKinds(table).some((note) => note === 'doubtful_letters' || note === 'mixed_encodings')
  // Correct letters must not cause a warning.
  check(!isDoubted || generated.encoding !== undefined, 'doubt without a reason')
  for (const [at, row] of generated.rows.entries()) {
    const read = body[at] ?? []
    // Letters of a legacy encoding may be lost with a warning; digits may not.
    const view = isDoubted ? noLetters : (text: string) => text
    for (const [column, cell] of row.entries())
      check(
        view(read[column] ?? '') === view(cell),
        `row ${at}, ${generated.header[column]}: ${read[column]}, not ${cell}`,
      )
  }
  check((table.hiddenRows?.count ?? 0) === generated.hidden.length, `hidden rows: ${table.hiddenRows?.count}`)
  return faults
}

describe('generated lists with known content', () => {
  it(`are read from ${COUNT} files without losing, swapping or inventing a number unreported`, async () => {
    const allFaults: string[] = []
    let refused = 0
    for (const [index, generated] of lists.entries()) {
      const result = await openSource(generated.bytes)
      if (!result.ok) {
        refused += 1
        if (!generated.isDamaged) allFaults.push(`${index} refused: ${result.fault}; ${generated.maker}`)
        continue
      }
      for (const fault of listFaults(generated, result.table)) allFaults.push(`${index} ${fault}; ${generated.maker}`)
    }
    expect(allFaults).toEqual([])
    // Some files are damaged, and hardly any of those are readable.
    expect(refused).toBeGreaterThan(5)
  }, 30_000)

  it('include their hidden rows when requested', async () => {
    const filtered = lists.filter(({ hidden, isDamaged }) => hidden.length > 0 && !isDamaged)
    expect(filtered.length).toBeGreaterThan(20)
    for (const generated of filtered) {
      const result = await openSource(generated.bytes, { takesHidden: true })
      expect(result.ok && bodyOf(result.table, generated).body.length, generated.maker).toBe(
        generated.rows.length + generated.hidden.length,
      )
    }
  }, 30_000)
})
