import { sql } from 'kysely'

import { deleteInChunks } from '@/lib/storage/engine/delete-chunks'
import { findMeta, putMeta } from '@/lib/storage/meta'
import type { Db } from '@/lib/storage/storage'

/** `going` from the start of the removal, `gone` after its end; absent if nothing was removed. */
const REMOVAL = 'removed_sample'
type SampleRemoval = 'going' | 'gone'

export async function findSampleRemoval(db: Db): Promise<SampleRemoval | undefined> {
  const value = await findMeta(db, REMOVAL)
  return value === 'going' || value === 'gone' ? value : undefined
}

export const putSampleRemoval = (db: Db, state: SampleRemoval): Promise<void> => putMeta(db, REMOVAL, state)

/** Allows the sample data to be loaded again. */
export async function forgetSampleRemoval(db: Db): Promise<void> {
  await db.deleteFrom('meta').where('key', '=', REMOVAL).execute()
}

/**
 * Deletes the state from which the sample jobs continue, so that their next run does nothing, and the marker of sample
 * data. Runs in a transaction, so that a run in progress is awaited.
 */
export async function forgetSampleFacts(db: Db): Promise<void> {
  await sql`delete from meta where substr(key, 1, 7) = 'sample_'`.execute(db)
}

/**
 * Tables of the registers, each after the tables that reference it. All their rows come from the sample world: the
 * embedded service has no other source. `sample-removal.service.test.ts` checks that every table of the store is
 * covered.
 */
export const REGISTER_TABLES = [
  'bzp_waiting_notices',
  'bzp_notices',
  'announcements',
  'white_list_entries',
  'krs_entries',
  'relations',
  'rdf_documents',
  'register_entries',
  'sample_states',
  'subject_search',
  'word_variants',
  'subjects',
] as const

/**
 * Deletes all register data in small transactions. It is safe to repeat after an interruption. Returns the number of
 * deleted rows by table.
 */
export async function clearRegisters(db: Db): Promise<Record<string, number>> {
  await forgetNotices(db)
  const deleted: Record<string, number> = {}
  for (const table of REGISTER_TABLES) deleted[table] = await deleteInChunks(db, table)
  return deleted
}

/** Positions up to the current one no longer name a notice, so in-memory indexes of notices are rebuilt. */
async function forgetNotices(db: Db): Promise<void> {
  await sql`insert into sequences (name, value) select 'bzp_notices_cleared', value from sequences where name = 'bzp_notices'
    on conflict (name) do update set value = excluded.value`.execute(db)
}

type RowCount = 'companies' | 'persons' | 'notices' | 'announcements' | 'entries'
/** Approximate size of a row with its indexes on SQLite, in bytes. */
const ROW_BYTES: Readonly<Record<string, number>> = {
  bzp_notices: 2_400,
  announcements: 1_300,
  white_list_entries: 500,
  krs_entries: 200,
  relations: 300,
  rdf_documents: 750,
  register_entries: 1_000,
  subjects: 600,
}

type RegisterContents = Readonly<Record<RowCount, number>> & {
  /** Approximate. */
  readonly bytes: number
}

export async function countRegisters(db: Db): Promise<RegisterContents> {
  const rows: Record<string, number> = {}
  for (const table of Object.keys(ROW_BYTES)) rows[table] = await countRows(db, table)
  const countOf = (table: string) => rows[table] ?? 0
  const persons = await countRows(db, 'subjects', "kind = 'person'")
  return {
    companies: countOf('subjects') - persons,
    persons,
    notices: countOf('bzp_notices'),
    announcements: countOf('announcements'),
    entries: ['white_list_entries', 'krs_entries', 'relations', 'rdf_documents', 'register_entries'].reduce(
      (sum, table) => sum + countOf(table),
      0,
    ),
    bytes: Object.entries(ROW_BYTES).reduce((sum, [table, bytes]) => sum + countOf(table) * bytes, 0),
  }
}

async function countRows(db: Db, table: string, condition = '1 = 1'): Promise<number> {
  const query = sql<{ count: number }>`select count(*) as count from ${sql.table(table)} where ${sql.raw(condition)}`
  return (await query.execute(db)).rows[0]?.count ?? 0
}
