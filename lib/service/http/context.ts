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

/** Injected everywhere time is read, so that tests own it. */
export type Clock = () => Date

/** Everything the service is given; it reads no environment of its own. */
export type ServiceConfig = {
  /** Report files live in `<dataDir>/reports`. */
  readonly dataDir: string
  /** Where callers reach the service, as its description says. Undefined: where the request came to. */
  readonly publicUrl?: string | undefined
  readonly rateLimitPerSecond: number
  readonly rateLimitPerMinute: number
  /** Decision 23: units per statement of the RDF archive. */
  readonly rdfArchiveUnits: number
  /** Holds every answer against its schema; on in tests. */
  readonly checkAnswers: boolean
  /** Absent: as `lib/service/monitors/wait-times.ts` has it. */
  readonly waitTimes?: Partial<WaitTimes>
}

/** A key that was not let in. Whoever watches over the panel is told; the caller is told no more than that it is not valid. */
export type RefusedKey = {
  readonly fault: 'unknown' | 'deactivated' | 'expired' | 'address' | 'scope'
  /** Undefined for a key that nobody has. */
  readonly key?: ApiKeyTable
  /** What was called; null where nothing was looked for yet. */
  readonly operation: OperationName | null
  readonly requestId: string | null
  /** Null where the way to the service does not tell it. */
  readonly address: string | null
}

export type ServiceDependencies = {
  readonly storage: Storage
  readonly clock: Clock
  readonly config: ServiceConfig
  readonly log: Logger
  /** Absent: what keys do is entered nowhere. */
  readonly deeds?: DeedLog
  /** Told of every key that is refused; absent: nobody is. */
  readonly onRefusedKey?: (refused: RefusedKey) => void
}

/** Which key did something, and how the call came. */
export type KeyCall = {
  readonly key: ApiKeyTable
  /** Network address of the caller; null where the door could not tell. */
  readonly address: string | null
  readonly requestId: string
  readonly now: Date
}

/** A write by a key. */
export type KeyDeed = KeyCall & {
  readonly name: OperationName
  /** The values of the path's placeholders. */
  readonly params: Readonly<Record<string, string>>
  /** As it was understood; undefined for none. */
  readonly body: unknown
}

/** Whoever keeps the account's audit log, which the service knows nothing of. */
export type DeedLog = {
  /**
   * Carries a write out by `write` and enters it, in the transaction of the write: what is thrown undoes both. `ask` answers
   * rows that only read, as they stand in that transaction.
   */
  record(tx: AccountTx, deed: KeyDeed, steps: DeedSteps): Promise<unknown>
  /** Told of every change of the spend cap, whoever made it, in its transaction and under the lock of the account. */
  keepCapChange(tx: AccountTx, change: CapSet): Promise<void>
}

/** A spend cap that was set; the meter is as it stands then. */
type CapSet = {
  readonly accountId: string
  readonly caller: Caller
  /** Whole PLN; null is the default ceiling. */
  readonly fromPln: number | null
  readonly meter: ApiMeter
  readonly now: Date
}

export type DeedSteps = {
  readonly ask: <N extends OperationName>(name: N, input: Input<N>) => Promise<Output<N>>
  readonly write: () => Promise<unknown>
}

/** The account with the limits in force: the plan's, overridden by the account's own. */
export type Account = Omit<AccountTable, 'limits' | 'sealed_api_key'> & {
  readonly limits: AccountLimits
  /** Price of one overage unit. */
  readonly unitGrosz: number
  readonly apiAccess: boolean
}

/** Decision 38: the panel is a trusted principal of the signed-in account. */
export type PanelPrincipal = {
  readonly accountId: string
  readonly userId: string
  /** Who appears in histories: the user's e-mail. */
  readonly actor: string
  /** Server-side prefetch is not counted against the rate limits; what a browser asks is, per user. */
  readonly rateLimited: boolean
  /** Where it was read for this very call; read again otherwise. */
  readonly account?: CallerAccount | undefined
}

export type Caller =
  | { readonly via: 'api'; readonly key: ApiKeyTable }
  | { readonly via: 'panel'; readonly principal: PanelPrincipal }

/** HTTP trailers of the answer under way. */
export type AddTrailers = (fields: Readonly<Record<string, string>>) => void

/**
 * What one call may charge (decisions 19–21): within the transaction of its answer, or where its row charges last, in one after
 * it. HEAD is refused what a charge would be refused, and charged nothing.
 */
export type ChargeMeter = {
  /** Units that can still be charged to the row's pool before 402; null when nothing limits them. */
  left(): Promise<number | null>
  /** Refuses with 402 what `charge` would refuse now, and charges nothing. */
  requireLeft(units: number): Promise<void>
  /** Charges whole or refuses whole with 402; 0 is allowed and still counts the call. Called exactly once by a pooled row. */
  charge(units: number): Promise<void>
  /** For what is made after the answer has begun: a meter of a transaction of its own, as of now, whose charges count no call. */
  later(charges: Charges): OpenMeter
}

/** A meter that is still to be closed: `close` enters what was charged, once the answer is there, and says what it was. */
export type OpenMeter = ChargeMeter & { close(): SpentUnits | undefined }

export type Context = {
  readonly account: Account
  readonly caller: Caller
  /** A transaction for rows that write, charge or stream; the store itself for those that read or charge last, and for HEAD. */
  readonly db: Db
  readonly now: Date
  readonly requestId: string
  readonly request: Request
  /** Network address of the caller; undefined where the door could not tell, and for the panel. */
  readonly address: string | undefined
  /** For what is only known once a streamed answer has ended; undefined where the way to the reader has no trailers. */
  readonly addTrailers: AddTrailers | undefined
  readonly meter: ChargeMeter
  /** What the answer has beside the headers that every answer of its row has. */
  readonly answerHeaders: Headers
  readonly dependencies: ServiceDependencies
}

/** A row that is also given as an event stream is answered by one, or as any other. */
type Answer<N extends OperationName> = Output<N> | (Contract[N] extends { eventStream: object } ? Response : never)

export type Handler<N extends OperationName> = (input: Parsed<N>, context: Context) => Promise<Answer<N>>

/** What a call is before its transaction is opened. */
export type CallBase = Omit<Context, 'db' | 'meter'>

/** Works out, outside of any transaction, what the handler then answers. */
export type Prepare<N extends OperationName> = (
  input: Parsed<N>,
  base: CallBase,
) => Promise<(context: Context) => Promise<Answer<N>>>

/** A handler whose work would hold up other charges if it was done in the transaction of its own. */
export const preparedBy = <N extends OperationName>(
  prepare: Prepare<N>,
): Handler<N> & { readonly prepare: Prepare<N> } =>
  Object.assign(async (input: Parsed<N>, context: Context) => (await prepare(input, context))(context), { prepare })

/** The handlers of one resource: `HandlersOf<'monitors'>`. A row without a handler does not compile. */
export type HandlersOf<R extends string> = {
  readonly [N in OperationName as N extends `${R}.${string}` ? N : never]: Handler<N>
}
