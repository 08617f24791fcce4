import type { SubjectRecord } from './records'

type KindOf<Value> = [Value] extends [readonly string[]]
  ? 'codes'
  : [Value] extends [string | null]
    ? 'text' | 'day'
    : 'amount'

type RecordField = {
  [Name in keyof SubjectRecord]: { readonly name: Name; readonly kind: KindOf<SubjectRecord[Name]> }
}[keyof SubjectRecord]

/** Does not compile while a field of the contract's record is missing. */
export const everyField = <const Fields extends readonly RecordField[]>(
  fields: Fields &
    ([keyof SubjectRecord] extends [Fields[number]['name']]
      ? unknown
      : { readonly missing: Exclude<keyof SubjectRecord, Fields[number]['name']> }),
): Fields => fields

/**
 * The fields of a company's record, in display order. Reading stored answers, the company's page and the evidence file
 * all use this list.
 */
export const recordFields = everyField([
  { name: 'name', kind: 'text' },
  { name: 'krs', kind: 'text' },
  { name: 'nip', kind: 'text' },
  { name: 'regon', kind: 'text' },
  { name: 'legal_form', kind: 'text' },
  { name: 'status', kind: 'text' },
  { name: 'address', kind: 'text' },
  { name: 'postcode', kind: 'text' },
  { name: 'registered_on', kind: 'day' },
  { name: 'deregistered_on', kind: 'day' },
  { name: 'share_capital_pln', kind: 'amount' },
  { name: 'pkd_codes', kind: 'codes' },
  { name: 'id', kind: 'text' },
])

export type RecordFieldName = (typeof recordFields)[number]['name']

/** Labels of the fields in the evidence file, which contains all but the service's id. */
export type RecordLabels = Readonly<Record<Exclude<RecordFieldName, 'id'>, string>>
