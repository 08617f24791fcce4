/** The eight lists of a filter, in the order of interface section 2.7 (filter). */
export const filterLists = [
  'krs',
  'nip',
  'regon',
  'pesel',
  'krz_signature',
  'msig_signature',
  'name',
  'subject_id',
] as const
export type FilterListName = (typeof filterLists)[number]

/** Maximum per list. */
export const MAX_FILTER_ITEMS = 10_000

/** An object with one value per list. */
export const mapLists = <T>(valueFor: (list: FilterListName) => T): Record<FilterListName, T> => ({
  krs: valueFor('krs'),
  nip: valueFor('nip'),
  regon: valueFor('regon'),
  pesel: valueFor('pesel'),
  krz_signature: valueFor('krz_signature'),
  msig_signature: valueFor('msig_signature'),
  name: valueFor('name'),
  subject_id: valueFor('subject_id'),
})
