import type * as z from 'zod'

import type { Role } from '@/lib/domain/roles'
import type { Pool, Register } from '@/lib/domain/usage/pools'

import { type Bucket, type RefusalName } from './refusals'

/**
 * What a call costs (interface sections 4.11 and 4.13, prices): units of the operation's pool per call, per identifier
 * sent, per item returned, or one unit per `per` items returned (rounded up).
 */
export type Cost =
  | { readonly by: 'call'; readonly units: number }
  | { readonly by: 'identifier'; readonly units: number }
  | { readonly by: 'item'; readonly units: number; readonly per?: number }

/**
 * How a call is executed. `reads`: without a transaction; for the panel it is a query, even as POST. `writes`: in one
 * transaction. `charges`: reads in one transaction with its charge. `charges-last`: its price is known beforehand and
 * it changes nothing, so the answer is made outside of any transaction and charged as the last step. `streams`:
 * continues after the charge of its first part, and charges each further part in a separate transaction.
 */
export type Execution = 'reads' | 'writes' | 'charges' | 'charges-last' | 'streams'

/** One operation of the contract: all its properties, for every component that serves or calls it. */
export type Operation = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/v1/${string}`
  readonly summary: string
  /** Section of the interface, or decision, that this operation implements. */
  readonly source: string
  /**
   * `public`: interface and OpenAPI; `panel`: the embedded service offers it to the panel only (keys: interface section
   * 5.6).
   */
  readonly audience: 'public' | 'panel'
  readonly bucket: Bucket
  /** Null: the call consumes no pool. */
  readonly pool: Pool | null
  readonly cost: Cost | null
  /** The partial counter of the lookup pool (interface section 2.3, usage summary) that also counts its units. */
  readonly register?: Register
  /** The only plan that includes it: all others get 402 `plan`, including the panel. */
  readonly onlyPlan?: 'enterprise'
  readonly status: 200 | 201 | 202 | 204
  /** `file`: bytes with Content-Disposition; `none`: 204. */
  readonly produces: 'json' | 'file' | 'none'
  /** Content types of a `file`. */
  readonly media?: readonly string[]
  /** Content of a `file` of type application/json. */
  readonly json?: z.ZodType
  /**
   * For JSON that is also available as server-sent events, with a key and `Accept: text/event-stream`: the name of its
   * events, and the schema of their data. The panel always gets JSON.
   */
  readonly eventStream?: { readonly event: string; readonly data: z.ZodType }
  /** Accepts an `Idempotency-Key`: for a day the same call gets the first answer again, without a further charge. */
  readonly takesKey?: true
  /** A `file` that supports Range and If-None-Match: it also answers 206, 304 and 416. */
  readonly ranged?: true
  /** Hours for which the same account gets a paid answer again without a charge (decision 23a, repeated download). */
  readonly freeAgainHours?: number
  readonly execution: Execution
  /** True when repeating the call changes nothing more; its cost is charged again nevertheless. */
  readonly idempotent: boolean
  /**
   * Queries that pages refetch after it: `monitors`, `panel.rules`, `panel.rules.list` (`stale.ts`). The operation's
   * own resource by default; an empty list if it deliberately invalidates nothing.
   */
  readonly invalidates?: readonly string[]
  /** Panel roles that may call it. API keys are not bound by roles. */
  readonly roles: readonly Role[]
  /**
   * The panel does not mask the answer: it cannot contain a personal number, or its purpose is to return one. Personal
   * numbers in all other JSON are masked for everybody.
   */
  readonly unmasked?: true
  /** A read that accepts filter values encrypted by the panel. */
  readonly takesSealed?: true
  /**
   * Sensitive: refused with 403 `proof_required` when the person's last proof of identity is older than 15 minutes.
   * Operations that change access require it automatically (`needsProof`).
   */
  readonly asksForProof?: true
  /**
   * Why an operation that changes access, or is for owners only, requires no proof; a sentence for readers of the
   * contract.
   */
  readonly withoutProof?: string
  /** Changes the spending limit, which a key may be restricted from (decision 25a, scope of a key). */
  readonly setsSpendCap?: true
  /** Consumes no pool, but something that the plan limits per month. */
  readonly isCounted?: true
  /** Refusals in addition to those that follow from the other fields (`lib/service/openapi/openapi-errors.ts`). */
  readonly refusals?: readonly RefusalName[]
  /** Largest accepted body in bytes; 1 MB when absent. */
  readonly maxBodyBytes?: number
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly response: z.ZodType
}

/**
 * Paths that control access: people, their sign-in and sessions, keys, and addresses that give access without a
 * sign-in.
 */
const ACCESS =
  /^\/(?:v1\/keys|panel\/(?:members|invitations|account-settings|connection|second-factor|passkeys|proof|profile|sessions|feeds))(?=\/|$)/

type ProofInput = Pick<Operation, 'execution' | 'roles' | 'asksForProof' | 'withoutProof'> & { readonly path: string }

/** Changes access according to its path, or is reserved for owners, which is as sensitive. */
export const changesAccess = ({ execution, path, roles }: Pick<ProofInput, 'execution' | 'path' | 'roles'>): boolean =>
  execution === 'writes' && (ACCESS.test(path) || roles.every((role) => role === 'owner'))

/**
 * Whether an operation requires a recent proof of identity. A new one that changes access does, unless it states why
 * not.
 */
export const needsProof = (row: ProofInput): boolean =>
  row.asksForProof === true || (changesAccess(row) && row.withoutProof === undefined)

/** Uses up what the account pays for, so the panel allows it only to roles that may spend. */
export const isPaid = ({ pool = null, isCounted, spends }: PaidOperation): boolean =>
  pool !== null || isCounted === true || spends === true

/** `spends`: for panel operations (`panel-operation.ts`). */
export type PaidOperation = Partial<Pick<Operation, 'pool' | 'isCounted'>> & { readonly spends?: true }

/** May be repeated when it is unknown whether it arrived: it changes nothing more, and is free. */
export const isRepeatable = ({ idempotent, ...row }: PaidOperation & Pick<Operation, 'idempotent'>): boolean =>
  idempotent && !isPaid(row)

export const isStream = ({ execution }: Pick<Operation, 'execution'>): boolean => execution === 'streams'

type Parts = 'params' | 'query' | 'body'

/** What a caller passes: the schemas' input types. */
export type InputOf<O> = {
  [K in Parts as O extends Record<K, z.ZodType> ? K : never]: O extends Record<K, infer S extends z.ZodType>
    ? z.input<S>
    : never
}
/** What a handler receives: the schemas' output types. */
export type ParsedOf<O> = {
  [K in Parts as O extends Record<K, z.ZodType> ? K : never]: O extends Record<K, infer S extends z.ZodType>
    ? z.output<S>
    : never
}
export type ResponseOf<O extends Operation> = z.output<O['response']>

export const everyone = ['owner', 'finance', 'compliance', 'viewer'] as const satisfies readonly Role[]
export const ownerOnly = ['owner'] as const satisfies readonly Role[]
/** Roles that may see subjects, events and filters. */
export const monitoringReaders = ['owner', 'compliance', 'viewer'] as const satisfies readonly Role[]
/** Roles that may change monitors, tags and filters, and download reports. */
export const monitoringWriters = ['owner', 'compliance'] as const satisfies readonly Role[]
/** Roles that may see a PESEL or a birth date unmasked. */
export const personalDataRoles: readonly Role[] = ['owner', 'compliance']

export const DEFAULT_MAX_BODY_BYTES = 1_000_000
export const BULK_MAX_BODY_BYTES = 8_000_000

/** The methods of a path for `Allow`: GET implies HEAD, the same answer without its body and charge. */
export const withHead = (methods: readonly string[]): string[] =>
  methods.flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method]))

/** Common fields of most operations that use up units. */
export const paidDefaults = {
  audience: 'public',
  method: 'GET',
  execution: 'charges',
  bucket: 'lookups',
  pool: 'lookups',
  status: 200,
  produces: 'json',
  idempotent: true,
} as const satisfies Partial<Operation>

/** Operations of one kind for the same roles, by what they do: `get` and `ask` read, the others write. */
export const operationsFor = <const Row, const Roles extends readonly Role[]>(row: Row, roles: Roles) =>
  ({
    get: { ...row, roles, method: 'GET', execution: 'reads' },
    ask: { ...row, roles, method: 'POST', execution: 'reads' },
    post: { ...row, roles, method: 'POST', execution: 'writes' },
    put: { ...row, roles, method: 'PUT', execution: 'writes' },
    patch: { ...row, roles, method: 'PATCH', execution: 'writes' },
    delete: { ...row, roles, method: 'DELETE', execution: 'writes' },
  }) as const

/** Common fields of operations on the account itself: they consume no pool and can be repeated safely. */
export const freeDefaults = {
  audience: 'public',
  bucket: 'account',
  pool: null,
  cost: null,
  status: 200,
  produces: 'json',
  idempotent: true,
} as const satisfies Partial<Operation>
