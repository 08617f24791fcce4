import {
  type ColumnRole,
  type IdentifierRole,
  isIdentifierRole,
  isOpenName,
  isOwnLabel,
  roleOfName,
} from './column-names'
import { type ColumnSupport, isProven, mainType, provenIn, sampleRows, measureSupport } from './column-support'
import { hasProvenNumber } from './header-row'
import type { SheetRow } from './source-table'

/**
 * Why the columns have to be looked at before the rows are judged. `none`: no column of identifiers was found. `several`:
 * more than one has numbers of the same kind. `weak`: few numbers prove what they are. `differs`: the column that is named
 * does not, another one does. `krs_form`: only their form speaks for KRS numbers. `above`: numbers stand above the names.
 */
export type ColumnDoubt = 'none' | 'several' | 'weak' | 'differs' | 'krs_form' | 'above'

/** How the columns are read. */
export interface Mapping {
  /** The row with the names of the columns, among the rows of the table; rows above it are left out. */
  readonly header: number | undefined
  readonly roles: readonly ColumnRole[]
  /** Until a person says that it is right. */
  readonly doubt?: ColumnDoubt | undefined
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
  const named = columns.filter((column) => isKind(column.named))
  if (named.length === 0) return undefined
  const roles = new Map(named.flatMap(({ at, named: role }) => (isIdentifierRole(role) ? [[at, role] as const] : [])))
  if (named.some(fits)) return { roles }
  const other = columns.find((column) => !isKind(column.named) && isProven(column))
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
  const proven = columns.filter((column) => isProven(column))
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
  return named === 'tags' || named === 'regon' ? named : 'ignore'
}

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
    return columns.length <= 3 || column.at === label ? 'label' : 'ignore'
  }
  return columns.map((column) => chosen.get(column.at) ?? roleOf(column))
}

/** What each column holds: what checksums say comes before what its name says, and what neither says is asked. */
export function guessMapping(
  rows: readonly SheetRow[],
  header: number | undefined,
  options: GuessOptions = {},
): Mapping {
  const columns = columnsOf(rows, header)
  const choice =
    chooseByKind(columns) ??
    chooseNamed(columns) ??
    chooseProven(columns) ??
    chooseRegon(columns) ??
    chooseWeak(columns, options)
  const isOpen = choice.roles.size > 0 && rows.slice(0, header ?? 0).some(hasProvenNumber)
  const doubt = choice.doubt ?? (isOpen ? 'above' : undefined)
  return { header, roles: restOf(columns, choice.roles, header !== undefined), doubt }
}
