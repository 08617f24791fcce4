import { type RdfDocument, rdfDocument, type RdfFinancials, rdfFinancials } from '@/lib/contract/documents'
import { findCompany } from '@/lib/storage/registers/companies'
import { listKrsEntries } from '@/lib/storage/registers/krs-entries'
import { ANNUAL_STATEMENT, findRdfDocument, listStatements } from '@/lib/storage/registers/rdf-documents'
import type { RdfDocumentTable, SubjectTable } from '@/lib/storage/registers/tables'

import type { Context, Handler } from '../http/context'
import { notFound } from '../http/errors'
import { companyOn } from './company-history'
import { fileAnswer } from './file-answer'
import { filedPaper } from './filed-paper'
import { renderPdf } from './pdf-file'
import { statementXml } from './statement-xml'

const UNITS = 5

/** Interface 4.13. The file is made of what is kept about it: a statement as XML (under IFRS as PDF), anything else as PDF. */
export const rdfFile: Handler<'rdf.document'> = async ({ params }, { db, meter }) => {
  const row = await findRdfDocument(db, params.id)
  const present = row && (await findCompany(db, { column: 'id', value: row.company_id }))
  if (!row || !present) throw notFound()
  const company = companyOn(present, await listKrsEntries(db, present.id), row.filed_on)
  await meter.requireLeft(UNITS)
  const { file_name: name } = toDocument(row)
  const answer = isXml(row)
    ? fileAnswer({ body: await statementBytes(company, row), type: 'application/xml', name })
    : fileAnswer({ body: await paperBytes(db, company, row), type: 'application/pdf', name })
  await meter.charge(UNITS)
  return answer
}

export const toDocument = ({ row }: RdfDocumentTable): RdfDocument => rdfDocument.parse(JSON.parse(row))

/** Throws for a document that is no annual statement. */
export function toFinancials({ id, financials }: RdfDocumentTable): RdfFinancials {
  if (financials === null) throw new Error(`document ${id} has no figures`)
  return rdfFinancials.parse(JSON.parse(financials))
}

/** A statement under IFRS has no form in XML and is filed as PDF. */
const isXml = (row: RdfDocumentTable): boolean =>
  row.kind_code === ANNUAL_STATEMENT && !toDocument(row).file_name.endsWith('.pdf')

/** The file of an annual statement, XML or PDF. */
export const statementBytes = async (company: SubjectTable, row: RdfDocumentTable): Promise<Uint8Array<ArrayBuffer>> =>
  isXml(row)
    ? statementXml(company, toDocument(row), toFinancials(row))
    : renderPdf(paperOf(company, row, toFinancials(row)))

/** As it was filed: the same whenever it is asked for. */
async function paperBytes(db: Context['db'], company: SubjectTable, row: RdfDocumentTable) {
  const statements = await listStatements(db, company.id)
  const statement = row.financials === null ? statements.find(({ period_end }) => period_end === row.period_end) : row
  return renderPdf(paperOf(company, row, statement && toFinancials(statement)))
}

const paperOf = (company: SubjectTable, row: RdfDocumentTable, figures: RdfFinancials | undefined) =>
  filedPaper({ company, document: toDocument(row), figures, issuedAt: new Date(`${row.filed_on}T12:00:00Z`) })
