import { listRdfDocuments, listStatements } from '@/lib/storage/registers/rdf-documents'
import type { SubjectTable } from '@/lib/storage/registers/tables'

import type { HandlersOf } from '../http/context'
import { requireCompany } from '../registers/company-key'
import { rdfArchive } from './rdf-archive'
import { rdfFile, toDocument, toFinancials } from './rdf-file'

const refOf = ({ id, krs, name }: SubjectTable) => ({ id, krs, name })

/** Interface 4.13: one unit of the RDF pool for a list, also for an empty one. */
export const rdfHandlers: HandlersOf<'rdf'> = {
  'rdf.documents': async ({ query }, { db, meter }) => {
    const company = await requireCompany(db, query)
    await meter.charge(1)
    return { subject: refOf(company), items: (await listRdfDocuments(db, company.id)).map(toDocument) }
  },
  'rdf.financials': async ({ query }, { db, meter }) => {
    const company = await requireCompany(db, query)
    await meter.charge(1)
    return { subject: refOf(company), items: (await listStatements(db, company.id)).map(toFinancials) }
  },
  'rdf.document': rdfFile,
  'rdf.archive': rdfArchive,
}
