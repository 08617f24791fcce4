import { sql } from 'kysely'

import type { Db, Engine } from '../storage'
import { executedMigrations } from './run-migrations'

/** Keys in `meta` that determine who may use a store. */
export const NEEDED_BY_WRITERS = 'needed_by_writers'
/** Where the store was moved to: it must not be written any more. */
const MOVED_TO = 'moved_to'
/** Where the store is being moved from: it is not complete yet. */
const ARRIVING_FROM = 'arriving_from'
/** Notes about the location rather than the content of the store. */
export const LOCATION_NOTES: readonly string[] = [MOVED_TO, ARRIVING_FROM]

export type StoreNotes = {
  /** The last migration that a writing process must know; undefined if any process may write. */
  readonly neededByWriters: string | undefined
  readonly movedTo: string | undefined
  readonly arrivingFrom: string | undefined
}

/** The store must have tables. */
export async function readNotes(db: Db): Promise<StoreNotes> {
  const rows = await db
    .selectFrom('meta')
    .select(['key', 'value'])
    .where('key', 'in', [NEEDED_BY_WRITERS, ...LOCATION_NOTES])
    .execute()
  const noteValue = (key: string) => rows.find((row) => row.key === key)?.value
  return {
    neededByWriters: noteValue(NEEDED_BY_WRITERS),
    movedTo: noteValue(MOVED_TO),
    arrivingFrom: noteValue(ARRIVING_FROM),
  }
}

/** Reads the notes of a store that may have no tables; undefined if it has none. */
export async function findNotes(db: Db, engine: Engine): Promise<StoreNotes | undefined> {
  return (await executedMigrations(db, engine)).length === 0 ? undefined : readNotes(db)
}

export const noteMovedTo = (db: Db, place: string) => putNote(db, MOVED_TO, place)
export const noteArrivingFrom = (db: Db, place: string) => putNote(db, ARRIVING_FROM, place)

export async function clearLocationNotes(db: Db): Promise<void> {
  await db
    .deleteFrom('meta')
    .where('key', 'in', [...LOCATION_NOTES])
    .execute()
}

/** Stores only a later migration than before, because a restored backup contains an older one. */
export async function noteNeededByWriters(db: Db, name: string): Promise<void> {
  const { neededByWriters } = await readNotes(db)
  if (neededByWriters === undefined || neededByWriters < name) await putNote(db, NEEDED_BY_WRITERS, name)
}

const putNote = (db: Db, key: string, value: string) =>
  sql`insert into meta (key, value) values (${key}, ${value}) on conflict (key) do update set value = ${value}`.execute(
    db,
  )
