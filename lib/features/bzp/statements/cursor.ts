import { noticePosition } from '@/lib/service/bzp/statements/bzp-notices'
import type { BzpNoticeTable } from '@/lib/service/registers/tables'
import { LOOKUP_CHUNK } from '@/lib/storage/engine/chunks'
import { insertAll } from '@/lib/storage/engine/insert-all'
import { insertNew } from '@/lib/storage/engine/insert-new'
import { returnsRow } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { BzpCursorTable } from '../tables'

const CURSOR_ID = 'notices'

export const findNoticeCursor = (db: Db): Promise<BzpCursorTable | undefined> =>
  db.selectFrom('bzp_cursors').selectAll().where('id', '=', CURSOR_ID).executeTakeFirst()

/**
 * Locks the cursor of all accounts until the transaction ends; it starts at the newest notice. Saving an alert takes
 * the same lock, so that a notice published at the same time is either older than the alert or found by it.
 */
export async function lockNoticeCursor(db: Db, now: Date): Promise<BzpCursorTable> {
  if (!(await findNoticeCursor(db))) {
    const first = { id: CURSOR_ID, position: await noticePosition(db), read_until: now.toISOString() }
    await insertNew(db, 'bzp_cursors', first, ['id'])
  }
  const row = db.selectFrom('bzp_cursors').selectAll().where('id', '=', CURSOR_ID)
  return row.forNoKeyUpdate().executeTakeFirstOrThrow()
}

export async function moveNoticeCursor(db: Db, to: Omit<BzpCursorTable, 'id'>): Promise<void> {
  await db.updateTable('bzp_cursors').set(to).where('id', '=', CURSOR_ID).execute()
}

type Page = { readonly after: number; readonly upTo: number; readonly limit: number }

/** Notices with a position in (after, upTo], in order of position. */
export const listNoticesAfter = (db: Db, { after, upTo, limit }: Page): Promise<BzpNoticeTable[]> =>
  db
    .selectFrom('bzp_notices')
    .selectAll()
    .where('position', '>', after)
    .where('position', '<=', upTo)
    .orderBy('position')
    .limit(limit)
    .execute()

export async function storeWaitingNotices(db: Db, notices: readonly BzpNoticeTable[]): Promise<void> {
  const rows = notices.map(({ id, published_at }) => ({ notice_id: id, published_at }))
  await insertAll(db, 'bzp_waiting_notices', rows, ['notice_id'])
}

export const hasDueNotices = (db: Db, now: string): Promise<boolean> =>
  db.selectFrom('bzp_waiting_notices').select('notice_id').where('published_at', '<=', now).limit(1).$call(returnsRow)

/** Removes and returns the notices whose publication time has come. */
export async function claimDueNotices(db: Db, now: string): Promise<BzpNoticeTable[]> {
  const dueRows = await db
    .selectFrom('bzp_waiting_notices')
    .select('notice_id')
    .where('published_at', '<=', now)
    .orderBy('published_at')
    .limit(LOOKUP_CHUNK)
    .execute()
  const ids = dueRows.map(({ notice_id: id }) => id)
  if (ids.length === 0) return []
  await db.deleteFrom('bzp_waiting_notices').where('notice_id', 'in', ids).execute()
  return db.selectFrom('bzp_notices').selectAll().where('id', 'in', ids).orderBy('position').execute()
}
