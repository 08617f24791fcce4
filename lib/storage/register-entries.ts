import type { Expression, Kysely, SqlBool } from 'kysely'

import { chunksOf, INSERT_CHUNK } from './chunks'
import { contains, containsWords } from './like'
import type { RegisterEntryTable } from './register-tables'
import type { Database } from './tables'

type Db = Kysely<Database>

/** What is undefined is not asked for; `from` and `to` are days, both included. */
export type EntryQuery = {
  readonly register: RegisterEntryTable['register']
  /** Folded: any of them inside the entry's text; none asks for nothing. */
  readonly texts: readonly string[]
  readonly section?: number | undefined
  readonly nip?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Names by their words; what has a number in it as it stands, because that is a number of a decision or a document. */
const holds = (column: Expression<string>, text: string): Expression<SqlBool> =>
  /\d/.test(text) ? contains(column, text) : containsWords(column, text)

function matching(db: Db, { register, texts, section, nip, from, to }: EntryQuery) {
  let rows = db.selectFrom('register_entries').where('register', '=', register)
  if (section !== undefined) rows = rows.where('section', '=', section)
  if (nip !== undefined) rows = rows.where('nip', '=', nip)
  if (from !== undefined) rows = rows.where('day', '>=', from)
  if (to !== undefined) rows = rows.where('day', '<=', to)
  return texts.length === 0 ? rows : rows.where((eb) => eb.or(texts.map((text) => holds(eb.ref('search_text'), text))))
}

/** Newest first, older than `before` (a position) when given. */
export function listEntries(
  db: Db,
  query: EntryQuery,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<Pick<RegisterEntryTable, 'position' | 'row'>[]> {
  const rows = matching(db, query)
  const page = before === undefined ? rows : rows.where('position', '<', before)
  return page.select(['position', 'row']).orderBy('position', 'desc').limit(limit).execute()
}

export async function countEntries(db: Db, query: EntryQuery): Promise<number> {
  const { count } = await matching(db, query)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Entries of KNF by section; sections without any are absent. */
export async function countBySection(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('register_entries')
    .select((eb) => ['section', eb.fn.countAll<number>().as('count')])
    .where('register', '=', 'knf')
    .groupBy('section')
    .execute()
  return new Map(rows.map(({ section, count }) => [section ?? 0, count]))
}

export async function insertEntries(db: Db, entries: readonly RegisterEntryTable[]): Promise<void> {
  for (const rows of chunksOf(entries, INSERT_CHUNK)) await db.insertInto('register_entries').values(rows).execute()
}
