import type { Logger } from 'pino'

import type { Db, Storage } from '@/lib/storage/storage'

import { recordAuditAlone } from './audit'
import type { AuditAction, AuditDetails } from './domain/audit-words'

export type SecurityEvent = {
  readonly action: Extract<AuditAction, `security.${string}`>
  /** Ids of the accounts whose logs record it. If empty, it is only written to the process log. */
  readonly accounts: readonly string[]
  /**
   * E-mail of a known user or the beginning of a known key; null if unknown, since the input could be anything, even a
   * password.
   */
  readonly actor: string | null
  readonly address: string | null
  readonly requestId?: string | null
  readonly target?: string | null
  readonly details?: AuditDetails
  readonly now: Date
}
type SecurityLog = { readonly storage: Storage; readonly log: Pick<Logger, 'warn' | 'error'> }

/** Time in which repetitions of an operation by the same actor and address are counted together. */
const WINDOW_MS = 5 * 60_000
/** Separate events per account and action in that time; further ones are counted together, whatever their actors. */
const MAX_SEPARATE = 50
const SEVERAL = 'several'

type CountedEvent = {
  readonly accountId: string | null
  readonly event: SecurityEvent
  repeats: number
  lastAt: Date
  timer: NodeJS.Timeout | undefined
}
type EventCounters = { readonly open: Map<string, CountedEvent>; readonly writing: Set<Promise<void>> }

/** Stored on the adapter of the database, which all copies of this module share. */
const KEY = Symbol.for('registers-panel.security-events')
type Holder = { [KEY]?: EventCounters }
/** Safe: only this module uses the symbol. */
const holderOf = (db: Db) => db.getExecutor().adapter as Holder

const countersOf = ({ db }: Storage): EventCounters => (holderOf(db)[KEY] ??= { open: new Map(), writing: new Set() })

/**
 * Records a security event in the audit logs of its accounts and in the process log. The first is written at once;
 * repetitions (same actor, address, action and operation) within five minutes are counted and written as one entry at
 * the end. Never throws, and returns without waiting.
 */
export function noteSecurityEvent(securityLog: SecurityLog, event: SecurityEvent): void {
  const accounts: readonly (string | null)[] = event.accounts.length === 0 ? [null] : event.accounts
  for (const accountId of accounts) noteForAccount(securityLog, accountId, event)
}

function noteForAccount(securityLog: SecurityLog, accountId: string | null, event: SecurityEvent): void {
  const counters = countersOf(securityLog.storage)
  const key = keyOf(counters, accountId, event)
  const existing = counters.open.get(key)
  if (existing) {
    existing.repeats += 1
    existing.lastAt = event.now
    return
  }
  const isShared = key.endsWith(SHARED_KEY)
  const recorded = isShared ? withoutIndividualDetails(event) : event
  const counter: CountedEvent = { accountId, event: recorded, repeats: 0, lastAt: event.now, timer: undefined }
  counter.timer = setTimeout(() => closeCounter(securityLog, key), WINDOW_MS).unref()
  counters.open.set(key, counter)
  writeEvent(securityLog, counter)
}

const SHARED_KEY = ' and others'

/** Removes details that belong to the first of several events. */
function withoutIndividualDetails({ details = {}, ...event }: SecurityEvent): SecurityEvent {
  const { operation: _operation, ...rest } = details
  return { ...event, actor: event.actor && SEVERAL, address: null, target: null, details: rest }
}

function keyOf(
  { open }: EventCounters,
  accountId: string | null,
  { action, actor, address, details }: SecurityEvent,
): string {
  const kind = `${accountId ?? ''} ${action}`
  const ownKey = `${kind} ${JSON.stringify([actor, address, details?.operation ?? null])}`
  if (open.has(ownKey)) return ownKey
  let separateCount = 0
  for (const key of open.keys()) separateCount += key.startsWith(`${kind} `) ? 1 : 0
  return separateCount < MAX_SEPARATE ? ownKey : `${kind}${SHARED_KEY}`
}

function closeCounter(securityLog: SecurityLog, key: string): void {
  const { open } = countersOf(securityLog.storage)
  const counter = open.get(key)
  if (!counter) return
  clearTimeout(counter.timer)
  open.delete(key)
  if (counter.repeats === 0) return
  const { repeats, event, lastAt } = counter
  const details = { ...event.details, repeats, first_at: event.now.toISOString(), last_at: lastAt.toISOString() }
  writeEvent(securityLog, { ...counter, event: { ...event, details, now: lastAt } })
}

function writeEvent(securityLog: SecurityLog, { accountId, event }: CountedEvent): void {
  const { action, actor, address, requestId = null, target = null, details, now } = event
  const line = { event: action, outcome: 'refused', actor, account: accountId, address, requestId, target, ...details }
  securityLog.log.warn(line, 'security event')
  if (accountId === null) return
  const { writing } = countersOf(securityLog.storage)
  const entry = { accountId, actor: actor ?? SEVERAL, action, target, after: details, address, requestId, now }
  const pending = recordAuditAlone(securityLog.storage, entry)
    .catch((error: unknown) => securityLog.log.error({ err: error, action }, 'an audit event could not be recorded'))
    .finally(() => writing.delete(pending))
  writing.add(pending)
}

/** Writes all pending counts; called before the store is closed. */
export async function flushSecurityEvents(securityLog: SecurityLog): Promise<void> {
  const { open, writing } = countersOf(securityLog.storage)
  for (const key of open.keys()) closeCounter(securityLog, key)
  await Promise.all(writing)
}
