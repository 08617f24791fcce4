import { isPaid, type Operation } from '@/lib/contract/operation'
import type { PanelOperation } from '@/lib/contract/panel-operation'
import { operationNames, operationOf } from '@/lib/contract/table'
import type { Role } from '@/lib/domain/roles'
import { maySpend } from '@/lib/domain/spending'
import { panelOperationNames, panelOperationOf } from '@/lib/features/contract'
import type { RawInput } from '@/lib/testing/calls/call-of'
import { goodCalls, type PublicName, type TestCaller } from '@/lib/testing/calls/contract-calls'
import { goodInput } from '@/lib/testing/calls/good-input'

import { type Panel, PASSWORD } from './panel'

export type ReviewedRow = { readonly name: string; readonly operation: Operation | PanelOperation }

/** Every row of both tables. */
export const reviewedRows: readonly ReviewedRow[] = [
  ...operationNames.map((name) => ({ name, operation: operationOf(name) })),
  ...panelOperationNames.map((name) => ({ name, operation: panelOperationOf(name) })),
]

/** Rows that a page of somebody else must not be able to call: all but those that are read by their address. */
export const writingRows = reviewedRows.filter(({ operation }) => operation.method !== 'GET')
export const rowsWithId = reviewedRows.filter(({ operation }) => operation.params !== undefined)

/** Why the account, whose owner has decided nothing, refuses the role; undefined: it may call the row. */
export function refusalOf(role: Role, { operation }: ReviewedRow): string | undefined {
  if (!operation.roles.includes(role)) return 'role_required'
  return isPaid(operation) && !maySpend(role, null) ? 'spending_not_allowed' : undefined
}

const NOBODY = '00000000-0000-4000-8000-000000000000'
/** A company that no register has; no sample report, document or decision has this id. */
const world = { krs: '0000000018', nip: '5261040828', rdfDocumentId: NOBODY, uokikId: NOBODY, dailyReportId: NOBODY }
/** Sound: the makers of a query read the world and nothing else. */
const caller = { world } as TestCaller

const isPublic = (name: string): name is PublicName => Object.hasOwn(goodCalls, name)

/** What the row is asked for its answer, without any effect: a good query, ids of nobody, a body that is cut off. */
export async function harmlessInput({ name, operation }: ReviewedRow): Promise<RawInput & { text?: string }> {
  const params = Object.fromEntries(placeholdersOf(operation.path).map((each) => [each, valueOf(each)]))
  if (operation.method !== 'GET') return { params, ...(operation.body !== undefined && { text: '{' }) }
  if (operation.params === undefined && isPublic(name))
    return { params, ...(await Promise.resolve(goodCalls[name](caller))) }
  return { params, query: goodInput(operation.query) }
}

const placeholdersOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** Placeholders that hold no id. */
const PLAIN_VALUES: Readonly<Record<string, string>> = {
  krs: world.krs,
  number: '0',
  version: '1',
  file: 'pdf',
  part: 'record',
  list: 'knf',
}
const valueOf = (placeholder: string): string => PLAIN_VALUES[placeholder] ?? NOBODY

/** A cursor is sealed by the panel: none can be made up. */
const withoutCursor = (query: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'cursor'))

/** An input as the row takes it, with ids as given. */
export const fullInput = ({ operation }: ReviewedRow, id: string = NOBODY): RawInput & { text?: string } => ({
  params: Object.fromEntries(placeholdersOf(operation.path).map((each) => [each, PLAIN_VALUES[each] ?? id])),
  ...(operation.method === 'GET' && { query: withoutCursor(goodInput(operation.query)) }),
  ...(operation.body !== undefined && { text: JSON.stringify(goodInput(operation.body)) }),
})

export function addressOf({ operation }: ReviewedRow, { params = {}, query = {} }: RawInput): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? NOBODY)
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) =>
      [value].flat().map((each): [string, string] => [key, typeof each === 'string' ? each : JSON.stringify(each)]),
    ),
  ).toString()
  return `/api${path}${search === '' ? '' : `?${search}`}`
}

export type Answer = {
  readonly status: number
  readonly code: string | undefined
  readonly body: unknown
  readonly headers: Headers
}
type Asked = { readonly method?: string; readonly text?: string; readonly headers?: Readonly<Record<string, string>> }

/** A call with exactly these headers, as no page could make it. */
export async function ask(panel: Panel, path: string, { method = 'GET', text, headers = {} }: Asked): Promise<Answer> {
  const json = text === undefined ? {} : { body: text }
  const type = text === undefined ? {} : { 'content-type': 'application/json' }
  const init = { method, redirect: 'manual', headers: { ...type, ...headers }, ...json } as const
  const answer = await fetch(`${panel.url}${path}`, init)
  const said = await answer.text()
  const body = answer.headers.get('content-type')?.startsWith('application/json') ? parsed(said) : said
  return { status: answer.status, code: codeOf(body), body, headers: answer.headers }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

const codeOf = (body: unknown): string | undefined =>
  // Sound: looked for, and undefined where the answer has another shape.
  (body as { detail?: { code?: string } } | null)?.detail?.code

export const cookiesOf = ({ headers }: Pick<Answer, 'headers'>): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')

/** The cookies of a session that has just proved who it is. Throws when the person is not let in. */
export async function sessionOf(panel: Panel, email: string): Promise<string> {
  const csrf = await ask(panel, '/api/auth/csrf', {})
  // Sound: next-auth's answer.
  const { csrfToken } = csrf.body as { csrfToken: string }
  const form = new URLSearchParams({ csrfToken, email, password: PASSWORD, json: 'true' })
  const answer = await ask(panel, '/api/auth/callback/credentials', {
    method: 'POST',
    text: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: cookiesOf(csrf) },
  })
  if (answer.status !== 200) throw new Error(`${email} was not let in: ${answer.status}`)
  return cookiesOf(answer)
}

/** One after another for each of a few at a time, as the door wants it. */
export async function inTurns<T>(items: readonly T[], atOnce: number, each: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const work = async () => {
    for (const item of left) await each(item)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
