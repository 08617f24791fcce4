import { maskForLog } from '@/lib/http/mask-personal'
import type { PanelContext } from '@/lib/panel/context'
import { type AccountTx, lockedAccountsOf, inAccounts } from '@/lib/storage/engine/account-lock'
import type { Storage } from '@/lib/storage/storage'

import { readChain, writeChain } from './audit-chain'
import { keyedHash } from './audit-hashes'
import type { AuditAction, AuditDetails } from './domain/audit-words'
import { insertEntry } from './statements/audit'
import { auditKeyOf } from './statements/audit-key'

/** An action, its author and its origin. `before` and `after` are masked here, so callers need not do it. */
export type AuditEvent = {
  readonly accountId: string
  readonly actor: string
  readonly action: AuditAction
  readonly target?: string | null
  readonly before?: AuditDetails | undefined
  readonly after?: AuditDetails | undefined
  readonly address?: string | null
  readonly requestId?: string | null
  readonly now: Date
}

type Caller = Pick<PanelContext, 'user' | 'requestId' | 'now'> & {
  readonly account: Pick<PanelContext['account'], 'id'>
  /** Null for automatic actions of the panel in a user's name. */
  readonly address: string | null
}
export type AuditedChange = Pick<AuditEvent, 'action' | 'target' | 'before' | 'after'>

export const toAuditEvent = (
  { account, user, address, requestId, now }: Caller,
  change: AuditedChange,
): AuditEvent => ({
  ...change,
  accountId: account.id,
  actor: user.email,
  address,
  requestId,
  now,
})

export async function recordAuditAlone(storage: Pick<Storage, 'db'>, event: AuditEvent): Promise<void> {
  await inAccounts(storage, [event.accountId], (tx) => recordAudit(tx, event))
}

/** Adds an entry in the transaction of the change, so that both are written or neither. */
export async function recordChange(tx: AccountTx, caller: Caller, change: AuditedChange): Promise<void> {
  await recordAudit(tx, toAuditEvent(caller, change))
}

/** For actions that change nothing but the log. */
export const recordActionOnly = (
  caller: Caller & Pick<PanelContext, 'storage'>,
  change: AuditedChange,
): Promise<void> => recordAuditAlone(caller.storage, toAuditEvent(caller, change))

/**
 * Adds one entry and returns its number. Entries of an account are written one at a time, because two must not
 * follow the same one.
 */
export async function recordAudit(tx: AccountTx, event: AuditEvent): Promise<number> {
  if (!lockedAccountsOf(tx).has(event.accountId)) throw new Error(`The account ${event.accountId} is not locked`)
  const { chain, state } = await readChain(tx, event.accountId)
  const entry = {
    account_id: event.accountId,
    number: chain.entries + 1,
    at: event.now.toISOString(),
    actor: event.actor,
    action: event.action,
    target: toText(event.target),
    before: toJson(event.before),
    after: toJson(event.after),
    address: event.address ?? null,
    request_id: event.requestId ?? null,
    previous_hash: chain.head,
  }
  const hash = keyedHash(auditKeyOf(tx), entry)
  await insertEntry(tx, { ...entry, hash })
  await writeChain(tx, { chain: { ...chain, entries: entry.number, head: hash }, state })
  return entry.number
}

/**
 * Adds an entry to every account that the transaction has locked: how a person signs in matters to all of their
 * accounts.
 */
export async function recordInEachAccount(tx: AccountTx, event: Omit<AuditEvent, 'accountId'>): Promise<void> {
  for (const accountId of lockedAccountsOf(tx)) await recordAudit(tx, { ...event, accountId })
}

const toText = (value: string | null | undefined): string | null =>
  value === null || value === undefined ? null : String(maskForLog(value))
const toJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(maskForLog(value)))
