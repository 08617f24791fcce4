import { type RawBuilder, sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely'

import type { Db } from '../storage'
import type { Database } from '../tables'
import { wroteRow } from './outcome'

type LeaseColumns = { claimed_by: string | null; claimed_until: string | null }
type LeasedName = { [T in keyof Database]: Database[T] extends LeaseColumns ? T : never }[keyof Database]

export type LeaseHolder = { readonly id: string; readonly by: string }
export type Lease = LeaseHolder & { readonly now: string; readonly until: string }

type Update<T extends LeasedName> = UpdateQueryBuilder<Database, T, T, UpdateResult>

/** Selects rows without a valid claim: never claimed, released or expired. */
export const isFree = (now: string, column = 'claimed_until'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} <= ${now})`

/**
 * Lets one process at a time work on a row. A row belongs to the process that claimed it until it is settled or `until`
 * has passed; then any process may claim it, so that the work of a dead process is resumed.
 */
export function leaseOf<T extends LeasedName>(table: T, key: 'id' | 'account_id' = 'id') {
  // Safe: every leased table has the columns that are used here.
  const update = (db: Db) => db.updateTable(table as 'archived_reports')
  const updateHeld = (db: Db, { id, by }: LeaseHolder) =>
    update(db).where(sql.ref(key), '=', id).where('claimed_by', '=', by)
  const asTableUpdate = (query: ReturnType<typeof update>) => query as unknown as Update<T>
  return {
    /** Claims a free row; the caller adds further conditions and the returned columns. */
    claim: (db: Db, { id, by, now, until }: Lease): Update<T> =>
      asTableUpdate(
        update(db).set({ claimed_by: by, claimed_until: until }).where(sql.ref(key), '=', id).where(isFree(now)),
      ),
    /** Returns false if another process has the row now. */
    renew: async (db: Db, { until, ...holder }: Omit<Lease, 'now'>): Promise<boolean> =>
      wroteRow(updateHeld(db, holder).set({ claimed_until: until })),
    /**
     * Releases a claim and stores the result. Returns false, without a change, if another process has the row or it was
     * deleted.
     */
    settle: async (db: Db, holder: LeaseHolder, change: Partial<Database[T]> = {}): Promise<boolean> =>
      wroteRow(updateHeld(db, holder).set({ ...change, claimed_by: null, claimed_until: null })),
    /** An update of a row whose claim continues. */
    own: (db: Db, holder: LeaseHolder): Update<T> => asTableUpdate(updateHeld(db, holder)),
  }
}

/** Renews a lease while `work` runs, and aborts its signal if the lease is lost. Failed renewals are retried. */
export async function whileRenewing<T>(
  renew: () => Promise<boolean>,
  everyMs: number,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController()
  const timer = setInterval(() => {
    renew().then(
      (isOurs) => isOurs || lost.abort(),
      () => undefined,
    )
  }, everyMs).unref()
  try {
    return await work(lost.signal)
  } finally {
    clearInterval(timer)
  }
}
