import { columnNameKey, isOldName, roleOfName } from '@/lib/client/read-table/column-names'
import { sampleRows } from '@/lib/client/read-table/column-support'
import { bodyRows, countColumns } from '@/lib/client/read-table/columns'
import { findHeader } from '@/lib/client/read-table/header-row'
import { rivalColumns, sameThroughout } from '@/lib/client/read-table/rival-columns'
import type { SheetRow } from '@/lib/client/read-table/source-table'
import { countryIn } from '@/lib/domain/identifiers/country'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { readAccount } from '@/lib/features/white-list/domain/account'

import { readTypedDay } from './read-typed-day'

export const checkRoles = ['nip', 'account', 'day', 'country', 'ignore'] as const
export type CheckRole = (typeof checkRoles)[number]
export const isCheckRole = (value: string): value is CheckRole => checkRoles.some((role) => role === value)

type Role = Exclude<CheckRole, 'ignore'>

/** A question for the user: several columns are possible, or one has the name of another role. */
export interface RoleQuestion {
  readonly role: Exclude<Role, 'country'>
  readonly columns: readonly number[]
}

/**
 * Why one of several account columns was chosen. `named`: it is named as the payee's. `same`: the others hold a single
 * account in every row.
 */
export type AccountReason = 'named' | 'same'

export interface CheckColumns {
  /** The index of the header row; rows above it are left out. */
  readonly header: number | undefined
  readonly roles: readonly CheckRole[]
  /** Questions that must be answered before the check can start. */
  readonly questions: readonly RoleQuestion[]
  readonly accountReason?: AccountReason | undefined
}

const NIP = /\b(nip|tax id|vat id|nr vat)\b/
const ACCOUNT = /\b(rachunek|rachunku|rachunki|konto|konta|account|iban|nrb)\b/
const PAYEE =
  /\b(odbiorc\w*|kontrahent\w*|beneficjent\w*|dostawc\w*|wierzyciel\w*|uznawan\w*|uznania|creditor|payee|beneficiary|recipient|supplier|vendor)\b/
const PAYER =
  /\b(nadawc\w*|nasz\w*|wlasn\w*|platnik\w*|zleceniodawc\w*|obciazan\w*|obciazenia|payer|sender|debtor|our|own)\b/
const DATE = /\b(data|dzien|dnia|date|day)\b/
const ORDER_WORDS =
  /\b(zlecen\w*|przelew\w*|operacji|dyspozycji|transakcji|realizacji|wykonania|transfer|order|ordered|execution|transaction|operation)\b/
/**
 * Dates of the invoice, the receipt of money or the booking: such a word takes precedence over `przelew` next to it.
 */
const OTHER_DATE_WORDS =
  /\b(termin\w*|wystawi\w*|sprzedaz\w*|wplyw\w*|otrzym\w*|waznosc\w*|wymagal\w*|zapadal\w*|dostaw\w*|faktur\w*|zakup\w*|ksiegow\w*|walut\w*|rejestr\w*|urodz\w*|due|issue|issued|invoice|received|delivery)\b/

export const isOrderDay = (name: string): boolean => {
  const key = columnNameKey(name)
  return DATE.test(key) && ORDER_WORDS.test(key) && !OTHER_DATE_WORDS.test(key)
}

function roleOfTitle(name: string): Role | undefined {
  const key = columnNameKey(name)
  if (roleOfName(name) === 'country' && !ACCOUNT.test(key)) return 'country'
  if (NIP.test(key)) return isOldName(name) ? undefined : 'nip'
  if (ACCOUNT.test(key)) return DATE.test(key) ? undefined : 'account'
  return isOrderDay(name) ? 'day' : undefined
}

const matchesRole: Readonly<Record<Role, (cell: string) => boolean>> = {
  nip: (cell) => checkIdentifier('nip', cell).ok,
  account: (cell) => readAccount(cell).ok,
  day: (cell) => readTypedDay(cell) !== undefined,
  country: (cell) => countryIn(cell) !== undefined,
}

/**
 * Cells that may be mistyped numbers. In a list without names their column is used if no other qualifies, so that a
 * mistyped account is reported and not ignored.
 */
const resemblesRole: Readonly<Record<'nip' | 'account', (cell: string) => boolean>> = {
  nip: (cell) => /^\s*(?:PL)?(?:[\s-]*\d){10}\s*$/i.test(cell),
  account: (cell) => /^\s*(?:PL)?(?:[\s-]*\d){24,28}\s*$/i.test(cell),
}

interface Column {
  readonly at: number
  readonly name: string
  readonly title: Role | undefined
  readonly cells: readonly string[]
}

/** The share of cells that must match a role, for a column without and with the role's name. */
const MIN_SHARE_UNNAMED = 0.5
const MIN_SHARE_NAMED = 0.05
/** The number of columns of a list typed on the page: a number, an account and a date. */
const TYPED_WIDTH = 3

const shareOf = ({ cells }: Column, test: (cell: string) => boolean): number =>
  cells.filter(test).length / Math.max(1, cells.length)

/**
 * Possible columns for a role: those with a matching name and content, or with that name only; without any, those with
 * matching content, and lastly those with mistyped content.
 */
function candidatesFor(role: Role, columns: readonly Column[], isTitled: boolean): readonly Column[] {
  const titled = columns.filter(({ title, cells }) => title === role && cells.length > 0)
  const proven = columns.filter(
    (column) => shareOf(column, matchesRole[role]) >= (column.title === role ? MIN_SHARE_NAMED : MIN_SHARE_UNNAMED),
  )
  const unnamed = proven.filter(({ title, name }) => title === undefined && !isOldName(name))
  // A date or country without a matching name may belong to the invoice or anything else.
  if (role === 'country') return titled.filter((column) => proven.includes(column))
  if (role === 'day') return isTitled ? titled : columns.length <= TYPED_WIDTH ? unnamed : []
  const found = [...proven.filter(({ title }) => title === role), ...unnamed]
  if (found.length > 0) return found
  return isTitled
    ? titled.slice(0, 1)
    : columns.filter((column) => shareOf(column, resemblesRole[role]) >= MIN_SHARE_UNNAMED)
}

interface RoleChoice {
  readonly at: number | undefined
  readonly question?: RoleQuestion
  readonly reason?: AccountReason
}

function choose(role: Role, candidates: readonly Column[], rows: readonly SheetRow[]): RoleChoice {
  const [first] = candidates
  const rivals = rivalColumns(
    rows,
    candidates.map(({ at }) => at),
  )
  if (role === 'country') return { at: first?.at }
  if (rivals.length > 0)
    return (role === 'account' && preferPayee(candidates, rivals, rows)) || questionFor(role, rivals)
  const isPayersAccount = role === 'account' && first !== undefined && isPayers(first)
  return isPayersAccount ? questionFor(role, [first.at]) : { at: first?.at }
}

const questionFor = (role: RoleQuestion['role'], columns: readonly number[]): RoleChoice => ({
  at: undefined,
  question: { role, columns },
})

const isPayee = ({ name }: Column): boolean => PAYEE.test(columnNameKey(name)) && !PAYER.test(columnNameKey(name))
const isPayers = ({ name }: Column): boolean => PAYER.test(columnNameKey(name)) && !PAYEE.test(columnNameKey(name))

/**
 * Chooses the payee's account only with certainty: by the names of all columns, or if the others hold a single account.
 */
function preferPayee(
  candidates: readonly Column[],
  rivals: readonly number[],
  rows: readonly SheetRow[],
): RoleChoice | undefined {
  const columns = candidates.filter(({ at }) => rivals.includes(at))
  const [payee, ...others] = columns.filter((column) => !isPayers(column))
  if (payee !== undefined && others.length === 0 && isPayee(payee)) return { at: payee.at, reason: 'named' }
  const constantColumns = sameThroughout(rows, rivals)
  const varied = columns.filter(({ at }) => !constantColumns.includes(at))
  const [one, ...more] = varied
  if (one === undefined || more.length > 0 || constantColumns.length === 0 || isPayers(one)) return undefined
  return columns.some((column) => column !== one && isPayee(column)) ? undefined : { at: one.at, reason: 'same' }
}

/**
 * Guesses the columns' roles. The content of most cells takes precedence over names, and an unclear role becomes a
 * question.
 */
export function guessCheckColumns(rows: readonly SheetRow[]): CheckColumns {
  const header = findCheckHeader(rows)
  const body = bodyRows(rows, header)
  const sample = sampleRows(body)
  const names = header === undefined ? [] : (rows[header]?.cells ?? [])
  const columns = Array.from({ length: countColumns(rows) }, (_, at): Column => {
    const name = names[at] ?? ''
    const cells = sample.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== '')
    return { at, name, title: roleOfTitle(name), cells }
  })
  const roles: CheckRole[] = columns.map(() => 'ignore')
  const questions: RoleQuestion[] = []
  let accountReason: AccountReason | undefined
  for (const role of ['nip', 'account', 'day', 'country'] as const) {
    const questionColumns = new Set(questions.flatMap((question) => question.columns))
    const free = columns.filter(({ at }) => roles[at] === 'ignore' && !questionColumns.has(at))
    const { at, question, reason } = choose(role, candidatesFor(role, free, header !== undefined), body)
    if (at !== undefined) roles[at] = role
    if (question) questions.push(question)
    accountReason ??= reason
  }
  return { header, roles, questions, accountReason }
}

/** Finds the header as imports do; a row that names an account or date is a header as well. */
function findCheckHeader(rows: readonly SheetRow[]): number | undefined {
  const found = findHeader(rows)
  if (found !== undefined) return found
  const [first] = rows
  const names = first?.cells.filter((cell) => cell !== '') ?? []
  const isTitle = names.some((cell) => roleOfTitle(cell) !== undefined) && names.every((cell) => !/\d{4}/.test(cell))
  return isTitle ? 0 : undefined
}

/** Applies the user's answer: the index of the column, or undefined if the list has none. */
export function answerQuestion(
  columns: CheckColumns,
  { role }: RoleQuestion,
  columnIndex: number | undefined,
): CheckColumns {
  return {
    ...columns,
    questions: columns.questions.filter((question) => question.role !== role),
    roles: columns.roles.map((current, index) =>
      index === columnIndex ? role : current === role ? 'ignore' : current,
    ),
  }
}
