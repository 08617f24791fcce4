import { type Kysely, sql } from 'kysely'

/**
 * Applies the rules for input to stored data: compared texts are composed (NFC), and every account has a limit of the
 * white list, its plan's if it had none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await composeTags(db)
  await composeLabels(db)
  for (const [table, column] of texts) await composeColumn(db, table, column)
  await composeAddresses(db)
  await dropMissingLimits(db)
}

/** Names, and JSON texts with tags or names in them. */
const texts = [
  ['filters', 'name'],
  ['filters', 'content'],
  ['api_keys', 'name'],
  ['report_jobs', 'monitor_tag'],
  ['bulk_tag_jobs', 'add_tags'],
  ['bulk_tag_jobs', 'remove_tags'],
  ['bulk_tag_steps', 'differences'],
  ['tag_changes', 'added'],
  ['tag_changes', 'removed'],
] as const

const isOpen = (text: string): boolean => text.normalize('NFC') !== text

/** A monitor that has both spellings of a tag retains one. */
async function composeTags(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ tag: string }>`select distinct tag from monitor_tags`.execute(db)
  for (const { tag } of rows.filter((row) => isOpen(row.tag))) {
    const composed = tag.normalize('NFC')
    await sql`
      delete from monitor_tags where tag = ${tag}
      and monitor_id in (select monitor_id from monitor_tags where tag = ${composed})`.execute(db)
    await sql`update monitor_tags set tag = ${composed} where tag = ${tag}`.execute(db)
  }
}

const PAGE = 5_000

/** Read in pages, because there may be very many. Their search texts are folded and do not change. */
async function composeLabels(db: Kysely<unknown>): Promise<void> {
  for (let after = ''; ;) {
    const { rows } = await sql<{ id: string; label: string | null }>`
      select id, label from monitors where id > ${after} order by id limit ${PAGE}`.execute(db)
    for (const { id, label } of rows) {
      if (label === null || !isOpen(label)) continue
      await sql`update monitors set label = ${label.normalize('NFC')} where id = ${id}`.execute(db)
    }
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.id
  }
}

async function composeColumn(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  const [of, name] = [sql.table(table), sql.ref(column)]
  const { rows } = await sql<{ text: string }>`
    select distinct ${name} as text from ${of} where ${name} is not null`.execute(db)
  for (const { text } of rows.filter((row) => isOpen(row.text))) {
    await sql`update ${of} set ${name} = ${text.normalize('NFC')} where ${name} = ${text}`.execute(db)
  }
}

type View = { id: string; account_id: string; page: string; owner: string; name: string; query: string }

/** The URL of a view contains tags, percent-encoded. A name that another view already has is not changed. */
async function composeAddresses(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<View>`select id, account_id, page, owner, name, query from saved_views`.execute(db)
  for (const view of rows) {
    const given = [...new URLSearchParams(view.query)]
    if (given.some(([, value]) => isOpen(value))) {
      const query = new URLSearchParams(given.map(([key, value]) => [key, value.normalize('NFC')])).toString()
      await sql`update saved_views set query = ${query} where id = ${view.id}`.execute(db)
    }
    const name = view.name.normalize('NFC')
    const isTaken = rows.some(
      (other) =>
        other.id !== view.id &&
        other.account_id === view.account_id &&
        other.page === view.page &&
        other.owner === view.owner &&
        other.name.normalize('NFC') === name,
    )
    if (name !== view.name && !isTaken)
      await sql`update saved_views set name = ${name} where id = ${view.id}`.execute(db)
  }
}

async function dropMissingLimits(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; limits: string }>`select id, limits from accounts`.execute(db)
  for (const { id, limits } of rows) {
    // Safe: the column contains a serialised object of limits.
    const { wpv_checks, ...others } = JSON.parse(limits) as Record<string, number | null>
    if (wpv_checks !== null) continue
    await sql`update accounts set limits = ${JSON.stringify(others)} where id = ${id}`.execute(db)
  }
}
