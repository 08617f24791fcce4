import { foldLine } from '@/lib/domain/fold'
import type { IdentifierType } from '@/lib/domain/identifiers/identifiers'

/**
 * Content of a column. `any`: a number whose type follows from its shape, or from the column `kind` of the same row.
 */
export const columnRoles = [
  'any',
  'nip',
  'krs',
  'pesel',
  'subject_id',
  'kind',
  'regon',
  'country',
  'label',
  'tags',
  'ignore',
] as const
export type ColumnRole = (typeof columnRoles)[number]
/** `regon` is only recognised to explain that monitors do not support it. */
export type IdentifierRole = 'any' | IdentifierType | 'regon'

const identifierRoles: ReadonlySet<ColumnRole> = new Set(['any', 'nip', 'krs', 'pesel', 'subject_id', 'regon'])

export const isIdentifierRole = (role: ColumnRole | undefined): role is IdentifierRole =>
  role !== undefined && identifierRoles.has(role)

export const isColumnRole = (value: unknown): value is ColumnRole => columnRoles.some((role) => role === value)

/** Matched against a folded column name; the first match wins. A name with two kinds determines neither. */
const NAMES: readonly (readonly [RegExp, ColumnRole])[] = [
  [/\b(kraj|kraju|country|panstwo|panstwa)\b|\bprefiks\b|^(ue|eu|kod (ue|eu))$/, 'country'],
  [/\b(rodzaj|typ) (identyfikatora|numeru|id)\b|\b(identifier|id|number) (type|kind)\b|\btype of identifier\b/, 'kind'],
  [/\b(nip|vat|tax)\b.*\b(krs|pesel)\b|\b(krs|pesel)\b.*\b(nip|krs|pesel)\b/, 'any'],
  [/\b(nip|tax id|vat id|nr vat)\b/, 'nip'],
  [/\bkrs\b/, 'krs'],
  [/\bpesel\b/, 'pesel'],
  [/\b(uuid|subject id)\b/, 'subject_id'],
  [/\bregon\b/, 'regon'],
  [/\b(rodzaj|typ|type|data|date|kwota|amount)\b/, 'ignore'],
  [/\b(identyfikator|identifier|identifier value|numer|number|id|nr)\b/, 'any'],
  [/\b(tag|tagi|tags)\b/, 'tags'],
  [
    /\b(nazwa|name|firma|kontrahent|podmiot|company|label|etykieta|opis|customer|supplier|dostawca|klient|nazwisko|surname)\b/,
    'label',
  ],
]
/** Matches `Numer`, but not `Numer klienta` or `Nr umowy`, which are numbers of the list's author. */
const BARE =
  /^(identyfikator|identifier|identifier value|numer|number|id|nr|(numer|nr|id) (podmiotu|firmy|kontrahenta))$/
const OWN_LABEL = /^(etykieta|etykiety|label)$/

/** Splits `NrDostawcy` and `NIPNabywcy`, as fields of JPK are called, but not grammatical endings such as in `NIPu`. */
const splitCamelCase = (name: string): string =>
  name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replace(/(\p{Lu})(?=\p{Lu}\p{Ll}{3})/gu, '$1 ')

export const columnNameKey = (name: string): string =>
  foldLine(splitCamelCase(name))
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

export const roleOfName = (name: string): ColumnRole | undefined =>
  NAMES.find(([pattern]) => pattern.test(columnNameKey(name)))?.[1]

/** The column holds former numbers, which are only used when a person chooses it. */
export const isOldName = (name: string): boolean =>
  /\b(stary|stare|dawny|dawne|byly|poprzedni|poprzednie|historyczny|nieaktualny|old|former|previous)\b/.test(
    columnNameKey(name),
  )

/** Whether the name allows any kind of number and does not name an unrelated one. */
export const isOpenName = (name: string): boolean => name === '' || BARE.test(columnNameKey(name)) || namesKrs(name)

export const namesKrs = (name: string): boolean => /\bkrs\b/.test(columnNameKey(name))

export const isOwnLabel = (name: string): boolean => OWN_LABEL.test(columnNameKey(name))

/** Names that occur more than once, in their original spelling. */
export function repeatedNames(names: readonly string[]): string[] {
  const keys = names.map(columnNameKey)
  return names.filter((_, index) => keys[index] !== '' && keys.indexOf(keys[index] ?? '') < index)
}

const mayBePersonal = (name: string): boolean => name.replace(/\D/g, '').length > 4

/** Key of a saved mapping; it contains column names but no cell contents. Undefined: not worth saving. */
export function mappingKey(names: readonly string[]): string | undefined {
  if (names.length < 2 || names.some(mayBePersonal)) return undefined
  return names.map(columnNameKey).join('|')
}

const KINDS: Readonly<Record<string, IdentifierRole>> = {
  nip: 'nip',
  krs: 'krs',
  pesel: 'pesel',
  regon: 'regon',
  uuid: 'subject_id',
  'subject id': 'subject_id',
}

/** The type that a cell of the column `kind` names. */
export const kindOfCell = (cell: string): IdentifierRole | undefined => KINDS[columnNameKey(cell)]
