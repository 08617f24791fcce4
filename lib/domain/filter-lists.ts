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
export const mapLists = <T>(of: (list: FilterListName) => T): Record<FilterListName, T> => ({
  krs: of('krs'),
  nip: of('nip'),
  regon: of('regon'),
  pesel: of('pesel'),
  krz_signature: of('krz_signature'),
  msig_signature: of('msig_signature'),
  name: of('name'),
  subject_id: of('subject_id'),
})
