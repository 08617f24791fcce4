import { type RdfDocument, rdfDocument, type RdfFinancials, rdfFinancials } from '@/lib/contract/documents'
import { findCompany } from '@/lib/storage/companies'
import { ANNUAL_STATEMENT, findRdfDocument, listStatements } from '@/lib/storage/rdf-documents'
import type { RdfDocumentTable } from '@/lib/storage/register-tables'
import type { SubjectTable } from '@/lib/storage/tables'

import { chargedLast } from './charged-last'
import type { Context } from './context'
import { fileAnswer } from './documents/file-answer'
import { filedPaper } from './documents/filed-paper'
import { renderPdf } from './documents/pdf-file'
import { statementXml } from './documents/statement-xml'
import { notFound } from './errors'

const UNITS = 5

/** Interface 4.13. The file is made of what is kept about it: a statement as XML, anything else as PDF. */
export const rdfFile = chargedLast<'rdf.document'>(async ({ params }, { db, meter }) => {
  const row = await findRdfDocument(db, params.id)
  const company = row && (await findCompany(db, { column: 'id', value: row.company_id }))
  if (!row || !company) throw notFound()
  await meter.requireLeft(UNITS)
  const { file_name: name } = toDocument(row)
  const answer =
    row.kind_code === ANNUAL_STATEMENT
      ? fileAnswer({ body: statementBytes(company, row), type: 'application/xml', name })
      : fileAnswer({ body: await paperBytes(db, company, row), type: 'application/pdf', name })
  await meter.charge(UNITS)
  return answer
})

export const toDocument = ({ row }: RdfDocumentTable): RdfDocument => rdfDocument.parse(JSON.parse(row))

/** Throws for a document that is no annual statement. */
export function toFinancials({ id, financials }: RdfDocumentTable): RdfFinancials {
  if (financials === null) throw new Error(`document ${id} has no figures`)
  return rdfFinancials.parse(JSON.parse(financials))
}

export const statementBytes = (company: SubjectTable, row: RdfDocumentTable): Uint8Array<ArrayBuffer> =>
  statementXml(company, toDocument(row), toFinancials(row))

/** As it was filed: the same whenever it is asked for. */
async function paperBytes(db: Context['db'], company: SubjectTable, row: RdfDocumentTable) {
  const statements = await listStatements(db, company.id)
  const statement = statements.find(({ period_end }) => period_end === row.period_end)
  const issuedAt = new Date(`${row.filed_on}T12:00:00Z`)
  const figures = statement && toFinancials(statement)
  return renderPdf(filedPaper({ company, document: toDocument(row), figures, issuedAt }))
}
