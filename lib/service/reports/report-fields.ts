import type { ReportSource } from '@/lib/domain/events/sources'
import { csvLine } from '@/lib/domain/files/csv'

/** The common fields of interface 2.9, in its order. */
const heading = ['id', 'announcement_date', 'advisors', 'attributes', 'signature', 'number', 'title', 'court']
const category = ['court_division', 'rodzaj_sprawy', 'category', 'subcategory']
const debtor = [
  'debtor_kind',
  'debtor_name',
  'debtor_pesel',
  'debtor_nip',
  'debtor_krs',
  'debtor_legal_form',
  'debtor_miejscowosc',
  'debtor_country',
  'debtor_birth_date',
]
const entity = ['krs', 'nip', 'entity_name']

/** Fields of a row by source (interface 2.9, decision 31): the header of the CSV and the order of its cells. */
export const reportFields: Readonly<Record<ReportSource, readonly string[]>> = {
  krz: [...heading, ...category, ...debtor, 'tresc_text'],
  msig: [...heading, ...category, 'tresc_text', 'issue_number', 'position', ...entity],
  krs_changes: ['id', 'change_date', ...entity, 'section', 'field', 'old_value', 'new_value', 'entry_number'],
}

/** Decision 30: one record of the CSV from the stored JSON of a row. */
export function toCsvRecord(source: ReportSource, row: string): string {
  const values = JSON.parse(row) as Record<string, unknown>
  return csvLine(reportFields[source].map((field) => toCell(values[field])))
}

function toCell(value: unknown) {
  if (value === null || value === undefined) return null
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value)
}
