import { type Day, warsawDay } from '@/lib/domain/calendar'
import { ANNUAL_STATEMENT, listStatements } from '@/lib/service/documents/statements/rdf-documents'
import type { Publication } from '@/lib/service/monitors/matching'
import { type PublishResult, publishWithin } from '@/lib/service/monitors/publish'
import { findLastKrsEntry } from '@/lib/service/registers/statements/krs-entries'
import { listHeldBy, listHolders } from '@/lib/service/registers/statements/relations'
import { putSampleStates, findSampleState, listSampleStates } from '@/lib/service/registers/statements/sample-states'
import { listWhiteListEntries } from '@/lib/service/registers/statements/white-list-entries'
import type { SubjectTable } from '@/lib/service/registers/tables'
import type { WhiteListEntry } from '@/lib/service/registers/white-list-entry'
import { claimMeta, lockMeta, putMeta } from '@/lib/storage/meta'
import type { Db } from '@/lib/storage/storage'

import { announce, type PublicationSlot } from './announce'
import { countersOf } from './counters'
import { latest, rowsSource } from './rows-source'
import { World, type WorldCounters, type SubjectState, type WorldSource } from './world'

type SourceInput = { readonly db: Db; readonly counters: WorldCounters }

const listAll = (db: Db): Promise<SubjectTable[]> =>
  db.selectFrom('subjects').selectAll().where('kind', '=', 'company').orderBy('id').execute()
// Safe: only the sample writes both.
const toEntry = (row: string | undefined) => (row === undefined ? undefined : (JSON.parse(row) as WhiteListEntry))
const toState = (state: string | undefined) => (state === undefined ? undefined : (JSON.parse(state) as SubjectState))

/** Reads from the store what each announcement needs; efficient for a few announcements. */
const storedSource = async ({ db, counters }: SourceInput): Promise<WorldSource> => ({
  companies: await listAll(db),
  counters,
  holdersOf: (id) => listHolders(db, id),
  heldBy: (id) => listHeldBy(db, id),
  lastEntryOf: (id) => findLastKrsEntry(db, id),
  lastStatementOf: async (id) => latest(await listStatements(db, id)),
  whiteListOf: async (id) => toEntry((await listWhiteListEntries(db, [id]))[0]?.row),
  stateOf: async (id) => toState(await findSampleState(db, id)),
})

/** Reads the whole store at once; efficient for many announcements. */
async function wholeSource({ db, counters }: SourceInput): Promise<WorldSource> {
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

/** Meta key of the sample registers' counters (JSON); it is locked before anything is announced. */
const WORLD = 'sample_world'
const NOT_COUNTED = ''
/** From this number of slots on, one read of the whole store is cheaper than one per company. */
const MANY_SLOTS = 60

/** The current registers. Until the transaction ends, no other process announces anything. */
export async function openWorld(db: Db, { day, slotCount }: { day: Day; slotCount: number }): Promise<World> {
  await claimMeta(db, WORLD, NOT_COUNTED)
  const storedCounters = await lockMeta(db, WORLD)
  // Safe: only `saveWorld` writes it.
  const counters = storedCounters ? (JSON.parse(storedCounters) as WorldCounters) : await countersOf(db, day)
  const input = { db, day, counters }
  return new World(await (slotCount < MANY_SLOTS ? storedSource(input) : wholeSource(input)))
}

export async function saveWorld(db: Db, world: World): Promise<void> {
  const states = [...world.changedStates].map(([subject_id, state]) => ({ subject_id, state: JSON.stringify(state) }))
  await putSampleStates(db, states)
  await putMeta(db, WORLD, JSON.stringify(world.counters))
}

/**
 * Publishes the announcements of the slots, updates the registers and creates the events, within the caller's
 * transaction. Processes alternate; each starts from the registers that the previous one left.
 */
export async function publishSlots(db: Db, slots: readonly PublicationSlot[]): Promise<PublishResult> {
  const [first] = slots
  if (!first) return { announcements: 0, events: 0 }
  const world = await openWorld(db, { day: first.day, slotCount: slots.length })
  const publications = await announce(world, slots)
  return publishWorld(db, world, publications)
}

export async function publishWorld(db: Db, world: World, publications: readonly Publication[]): Promise<PublishResult> {
  await saveWorld(db, world)
  return publishWithin(db, publications)
}

export const slotAt = (slot: Omit<PublicationSlot, 'day' | 'at'>, now: Date): PublicationSlot => ({
  ...slot,
  day: warsawDay(now),
  at: now.toISOString(),
})
