import type { KnfWarning, SudopCase, UokikClause, UokikDecision } from '@/lib/contract/registers'
import { foldLine, foldText } from '@/lib/domain/fold'
import type { RegisterEntryTable } from '@/lib/service/registers/tables'

/** What an entry has beside its item. `krs` and `nip` are of the company that it is about, if it is known. */
export type EntryPlace = { readonly position: number; readonly krs: string | null; readonly nip: string | null }

// One text a line: a search is one line too, so it never matches across two of them.
const searchTextOf = (texts: readonly (string | null)[]): string =>
  texts
    .filter((text) => text !== null)
    .map(foldLine)
    .join('\n')

/** How an item of a list becomes an entry: its day, and the texts that it is found by. */
const entryOf =
  <Item extends { readonly id: string; readonly section?: number }>(
    register: RegisterEntryTable['register'],
    dayOf: (item: Item) => string,
    textsOf: (item: Item) => readonly (string | null)[],
  ) =>
  (item: Item, place: EntryPlace): RegisterEntryTable => ({
    ...place,
    id: item.id,
    register,
    day: dayOf(item),
    section: item.section ?? null,
    search_text: searchTextOf(textsOf(item)),
    row: JSON.stringify(item),
  })

export const toKnfEntry = entryOf<KnfWarning>(
  'knf',
  (item) => item.notified_on,
  (item) => [item.name, item.identifier, item.prosecutor, item.notes],
)

export const toUokikEntry = entryOf<UokikDecision>(
  'uokik',
  (item) => item.decided_on,
  ({ number, case_signature, parties, practice, industry }) => [
    ...[number, case_signature].flatMap((text) => [text, numberKey(text)]),
    ...parties,
    practice,
    industry,
  ],
)

export const toClauseEntry = entryOf<UokikClause>(
  'clauses',
  (item) => item.entered_on,
  (item) => [String(item.number), item.case_signature, ...item.parties, item.clause, item.industry],
)

export const toSudopEntry = entryOf<SudopCase>(
  'sudop',
  (item) => item.granted_on,
  (item) => [
    item.beneficiary_name,
    item.beneficiary_nip,
    item.provider_name,
    item.provider_nip,
    item.measure_number,
    item.measure_name,
  ],
)

/**
 * The number of a decision apart from its separators, which vary by office and time: `RGD-2/2026`, `RKR-37-2013` and
 * `DZP 48/2023` become `rgd-2-2026`, `rkr-37-2013` and `dzp-48-2023`. Empty when the text has no letter or digit.
 */
export const numberKey = (text: string): string => (foldText(text).match(/\p{L}+|\p{N}+/gu) ?? []).join('-')
