import type { WhiteListEntry } from '@/lib/service/registers/white-list-entry'
import { findLastKrsEntry } from '@/lib/storage/registers/krs-entries'
import { ANNUAL_STATEMENT, listStatements } from '@/lib/storage/registers/rdf-documents'
import { listHeldBy, listHolders } from '@/lib/storage/registers/relations'
import { findSampleState, listSampleStates } from '@/lib/storage/registers/sample-states'
import type { SubjectTable } from '@/lib/storage/registers/tables'
import { listWhiteListEntries } from '@/lib/storage/registers/white-list-entries'
import type { Db } from '@/lib/storage/storage'

import { latest, rowsSource } from './rows-source'
import type { SubjectState, WorldCounters, WorldSource } from './world'

type Read = { readonly db: Db; readonly counters: WorldCounters }

const listAll = (db: Db): Promise<SubjectTable[]> =>
  db.selectFrom('subjects').selectAll().where('kind', '=', 'company').orderBy('id').execute()
// Sound: both are written by the sample alone.
const toEntry = (row: string | undefined) => (row === undefined ? undefined : (JSON.parse(row) as WhiteListEntry))
const toState = (state: string | undefined) => (state === undefined ? undefined : (JSON.parse(state) as SubjectState))

/** Reads of the store what each announcement needs: for a few of them. */
export const storedSource = async ({ db, counters }: Read): Promise<WorldSource> => ({
  companies: await listAll(db),
  counters,
  holdersOf: (id) => listHolders(db, id),
  heldBy: (id) => listHeldBy(db, id),
  lastEntryOf: (id) => findLastKrsEntry(db, id),
  lastStatementOf: async (id) => latest(await listStatements(db, id)),
  whiteListOf: async (id) => toEntry((await listWhiteListEntries(db, [id]))[0]?.row),
  stateOf: async (id) => toState(await findSampleState(db, id)),
})

/** Reads the whole store at once: for many announcements. */
export async function wholeSource({ db, counters }: Read): Promise<WorldSource> {
  const entries = db.selectFrom('krs_entries').groupBy(['company_id'])
  const whiteList = await db.selectFrom('white_list_entries').selectAll().execute()
  return rowsSource({
    companies: await listAll(db),
    counters,
    relations: await db.selectFrom('relations').selectAll().where('until', 'is', null).orderBy('id').execute(),
    statements: await db.selectFrom('rdf_documents').selectAll().where('kind_code', '=', ANNUAL_STATEMENT).execute(),
    entries: await entries
      .select((eb) => ['company_id', eb.fn.max('number').as('number'), eb.fn.max('entered_on').as('entered_on')])
      .execute(),
    whiteList: new Map(whiteList.map(({ company_id, row }) => [company_id, JSON.parse(row) as WhiteListEntry])),
    states: new Map(
      (await listSampleStates(db)).map(({ subject_id, state }) => [subject_id, JSON.parse(state) as SubjectState]),
    ),
  })
}
