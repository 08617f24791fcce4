import { type Expression, sql, type SqlBool } from 'kysely'

import { contains } from '@/lib/storage/engine/like'
import { countRows } from '@/lib/storage/engine/outcome'
import { readerOf } from '@/lib/storage/engine/reader'
import type { Db } from '@/lib/storage/storage'

import type { BzpNoticeTable } from '../../registers/tables'

/** `text` is folded; `nip` of the authority is an alternative to it. Days are Warsaw days, both inclusive. */
export type NoticeListQuery = {
  readonly text: string | undefined
  readonly nip: string | undefined
  readonly from: string | undefined
  readonly to: string | undefined
}

/**
 * The text index of SQLite returns the positions of texts with these letters (three or more); PostgreSQL uses its index
 * automatically.
 */
function containsText(db: Db, column: Expression<string>, text: string): Expression<SqlBool> {
  const isIndexed = readerOf(db).hasNamedTextIndex === true && /.{3}/su.test(text)
  if (!isIndexed || text.includes('\0')) return contains(column, text)
  const phrase = `"${text.replaceAll('"', '""')}"`
  return sql<SqlBool>`position in (select rowid from bzp_notice_texts where search_text match ${phrase})`
}

function selectMatching(db: Db, { text, nip, from, to }: NoticeListQuery) {
  let rows = db.selectFrom('bzp_notices')
  if (from !== undefined) rows = rows.where('day', '>=', from)
  if (to !== undefined) rows = rows.where('day', '<=', to)
  if (text === undefined) return rows
  return rows.where((eb) => {
    const inText = containsText(db, eb.ref('search_text'), text)
    return nip === undefined ? inText : eb.or([inText, eb('authority_nip', '=', nip)])
  })
}

/** Newest first; `before` is a position, exclusive. */
export function listNoticesBefore(
  db: Db,
  query: NoticeListQuery & { before: number | undefined; limit: number },
): Promise<BzpNoticeTable[]> {
  const rows = selectMatching(db, query)
  const page = query.before === undefined ? rows : rows.where('position', '<', query.before)
  return page.selectAll().orderBy('position', 'desc').limit(query.limit).execute()
}

export const countNotices = (db: Db, query: NoticeListQuery): Promise<number> =>
  selectMatching(db, query).$call(countRows)
