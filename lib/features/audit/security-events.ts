import type { Logger } from 'pino'

import type { Db, Storage } from '@/lib/storage/storage'

import { recordAuditAlone } from './audit'
import type { AuditAction, AuditDetails } from './domain/audit-words'

/** Something that was refused, or that somebody who watches over the panel wants to know of. */
export type SecurityEvent = {
  readonly action: Extract<AuditAction, `security.${string}`>
  /** Ids of the accounts whose logs have it. None: it belongs to no account, and is a line of the process log alone. */
  readonly accounts: readonly string[]
  /** E-mail of a known person or the beginning of a known key; null for what nobody knows: it may be anything, even a password. */
  readonly actor: string | null
  readonly address: string | null
  readonly requestId?: string | null
  readonly target?: string | null
  readonly details?: AuditDetails
  readonly now: Date
}
type Place = { readonly storage: Storage; readonly log: Pick<Logger, 'warn' | 'error'> }

/** How long the same operation of the same actor and address is counted together. */
const WINDOW_MS = 5 * 60_000
/** Of one account and action within that time; further ones are counted as one, whoever they are of. */
const MAX_APART = 50
/** Stands for actors that are too many to be told apart. */
const SEVERAL = 'several'

type Fold = {
  readonly accountId: string | null
  readonly event: SecurityEvent
  repeats: number
  lastAt: Date
  timer: NodeJS.Timeout | undefined
}
type Folds = { readonly open: Map<string, Fold>; readonly writing: Set<Promise<void>> }

/** On the adapter of a store, which every copy of this module finds. */
const KEY = Symbol.for('registers-panel.security-events')
type Holder = { [KEY]?: Folds }
/** Sound: the symbol is ours alone, and only this module writes it. */
const holderOf = (db: Db) => db.getExecutor().adapter as Holder

const foldsOf = ({ db }: Storage): Folds => (holderOf(db)[KEY] ??= { open: new Map(), writing: new Set() })

/**
 * Enters a security event in the audit log of its accounts and in the process log. The first is written at once; the same again
 * (actor, address, action and operation) within five minutes is counted, and the count is one more entry at the end. Never throws, and
 * nobody waits for it.
 */
export function noteSecurityEvent(place: Place, event: SecurityEvent): void {
  const accounts: readonly (string | null)[] = event.accounts.length === 0 ? [null] : event.accounts
  for (const accountId of accounts) note(place, accountId, event)
}

function note(place: Place, accountId: string | null, event: SecurityEvent): void {
  const folds = foldsOf(place.storage)
  const key = keyOf(folds, accountId, event)
  const known = folds.open.get(key)
  if (known) {
    known.repeats += 1
    known.lastAt = event.now
    return
  }
  const isShared = key.endsWith(SHARED)
  const told = isShared ? sharedOf(event) : event
  const fold: Fold = { accountId, event: told, repeats: 0, lastAt: event.now, timer: undefined }
  fold.timer = setTimeout(() => close(place, key), WINDOW_MS).unref()
  folds.open.set(key, fold)
  write(place, fold)
}

const SHARED = ' and others'

/** What stands for many says nothing that is of the first of them alone. */
function sharedOf({ details = {}, ...event }: SecurityEvent): SecurityEvent {
  const { operation: _operation, ...rest } = details
  return { ...event, actor: event.actor && SEVERAL, address: null, target: null, details: rest }
}

function keyOf({ open }: Folds, accountId: string | null, { action, actor, address, details }: SecurityEvent): string {
  const kind = `${accountId ?? ''} ${action}`
  const own = `${kind} ${JSON.stringify([actor, address, details?.operation ?? null])}`
  if (open.has(own)) return own
  let apart = 0
  for (const key of open.keys()) apart += key.startsWith(`${kind} `) ? 1 : 0
  return apart < MAX_APART ? own : `${kind}${SHARED}`
}

function close(place: Place, key: string): void {
  const { open } = foldsOf(place.storage)
  const fold = open.get(key)
  if (!fold) return
  clearTimeout(fold.timer)
  open.delete(key)
  if (fold.repeats === 0) return
  const counted = { repeats: fold.repeats, first_at: fold.event.now.toISOString(), last_at: fold.lastAt.toISOString() }
  const details = { ...fold.event.details, ...counted }
  write(place, { ...fold, event: { ...fold.event, details, now: fold.lastAt } })
}

function write(place: Place, { accountId, event }: Fold): void {
  const { action, actor, address, requestId = null, target = null, details, now } = event
  const line = { event: action, outcome: 'refused', actor, account: accountId, address, requestId, target, ...details }
  place.log.warn(line, 'security event')
  if (accountId === null) return
  const { writing } = foldsOf(place.storage)
  const entry = { accountId, actor: actor ?? SEVERAL, action, target, after: details, address, requestId, now }
  const written = recordAuditAlone(place.storage, entry)
    .catch((error: unknown) => place.log.error({ err: error, action }, 'an audit event could not be written'))
    .finally(() => writing.delete(written))
  writing.add(written)
}

/** Writes what is still being counted, and waits for it: before the store is closed. */
export async function flushSecurityEvents(place: Place): Promise<void> {
  const { open, writing } = foldsOf(place.storage)
  for (const key of open.keys()) close(place, key)
  await Promise.all(writing)
}
