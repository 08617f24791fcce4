import type { RdfFinancials } from '@/lib/contract/documents'
import type { RdfDocumentTable } from '@/lib/service/registers/tables'

type FiledDocumentInput = {
  readonly company_id: string
  readonly id: string
  readonly year: number
  readonly filed_on: string
  readonly ifrs?: boolean
}

/** A document of a year; by default an annual statement (kind 18) with figures. */
export function rdfDocumentOf(
  { company_id, id, year, filed_on, ifrs = false }: FiledDocumentInput,
  kind_code = 18,
): RdfDocumentTable {
  const period = { period_start: `${year}-01-01`, period_end: `${year}-12-31` }
  const row = {
    id,
    kind_code,
    kind: `rodzaj ${kind_code}`,
    ...period,
    prepared_on: `${year + 1}-03-31`,
    filed_on,
    file_name: kind_code === 18 ? `sprawozdanie-${year}.${ifrs ? 'pdf' : 'xml'}` : `dokument-${kind_code}-${year}.pdf`,
    language: 'pl',
    ifrs,
    correction: false,
  }
  const financials: RdfFinancials = {
    document_id: id,
    ...period,
    currency: 'PLN',
    fixed_assets: 700_000 + year,
    current_assets: 300_000,
    total_assets: 1_000_000 + year,
    equity: -50_000,
    liabilities: 1_050_000 + year,
    revenue: 2_345_678,
    operating_profit: -12_000,
    net_profit: -13_500,
  }
  return {
    id,
    company_id,
    kind_code,
    ...period,
    filed_on,
    row: JSON.stringify(row),
    financials: kind_code === 18 ? JSON.stringify(financials) : null,
  }
}
