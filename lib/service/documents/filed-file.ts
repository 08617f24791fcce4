import { type FiledDocument, filedDocument, type RdfFinancials, rdfFinancials } from '@/lib/contract/documents'
import type { Day } from '@/lib/domain/calendar'
import { ANNUAL_STATEMENT } from '@/lib/service/documents/statements/rdf-documents'
import type { KrsEntryTable, RdfDocumentTable, SubjectTable } from '@/lib/service/registers/tables'

import { numberFields } from './company-fields'
import { KRS_FIELDS } from './krs-fields'
import type { PdfBlock, PdfContent } from './pdf-content'
import { renderPdf } from './pdf-file'
import { dottedDay, zlote } from './polish'
import { statementXml } from './statement-xml'

const COLUMNS: Readonly<Record<string, 'name' | 'street'>> = {
  [KRS_FIELDS.name]: 'name',
  [KRS_FIELDS.street]: 'street',
}

/**
 * The company with the name and address that it had on a day. `entries` are those of that day and later, ascending by
 * number.
 */
function companyOn(company: SubjectTable, entries: readonly KrsEntryTable[], day: Day): SubjectTable {
  const later = entries.filter(({ entered_on }) => entered_on >= day)
  return later.reduceRight((laterState, { field, old_value }) => {
    const column = COLUMNS[field ?? '']
    return column === undefined || old_value === null ? laterState : { ...laterState, [column]: old_value }
  }, company)
}

/** The data from which the files of a company are made. */
export type Filings = {
  readonly company: SubjectTable
  /** Ascending by number. */
  readonly changes: readonly KrsEntryTable[]
  readonly statements: readonly RdfDocumentTable[]
}

export type FiledFile = {
  readonly company: SubjectTable
  readonly row: RdfDocumentTable
  /** Figures of the statement that the document belongs to, if any. */
  readonly figures: RdfFinancials | undefined
}

export const toDocument = ({ row }: RdfDocumentTable): FiledDocument => filedDocument.parse(JSON.parse(row))

/** Throws if the document is not an annual statement. */
export function toFinancials({ id, financials }: RdfDocumentTable): RdfFinancials {
  if (financials === null) throw new Error(`document ${id} has no figures`)
  return rdfFinancials.parse(JSON.parse(financials))
}

export function toFiledFile({ company, changes, statements }: Filings, row: RdfDocumentTable): FiledFile {
  const statement = row.financials === null ? statements.find(({ period_end }) => period_end === row.period_end) : row
  return { company: companyOn(company, changes, row.filed_on), row, figures: statement && toFinancials(statement) }
}

/** A statement under IFRS has no XML form and is filed as PDF. */
export const isXml = (row: RdfDocumentTable): boolean =>
  row.kind_code === ANNUAL_STATEMENT && !toDocument(row).file_name.endsWith('.pdf')

/** The bytes are the same at any time. */
export async function filedBytes({ company, row, figures }: FiledFile): Promise<Uint8Array<ArrayBuffer>> {
  const document = toDocument(row)
  if (isXml(row)) return statementXml(company, document, toFinancials(row))
  return renderPdf(filedPaper({ company, document, figures, issuedAt: new Date(`${row.filed_on}T12:00:00Z`) }))
}

type FiledPaper = {
  readonly company: SubjectTable
  readonly document: FiledDocument
  /** Figures of the statement that the document belongs to, if any. */
  readonly figures: RdfFinancials | undefined
  readonly issuedAt: Date
}

/** A resolution or a report filed with an annual statement. */
function filedPaper({ company, document, figures, issuedAt }: FiledPaper): PdfContent {
  return {
    register: 'Repozytorium Dokumentów Finansowych',
    title: document.kind,
    subject: company.name,
    facts: [
      ...numberFields(company),
      { label: 'Okres', value: `${dottedDay(document.period_start)} – ${dottedDay(document.period_end)}` },
      { label: 'Data sporządzenia', value: dottedDay(document.prepared_on) },
      { label: 'Data złożenia', value: dottedDay(document.filed_on) },
    ],
    issuedAt,
    blocks: [
      { kind: 'part', title: 'Treść' },
      { kind: 'text', text: sentenceFor(document, company, figures) },
      ...(figures ? keyFigures(figures) : []),
    ],
  }
}

function sentenceFor(document: FiledDocument, { name }: SubjectTable, figures: RdfFinancials | undefined): string {
  const period = `za okres od ${dottedDay(document.period_start)} do ${dottedDay(document.period_end)}`
  switch (document.kind_code) {
    case 18:
      return `Roczne sprawozdanie finansowe ${name} ${period}, sporządzone według Międzynarodowych Standardów Sprawozdawczości Finansowej.`
    case 3:
      return `Zatwierdza się sprawozdanie finansowe ${name} ${period}.`
    case 4:
      return resultText(figures, period)
    case 19:
      return `Zarząd ${name} przedstawia sprawozdanie z działalności ${period}. Działalność prowadzono bez istotnych zmian jej przedmiotu.`
    case 20:
      return `Przeprowadzono badanie sprawozdania finansowego ${name} ${period}. Sprawozdanie przedstawia rzetelny i jasny obraz sytuacji majątkowej i finansowej jednostki.`
    default:
      return `Dokument ${name} ${period}.`
  }
}

function resultText(figures: RdfFinancials | undefined, period: string): string {
  if (!figures) return `Wynik finansowy ${period} przenosi się na kapitał zapasowy.`
  return figures.net_profit < 0
    ? `Stratę netto ${period} w kwocie ${zlote(-figures.net_profit)} pokrywa się z zysków lat przyszłych.`
    : `Zysk netto ${period} w kwocie ${zlote(figures.net_profit)} przeznacza się na kapitał zapasowy.`
}

const keyFigures = (figures: RdfFinancials): PdfBlock[] => [
  { kind: 'part', title: 'Wybrane dane sprawozdania' },
  {
    kind: 'fields',
    fields: [
      { label: 'Suma bilansowa', value: zlote(figures.total_assets) },
      { label: 'Kapitał własny', value: zlote(figures.equity) },
      { label: 'Zobowiązania i rezerwy', value: zlote(figures.liabilities) },
      { label: 'Przychody netto ze sprzedaży', value: zlote(figures.revenue) },
      { label: 'Wynik z działalności operacyjnej', value: zlote(figures.operating_profit) },
      { label: 'Wynik netto', value: zlote(figures.net_profit) },
    ],
  },
]
