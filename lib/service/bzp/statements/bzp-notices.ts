import type { Insertable } from 'kysely'

import type { BzpNotice } from '@/lib/contract/bzp'
import { chunksOf } from '@/lib/domain/collections/chunks'
import { provinceName } from '@/lib/domain/provinces'
import { allocateNumbers } from '@/lib/storage/engine/sequences'
import type { Db } from '@/lib/storage/storage'

import type { BzpNoticeTable } from '../../registers/tables'

export const noticeOfRow = (row: BzpNoticeTable): BzpNotice => ({
  id: row.id,
  tender_id: row.tender_id,
  notice_number: row.notice_number,
  notice_type: row.notice_type,
  title: row.title,
  description: row.description,
  authority: row.authority,
  authority_nip: row.authority_nip,
  province: provinceName(row.province_code),
  city: row.city,
  order_type: row.order_type,
  cpv: row.cpv.trim().split(' '),
  published_at: row.published_at,
  offers_until: row.offers_until,
  estimated_value_pln: row.estimated_value_pln,
  url: row.url,
})

export type NewNotice = Omit<Insertable<BzpNoticeTable>, 'position'>

export type SearchableNotice = Pick<
  BzpNoticeTable,
  | 'position'
  | 'tender_id'
  | 'published_at'
  | 'city'
  | 'city_key'
  | 'province_code'
  | 'order_type'
  | 'cpv'
  | 'authority'
  | 'authority_key'
  | 'search_text'
  | 'offers_until'
  | 'estimated_value_pln'
>

const SEQUENCE = 'bzp_notices'
const ROWS_PER_INSERT = 250

/** Stores new notices in the given order, in a separate transaction. */
export async function insertNotices(db: Db, notices: readonly NewNotice[]): Promise<void> {
  await db.transaction().execute((tx) => insertNoticesWithin(tx, notices))
}

/**
 * Like `insertNotices`, in the caller's transaction. The sequence row is locked first, so positions become visible in
 * order: a reader that has reached a position has missed nothing before it.
 */
export async function insertNoticesWithin(db: Db, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  const first = await allocateNumbers(db, SEQUENCE, notices.length)
  const rows = notices.map((notice, index) => ({ ...notice, position: first + index }))
  for (const chunk of chunksOf(rows, ROWS_PER_INSERT)) {
    await db
      .insertInto('bzp_notices')
      .values(chunk)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }
}

/** The highest position that a stored notice can have; changes with every insert. */
export async function noticePosition(db: Db): Promise<number> {
  const row = await db.selectFrom('sequences').select('value').where('name', '=', SEQUENCE).executeTakeFirst()
  return row?.value ?? 0
}

/** Also returns `clearedUpTo`: the position up to which all notices were cleared. */
export async function noticeSpan(db: Db): Promise<{ upTo: number; clearedUpTo: number }> {
  const rows = await db
    .selectFrom('sequences')
    .selectAll()
    .where('name', 'in', [SEQUENCE, `${SEQUENCE}_cleared`])
    .execute()
  const valueOf = (name: string) => rows.find((row) => row.name === name)?.value ?? 0
  return { upTo: valueOf(SEQUENCE), clearedUpTo: valueOf(`${SEQUENCE}_cleared`) }
}

type Page = { after: number; upTo: number; limit: number }

/**
 * Notices with a position in (after, upTo], by position. There is no other condition, so one index covers the query.
 */
export const noticesAfter = (db: Db, page: Page): Promise<SearchableNotice[]> =>
  db
    .selectFrom('bzp_notices')
    .select(['position', 'tender_id', 'published_at', 'city', 'city_key', 'province_code', 'order_type', 'cpv'])
    .select(['authority', 'authority_key', 'search_text', 'offers_until', 'estimated_value_pln'])
    .where('position', '>', page.after)
    .where('position', '<=', page.upTo)
    .orderBy('position')
    .limit(page.limit)
    .execute()

export const noticesAt = (db: Db, positions: readonly number[]) =>
  db.selectFrom('bzp_notices').selectAll().where('position', 'in', positions).execute()

export async function newestNoticeAt(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('bzp_notices')
    .select('published_at')
    .orderBy('published_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.published_at ?? null
}

export async function deleteNoticesBefore(db: Db, instant: string): Promise<void> {
  await db.deleteFrom('bzp_notices').where('published_at', '<', instant).execute()
}
