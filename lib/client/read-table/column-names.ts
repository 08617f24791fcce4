import { foldLine } from '@/lib/domain/fold'
import type { IdentifierType } from '@/lib/domain/identifiers/identifiers'

/** What a column holds. `any`: a number whose kind is told by its shape, or by the column `kind` of the same row. */
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
/** `regon` is read to say that monitors take none. */
export type IdentifierRole = 'any' | IdentifierType | 'regon'

const identifierRoles: ReadonlySet<ColumnRole> = new Set(['any', 'nip', 'krs', 'pesel', 'subject_id', 'regon'])

export const isIdentifierRole = (role: ColumnRole | undefined): role is IdentifierRole =>
  role !== undefined && identifierRoles.has(role)

export const isColumnRole = (value: unknown): value is ColumnRole => columnRoles.some((role) => role === value)

/** Whole words of a folded column name, the first that fits. A name with two kinds says nothing about either. */
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
/** `Numer`, and no `Numer klienta` or `Nr umowy`: those are numbers of the list's own. */
const BARE =
  /^(identyfikator|identifier|identifier value|numer|number|id|nr|(numer|nr|id) (podmiotu|firmy|kontrahenta))$/
const OWN_LABEL = /^(etykieta|etykiety|label)$/

/** `NrDostawcy` and `NIPNabywcy`, as fields of JPK are called; no endings, as of `NIPu`. */
const parted = (name: string): string =>
  name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replace(/(\p{Lu})(?=\p{Lu}\p{Ll}{3})/gu, '$1 ')

export const columnNameKey = (name: string): string =>
  foldLine(parted(name))
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

export const roleOfName = (name: string): ColumnRole | undefined =>
  NAMES.find(([pattern]) => pattern.test(columnNameKey(name)))?.[1]

/** A number that somebody had before: it is watched only when a person says so. */
export const isOldName = (name: string): boolean =>
  /\b(stary|stare|dawny|dawne|byly|poprzedni|poprzednie|historyczny|nieaktualny|old|former|previous)\b/.test(
    columnNameKey(name),
  )

/** Whether the name allows any kind of number, and says of no number of another sort. */
export const isOpenName = (name: string): boolean => name === '' || BARE.test(columnNameKey(name)) || namesKrs(name)

export const namesKrs = (name: string): boolean => /\bkrs\b/.test(columnNameKey(name))

export const isOwnLabel = (name: string): boolean => OWN_LABEL.test(columnNameKey(name))

/** Names that occur twice, as they are written. */
export function repeatedNames(names: readonly string[]): string[] {
  const keys = names.map(columnNameKey)
  return names.filter((_, index) => keys[index] !== '' && keys.indexOf(keys[index] ?? '') < index)
}

const hasPersonalLook = (name: string): boolean => name.replace(/\D/g, '').length > 4

/** What is remembered of a mapping: names of columns and nothing of what stands in them. Undefined: not worth keeping. */
export function mappingKey(names: readonly string[]): string | undefined {
  if (names.length < 2 || names.some(hasPersonalLook)) return undefined
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

/** The kind that a cell of the column `kind` names. */
export const kindOfCell = (cell: string): IdentifierRole | undefined => KINDS[columnNameKey(cell)]
