import { describe, expect, it } from 'vitest'

import { type ReadOptions, readBytes } from '@/lib/client/read-table/read-source'
import { caseFile } from '@/lib/testing/cases/case-file'

import { ImportDocument } from '../judge/import-document'

function open(folder: string, name: string, options: ReadOptions = {}) {
  const result = readBytes(caseFile(folder, name), options)
  if (!result.ok) throw new Error(result.fault)
  const document = new ImportDocument()
  document.load(result.table)
  const verdicts = document.rows.map(({ verdict }) => ('value' in verdict ? verdict.value : verdict.kind))
  return { table: result.table, document, verdicts, labels: document.rows.map(({ label }) => label) }
}

// Case A01 of lib/testing/cases/README.md
it('finds the shared texts of a workbook by its relations, whatever the name of the part', () => {
  const { table, verdicts, labels } = open('A01-sharedstrings-other-name', 'kontrahenci.xlsx')
  expect(table.rows[0]?.cells).toEqual(['NIP', 'Nazwa'])
  expect(verdicts).toEqual(['7816604875', '7749141777', '7810115247', '7749825978', '7744167217', '1138193032'])
  expect(labels).toEqual([0, 1, 2, 3, 4, 5].map((at) => `Firma ${at} sp. z o.o.`))
})

// Case A02 of lib/testing/cases/README.md
it('reads no text for a cell without a reference', () => {
  const { verdicts, labels } = open('A02-empty-shared-cell', 'bez-nip.xlsx')
  expect(verdicts).toEqual(['7749141777', '7810115247', 'invalid'])
  expect(labels[2]).toBe('Gamma bez NIP')
})

// Case A13 of lib/testing/cases/README.md
describe('rows that a filter hides', () => {
  it('are left out and counted', () => {
    const { table, verdicts } = open('A13-hidden-rows', 'odfiltrowane.xlsx')
    expect(verdicts).toEqual(['7816604875', '7749141777', '7810115247'])
    expect(table.hiddenRows).toEqual({ count: 7, isTaken: false })
  })

  it('are read when they are requested', () => {
    const { table, verdicts } = open('A13-hidden-rows', 'odfiltrowane.xlsx', { takesHidden: true })
    expect(verdicts).toHaveLength(10)
    expect(table.hiddenRows).toEqual({ count: 7, isTaken: true })
  })
})

// Case A14 of lib/testing/cases/README.md
it('finds the column names below a letterhead of seventeen lines', () => {
  const { table, document, verdicts } = open('A14-long-letterhead', 'zestawienie-operacji.csv')
  const { header, doubt } = document.mapping
  expect(table.rows[header ?? 0]?.cells).toEqual([
    '#Data zlecenia',
    '#Nazwa odbiorcy',
    '#NIP',
    '#Rachunek odbiorcy',
    '#Kwota',
  ])
  expect(doubt).toBeUndefined()
  expect(verdicts).toHaveLength(12)
  expect(document.count()).toMatchObject({ new: 12, invalid: 0 })
})

// Case A15 of lib/testing/cases/README.md
describe('files of old programs', () => {
  it('are read as DOS code page 852', () => {
    const { table, labels } = open('A15-cp852-and-mixed-encodings', 'z-programu-dos.csv')
    expect(table.encoding).toBe('cp852')
    expect(labels[0]).toBe('Spółka Żółć i Gęś nr 0 Łódź')
    expect(table.notes).toEqual([])
  })

  it('are read line by line with a note when they combine two encodings', () => {
    const { table, labels } = open('A15-cp852-and-mixed-encodings', 'sklejony.csv')
    expect(labels).toEqual([
      ...[0, 1, 2, 3].map((at) => `Zażółć ${at}`),
      ...[4, 5, 6, 7].map((at) => `Gęśla jaźń ${at}`),
    ])
    expect(table.notes).toContainEqual({ note: 'mixed_encodings', count: 4, where: '6–9' })
  })

  it('get a warning when the user chooses the wrong encoding', () => {
    const { table } = open('A15-cp852-and-mixed-encodings', 'z-programu-dos.csv', { encoding: 'windows-1250' })
    expect(table.notes).toContainEqual({ note: 'doubtful_letters', count: 8, where: '2–9' })
  })
})
