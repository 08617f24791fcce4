import type { FiledDocument, RdfFinancials } from '@/lib/contract/documents'
import type { SubjectTable } from '@/lib/storage/registers/tables'

import { numberFields } from './company-fields'
import type { PdfBlock, PdfContent } from './pdf-content'
import { dottedDay, zlote } from './polish'

type FiledPaper = {
  readonly company: SubjectTable
  readonly document: FiledDocument
  /** Of the statement that it belongs to, where there is one. */
  readonly figures: RdfFinancials | undefined
  readonly issuedAt: Date
}

/** A resolution or a report that goes with an annual statement. */
export function filedPaper({ company, document, figures, issuedAt }: FiledPaper): PdfContent {
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
      { kind: 'text', text: sayFor(document, company, figures) },
      ...(figures ? keyFigures(figures) : []),
    ],
  }
}

function sayFor(document: FiledDocument, { name }: SubjectTable, figures: RdfFinancials | undefined): string {
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
