import type { KnfWarning, SudopCase, UokikClause, UokikDecision } from '@/lib/contract/registers'
import { foldLine, foldText } from '@/lib/domain/fold'
import type { RegisterEntryTable } from '@/lib/storage/registers/tables'

/** What an entry has beside its item. `krs` and `nip` are of the company that it is about, if it is known. */
export type EntryPlace = { readonly position: number; readonly krs: string | null; readonly nip: string | null }

// One text a line: a search is one line too, so it never matches across two of them.
const searchTextOf = (texts: readonly (string | null)[]): string =>
  texts
    .filter((text) => text !== null)
    .map(foldLine)
    .join('\n')

export const toKnfEntry = (item: KnfWarning, place: EntryPlace): RegisterEntryTable => ({
  ...place,
  id: item.id,
  register: 'knf',
  day: item.notified_on,
  section: item.section,
  search_text: searchTextOf([item.name, item.identifier, item.prosecutor, item.notes]),
  row: JSON.stringify(item),
})

export const toUokikEntry = (item: UokikDecision, place: EntryPlace): RegisterEntryTable => ({
  ...place,
  id: item.id,
  register: 'uokik',
  day: item.decided_on,
  section: null,
  search_text: searchTextOf([
    item.number,
    numberKey(item.number),
    item.case_signature,
    numberKey(item.case_signature),
    ...item.parties,
    item.practice,
    item.industry,
  ]),
  row: JSON.stringify(item),
})

export const toClauseEntry = (item: UokikClause, place: EntryPlace): RegisterEntryTable => ({
  ...place,
  id: item.id,
  register: 'clauses',
  day: item.entered_on,
  section: null,
  search_text: searchTextOf([String(item.number), item.case_signature, ...item.parties, item.clause, item.industry]),
  row: JSON.stringify(item),
})

export const toSudopEntry = (item: SudopCase, place: EntryPlace): RegisterEntryTable => ({
  ...place,
  id: item.id,
  register: 'sudop',
  day: item.granted_on,
  section: null,
  search_text: searchTextOf([
    item.beneficiary_name,
    item.beneficiary_nip,
    item.provider_name,
    item.provider_nip,
    item.measure_number,
    item.measure_name,
  ]),
  row: JSON.stringify(item),
})

/**
 * The number of a decision apart from its separators, which vary by office and time: `RGD-2/2026`, `RKR-37-2013` and
 * `DZP 48/2023` become `rgd-2-2026`, `rkr-37-2013` and `dzp-48-2023`. Empty when the text has no letter or digit.
 */
export const numberKey = (text: string): string => (foldText(text).match(/\p{L}+|\p{N}+/gu) ?? []).join('-')
