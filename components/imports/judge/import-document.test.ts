import { describe, expect, it } from 'vitest'

import { readText } from '@/lib/client/read-table/read-source'
import { MAX_ROWS } from '@/lib/client/read-table/source-table'
import { nipOf } from '@/lib/testing/identifiers'

import { makeItems } from '../job/make-job'
import { ImportDocument } from './import-document'
import type { KnownMonitor } from './known-monitors'

function open(text: string): ImportDocument {
  const result = readText(text)
  if (!result.ok) throw new Error(result.fault)
  const document = new ImportDocument()
  document.load(result.table)
  return document
}
const kinds = ({ rows }: ImportDocument) => rows.map(({ verdict }) => verdict.kind)
const known = (value: string, tags: string[] = []): KnownMonitor => ({
  id: `m-${value}`,
  type: 'nip',
  value,
  label: null,
  tags,
})

describe('import verdicts', () => {
  it('distinguish new, repeated, monitored, ambiguous and invalid rows', () => {
    const document = open(`Numer;Nazwa\n${nipOf(1)};A\n${nipOf(2)};B\nPL ${nipOf(1)};C\n1234567;D\nabc;E\n;F`)
    document.setMonitors([known(nipOf(2))])
    expect(kinds(document)).toEqual(['new', 'monitored', 'repeated', 'ambiguous', 'invalid', 'invalid'])
    expect(document.rows[2]?.verdict).toMatchObject({ firstLine: 2 })
    expect(document.rows[5]?.verdict).toMatchObject({ reason: 'empty' })
    expect(document.count()).toMatchObject({ all: 6, problems: 3, new: 1, monitored: 1 })
  })

  it('follow a manual correction, also in rows that repeat the number', () => {
    const document = open(`NIP\n${nipOf(1)}\n123\n${nipOf(2)}`)
    expect(kinds(document)).toEqual(['new', 'invalid', 'new'])
    document.edit(1, { identifier: nipOf(2) })
    expect(kinds(document)).toEqual(['new', 'new', 'repeated'])
    document.edit(1, { identifier: 'KRS 7' })
    expect(kinds(document)).toEqual(['new', 'new', 'new'])
    document.edit(1, { label: 'x'.repeat(201) })
    expect(document.rows[1]?.verdict).toMatchObject({ reason: 'label_length' })
  })

  it('use the first column of a row that has a number', () => {
    const document = open(`NIP;KRS;Nazwa;Uwagi\n${nipOf(1)};28860;A;x\n;28860;B;y`)
    expect(document.rows.map(({ verdict, label }) => [verdict, label])).toMatchObject([
      [{ type: 'nip', value: nipOf(1) }, 'A'],
      [{ type: 'krs', value: '0000028860' }, 'B'],
    ])
  })
})

it('reads no row from a file with only column names', () => {
  expect(open('NIP;Nazwa').count().all).toBe(0)
})

it('returns the rows above the limit, with and without a header', () => {
  const numbers = Array.from({ length: MAX_ROWS + 3 }, (_, at) => String(at + 1))
  const withoutHeader = open(numbers.join('\n'))
  expect([withoutHeader.rows.length, withoutHeader.rest.length]).toEqual([MAX_ROWS, 3])
  const headed = open(`NIP\n${numbers.join('\n')}`)
  expect([headed.rows.length, headed.rest.map(({ cells }) => cells[0])]).toEqual([MAX_ROWS, numbers.slice(MAX_ROWS)])
}, 20_000)

it('sends new numbers and monitors that lack a tag', () => {
  const document = open(`NIP;Nazwa;Tagi\n${nipOf(1)};A;x\n${nipOf(2)};B;\n${nipOf(3)};C;\n${nipOf(1)};D;`)
  document.setMonitors([known(nipOf(2), ['common']), known(nipOf(3), ['other'])])
  expect(makeItems(document.rows, ['common'], document.known)).toEqual([
    { line: 2, type: 'nip', value: nipOf(1), label: 'A', tags: ['x', 'common'] },
    {
      line: 4,
      type: 'nip',
      value: nipOf(3),
      label: 'C',
      tags: ['common'],
      known: { id: `m-${nipOf(3)}`, has: ['other'] },
    },
  ])
  expect(makeItems(document.rows, [], document.known)).toHaveLength(1)
})
