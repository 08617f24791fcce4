import { sql } from 'kysely'

import type { Context, ServiceDependencies } from '@/lib/service/http/context'
import { toClauseEntry } from '@/lib/service/registers/register-entry'
import { insertEntries } from '@/lib/service/registers/statements/register-entries'
import { updateCompany } from '@/lib/service/registers/statements/subjects'
import { insertWhiteListEntries } from '@/lib/service/registers/statements/white-list-entries'
import { claimMeta } from '@/lib/storage/meta'
import type { Db } from '@/lib/storage/storage'

import { loadDeregistrations } from './load-deregistrations'
import { loadKrsEntries, byCompany } from './load-krs-entries'
import { loadRdfDocuments } from './load-rdf-documents'
import { loadRegisterEntries } from './load-register-entries'
import { loadRelations } from './load-relations'
import { loadSubjects } from './load-subjects'
import { mainActivityOf } from './registers/activities'
import { postcodeOf } from './registers/postcodes'
import { makeSubjects } from './registers/subjects'
import { makeClauses } from './registers/uokik-clauses'
import { makeWhiteListEntry } from './registers/white-list-entry'

const loadClauses = (db: Db): Promise<void> =>
  insertEntries(
    db,
    makeClauses().map(({ item, subject }, index) =>
      toClauseEntry(item, { position: index + 1, krs: subject.krs, nip: subject.nip }),
    ),
  )

type Part = {
  readonly table: 'subjects' | 'register_entries' | 'rdf_documents' | 'relations' | 'krs_entries' | 'white_list_entries'
  readonly load: (db: Context['db'], now: Date) => Promise<void>
}

/** The content of the registers besides announcements, ordered by dependency. */
const parts: readonly Part[] = [
  { table: 'subjects', load: loadSubjects },
  { table: 'register_entries', load: loadRegisterEntries },
  { table: 'rdf_documents', load: loadRdfDocuments },
  { table: 'relations', load: loadRelations },
  { table: 'krs_entries', load: loadKrsEntries },
  { table: 'white_list_entries', load: loadWhiteList },
]

/**
 * Loads missing parts as of an instant, also into a store that was filled before a part existed. The transaction that
 * loads a part records it; parts that were loaded before this record existed are recognised by their rows.
 */
export async function loadRegisters({ storage }: ServiceDependencies, asOf: Date): Promise<void> {
  for (const { table, load } of parts) {
    await storage.db.transaction().execute(async (db) => {
      if (!(await claimMeta(db, `sample_${table}`, 'on'))) return
      const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
      if (rows.length === 0) await load(db, asOf)
    })
  }
  await storage.db.transaction().execute(async (db) => {
    if (await claimMeta(db, 'sample_activities', 'on')) await loadActivities(db)
    if (await claimMeta(db, 'sample_clauses', 'on')) await loadClauses(db)
    if (await claimMeta(db, 'sample_postcodes', 'on')) await loadPostcodes(db)
    if (await claimMeta(db, 'sample_deregistrations', 'on')) await loadDeregistrations(db, asOf)
  })
}

/** Loads the white list for all companies on it. */
async function loadWhiteList(db: Context['db']): Promise<void> {
  const companies = await db.selectFrom('subjects').selectAll().where('kind', '=', 'company').execute()
  const relations = byCompany(await db.selectFrom('relations').selectAll().where('until', 'is', null).execute())
  await insertWhiteListEntries(
    db,
    companies.flatMap(({ id, nip, vat_status, ...company }) => {
      if (nip === null || vat_status === null) return []
      const entry = makeWhiteListEntry({ ...company, nip, vat_status }, relations.get(id) ?? [])
      return [{ company_id: id, row: JSON.stringify(entry) }]
    }),
  )
}

/** Adds the main activity to companies without one, in a store older than the column. */
async function loadActivities(db: Context['db']): Promise<void> {
  const incomplete = await db
    .selectFrom('subjects')
    .select('id')
    .where('kind', '=', 'company')
    .where('main_activity', 'is', null)
    .execute()
  const ids = new Set(incomplete.map(({ id }) => id))
  for (const subject of makeSubjects()) {
    if (ids.has(subject.id)) await updateCompany(db, subject.id, { main_activity: mainActivityOf(subject) })
  }
}

/** Adds the postcode to sample companies without one, in a store older than the column. */
async function loadPostcodes(db: Db): Promise<void> {
  const incomplete = await db
    .selectFrom('subjects')
    .select('id')
    .where('kind', '=', 'company')
    .where('postcode', 'is', null)
    .execute()
  const ids = new Set(incomplete.map(({ id }) => id))
  for (const subject of makeSubjects()) {
    if (ids.has(subject.id)) await updateCompany(db, subject.id, { postcode: postcodeOf(subject) })
  }
}
