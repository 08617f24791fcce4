import type { PagedList } from '../register-lists'

export type DetailKind = 'text' | 'day' | 'flag' | 'pln' | 'eur' | 'texts' | 'number' | 'long' | 'section'

/** Fields of a row in its details, by their names in the contract; also keys of `registers.fields`. */
export type DetailField =
  | 'name'
  | 'identifier'
  | 'section'
  | 'prosecutor'
  | 'notified_on'
  | 'rulings'
  | 'resolved_on'
  | 'notes'
  | 'number'
  | 'decided_on'
  | 'case_signature'
  | 'parties'
  | 'practice'
  | 'fined'
  | 'industry'
  | 'region'
  | 'appealed'
  | 'entered_on'
  | 'clause'
  | 'beneficiary_name'
  | 'beneficiary_nip'
  | 'beneficiary_size'
  | 'provider_name'
  | 'provider_nip'
  | 'measure_number'
  | 'measure_name'
  | 'legal_basis'
  | 'purpose'
  | 'form'
  | 'nominal_value_pln'
  | 'gross_value_pln'
  | 'gross_value_eur'
  | 'granted_on'

export const detailFields: { readonly [L in PagedList]: readonly (readonly [DetailField, DetailKind])[] } = {
  knf: [
    ['name', 'text'],
    ['identifier', 'number'],
    ['section', 'section'],
    ['prosecutor', 'text'],
    ['notified_on', 'day'],
    ['rulings', 'long'],
    ['resolved_on', 'day'],
    ['notes', 'long'],
  ],
  uokik: [
    ['number', 'text'],
    ['decided_on', 'day'],
    ['case_signature', 'text'],
    ['parties', 'texts'],
    ['practice', 'text'],
    ['fined', 'flag'],
    ['industry', 'text'],
    ['region', 'text'],
    ['appealed', 'flag'],
  ],
  clauses: [
    ['number', 'text'],
    ['entered_on', 'day'],
    ['case_signature', 'text'],
    ['parties', 'texts'],
    ['industry', 'text'],
    ['clause', 'long'],
  ],
  sudop: [
    ['beneficiary_name', 'text'],
    ['beneficiary_nip', 'number'],
    ['beneficiary_size', 'text'],
    ['provider_name', 'text'],
    ['provider_nip', 'number'],
    ['granted_on', 'day'],
    ['nominal_value_pln', 'pln'],
    ['gross_value_pln', 'pln'],
    ['gross_value_eur', 'eur'],
    ['form', 'text'],
    ['purpose', 'text'],
    ['measure_number', 'text'],
    ['measure_name', 'text'],
    ['legal_basis', 'long'],
  ],
}
