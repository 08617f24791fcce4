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
 * Why a person should check the columns first. `none`: no identifier column was found. `several`: more than one has
 * numbers of the same type. `weak`: few numbers have a proven type. `differs`: another column than the named one holds
 * identifiers. `krs_form`: KRS numbers are recognised only by their form. `above`: there are numbers above the header.
 * `old`: the name says that the numbers are former ones.
 */
export type ColumnDoubt = 'none' | 'several' | 'weak' | 'differs' | 'krs_form' | 'above' | 'old'

export interface Mapping {
  /** Index of the header row in the table; rows above it are left out. */
  readonly header: number | undefined
  readonly roles: readonly ColumnRole[]
  /** Undefined once a person has confirmed the mapping. */
  readonly doubt?: ColumnDoubt | undefined
  /** Columns of one type that have different values in the same row. */
  readonly rivals?: readonly number[] | undefined
  /** Each rival column gives a separate number, if a person chose so; otherwise only one of them is used. */
  readonly isEach?: boolean | undefined
}

export interface GuessOptions {
  /** Typed or pasted by hand: the form expects a number followed by a label. */
  readonly isTyped?: boolean | undefined
}

export const countColumns = (rows: readonly SheetRow[]): number =>
  rows.reduce((width, { cells }) => Math.max(width, cells.length), 0)

export const bodyRows = (rows: readonly SheetRow[], header: number | undefined): readonly SheetRow[] =>
  header === undefined ? rows : rows.slice(header + 1)

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

const chooseOnly = (column: Column, role: IdentifierRole, doubt?: ColumnDoubt): Choice => ({
  roles: new Map([[column.at, role]]),
  doubt,
})

/** The cells may be numbers that the name announces, even without checksums. */
const fits = (column: Column): boolean => {
  const { named, byType, short, filled } = column
  if (named === 'krs') return (byType.krs + short) * 2 >= filled
  return named !== undefined && named in byType && byType[mainType(column)] > 0 && isProven(column)
}

const isKind = (role: ColumnRole | undefined): boolean => isIdentifierRole(role) && role !== 'any' && role !== 'regon'

/** An identifier column with a type column, as in the panel's own files. */
function chooseByKind(columns: readonly Column[]): Choice | undefined {
  const value = columns.find(({ named }) => named === 'any')
  return value !== undefined && columns.some(isNamedKind) ? chooseOnly(value, 'any') : undefined
}

/** Columns named NIP, KRS, PESEL or UUID; in each row the first filled one counts. */
function chooseNamed(columns: readonly Column[]): Choice | undefined {
  const all = columns.filter((column) => isKind(column.named))
  const current = all.filter(({ name }) => !isOldName(name))
  if (all.length === 0) return undefined
  if (current.length > 0) return chooseCurrent(columns, current)
  const other = columns.filter((column) => !isKind(column.named) && isProven(column))
  return other.length > 0 ? undefined : { ...chooseCurrent(columns, all), doubt: 'old' }
}

function chooseCurrent(columns: readonly Column[], namedColumns: readonly Column[]): Choice {
  const roles = new Map(
    namedColumns.flatMap(({ at, named: role }) => (isIdentifierRole(role) ? [[at, role] as const] : [])),
  )
  if (namedColumns.some(fits)) return { roles }
  const other = columns.find((column) => !isKind(column.named) && isProven(column) && !isOldName(column.name))
  if (other !== undefined) return chooseOnly(other, 'any', 'differs')
  // Checksums show errors in each row, but KRS numbers have none.
  return {
    roles,
    doubt: namedColumns.some((column) => column.named === 'krs' && column.filled > 0) ? 'weak' : undefined,
  }
}

/** Columns of different types in one row identify the same subject. */
function chooseAmong(proven: readonly Column[]): Choice {
  const [first, ...others] = proven
  if (first === undefined) return { roles: new Map(), doubt: 'none' }
  if (others.length === 0) return chooseOnly(first, 'any')
  const kinds = proven.map(mainType)
  if (new Set(kinds).size === kinds.length)
    return { roles: new Map(proven.map(({ at }, index) => [at, kinds[index] ?? 'any'])) }
  const best = proven.reduce((found, column) => (column.distinct > found.distinct ? column : found))
  return chooseOnly(best, 'any', 'several')
}

function chooseProven(columns: readonly Column[]): Choice | undefined {
  const proven = columns.filter((column) => isProven(column) && !isOldName(column.name))
  const generic = proven.filter(({ named }) => named === 'any')
  if (proven.length === 0) return undefined
  const choice = chooseAmong(generic.length > 0 ? generic : proven)
  const isKnownByFormOnly = [...choice.roles.keys()].every((at) => {
    const column = columns[at]
    return column !== undefined && mainType(column) === 'krs' && !isOpenName(column.name)
  })
  return choice.doubt === undefined && isKnownByFormOnly ? { ...choice, doubt: 'krs_form' } : choice
}

/** A REGON identifies the company, whose NIP or KRS number has to be looked up. */
const chooseRegon = (columns: readonly Column[]): Choice | undefined => {
  const column = columns.find((each) => isRegon(each) || (each.named === 'regon' && each.filled > 0))
  return column && chooseOnly(column, 'regon')
}

/** A larger share of valid numbers is no coincidence: of unrelated numbers, one in eleven is a valid NIP. */
const CHANCE = 0.2
/** Under a name for identifiers a third of valid numbers is enough, because the others may be mistyped. */
const ENOUGH = 1 / 3

const shareOf = (column: ColumnSupport): number => provenIn(column) / Math.max(1, column.filled)

const isListed = (columns: readonly Column[], { isTyped = false }: GuessOptions): boolean =>
  columns.length === 1 || (isTyped && columns.every(({ name }) => name === ''))

function chooseWeak(columns: readonly Column[], options: GuessOptions): Choice {
  const [first] = columns
  if (first === undefined) return { roles: new Map(), doubt: 'none' }
  if (isListed(columns, options)) return chooseOnly(first, 'any')
  const best = columns.reduce((found, column) => (shareOf(column) > shareOf(found) ? column : found), first)
  if (best.named === 'any' && isOpenName(best.name) && shareOf(best) >= ENOUGH) return chooseOnly(best, 'any')
  if (shareOf(best) > CHANCE) return chooseOnly(best, 'any', 'weak')
  const candidate = columns.find((column) => column.named === 'any' && column.filled > 0)
  return candidate === undefined ? { roles: new Map(), doubt: 'none' } : chooseOnly(candidate, 'any', 'weak')
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

/** Mostly codes or names of countries. */
const isCountry = ({ countries, filled }: Column): boolean => countries > 0 && countries * 2 >= filled

/** Mostly texts, such as company names. */
const isWordy = ({ words, filled }: Column): boolean => words > 0 && words * 2 >= filled

/**
 * Adds the roles of the other columns: labels, tags and types. In a narrow list without a header, all columns next to
 * the number are labels.
 */
function completeRoles(columns: readonly Column[], chosen: Choice['roles'], hasNames: boolean): ColumnRole[] {
  const hasOwnLabel = columns.some(({ name }) => isOwnLabel(name))
  const rest = columns.filter(({ at }) => !chosen.has(at))
  const label = (rest.find(isWordy) ?? rest[0])?.at
  const roleOf = (column: Column): ColumnRole => {
    if (hasNames) return roleByName(column, hasOwnLabel)
    if (isRegon(column)) return 'regon'
    // Codes of provinces and other things look like country codes.
    if (column.countries === column.filled && column.poland > 0) return 'country'
    return columns.length <= 3 || column.at === label ? 'label' : 'ignore'
  }
  return columns.map((column) => chosen.get(column.at) ?? roleOf(column))
}

/**
 * Rival columns of a chosen type: columns with different values in one row, such as the two parties of an invoice,
 * between which only a person can decide. A column with another name counts when its checksums prove the type, which is
 * impossible for KRS numbers.
 */
function rivalsOf(rows: readonly SheetRow[], columns: readonly Column[], { roles }: Choice): readonly number[] {
  for (const [at, role] of roles) {
    const chosen = columns[at]
    if (chosen === undefined || role === 'regon') continue
    const kind = role === 'any' ? mainType(chosen) : role
    const sameKind = columns.filter((column) => column === chosen || isSameKind(column, chosen, kind))
    const rivals = rivalColumns(
      rows,
      sameKind.map((column) => column.at),
    )
    if (rivals.length > 1) return rivals
  }
  return []
}

function isSameKind(column: Column, chosen: Column, kind: ReturnType<typeof mainType>): boolean {
  if (column.filled === 0 || isOldName(column.name)) return false
  if (column.named === kind) return chosen.named === kind || shareOf(column) > CHANCE
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

/** The first one is preselected until a person decides. */
function withRivals(columns: readonly Column[], { choice, rivals, header }: Rivals): Mapping {
  const first = [...choice.roles.keys()].find((at) => rivals.includes(at)) ?? rivals[0]
  const remaining = [...choice.roles].filter(([at]) => at === first || !rivals.includes(at))
  const roles = completeRoles(columns, new Map(remaining), header !== undefined)
  return {
    header,
    roles: roles.map((role, at) => (rivals.includes(at) && at !== first ? 'ignore' : role)),
    rivals,
    doubt: 'several',
  }
}

/**
 * Recomputes the rivals after a person's change: columns now used together either need a decision or each give a
 * number.
 */
export function updateRivals(rows: readonly SheetRow[], mapping: Mapping): Mapping {
  const { header, roles, doubt, isEach = false } = mapping
  if (doubt === 'several' && mapping.rivals !== undefined) return mapping
  for (const role of new Set(roles.filter((each) => isIdentifierRole(each) && each !== 'regon'))) {
    const columns = roles.flatMap((each, at) => (each === role ? [at] : []))
    const rivals = rivalColumns(bodyRows(rows, header), columns)
    if (rivals.length > 0) return { header, roles, rivals, ...(isEach ? { isEach, doubt } : { doubt: 'several' }) }
  }
  return { header, roles, doubt }
}

/** Guesses the content of each column: checksums take precedence over names, and unclear columns need a decision. */
export function guessMapping(
  rows: readonly SheetRow[],
  header: number | undefined,
  options: GuessOptions = {},
): Mapping {
  const columns = columnsOf(rows, header)
  const choice = chooseColumns(columns, options)
  const rivals = rivalsOf(bodyRows(rows, header), columns, choice)
  if (rivals.length > 0) return withRivals(columns, { choice, rivals, header })
  const isOpen = choice.roles.size > 0 && rows.slice(0, header ?? 0).some(hasProvenNumber)
  const doubt = choice.doubt ?? (isOpen ? 'above' : undefined)
  return { header, roles: completeRoles(columns, choice.roles, header !== undefined), doubt }
}
