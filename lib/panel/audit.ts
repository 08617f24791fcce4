import { createHash } from 'node:crypto'

import type { Kysely } from 'kysely'

import type { AuditAction, AuditDetails } from '@/lib/domain/audit-words'
import { lockAccount } from '@/lib/storage/account-lock'
import { insertEntry, listEntriesAfter, readLastEntry } from '@/lib/storage/audit'
import type { Storage } from '@/lib/storage/open'
import type { AuditEntryTable } from '@/lib/storage/panel-tables'
import type { Database } from '@/lib/storage/tables'

import { maskForLog } from './mask-personal'

/** What was done, by whom and from where. `before` and `after` are masked here, whatever the caller passes. */
export type Deed = {
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

/** Adds one link in a transaction of its own. */
export function recordAudit({ db, engine }: Storage, deed: Deed): Promise<void> {
  return db.transaction().execute((on) => recordAuditIn({ db: on, engine }, deed))
}

/** The same within the caller's transaction, so that the deed and its entry are there together or not at all. */
export async function recordAuditIn(store: Pick<Storage, 'db' | 'engine'>, deed: Deed): Promise<void> {
  // One at a time per account, or two entries would follow the same one.
  await lockAccount(store.db, store.engine, deed.accountId)
  const last = await readLastEntry(store.db, deed.accountId)
  const entry = {
    account_id: deed.accountId,
    number: (last?.number ?? 0) + 1,
    at: deed.now.toISOString(),
    actor: deed.actor,
    action: deed.action,
    target: toText(deed.target),
    before: toJson(deed.before),
    after: toJson(deed.after),
    address: deed.address ?? null,
    request_id: deed.requestId ?? null,
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
export async function verifyAudit(db: Kysely<Database>, accountId: string) {
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
