import type * as z from 'zod'

import type { Role } from '@/lib/domain/roles'
import type { Pool, Register } from '@/lib/domain/usage/pools'

import { type Bucket, type RefusalName } from './refusals'

/**
 * What a call costs (interface 4.11, 4.13): units of the row's pool per call, per identifier sent, per item returned,
 * or one unit per `per` items returned (rounded up).
 */
export type Cost =
  | { readonly by: 'call'; readonly units: number }
  | { readonly by: 'identifier'; readonly units: number }
  | { readonly by: 'item'; readonly units: number; readonly per?: number }

/**
 * How a call is carried out. `reads`: without a transaction; to the panel it is a query, a POST too. `writes`: in one
 * transaction. `charges`: reads in one transaction with its charge. `charges-last`: its price is known beforehand and it changes
 * nothing, so the answer is made outside of any transaction and charged as the last step. `streams`: goes on after the charge of
 * its first part, and charges each further one in a transaction of its own.
 */
export type Execution = 'reads' | 'writes' | 'charges' | 'charges-last' | 'streams'

/** One row of the contract: everything that is true of an operation, whoever serves or calls it. */
export type Operation = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/v1/${string}`
  readonly summary: string
  /** Section of the interface, or line of the decisions, that this row implements. */
  readonly source: string
  /** `public`: interface and OpenAPI; `panel`: the embedded service offers it to the panel only (keys: interface 5.6). */
  readonly audience: 'public' | 'panel'
  readonly bucket: Bucket
  /** Null: the call consumes no pool. */
  readonly pool: Pool | null
  readonly cost: Cost | null
  /** Which partial counter of the lookup pool (interface 2.3) its units also count in. */
  readonly register?: Register
  /** The only plan that has it: any other gets 402 `plan`, whoever asks. */
  readonly onlyPlan?: 'enterprise'
  readonly status: 200 | 201 | 202 | 204
  /** `file`: bytes with Content-Disposition; `none`: 204. */
  readonly produces: 'json' | 'file' | 'none'
  /** Content types of a `file`. */
  readonly media?: readonly string[]
  /** What is in a `file` of type application/json. */
  readonly json?: z.ZodType
  /**
   * Of JSON that is also given as server-sent events, to a key that accepts `text/event-stream`: the name of its events, and what
   * the data of one are. The panel is always given JSON.
   */
  readonly eventStream?: { readonly event: string; readonly data: z.ZodType }
  /** Takes an `Idempotency-Key`: the same call is answered again for a day as it was first, and not charged again. */
  readonly takesKey?: true
  /** A `file` that honours Range and If-None-Match: it also answers 206, 304 and 416. */
  readonly ranged?: true
  /** What was paid for is given again to the same account for so many hours without a charge (decision 23a). */
  readonly freeAgainHours?: number
  readonly execution: Execution
  /** True when repeating the call changes nothing more; what it costs is charged again all the same. */
  readonly idempotent: boolean
  /**
   * What the pages ask again once it is done: `monitors`, `panel.rules`, `panel.rules.list` (`stale.ts`). Without it the row's own
   * resource; an empty list where deliberately nothing is.
   */
  readonly invalidates?: readonly string[]
  /** Panel roles that may call it. API keys are not bound by roles. */
  readonly roles: readonly Role[]
  /**
   * The panel hands the answer out as it is: it cannot hold a personal number, or to give one is what the call is for. Personal
   * numbers in any other JSON are masked for everybody.
   */
  readonly unmasked?: true
  /** A call that only reads, and yet takes values of filters as the panel sealed them. */
  readonly takesSealed?: true
  /**
   * Sensitive: refused with 403 `proof_required` when the person proved longer than 15 minutes ago who they are. What changes access
   * asks for it by itself (`needsProof`).
   */
  readonly asksForProof?: true
  /** Why a row that changes access, or is an owner's alone, asks for no proof; a sentence for the reader of the row. */
  readonly withoutProof?: string
  /** Changes how much may be spent, which a key may be kept from alone (decision 25a). */
  readonly setsSpendCap?: true
  /** Consumes no pool, and yet something of which the plan holds so much a month. */
  readonly isCounted?: true
  /** Refusals beside those that follow from the row itself (`lib/service/openapi/openapi-errors.ts`). */
  readonly refusals?: readonly RefusalName[]
  /** Largest accepted body in bytes; 1 MB when absent. */
  readonly maxBodyBytes?: number
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly response: z.ZodType
}

/** Where who may do what is decided: people, their sign-in and sessions, keys, and addresses that open something by themselves. */
const ACCESS =
  /^\/(?:v1\/keys|panel\/(?:members|invitations|account-settings|connection|second-factor|passkeys|proof|profile|sessions|feeds))(?=\/|$)/

type ProofRow = Pick<Operation, 'execution' | 'roles' | 'asksForProof' | 'withoutProof'> & { readonly path: string }

/** Changes who may do what, by its place, or is left to owners because it weighs as much. */
export const changesAccess = ({ execution, path, roles }: Pick<ProofRow, 'execution' | 'path' | 'roles'>): boolean =>
  execution === 'writes' && (ACCESS.test(path) || roles.every((role) => role === 'owner'))

/** Whether a row is for who has just proved who they are. A new row that changes access is, until it says why not. */
export const needsProof = (row: ProofRow): boolean =>
  row.asksForProof === true || (changesAccess(row) && row.withoutProof === undefined)

/** Uses up what the account pays for: the panel lets only those do it who may spend. */
export const isPaid = ({ pool = null, isCounted, spends }: PaidRow): boolean =>
  pool !== null || isCounted === true || spends === true

/** `spends`: of a row of the panel's own (`panel/operation.ts`). */
export type PaidRow = Partial<Pick<Operation, 'pool' | 'isCounted'>> & { readonly spends?: true }

/** May be made twice where nobody can tell whether it arrived: it changes nothing more, and nothing is charged for it. */
export const isRepeatable = ({ idempotent, ...row }: PaidRow & Pick<Operation, 'idempotent'>): boolean =>
  idempotent && !isPaid(row)

export const isStream = ({ execution }: Pick<Operation, 'execution'>): boolean => execution === 'streams'

type Parts = 'params' | 'query' | 'body'

/** What a caller passes: the schemas' input side. */
export type InputOf<O> = {
  [K in Parts as O extends Record<K, z.ZodType> ? K : never]: O extends Record<K, infer S extends z.ZodType>
    ? z.input<S>
    : never
}
/** What a handler receives: the schemas' output side. */
export type ParsedOf<O> = {
  [K in Parts as O extends Record<K, z.ZodType> ? K : never]: O extends Record<K, infer S extends z.ZodType>
    ? z.output<S>
    : never
}
export type ResponseOf<O extends Operation> = z.output<O['response']>

export const everyone = ['owner', 'finance', 'compliance', 'viewer'] as const satisfies readonly Role[]
export const ownerOnly = ['owner'] as const satisfies readonly Role[]
/** May see subjects, events and filters. */
export const monitoringReaders = ['owner', 'compliance', 'viewer'] as const satisfies readonly Role[]
/** May change monitors, tags and filters, and download reports. */
export const monitoringWriters = ['owner', 'compliance'] as const satisfies readonly Role[]
/** May see a PESEL or a birth date in the clear. */
export const personalDataRoles: readonly Role[] = ['owner', 'compliance']

export const DEFAULT_MAX_BODY_BYTES = 1_000_000
export const BULK_MAX_BODY_BYTES = 8_000_000

/** The methods of a path as `Allow` names them: where there is GET there is HEAD, the same answer without its body and charge. */
export const withHead = (methods: readonly string[]): string[] =>
  methods.flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method]))

/** What most rows share that use up units. */
export const paidRow = {
  audience: 'public',
  method: 'GET',
  execution: 'charges',
  bucket: 'lookups',
  pool: 'lookups',
  status: 200,
  produces: 'json',
  idempotent: true,
} as const satisfies Partial<Operation>

/** Rows of one kind that the same roles may call, by what they do: `get` and `ask` read, the others write. */
export const rowsFor = <const Row, const Roles extends readonly Role[]>(row: Row, roles: Roles) =>
  ({
    get: { ...row, roles, method: 'GET', execution: 'reads' },
    ask: { ...row, roles, method: 'POST', execution: 'reads' },
    post: { ...row, roles, method: 'POST', execution: 'writes' },
    put: { ...row, roles, method: 'PUT', execution: 'writes' },
    patch: { ...row, roles, method: 'PATCH', execution: 'writes' },
    delete: { ...row, roles, method: 'DELETE', execution: 'writes' },
  }) as const

/** What the rows of the account's own functions share: they consume no pool and are repeated without harm. */
export const freeRow = {
  audience: 'public',
  bucket: 'account',
  pool: null,
  cost: null,
  status: 200,
  produces: 'json',
  idempotent: true,
} as const satisfies Partial<Operation>
