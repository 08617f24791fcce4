import { expect, it } from 'vitest'

import { describeStatements } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as documents from './rdf-documents'

describeStatements([documents], (at, on) => {
  it('of documents', async () => {
    const document = (id: string, filed_on: string, given: Partial<Row<'rdf_documents'>> = {}) =>
      at.row('rdf_documents', {
        id,
        company_id: 'c',
        kind_code: on.ANNUAL_STATEMENT,
        filed_on,
        period_end: '2025-12-31',
        row: '{}',
        ...given,
      })
    await on.insertRdfDocuments(at.db, [
      document('a', '2026-01-01'),
      document('b', '2026-03-01', { period_end: '2024-12-31' }),
      document('d', '2026-02-01'),
      document('B', '2026-02-01'),
      document('e', '2026-04-01', { kind_code: 1 }),
      document('x', '2026-05-01', { company_id: 'other' }),
    ])
    const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join('')
    expect([
      ids(await on.listRdfDocuments(at.db, 'c')),
      ids(await on.listStatements(at.db, 'c')),
      (await on.findRdfDocument(at.db, 'x'))?.company_id,
      await on.findRdfDocument(at.db, 'z'),
    ]).toEqual(['ebBda', 'Bdab', 'other', undefined])
  })
})
