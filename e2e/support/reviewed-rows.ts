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

/** All operations of both contracts. */
export const reviewedRows: readonly ReviewedRow[] = [
  ...operationNames.map((name) => ({ name, operation: operationOf(name) })),
  ...panelOperationNames.map((name) => ({ name, operation: panelOperationOf(name) })),
]

/** Operations that other sites must not be able to call: all except GET. */
export const writingRows = reviewedRows.filter(({ operation }) => operation.method !== 'GET')
export const rowsWithId = reviewedRows.filter(({ operation }) => operation.params !== undefined)

/** Why an account with default settings refuses the role; undefined: it may call the operation. */
export function refusalOf(role: Role, { operation }: ReviewedRow): string | undefined {
  if (!operation.roles.includes(role)) return 'role_required'
  return isPaid(operation) && !maySpend(role, null) ? 'spending_not_allowed' : undefined
}

const NOBODY = '00000000-0000-4000-8000-000000000000'
/** A company in no register; no sample report, document or decision has this id. */
const world = { krs: '0000000018', nip: '5261040828', rdfDocumentId: NOBODY, uokikId: NOBODY, dailyReportId: NOBODY }
/** Safe: the makers of a query only read the world. */
const caller = { world } as TestCaller

const isPublic = (name: string): name is PublicName => Object.hasOwn(goodCalls, name)

/** An input that gets an answer without any effect: a valid query, unknown ids, an incomplete body. */
export async function harmlessInput({ name, operation }: ReviewedRow): Promise<RawInput & { text?: string }> {
  const params = Object.fromEntries(placeholdersOf(operation.path).map((each) => [each, valueOf(each)]))
  if (operation.method !== 'GET') return { params, ...(operation.body !== undefined && { text: '{' }) }
  if (operation.params === undefined && isPublic(name))
    return { params, ...(await Promise.resolve(goodCalls[name](caller))) }
  return { params, query: goodInput(operation.query) }
}

const placeholdersOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** Placeholders that are not ids. */
const PLAIN_VALUES: Readonly<Record<string, string>> = {
  krs: world.krs,
  number: '0',
  version: '1',
  file: 'pdf',
  part: 'record',
  list: 'knf',
}
const valueOf = (placeholder: string): string => PLAIN_VALUES[placeholder] ?? NOBODY

/** Cursors are encrypted by the panel, so they cannot be invented. */
const withoutCursor = (query: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'cursor'))

/** A valid input of the operation with the given id. */
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
  // Safe: the result is undefined when the answer has another shape.
  (body as { detail?: { code?: string } } | null)?.detail?.code

export const cookiesOf = ({ headers }: Pick<Answer, 'headers'>): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')

/** Cookies of a session with a recent proof of identity. Throws when the sign-in fails. */
export async function sessionOf(panel: Panel, email: string): Promise<string> {
  const csrf = await ask(panel, '/api/auth/csrf', {})
  // Safe: this is next-auth's answer.
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

/** Processes items with a few workers in parallel, within the gateway's limits. */
export async function inTurns<T>(items: readonly T[], atOnce: number, each: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const work = async () => {
    for (const item of left) await each(item)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
