// Stores of many notices and queries on them, for `npm run bench:bzp`.

import { readFileSync } from 'node:fs'

/** Filters of the preview, by name. */
export const FILTERS = JSON.parse(readFileSync(new URL('filters.json', import.meta.url), 'utf8'))

/** The three keywords as a plain database query. */
export const LIKE = `select count(distinct tender_id) as count from bzp_notices where search_text like '%dostawa%'
  or search_text like '%remont%' or search_text like '%uslug%'`

const BATCH = 20_000

/**
 * Drops indexes for the list of notices, which is not measured here and slows down inserting a million rows to minutes.
 */
export async function dropListIndexes({ run, engine }) {
  const names =
    engine === 'sqlite'
      ? await run(`select name from sqlite_master where type = 'trigger' and tbl_name = 'bzp_notices'`)
      : await run(`select indexname as name from pg_indexes where tablename = 'bzp_notices' and indexdef like '%gin%'`)
  for (const { name } of names) await run(`drop ${engine === 'sqlite' ? 'trigger' : 'index'} ${name}`)
}

/** Fills the store up to exactly this number by repeating the sample's notices, each as a separate procedure. */
export async function makeNotices({ run }, targetCount) {
  const [{ count, newest }] = await run('select count(*) as count, max(position) as newest from bzp_notices')
  const initial = Number(count)
  const columns = 'title, description, authority, authority_nip, authority_key, city, city_key, province_code'
  const more = 'order_type, notice_type, offers_until, estimated_value_pln, url, cpv, published_at, day, search_text'
  for (let total = initial, part = 0; total < targetCount; total += part) {
    part = Math.min(BATCH, targetCount - total, initial)
    const after = Number(newest) + total - initial
    await run(`
      insert into bzp_notices (id, position, tender_id, notice_number, ${columns}, ${more})
      select substr(id, 1, 36) || '-' || position || '-${total}', ${after} + row_number() over (order by position),
        tender_id || '-${total}', notice_number, ${columns}, ${more}
      from bzp_notices order by position limit ${part}`)
  }
  await run(`update sequences set value = (select max(position) from bzp_notices) where name = 'bzp_notices'`)
}
