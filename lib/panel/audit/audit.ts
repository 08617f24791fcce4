import { createHash } from 'node:crypto'

import type { AuditAction, AuditDetails } from '@/lib/domain/audit/audit-words'
import { maskForLog } from '@/lib/http/mask-personal'
import { lockAccount } from '@/lib/storage/engine/account-lock'
import { insertEntry, listEntriesAfter, readLastEntry } from '@/lib/storage/panel/audit/audit'
import type { AuditEntryTable } from '@/lib/storage/panel/audit/tables'
import type { Db, Storage } from '@/lib/storage/storage'

import type { PanelContext } from '../context'

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

type Caller = Pick<PanelContext, 'account' | 'user' | 'address' | 'requestId' | 'now'>
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
  // One at a time per account, or two entries would follow the same one.
  await lockAccount(store.db, store.engine, event.accountId)
  const last = await readLastEntry(store.db, event.accountId)
  const entry = {
    account_id: event.accountId,
    number: (last?.number ?? 0) + 1,
    at: event.now.toISOString(),
    actor: event.actor,
    action: event.action,
    target: toText(event.target),
    before: toJson(event.before),
    after: toJson(event.after),
    address: event.address ?? null,
    request_id: event.requestId ?? null,
    previous_hash: last?.hash ?? '',
  }
  await insertEntry(store.db, { ...entry, hash: hashOf(entry) })
}

const toText = (value: string | null | undefined): string | null =>
  value === null || value === undefined ? null : String(maskForLog(value))
const toJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(maskForLog(value)))

/** Over the values in one fixed order; JSON keeps them apart from one another. */
function hashOf(entry: Omit<AuditEntryTable, 'hash'>): string {
  const { account_id, number, at, actor, action, target, before, after, address, request_id, previous_hash } = entry
  const values = [account_id, number, at, actor, action, target, before, after, address, request_id, previous_hash]
  return createHash('sha256').update(JSON.stringify(values)).digest('hex')
}

const PAGE = 1000

/** Recomputes the whole chain. `brokenAt`: the first entry that was changed, is missing, or does not follow the one before. */
export async function verifyAudit(db: Db, accountId: string) {
  let previous = { number: 0, hash: '' }
  for (;;) {
    const entries = await listEntriesAfter(db, accountId, { number: previous.number, limit: PAGE })
    for (const entry of entries) {
      const { hash, ...rest } = entry
      const follows = entry.number === previous.number + 1 && entry.previous_hash === previous.hash
      if (!follows || hashOf(rest) !== hash) return { entries: previous.number, brokenAt: previous.number + 1 }
      previous = { number: entry.number, hash }
    }
    if (entries.length < PAGE) return { entries: previous.number, brokenAt: null }
  }
}
