import type { KnfWarning, SudopCase, UokikClause, UokikDecision } from '@/lib/contract/registers'
import { foldLine, foldText } from '@/lib/domain/fold'
import type { RegisterEntryTable } from '@/lib/service/registers/tables'

/** Fields of an entry in addition to its item. `krs` and `nip` are those of the company concerned, if known. */
export type EntryFields = { readonly position: number; readonly krs: string | null; readonly nip: string | null }

// One text per line: a search text is a single line, so it never matches across two.
const searchTextOf = (texts: readonly (string | null)[]): string =>
  texts
    .filter((text) => text !== null)
    .map(foldLine)
    .join('\n')

/** Builds the function that turns an item of a list into an entry, with its day and the texts that `q` searches. */
const entryOf =
  <Item extends { readonly id: string; readonly section?: number }>(
    register: RegisterEntryTable['register'],
    dayOf: (item: Item) => string,
    textsOf: (item: Item) => readonly (string | null)[],
  ) =>
  (item: Item, fields: EntryFields): RegisterEntryTable => ({
    ...fields,
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
 * The number of a decision with uniform separators, which vary by office and year: `RGD-2/2026`, `RKR-37-2013` and `DZP
 * 48/2023` become `rgd-2-2026`, `rkr-37-2013` and `dzp-48-2023`. Empty if the text has no letter or digit.
 */
export const numberKey = (text: string): string => (foldText(text).match(/\p{L}+|\p{N}+/gu) ?? []).join('-')
