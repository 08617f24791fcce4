import { callsFrom, refusedStatuses } from '@/lib/domain/calls/refused-calls'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { HttpError, ValidationError } from '@/lib/http/errors'
import { isOutage } from '@/lib/storage/engine/outage'
import type { Db } from '@/lib/storage/storage'

import type { Caller, RefusedKey, ServiceDependencies } from '../http/context'
import type { ServiceJob } from '../jobs'
import { addCalls, deleteCallsBefore } from './statements/calls'
import type { CallTable } from './tables'

/** Rows per account. */
const MAX_CALLS = 10_000
const isRecorded = (status: number): boolean => refusedStatuses.some((each) => each === status)

/** Rows of an account between two writes; further calls share a row for each status and code. */
const MAX_SEPARATE = 100
/** Request ids of a row between two writes. */
const MAX_IDS = 20
const WRITE_EVERY_MS = 1000

/** Who made a call, as far as it was identified, and what was wrong with the key. */
export type IdentifiedCall = { caller?: Caller; fault?: RefusedKey['fault'] }

type RefusedCall = {
  readonly identified: IdentifiedCall
  readonly operation: string | null
  readonly requestId: string
  readonly error: unknown
}
type Recorder = Pick<ServiceDependencies, 'storage' | 'log' | 'clock'>
type PendingCall = Omit<CallTable, 'id' | 'request_ids'> & { readonly ids: string[] }
type Pending = {
  /** By account, then by fingerprint. */
  readonly accounts: Map<string, Map<string, PendingCall>>
  timer: NodeJS.Timeout | undefined
  writing: Promise<void>
}

/** Stored on the adapter of the database, which all copies of this module share. */
const KEY = Symbol.for('registers-panel.refused-calls')
/** Safe: only this module uses the symbol. */
const pendingOf = (db: Db): Pending => {
  const holder = db.getExecutor().adapter as { [KEY]?: Pending }
  return (holder[KEY] ??= { accounts: new Map(), timer: undefined, writing: Promise.resolve() })
}

/**
 * Records a refused call of a known caller. It is written within a second and outside the answer; equal refusals of one
 * minute are one row with their number. Never throws.
 */
export function noteRefusedCall(recorder: Recorder, call: RefusedCall): void {
  const { caller, fault } = call.identified
  const refusal = refusalIn(call.error)
  if (caller === undefined || refusal === undefined) return
  const { db } = recorder.storage
  const pending = pendingOf(db)
  const at = recorder.clock().toISOString()
  const detail = { ...refusal.detail, ...(fault !== undefined && { fault }) }
  const { status, code } = refusal
  add(pending, { ...whoOf(caller), operation: call.operation, at, status, code, detail }, call.requestId)
  pending.timer ??= setTimeout(() => void flushRefusedCalls(recorder), WRITE_EVERY_MS).unref()
}

const whoOf = (caller: Caller) =>
  caller.via === 'api'
    ? ({ account_id: caller.key.account_id, key_id: caller.key.id, user_id: null, via: 'api' } as const)
    : ({
        account_id: caller.principal.accountId,
        key_id: null,
        user_id: caller.principal.userId,
        via: 'panel',
      } as const)

type Detail = Readonly<Record<string, unknown>>
type Refusal = { readonly status: number; readonly code: string; readonly detail: Detail }

/** An outage is not recorded, because the record is in the same store. */
function refusalIn(error: unknown): Refusal | undefined {
  if (!(error instanceof HttpError)) return isOutage(error) ? undefined : { status: 500, code: 'internal', detail: {} }
  const { status, code } = error
  if (!isRecorded(status)) return undefined
  return { status, code, detail: error instanceof ValidationError ? fieldIn(error) : figuresIn(error.extra) }
}

const FIGURES = ['pool', 'limit', 'used', 'requested', 'resets_at', 'scope', 'bucket', 'current'] as const

const figuresIn = (extra: Detail): Detail =>
  Object.fromEntries(FIGURES.flatMap((name) => (extra[name] === undefined ? [] : [[name, extra[name]]])))

/** The field of a 422. The name of an unknown field is an input, so it is left out. */
function fieldIn({ detail: [fault] }: ValidationError): Detail {
  if (fault === undefined) return {}
  const isUnknown = fault.type === 'extra_forbidden'
  const names = (isUnknown ? fault.loc.slice(0, 1) : fault.loc).filter((part) => typeof part === 'string')
  return { field: names.join('.').slice(0, 100), type: fault.type }
}

type NotedCall = Omit<PendingCall, 'fingerprint' | 'detail' | 'last_at' | 'times' | 'ids'> & { readonly detail: Detail }

const reasonOf = ({ pool, scope, bucket, field, fault }: Detail) => [pool, scope, bucket, field, fault]

function fingerprintOf({ at, key_id, user_id, operation, status, code, detail }: NotedCall): string {
  return JSON.stringify([at.slice(0, 16), key_id ?? user_id, operation, status, code, ...reasonOf(detail)])
}

function add({ accounts }: Pending, noted: NotedCall, requestId: string): void {
  const rows = accounts.get(noted.account_id) ?? new Map<string, PendingCall>()
  accounts.set(noted.account_id, rows)
  const own = fingerprintOf(noted)
  const isShared = rows.size >= MAX_SEPARATE && !rows.has(own)
  const call = isShared ? { ...noted, key_id: null, user_id: null, operation: null, detail: {} } : noted
  const fingerprint = isShared ? fingerprintOf(call) : own
  const known = rows.get(fingerprint)
  const ids = known?.ids ?? []
  if (ids.length < MAX_IDS) ids.push(maskPesels(requestId))
  if (known) {
    Object.assign(known, { times: known.times + 1, last_at: call.at })
    return
  }
  const text = Object.keys(call.detail).length === 0 ? null : JSON.stringify(call.detail)
  rows.set(fingerprint, { ...call, detail: text, fingerprint, last_at: call.at, times: 1, ids })
}

/** Writes what is pending, and waits for writes that began earlier. Never rejects. */
export function flushRefusedCalls({ storage, log }: Pick<Recorder, 'storage' | 'log'>): Promise<void> {
  const pending = pendingOf(storage.db)
  clearTimeout(pending.timer)
  pending.timer = undefined
  const accounts = [...pending.accounts]
  pending.accounts.clear()
  const write = async () => {
    for (const [accountId, calls] of accounts) {
      const rows = [...calls.values()].map(({ ids, ...row }) => ({ ...row, request_ids: ` ${ids.join(' ')} ` }))
      await addCalls(storage.db, { accountId, rows, maxRows: MAX_CALLS }).catch((error: unknown) =>
        log.warn({ err: error, account: accountId }, 'refused calls were not recorded'),
      )
    }
  }
  pending.writing = pending.writing.then(write)
  return pending.writing
}

export const deleteCallsJob: ServiceJob = {
  name: 'calls',
  everyMs: 3_600_000,
  run: async ({ storage, clock }) => {
    await deleteCallsBefore(storage.db, callsFrom(clock()))
  },
}
