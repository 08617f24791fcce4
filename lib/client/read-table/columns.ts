import {
  type ColumnRole,
  type IdentifierRole,
  isIdentifierRole,
  isOldName,
  isOpenName,
  isOwnLabel,
  roleOfName,
} from './column-names'
import { type ColumnSupport, isProven, mainType, provenIn, sampleRows, measureSupport } from './column-support'
import { hasProvenNumber } from './header-row'
import { rivalColumns } from './rival-columns'
import type { SheetRow } from './source-table'

/**
 * Why the columns have to be looked at before the rows are judged. `none`: no column of identifiers was found. `several`:
 * more than one has numbers of the same kind. `weak`: few numbers prove what they are. `differs`: the column that is named
 * does not, another one does. `krs_form`: only their form speaks for KRS numbers. `above`: numbers stand above the names. `old`: it is named as one of former numbers.
 */
export type ColumnDoubt = 'none' | 'several' | 'weak' | 'differs' | 'krs_form' | 'above' | 'old'

/** How the columns are read. */
export interface Mapping {
  /** The row with the names of the columns, among the rows of the table; rows above it are left out. */
  readonly header: number | undefined
  readonly roles: readonly ColumnRole[]
  /** Until a person says that it is right. */
  readonly doubt?: ColumnDoubt | undefined
  /** Columns of one kind that say different things in one row. */
  readonly rivals?: readonly number[] | undefined
  /** Each of the rivals gives a number of its own, where a person has said so; else only one of them is used. */
  readonly isEach?: boolean | undefined
}

export interface GuessOptions {
  /** Typed or pasted by hand: the field asks for the number first and for a label after it. */
  readonly isTyped?: boolean | undefined
}

export const countColumns = (rows: readonly SheetRow[]): number =>
  rows.reduce((width, { cells }) => Math.max(width, cells.length), 0)

export const bodyRows = (rows: readonly SheetRow[], header: number | undefined): readonly SheetRow[] =>
  header === undefined ? rows : rows.slice(header + 1)

/** One column as it is named and as it is filled. */
interface Column extends ColumnSupport {
  readonly at: number
  readonly name: string
  readonly named: ColumnRole | undefined
}

function columnsOf(rows: readonly SheetRow[], header: number | undefined): Column[] {
  const sample = sampleRows(bodyRows(rows, header))
  const names = header === undefined ? [] : (rows[header]?.cells ?? [])
  return Array.from({ length: countColumns(rows) }, (_, at) => {
    const name = names[at] ?? ''
    return { at, name, named: name === '' ? undefined : roleOfName(name), ...measureSupport(sample, at) }
  })
}

interface Choice {
  readonly roles: ReadonlyMap<number, IdentifierRole>
  readonly doubt?: ColumnDoubt | undefined
}

const only = (column: Column, role: IdentifierRole, doubt?: ColumnDoubt): Choice => ({
  roles: new Map([[column.at, role]]),
  doubt,
})

/** Numbers that a column of this name may hold, whether or not a checksum says so. */
const fits = (column: Column): boolean => {
  const { named, byType, short, filled } = column
  if (named === 'krs') return (byType.krs + short) * 2 >= filled
  return named !== undefined && named in byType && byType[mainType(column)] > 0 && isProven(column)
}

const isKind = (role: ColumnRole | undefined): boolean => isIdentifierRole(role) && role !== 'any' && role !== 'regon'

/** A column of kinds beside an identifier: as the panel's own files are. */
function chooseByKind(columns: readonly Column[]): Choice | undefined {
  const value = columns.find(({ named }) => named === 'any')
  return value !== undefined && columns.some(isNamedKind) ? only(value, 'any') : undefined
}

/** Columns named NIP, KRS, PESEL or UUID; the first that is filled counts in each row. */
function chooseNamed(columns: readonly Column[]): Choice | undefined {
  const all = columns.filter((column) => isKind(column.named))
  const current = all.filter(({ name }) => !isOldName(name))
  if (all.length === 0) return undefined
  if (current.length > 0) return chooseCurrent(columns, current)
  const other = columns.filter((column) => !isKind(column.named) && isProven(column))
  return other.length > 0 ? undefined : { ...chooseCurrent(columns, all), doubt: 'old' }
}

function chooseCurrent(columns: readonly Column[], named: readonly Column[]): Choice {
  const roles = new Map(named.flatMap(({ at, named: role }) => (isIdentifierRole(role) ? [[at, role] as const] : [])))
  if (named.some(fits)) return { roles }
  const other = columns.find((column) => !isKind(column.named) && isProven(column) && !isOldName(column.name))
  if (other !== undefined) return only(other, 'any', 'differs')
  // A checksum says of each row what is wrong with it; of KRS numbers nothing does.
  return { roles, doubt: named.some((column) => column.named === 'krs' && column.filled > 0) ? 'weak' : undefined }
}

/** Two columns of one row name one subject when each has a kind of its own. */
function chooseAmong(proven: readonly Column[]): Choice {
  const [first, ...others] = proven
  if (first === undefined) return { roles: new Map(), doubt: 'none' }
  if (others.length === 0) return only(first, 'any')
  const kinds = proven.map(mainType)
  if (new Set(kinds).size === kinds.length)
    return { roles: new Map(proven.map(({ at }, index) => [at, kinds[index] ?? 'any'])) }
  const best = proven.reduce((found, column) => (column.distinct > found.distinct ? column : found))
  return only(best, 'any', 'several')
}

function chooseProven(columns: readonly Column[]): Choice | undefined {
  const proven = columns.filter((column) => isProven(column) && !isOldName(column.name))
  const open = proven.filter(({ named }) => named === 'any')
  if (proven.length === 0) return undefined
  const choice = chooseAmong(open.length > 0 ? open : proven)
  const isForm = [...choice.roles.keys()].every((at) => {
    const column = columns[at]
    return column !== undefined && mainType(column) === 'krs' && !isOpenName(column.name)
  })
  return choice.doubt === undefined && isForm ? { ...choice, doubt: 'krs_form' } : choice
}

/** A REGON says which company is meant, and that its NIP or KRS number has to be found. */
const chooseRegon = (columns: readonly Column[]): Choice | undefined => {
  const column = columns.find((each) => isRegon(each) || (each.named === 'regon' && each.filled > 0))
  return column && only(column, 'regon')
}

/** Of a column of other numbers every eleventh is a NIP by chance. */
const CHANCE = 0.2
/** Under a name that asks for identifiers: the others are mistyped. */
const ENOUGH = 1 / 3

const shareOf = (column: ColumnSupport): number => provenIn(column) / Math.max(1, column.filled)

const isListed = (columns: readonly Column[], { isTyped = false }: GuessOptions): boolean =>
  columns.length === 1 || (isTyped && columns.every(({ name }) => name === ''))

function chooseWeak(columns: readonly Column[], options: GuessOptions): Choice {
  const [first] = columns
  if (first === undefined) return { roles: new Map(), doubt: 'none' }
  if (isListed(columns, options)) return only(first, 'any')
  const best = columns.reduce((found, column) => (shareOf(column) > shareOf(found) ? column : found), first)
  if (best.named === 'any' && isOpenName(best.name) && shareOf(best) >= ENOUGH) return only(best, 'any')
  if (shareOf(best) > CHANCE) return only(best, 'any', 'weak')
  const named = columns.find((column) => column.named === 'any' && column.filled > 0)
  return named === undefined ? { roles: new Map(), doubt: 'none' } : only(named, 'any', 'weak')
}

const isNamedKind = ({ named, kinds, filled }: Column): boolean => named === 'kind' && kinds > 0 && kinds * 2 >= filled

const isRegon = ({ regon, filled }: Column): boolean => regon > 0 && regon * 2 >= filled

function roleByName(column: Column, hasOwnLabel: boolean): ColumnRole {
  const { named, name } = column
  if (named === 'label') return hasOwnLabel && !isOwnLabel(name) ? 'ignore' : 'label'
  if (isNamedKind(column)) return 'kind'
  if (named === 'country') return isCountry(column) ? 'country' : 'ignore'
  return named === 'tags' || named === 'regon' ? named : 'ignore'
}

/** Codes or names of countries, and little else. */
const isCountry = ({ countries, filled }: Column): boolean => countries > 0 && countries * 2 >= filled

/** Names of firms, and no numbering of rows. */
const isWordy = ({ words, filled }: Column): boolean => words > 0 && words * 2 >= filled

/** Labels, tags and kinds; in a narrow list without names everything beside the number is its label. */
function restOf(columns: readonly Column[], chosen: Choice['roles'], hasNames: boolean): ColumnRole[] {
  const hasOwnLabel = columns.some(({ name }) => isOwnLabel(name))
  const rest = columns.filter(({ at }) => !chosen.has(at))
  const label = (rest.find(isWordy) ?? rest[0])?.at
  const roleOf = (column: Column): ColumnRole => {
    if (hasNames) return roleByName(column, hasOwnLabel)
    if (isRegon(column)) return 'regon'
    // Codes of provinces and of other things look like those of countries.
    if (column.countries === column.filled && column.poland > 0) return 'country'
    return columns.length <= 3 || column.at === label ? 'label' : 'ignore'
  }
  return columns.map((column) => chosen.get(column.at) ?? roleOf(column))
}

/**
 * Columns of the kind that was chosen which say different things in one row: the two parties of an invoice, of which nobody but a person
 * knows which is meant. A column that is not called by its kind is one of them when its numbers prove it, which KRS numbers do not.
 */
function rivalsOf(rows: readonly SheetRow[], columns: readonly Column[], { roles }: Choice): readonly number[] {
  for (const [at, role] of roles) {
    const own = columns[at]
    if (own === undefined || role === 'regon') continue
    const kind = role === 'any' ? mainType(own) : role
    const same = columns.filter((column) => column === own || isSameKind(column, own, kind))
    const rivals = rivalColumns(
      rows,
      same.map((column) => column.at),
    )
    if (rivals.length > 1) return rivals
  }
  return []
}

function isSameKind(column: Column, own: Column, kind: ReturnType<typeof mainType>): boolean {
  if (column.filled === 0 || isOldName(column.name)) return false
  if (column.named === kind) return own.named === kind || shareOf(column) > CHANCE
  return kind !== 'krs' && isProven(column) && mainType(column) === kind
}

const chooseColumns = (columns: readonly Column[], options: GuessOptions): Choice =>
  chooseByKind(columns) ??
  chooseNamed(columns) ??
  chooseProven(columns) ??
  chooseRegon(columns) ??
  chooseWeak(columns, options)

interface Rivals {
  readonly choice: Choice
  readonly rivals: readonly number[]
  readonly header: number | undefined
}

/** The first of them is shown as taken until a person says which. */
function askRivals(columns: readonly Column[], { choice, rivals, header }: Rivals): Mapping {
  const first = [...choice.roles.keys()].find((at) => rivals.includes(at)) ?? rivals[0]
  const left = [...choice.roles].filter(([at]) => at === first || !rivals.includes(at))
  const roles = restOf(columns, new Map(left), header !== undefined)
  return {
    header,
    roles: roles.map((role, at) => (rivals.includes(at) && at !== first ? 'ignore' : role)),
    rivals,
    doubt: 'several',
  }
}

/** The same with what a person has changed: columns that are now used beside each other are asked about, or each give a number. */
export function settleRivals(rows: readonly SheetRow[], mapping: Mapping): Mapping {
  const { header, roles, doubt, isEach = false } = mapping
  if (doubt === 'several' && mapping.rivals !== undefined) return mapping
  for (const role of new Set(roles.filter((each) => isIdentifierRole(each) && each !== 'regon'))) {
    const columns = roles.flatMap((each, at) => (each === role ? [at] : []))
    const rivals = rivalColumns(bodyRows(rows, header), columns)
    if (rivals.length > 0) return { header, roles, rivals, ...(isEach ? { isEach, doubt } : { doubt: 'several' }) }
  }
  return { header, roles, doubt }
}

/** What each column holds: what checksums say comes before what its name says, and what neither says is asked. */
export function guessMapping(
  rows: readonly SheetRow[],
  header: number | undefined,
  options: GuessOptions = {},
): Mapping {
  const columns = columnsOf(rows, header)
  const choice = chooseColumns(columns, options)
  const rivals = rivalsOf(bodyRows(rows, header), columns, choice)
  if (rivals.length > 0) return askRivals(columns, { choice, rivals, header })
  const isOpen = choice.roles.size > 0 && rows.slice(0, header ?? 0).some(hasProvenNumber)
  const doubt = choice.doubt ?? (isOpen ? 'above' : undefined)
  return { header, roles: restOf(columns, choice.roles, header !== undefined), doubt }
}
