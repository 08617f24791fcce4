import { isPaid, type Operation } from '@/lib/contract/operation'
import type { PanelOperation } from '@/lib/contract/panel-operation'
import { operationNames, operationOf } from '@/lib/contract/table'
import type { Role } from '@/lib/domain/roles'
import { maySpend } from '@/lib/domain/spending'
import { panelOperationNames, panelOperationOf } from '@/lib/features/contract'

import { paramText, type RawInput } from './call-of'
import { goodCalls, type PublicName, type TestCaller } from './contract-calls'
import { goodInput } from './good-input'

export type ReviewedOperation = { readonly name: string; readonly operation: Operation | PanelOperation }

/** Every operation of the service and of the panel. */
export const reviewedOperations: readonly ReviewedOperation[] = [
  ...operationNames.map((name) => ({ name, operation: operationOf(name) })),
  ...panelOperationNames.map((name) => ({ name, operation: panelOperationOf(name) })),
]

/** Operations that a page of another site must not be able to call: all except those with GET. */
export const writingOperations = reviewedOperations.filter(({ operation }) => operation.method !== 'GET')
export const operationsWithId = reviewedOperations.filter(({ operation }) => operation.params !== undefined)

/** The code with which an account with default spending roles refuses a role; undefined if the role may call. */
export function refusalOf(role: Role, { operation }: ReviewedOperation): string | undefined {
  if (!operation.roles.includes(role)) return 'role_required'
  return isPaid(operation) && !maySpend(role, null) ? 'spending_not_allowed' : undefined
}

const NOBODY = '00000000-0000-4000-8000-000000000000'
/** A company that no register has; no sample report, document or decision has this id. */
const world = { krs: '0000000018', nip: '5261040828', rdfDocumentId: NOBODY, uokikId: NOBODY, dailyReportId: NOBODY }
/** Safe: the functions that make a query read only the world. */
const caller = { world } as TestCaller

const isPublic = (name: string): name is PublicName => Object.hasOwn(goodCalls, name)

/** Input for an operation that has no effect: a valid query, ids that do not exist, a truncated body. */
export async function harmlessInput({ name, operation }: ReviewedOperation): Promise<RawInput & { text?: string }> {
  const params = Object.fromEntries(placeholdersOf(operation.path).map((each) => [each, valueOf(each)]))
  if (operation.method !== 'GET') return { params, ...(operation.body !== undefined && { text: '{' }) }
  if (operation.params === undefined && isPublic(name))
    return { params, ...(await Promise.resolve(goodCalls[name](caller))) }
  return { params, query: withoutPersons(goodInput(operation.query)) }
}

const placeholdersOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** Values of placeholders that are no ids. */
const PLAIN_VALUES: Readonly<Record<string, string>> = {
  krs: world.krs,
  number: '0',
  version: '1',
  file: 'pdf',
  part: 'record',
  list: 'knf',
}
const valueOf = (placeholder: string): string => PLAIN_VALUES[placeholder] ?? NOBODY

/** Names of persons need a right beyond that of the operation. */
const withoutPersons = (query: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'persons'))

/** Cursors are sealed by the panel, so a test cannot write one. */
const withoutCursor = (query: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'cursor'))

/** A valid input of the operation, with the given id wherever it takes an id. */
export const fullInput = ({ operation }: ReviewedOperation, id: string = NOBODY): RawInput & { text?: string } => ({
  params: Object.fromEntries(placeholdersOf(operation.path).map((each) => [each, PLAIN_VALUES[each] ?? id])),
  ...(operation.method === 'GET' && { query: withoutCursor(goodInput(operation.query)) }),
  ...(operation.body !== undefined && { text: JSON.stringify(goodInput(operation.body)) }),
})

export function addressOf({ operation }: ReviewedOperation, { params = {}, query = {} }: RawInput): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => paramText(params[name] ?? NOBODY))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) =>
      [value].flat().map((each): [string, string] => [key, typeof each === 'string' ? each : JSON.stringify(each)]),
    ),
  ).toString()
  return `/api${path}${search === '' ? '' : `?${search}`}`
}
