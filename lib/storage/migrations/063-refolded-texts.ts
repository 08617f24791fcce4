import { type Kysely, sql } from 'kysely'

import type { Engine } from '../storage'

/**
 * Search texts were folded without the special characters of Word and PDF: soft hyphens, long dashes, curly quotes,
 * ligatures, superscript digits. Folding a folded text again gives the new form, so only the few non-ASCII texts are
 * read.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await refold({ db, engine }, { table: 'monitors', column: 'search_text', fold: foldText })
  for (const column of ['search_text', 'city_key', 'authority_key'])
    await refold({ db, engine }, { table: 'bzp_notices', column, fold: foldLines })
  await refold({ db, engine }, { table: 'bzp_matches', column: 'search_text', fold: foldLines })
  await refold({ db, engine }, { table: 'register_entries', column: 'search_text', fold: foldLines })
  await refold({ db, engine }, { table: 'white_list_numbers', column: 'folded', fold: foldLines })
  if (engine === 'sqlite') await indexNoticesAgain(db)
  await renameFilterItems(db)
}

type Store = { readonly db: Kysely<unknown>; readonly engine: Engine }
type Column = { readonly table: string; readonly column: string; readonly fold: (text: string) => string }

async function refold({ db, engine }: Store, { table, column, fold }: Column): Promise<void> {
  const [from, text] = [sql.table(table), sql.ref(column)]
  const place = engine === 'sqlite' ? sql`rowid` : sql`ctid::text`
  const isOther = engine === 'sqlite' ? sql`${text} glob ${NOT_ASCII}` : sql`${text} ~ '[^\\x01-\\x7f]'`
  const { rows } = await sql<{ place: string; text: string }>`
    select ${place} as place, ${text} as text from ${from} where ${isOther}`.execute(db)
  for (const row of rows) {
    const folded = fold(row.text)
    const isPlace = engine === 'sqlite' ? sql`rowid = ${row.place}` : sql`ctid = ${row.place}::tid`
    if (folded !== row.text) await sql`update ${from} set ${text} = ${folded} where ${isPlace}`.execute(db)
  }
}

const NOT_ASCII = '*[^\u0001-\u007f]*'

/** The text index of notices follows inserts and deletes only, so updated rows are indexed here. */
async function indexNoticesAgain(db: Kysely<unknown>): Promise<void> {
  await sql`delete from bzp_notice_texts`.execute(db)
  await sql`insert into bzp_notice_texts (rowid, search_text) select position, search_text from bzp_notices`.execute(db)
}

/** Filters match names by words, and a soft hyphen split a word in two, so the names themselves are read. */
async function renameFilterItems(db: Kysely<unknown>): Promise<void> {
  const { rows: filters } = await sql<{ id: string; account_id: string; content: string }>`
    select id, account_id, content from filters order by id`.execute(db)
  for (const { id, account_id, content } of filters) {
    const names = namesIn(content)
    if (names.every((name) => wordsOf(foldBefore(name)) === wordsOf(foldText(name)))) continue
    await sql`delete from filter_items where filter_id = ${id} and kind = 'name'`.execute(db)
    for (const value of new Set(names.map((name) => wordsOf(foldText(name))))) {
      if (value === '') continue
      await sql`
        insert into filter_items (filter_id, account_id, kind, value) values (${id}, ${account_id}, 'name', ${value})`.execute(
        db,
      )
    }
  }
}

function namesIn(content: string): readonly string[] {
  const { name = [] } = JSON.parse(content) as { name?: readonly string[] }
  return name
}

const wordsOf = (folded: string): string => (folded.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')

// The folding of `lib/domain/fold.ts` before and after this migration, at the time of this migration.

const foldBefore = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ł', 'l')

const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{Cf}\p{DI}]/gu, '')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ł', 'l')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[„“”«»″]/g, '"')
    .replace(/[‘’‚‛′]/g, "'")

/** Titles, descriptions and names are separate lines without surrounding blanks. */
const foldLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => foldText(line).replace(/\s+/g, ' ').trim())
    .join('\n')
