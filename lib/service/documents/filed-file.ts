import { type FiledDocument, filedDocument, type RdfFinancials, rdfFinancials } from '@/lib/contract/documents'
import type { Day } from '@/lib/domain/calendar'
import { ANNUAL_STATEMENT } from '@/lib/storage/registers/rdf-documents'
import type { KrsEntryTable, RdfDocumentTable, SubjectTable } from '@/lib/storage/registers/tables'

import { filedPaper } from './filed-paper'
import { KRS_FIELDS } from './krs-fields'
import { renderPdf } from './pdf-file'
import { statementXml } from './statement-xml'

const COLUMNS: Readonly<Record<string, 'name' | 'street'>> = {
  [KRS_FIELDS.name]: 'name',
  [KRS_FIELDS.street]: 'street',
}

/**
 * A company with the name and the address that it had on a day, before its entries (ascending by number) of that day and of
 * later ones.
 */
function companyOn(company: SubjectTable, entries: readonly KrsEntryTable[], day: Day): SubjectTable {
  const later = entries.filter(({ entered_on }) => entered_on >= day)
  return later.reduceRight((known, { field, old_value }) => {
    const column = COLUMNS[field ?? '']
    return column === undefined || old_value === null ? known : { ...known, [column]: old_value }
  }, company)
}

/** What the files of a company are made of. */
export type Filings = {
  readonly company: SubjectTable
  /** Ascending by number. */
  readonly changes: readonly KrsEntryTable[]
  /** Annual statements, newest year first. */
  readonly statements: readonly RdfDocumentTable[]
}

/** A document with the company as it was when the document was filed. */
export type FiledFile = {
  readonly company: SubjectTable
  readonly row: RdfDocumentTable
  /** Of the statement that it belongs to, where there is one. */
  readonly figures: RdfFinancials | undefined
}

export const toDocument = ({ row }: RdfDocumentTable): FiledDocument => filedDocument.parse(JSON.parse(row))

/** Throws for a document that is no annual statement. */
export function toFinancials({ id, financials }: RdfDocumentTable): RdfFinancials {
  if (financials === null) throw new Error(`document ${id} has no figures`)
  return rdfFinancials.parse(JSON.parse(financials))
}

export function toFiledFile({ company, changes, statements }: Filings, row: RdfDocumentTable): FiledFile {
  const of = row.financials === null ? statements.find(({ period_end }) => period_end === row.period_end) : row
  return { company: companyOn(company, changes, row.filed_on), row, figures: of && toFinancials(of) }
}

/** A statement under IFRS has no form in XML and is filed as PDF. */
export const isXml = (row: RdfDocumentTable): boolean =>
  row.kind_code === ANNUAL_STATEMENT && !toDocument(row).file_name.endsWith('.pdf')

/** As it was filed: the same whenever it is asked for. */
export async function filedBytes({ company, row, figures }: FiledFile): Promise<Uint8Array<ArrayBuffer>> {
  const document = toDocument(row)
  if (isXml(row)) return statementXml(company, document, toFinancials(row))
  return renderPdf(filedPaper({ company, document, figures, issuedAt: new Date(`${row.filed_on}T12:00:00Z`) }))
}
