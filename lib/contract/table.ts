import { announcementOperations } from './announcements'
import { bzpOperations } from './bzp'
import { documentOperations } from './documents'
import { eventOperations } from './events'
import { filterOperations } from './filters'
import { keyOperations } from './keys'
import { monitorOperations } from './monitors'
import type { InputOf, Operation, ParsedOf, ResponseOf } from './operation'
import { recordOperations } from './records'
import { registerOperations } from './registers'
import { reportOperations } from './reports'
import { usageOperations } from './usage'
import { whiteListOperations } from './white-list'

/** The single source of truth for the service, the proxy, the client, the query keys, the forms and the docs. */
export const contract = {
  ...usageOperations,
  ...keyOperations,
  ...monitorOperations,
  ...eventOperations,
  ...filterOperations,
  ...reportOperations,
  ...bzpOperations,
  ...recordOperations,
  ...announcementOperations,
  ...registerOperations,
  ...documentOperations,
  ...whiteListOperations,
} as const satisfies Record<string, Operation>

export type Contract = typeof contract
export type OperationName = keyof Contract
export type Input<N extends OperationName> = InputOf<Contract[N]>
export type Parsed<N extends OperationName> = ParsedOf<Contract[N]>
export type Output<N extends OperationName> = ResponseOf<Contract[N]>
/** Operations that write nothing. */
export type QueryName = {
  [N in OperationName]: Contract[N] extends { execution: 'writes' } ? never : N
}[OperationName]
export type MutationName = Exclude<OperationName, QueryName>

export const operationNames = Object.keys(contract).filter((name): name is OperationName => name in contract)
/** The operation by name, with its fields widened to the common type. */
export const operationOf = (name: OperationName): Operation => contract[name]
