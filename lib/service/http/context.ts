import type { Logger } from 'pino'

import type { Contract, Input, OperationName, Output, Parsed } from '@/lib/contract/table'
import type { AccountLimits, ApiMeter } from '@/lib/contract/usage'
import type { CallerAccount } from '@/lib/service/accounts/statements/keys'
import type { AccountTable, ApiKeyTable } from '@/lib/service/accounts/tables'
import type { Charges } from '@/lib/service/metering/statements/charges'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import type { Db, Storage } from '@/lib/storage/storage'

import type { WaitTimes } from '../monitors/wait-times'
import type { SpentUnits } from './errors'

/** Injected wherever time is read, so that tests control it. */
export type Clock = () => Date

/** All configuration of the service; it does not read environment variables. */
export type ServiceConfig = {
  /** Report files are in `<dataDir>/reports`. */
  readonly dataDir: string
  /** Public address for the service's description. Undefined: the address of the request. */
  readonly publicUrl?: string | undefined
  readonly rateLimitPerSecond: number
  readonly rateLimitPerMinute: number
  /** Decision 23 (RDF archive): units per statement. */
  readonly rdfArchiveUnits: number
  /** Validates every answer against its schema; enabled in tests. */
  readonly checkAnswers: boolean
  /** Defaults are in `lib/service/monitors/wait-times.ts`. */
  readonly waitTimes?: Partial<WaitTimes>
}

/** A refused key. The operator's monitoring gets these details; the caller only learns that the key is not valid. */
export type RefusedKey = {
  readonly fault: 'unknown' | 'deactivated' | 'expired' | 'address' | 'scope'
  /** Undefined if the key does not exist. */
  readonly key?: ApiKeyTable
  /** The operation that was called; null if the request was not routed yet. */
  readonly operation: OperationName | null
  readonly requestId: string | null
  /** Null if the address is unknown. */
  readonly address: string | null
}

export type ServiceDependencies = {
  readonly storage: Storage
  readonly clock: Clock
  readonly config: ServiceConfig
  readonly log: Logger
  /** Without it, writes by keys are not recorded. */
  readonly writeLog?: WriteLog
  /** Called for every refused key. */
  readonly onRefusedKey?: (refused: RefusedKey) => void
}

/** Which key made a call, and from where. */
export type KeyCall = {
  readonly key: ApiKeyTable
  /** Network address of the caller; null if it is unknown. */
  readonly address: string | null
  readonly requestId: string
  readonly now: Date
}

export type KeyWrite = KeyCall & {
  readonly name: OperationName
  readonly params: Readonly<Record<string, string>>
  /** The parsed body; undefined if there is none. */
  readonly body: unknown
}

/** Interface to the account's audit log, on which the service does not depend. */
export type WriteLog = {
  /**
   * Executes `write` and records it in the same transaction; an error rolls back both. `callOperation` runs read-only
   * operations within that transaction.
   */
  record(tx: AccountTx, keyWrite: KeyWrite, steps: WriteSteps): Promise<unknown>
  /** Called for every change of the spend cap, in its transaction and under the lock of the account. */
  recordCapChange(tx: AccountTx, change: SpendCapChange): Promise<void>
}

/** A new spend cap, with the meter at that instant. */
type SpendCapChange = {
  readonly accountId: string
  readonly caller: Caller
  /** Whole PLN; null is the default ceiling. */
  readonly fromPln: number | null
  readonly meter: ApiMeter
  readonly now: Date
}

export type WriteSteps = {
  readonly callOperation: <N extends OperationName>(name: N, input: Input<N>) => Promise<Output<N>>
  readonly write: () => Promise<unknown>
}

/** The account with its effective limits: the plan's, overridden by the account's. */
export type Account = Omit<AccountTable, 'limits' | 'sealed_api_key'> & {
  readonly limits: AccountLimits
  /** Price of one overage unit. */
  readonly unitGrosz: number
  readonly apiAccess: boolean
}

/** Decision 38 (trust in the panel): the panel is a trusted principal of the signed-in account. */
export type PanelPrincipal = {
  readonly accountId: string
  readonly userId: string
  /** The user's e-mail address, shown in histories. */
  readonly actor: string
  /** Server-side prefetch is not rate limited; requests of a browser are, per user. */
  readonly rateLimited: boolean
  /** The account, if it was read for this very call; otherwise it is read again. */
  readonly account?: CallerAccount | undefined
}

export type Caller =
  | { readonly via: 'api'; readonly key: ApiKeyTable }
  | { readonly via: 'panel'; readonly principal: PanelPrincipal }

/** Adds HTTP trailers to the current answer. */
export type AddTrailers = (fields: Readonly<Record<string, string>>) => void

/**
 * What one call may charge (decisions 19–21, charging): in the transaction of its answer, or in a later one if the
 * operation charges last. HEAD is refused like the charge would be, but never charged.
 */
export type ChargeMeter = {
  /** Units that can still be charged to the operation's pool before 402; null if there is no limit. */
  left(): Promise<number | null>
  /** Throws the 402 that `charge` would throw now, and charges nothing. */
  requireLeft(units: number): Promise<void>
  /**
   * Charges all units or throws 402; 0 units are allowed and still count the call. An operation with a pool calls it
   * exactly once.
   */
  charge(units: number): Promise<void>
  /**
   * For work after the answer has begun: a meter for a separate transaction, as of now, whose charges count no call.
   */
  later(charges: Charges): OpenMeter
}

/** A meter that must be closed: `close` records the charge once the answer is complete, and returns it. */
export type OpenMeter = ChargeMeter & { close(): SpentUnits | undefined }

export type Context = {
  readonly account: Account
  readonly caller: Caller
  /**
   * A transaction if the operation writes, charges or streams; the store itself if it only reads or charges last, and
   * for HEAD.
   */
  readonly db: Db
  readonly now: Date
  readonly requestId: string
  readonly request: Request
  /** Network address of the caller; undefined if it is unknown, and for the panel. */
  readonly address: string | undefined
  /** For values known only at the end of a streamed answer; undefined if the connection supports no trailers. */
  readonly addTrailers: AddTrailers | undefined
  readonly meter: ChargeMeter
  readonly answerHeaders: Headers
  readonly dependencies: ServiceDependencies
}

/** An operation with an event stream may answer with the stream or as any other. */
type Answer<N extends OperationName> = Output<N> | (Contract[N] extends { eventStream: object } ? Response : never)

export type Handler<N extends OperationName> = (input: Parsed<N>, context: Context) => Promise<Answer<N>>

/** The call before its transaction is opened. */
export type CallBase = Omit<Context, 'db' | 'meter'>

/** Runs outside any transaction and returns what the handler then answers with. */
export type Prepare<N extends OperationName> = (
  input: Parsed<N>,
  base: CallBase,
) => Promise<(context: Context) => Promise<Answer<N>>>

/** For handlers whose work would delay other charges if it ran inside the transaction. */
export const preparedBy = <N extends OperationName>(
  prepare: Prepare<N>,
): Handler<N> & { readonly prepare: Prepare<N> } =>
  Object.assign(async (input: Parsed<N>, context: Context) => (await prepare(input, context))(context), { prepare })

/** The handlers of one resource: `HandlersOf<'monitors'>`. An operation without a handler does not compile. */
export type HandlersOf<R extends string> = {
  readonly [N in OperationName as N extends `${R}.${string}` ? N : never]: Handler<N>
}
