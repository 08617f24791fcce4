import type { Expression, SqlBool } from 'kysely'

import { insertAll } from '@/lib/storage/engine/insert-all'
import { contains, containsWords } from '@/lib/storage/engine/like'
import { countRows } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { RegisterEntryTable } from '../tables'

export const findUokikDecision = (db: Db, id: string): Promise<RegisterEntryTable | undefined> =>
  db.selectFrom('register_entries').selectAll().where('register', '=', 'uokik').where('id', '=', id).executeTakeFirst()

/** Undefined fields do not filter; `from` and `to` are days, both inclusive. */
export type RegisterEntryQuery = {
  readonly register: RegisterEntryTable['register']
  /** Folded; at least one must occur in the entry's text. An empty list does not filter. */
  readonly texts: readonly string[]
  readonly section?: number | undefined
  readonly nip?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/**
 * Names match by their words. A text with a digit matches literally, because it is the number of a decision or a
 * document.
 */
const matchesText = (column: Expression<string>, text: string): Expression<SqlBool> =>
  /\d/.test(text) ? contains(column, text) : containsWords(column, text)

function selectMatching(db: Db, { register, texts, section, nip, from, to }: RegisterEntryQuery) {
  let rows = db.selectFrom('register_entries').where('register', '=', register)
  if (section !== undefined) rows = rows.where('section', '=', section)
  if (nip !== undefined) rows = rows.where('nip', '=', nip)
  if (from !== undefined) rows = rows.where('day', '>=', from)
  if (to !== undefined) rows = rows.where('day', '<=', to)
  return texts.length === 0
    ? rows
    : rows.where((eb) => eb.or(texts.map((text) => matchesText(eb.ref('search_text'), text))))
}

/** Newest first; `before` is a position, exclusive. */
export function listRegisterEntries(
  db: Db,
  query: RegisterEntryQuery,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<Pick<RegisterEntryTable, 'position' | 'row'>[]> {
  const rows = selectMatching(db, query)
  const page = before === undefined ? rows : rows.where('position', '<', before)
  return page.select(['position', 'row']).orderBy('position', 'desc').limit(limit).execute()
}

export const countEntries = (db: Db, query: RegisterEntryQuery): Promise<number> =>
  selectMatching(db, query).$call(countRows)

/** Number of KNF entries by section; sections without entries are absent. */
export async function countBySection(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('register_entries')
    .select((eb) => ['section', eb.fn.countAll<number>().as('count')])
    .where('register', '=', 'knf')
    .groupBy('section')
    .execute()
  return new Map(rows.map(({ section, count }) => [section ?? 0, count]))
}

export const insertEntries = (db: Db, entries: readonly RegisterEntryTable[]): Promise<void> =>
  insertAll(db, 'register_entries', entries)
