import type { RdfDocument } from '@/lib/contract/documents'
import { listKrsEntries } from '@/lib/storage/registers/krs-entries'
import { listRdfDocuments, listStatements } from '@/lib/storage/registers/rdf-documents'
import type { SubjectTable } from '@/lib/storage/registers/tables'
import type { Db } from '@/lib/storage/storage'

import { type HandlersOf, preparedBy } from '../http/context'
import { requireCompany } from '../registers/company-key'
import { readFacts } from './filed-facts'
import { toDocument, toFiledFile, toFinancials } from './filed-file'
import { rdfArchive } from './rdf-archive'
import { rdfFile } from './rdf-file'

const refOf = ({ id, krs, name }: SubjectTable) => ({ id, krs, name })

/** Interface 4.13: one unit of the RDF pool for a list, also for an empty one. */
export const rdfHandlers: HandlersOf<'rdf'> = {
  'rdf.documents': preparedBy<'rdf.documents'>(async ({ query }, { dependencies: { storage } }) => {
    const company = await requireCompany(storage.db, query)
    const items = await listWithFacts(storage.db, company)
    return async ({ meter }) => {
      await meter.charge(1)
      return { subject: refOf(company), items }
    }
  }),
  'rdf.financials': async ({ query }, { db, meter }) => {
    const company = await requireCompany(db, query)
    await meter.charge(1)
    return { subject: refOf(company), items: (await listStatements(db, company.id)).map(toFinancials) }
  },
  'rdf.document': rdfFile,
  'rdf.archive': rdfArchive,
}

/** Newest filing first, each with what its file is like. */
async function listWithFacts(db: Db, company: SubjectTable): Promise<RdfDocument[]> {
  const rows = await listRdfDocuments(db, company.id)
  const changes = await listKrsEntries(db, company.id)
  const statements = await listStatements(db, company.id)
  const facts = await readFacts(rows.map((row) => toFiledFile({ company, changes, statements }, row)))
  return rows.map((row, index) => ({ ...toDocument(row), ...(facts[index] ?? { size_bytes: null, pages: null }) }))
}
