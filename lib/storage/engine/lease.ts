import { type RawBuilder, sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely'

import type { Db } from '../storage'
import type { Database } from '../tables'
import { wroteRow } from './outcome'

type Leased = { claimed_by: string | null; claimed_until: string | null }
/** Tables whose rows one process at a time works on. */
type LeasedName = { [T in keyof Database]: Database[T] extends Leased ? T : never }[keyof Database]

/** A row, by its key, and who works on it. */
export type Holding = { readonly id: string; readonly by: string }
export type Lease = Holding & { readonly now: string; readonly until: string }

type Update<T extends LeasedName> = UpdateQueryBuilder<Database, T, T, UpdateResult>

/** A row that nobody works on: whose it was, let it go or died. */
export const isFree = (now: string, column = 'claimed_until'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} <= ${now})`

/**
 * Work on rows of a table by one process at a time. A row belongs to whoever claimed it until they settle it or `until` is over; after
 * that it is anybody's, so that what a dead process left is done by another one.
 */
export function leaseOf<T extends LeasedName>(table: T, key: 'id' | 'account_id' = 'id') {
  // Sound: the columns that are used here stand in every leased table.
  const update = (db: Db) => db.updateTable(table as 'archived_reports')
  const own = (db: Db, { id, by }: Holding) => update(db).where(sql.ref(key), '=', id).where('claimed_by', '=', by)
  const of = (query: ReturnType<typeof update>) => query as unknown as Update<T>
  return {
    /** Takes a row that is free; the caller adds what else must hold of it, and what is to be returned. */
    claim: (db: Db, { id, by, now, until }: Lease): Update<T> =>
      of(update(db).set({ claimed_by: by, claimed_until: until }).where(sql.ref(key), '=', id).where(isFree(now))),
    /** False when it is another's by now. */
    renew: async (db: Db, { until, ...holding }: Omit<Lease, 'now'>): Promise<boolean> =>
      wroteRow(own(db, holding).set({ claimed_until: until })),
    /** Ends a claim with what came of the work. False when it is another's by now, or gone: then nothing is changed. */
    settle: async (db: Db, holding: Holding, change: Partial<Database[T]> = {}): Promise<boolean> =>
      wroteRow(own(db, holding).set({ ...change, claimed_by: null, claimed_until: null })),
    /** A change of a row that goes on being the holder's. */
    own: (db: Db, holding: Holding): Update<T> => of(own(db, holding)),
  }
}

/** Renews a lease while `work` lasts, and tells it by the signal that the lease was lost. What keeps it from being renewed is tried again. */
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
