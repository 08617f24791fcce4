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

/** Several columns may be meant, or one that is named as another's: only a person knows. */
export interface RoleQuestion {
  readonly role: Exclude<Role, 'country'>
  readonly columns: readonly number[]
}

/** Why an account's column was taken among several. `named`: as the payee's. `same`: the others have one account in every row. */
export type AccountReason = 'named' | 'same'

/** How the columns of a list are read. */
export interface CheckColumns {
  /** The row with their names; rows above it are left out. */
  readonly header: number | undefined
  readonly roles: readonly CheckRole[]
  /** Until they are answered nothing is checked. */
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
const OF_ORDER =
  /\b(zlecen\w*|przelew\w*|operacji|dyspozycji|transakcji|realizacji|wykonania|transfer|order|ordered|execution|transaction|operation)\b/
/** Days of the invoice, of the money's arrival, of the entry in the books: a word of them says more than `przelew` beside it. */
const OF_ANOTHER =
  /\b(termin\w*|wystawi\w*|sprzedaz\w*|wplyw\w*|otrzym\w*|waznosc\w*|wymagal\w*|zapadal\w*|dostaw\w*|faktur\w*|zakup\w*|ksiegow\w*|walut\w*|rejestr\w*|urodz\w*|due|issue|issued|invoice|received|delivery)\b/

export const isOrderDay = (name: string): boolean => {
  const key = columnNameKey(name)
  return DATE.test(key) && OF_ORDER.test(key) && !OF_ANOTHER.test(key)
}

function roleOfTitle(name: string): Role | undefined {
  const key = columnNameKey(name)
  if (roleOfName(name) === 'country' && !ACCOUNT.test(key)) return 'country'
  if (NIP.test(key)) return isOldName(name) ? undefined : 'nip'
  if (ACCOUNT.test(key)) return DATE.test(key) ? undefined : 'account'
  return isOrderDay(name) ? 'day' : undefined
}

const holds: Readonly<Record<Role, (cell: string) => boolean>> = {
  nip: (cell) => checkIdentifier('nip', cell).ok,
  account: (cell) => readAccount(cell).ok,
  day: (cell) => readTypedDay(cell) !== undefined,
  country: (cell) => countryIn(cell) !== undefined,
}

interface Column {
  readonly at: number
  readonly name: string
  readonly title: Role | undefined
  readonly cells: readonly string[]
}

const MOST = 0.5
const SOME = 0.05
/** The field of the page asks for a number, an account and a day. */
const TYPED_WIDTH = 3

const shareOf = ({ cells }: Column, role: Role): number => cells.filter(holds[role]).length / Math.max(1, cells.length)

/** Columns that may be meant: those that are called so and hold it, or nothing else; without any, those that hold it. */
function candidatesFor(role: Role, columns: readonly Column[], isTitled: boolean): readonly Column[] {
  const titled = columns.filter(({ title, cells }) => title === role && cells.length > 0)
  const proven = columns.filter((column) => shareOf(column, role) >= (column.title === role ? SOME : MOST))
  const unnamed = proven.filter(({ title, name }) => title === undefined && !isOldName(name))
  // A day or a country that nobody calls one may be of an invoice, or of anything else.
  if (role === 'country') return titled.filter((column) => proven.includes(column))
  if (role === 'day') return isTitled ? titled : columns.length <= TYPED_WIDTH ? unnamed : []
  const found = [...proven.filter(({ title }) => title === role), ...unnamed]
  return found.length > 0 ? found : titled.slice(0, 1)
}

interface Chosen {
  readonly at: number | undefined
  readonly question?: RoleQuestion
  readonly reason?: AccountReason
}

function choose(role: Role, candidates: readonly Column[], rows: readonly SheetRow[]): Chosen {
  const [first] = candidates
  const rivals = rivalColumns(
    rows,
    candidates.map(({ at }) => at),
  )
  if (role === 'country') return { at: first?.at }
  if (rivals.length > 0) return (role === 'account' && preferPayee(candidates, rivals, rows)) || asked(role, rivals)
  const isAnothers = role === 'account' && first !== undefined && isPayers(first)
  return isAnothers ? asked(role, [first.at]) : { at: first?.at }
}

const asked = (role: RoleQuestion['role'], columns: readonly number[]): Chosen => ({
  at: undefined,
  question: { role, columns },
})

const isPayee = ({ name }: Column): boolean => PAYEE.test(columnNameKey(name)) && !PAYER.test(columnNameKey(name))
const isPayers = ({ name }: Column): boolean => PAYER.test(columnNameKey(name)) && !PAYEE.test(columnNameKey(name))

/** The payee's account by sure signs alone: the names of all columns, or one account in every row of the others. */
function preferPayee(
  candidates: readonly Column[],
  rivals: readonly number[],
  rows: readonly SheetRow[],
): Chosen | undefined {
  const columns = candidates.filter(({ at }) => rivals.includes(at))
  const [payee, ...others] = columns.filter((column) => !isPayers(column))
  if (payee !== undefined && others.length === 0 && isPayee(payee)) return { at: payee.at, reason: 'named' }
  const same = sameThroughout(rows, rivals)
  const varied = columns.filter(({ at }) => !same.includes(at))
  const [one, ...more] = varied
  if (one === undefined || more.length > 0 || same.length === 0 || isPayers(one)) return undefined
  return columns.some((column) => column !== one && isPayee(column)) ? undefined : { at: one.at, reason: 'same' }
}

/** Which columns are which: what most of their cells are comes before what they are called, and what nothing tells is asked. */
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
    const taken = new Set(questions.flatMap((question) => question.columns))
    const free = columns.filter(({ at }) => roles[at] === 'ignore' && !taken.has(at))
    const { at, question, reason } = choose(role, candidatesFor(role, free, header !== undefined), body)
    if (at !== undefined) roles[at] = role
    if (question) questions.push(question)
    accountReason ??= reason
  }
  return { header, roles, questions, accountReason }
}

/** The names of columns are looked for as imports do; a title that names an account or a day is one as well. */
function findCheckHeader(rows: readonly SheetRow[]): number | undefined {
  const found = findHeader(rows)
  if (found !== undefined) return found
  const [first] = rows
  const names = first?.cells.filter((cell) => cell !== '') ?? []
  const isTitle = names.some((cell) => roleOfTitle(cell) !== undefined) && names.every((cell) => !/\d{4}/.test(cell))
  return isTitle ? 0 : undefined
}

/** A person has said which column it is, or, with none, that the list does not have it. */
export function answerQuestion(columns: CheckColumns, { role }: RoleQuestion, at: number | undefined): CheckColumns {
  return {
    ...columns,
    questions: columns.questions.filter((question) => question.role !== role),
    roles: columns.roles.map((own, index) => (index === at ? role : own === role ? 'ignore' : own)),
  }
}
