import type { AuditAction, AuditDetails } from '@/lib/domain/audit/audit-words'
import { maskForLog } from '@/lib/http/mask-personal'
import { lockAccount } from '@/lib/storage/engine/account-lock'
import { insertEntry } from '@/lib/storage/panel/audit/audit'
import { auditKeyOf } from '@/lib/storage/panel/audit/audit-key'
import type { Storage } from '@/lib/storage/storage'

import type { PanelContext } from '../context'
import { readChain, writeChain } from './audit-chain'
import { keyedHash } from './audit-hashes'

/** What was done, by whom and from where. `before` and `after` are masked here, whatever the caller passes. */
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
  /** Null for what the panel does by itself in somebody's name. */
  readonly address: string | null
}
export type AuditedChange = Pick<AuditEvent, 'action' | 'target' | 'before' | 'after'>

/** What the caller of an operation did. */
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

/** Adds one link in a transaction of its own. */
export function recordAudit({ db, engine }: Storage, event: AuditEvent): Promise<void> {
  return db.transaction().execute((on) => recordAuditIn({ db: on, engine }, event))
}

/** The same within the caller's transaction, so that what was done and its event are there together or not at all. */
export async function recordAuditIn(store: Pick<Storage, 'db' | 'engine'>, event: AuditEvent): Promise<void> {
  await appendAudit(store, event)
}

/** The same, with the number of the entry. */
export async function appendAudit(store: Pick<Storage, 'db' | 'engine'>, event: AuditEvent): Promise<number> {
  const { db } = store
  // One at a time per account, or two entries would follow the same one.
  await lockAccount(db, store.engine, event.accountId)
  const { chain, state } = await readChain(db, event.accountId)
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
  const hash = keyedHash(auditKeyOf(db), entry)
  await insertEntry(db, { ...entry, hash })
  await writeChain(db, { chain: { ...chain, entries: entry.number, head: hash }, state })
  return entry.number
}

const toText = (value: string | null | undefined): string | null =>
  value === null || value === undefined ? null : String(maskForLog(value))
const toJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(maskForLog(value)))
