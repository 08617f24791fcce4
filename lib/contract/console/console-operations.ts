import { registerRows } from '@/lib/domain/registers/register-rows'

import { isPaid, isStream, type Operation } from '../operation'
import { type PricedCall, pricedCalls } from '../prices'
import { type Contract, operationNames, operationOf, type OperationName } from '../table'
import { type ConsoleGroup, consoleGroups } from './console-groups'

/** Operations that a key may call. */
export type ConsoleName = {
  [N in OperationName]: Contract[N] extends { audience: 'public' } ? N : never
}[OperationName]

export const consoleNames: readonly ConsoleName[] = operationNames.filter(
  (name): name is ConsoleName => operationOf(name).audience === 'public',
)

const resourceOf = (name: string): string => name.split('.')[0] ?? ''
const registers = new Set(Object.values(registerRows).map(({ operation }) => resourceOf(operation)))

const GROUP_OF_RESOURCE: Readonly<Record<string, ConsoleGroup>> = {
  record: 'companies',
  records: 'companies',
  graph: 'companies',
  risk: 'companies',
  search: 'companies',
  wpv: 'whiteList',
  rdf: 'documents',
  krs: 'documents',
  crbr: 'documents',
  stream: 'announcements',
  msig: 'announcements',
  bzp: 'bzp',
  monitors: 'monitors',
  updates: 'events',
  monitorEvents: 'events',
  filters: 'filters',
  reports: 'reports',
  usage: 'usage',
}

function groupOf(name: ConsoleName): ConsoleGroup {
  if (name === 'krs.changes') return 'announcements'
  if (registers.has(resourceOf(name))) return 'registers'
  return GROUP_OF_RESOURCE[resourceOf(name)] ?? 'companies'
}

/** What a page needs to know about an operation before a call, without its schemas. */
export type ConsoleOperation = Pick<Operation, 'method' | 'path' | 'produces' | 'media'> & {
  readonly name: ConsoleName
  readonly group: ConsoleGroup
  readonly isWrite: boolean
  readonly isStream: boolean
  /** Uses up units, or something that the plan limits per month. */
  readonly isPaid: boolean
  /** Its answer is not changed: no personal number in it is masked, and no cursor encrypted. */
  readonly isPlain: boolean
  /** Undefined: it is free. */
  readonly call: PricedCall | undefined
}

export function listConsoleOperations(): readonly ConsoleOperation[] {
  const calls = pricedCalls()
  const all = consoleNames.map((name): ConsoleOperation => {
    const row = operationOf(name)
    return {
      name,
      group: groupOf(name),
      method: row.method,
      path: row.path,
      produces: row.produces,
      ...(row.media !== undefined && { media: row.media }),
      isWrite: row.execution === 'writes',
      isStream: isStream(row),
      isPaid: isPaid(row),
      isPlain: row.unmasked === true || row.produces === 'file',
      call: calls.find((call) => call.name === name),
    }
  })
  return consoleGroups.flatMap((group) => all.filter((operation) => operation.group === group))
}

export const isConsoleName = (name: unknown): name is ConsoleName => consoleNames.some((each) => each === name)
