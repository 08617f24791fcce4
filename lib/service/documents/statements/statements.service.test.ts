import { expect, it } from 'vitest'

import { describeStatements } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as documents from './rdf-documents'

describeStatements([documents], (testStore, statements) => {
  it('read and write documents', async () => {
    const document = (id: string, filed_on: string, overrides: Partial<Row<'rdf_documents'>> = {}) =>
      testStore.row('rdf_documents', {
        id,
        company_id: 'c',
        kind_code: statements.ANNUAL_STATEMENT,
        filed_on,
        period_end: '2025-12-31',
        row: '{}',
        ...overrides,
      })
    await statements.insertRdfDocuments(testStore.db, [
      document('a', '2026-01-01'),
      document('b', '2026-03-01', { period_end: '2024-12-31' }),
      document('d', '2026-02-01'),
      document('B', '2026-02-01'),
      document('e', '2026-04-01', { kind_code: 1 }),
      document('x', '2026-05-01', { company_id: 'other' }),
    ])
    const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join('')
    expect([
      ids(await statements.listRdfDocuments(testStore.db, 'c')),
      ids(await statements.listStatements(testStore.db, 'c')),
      (await statements.findRdfDocument(testStore.db, 'x'))?.company_id,
      await statements.findRdfDocument(testStore.db, 'z'),
    ]).toEqual(['ebBda', 'Bdab', 'other', undefined])
  })
})
