import { sql } from 'kysely'

import type { Db, Engine } from '../storage'
import { executedMigrations } from './run-migrations'

/** Facts in `meta` about who may use a store. */
export const NEEDED_BY_WRITERS = 'needed_by_writers'
/** Where the store went: it must not be written any more. */
const MOVED_TO = 'moved_to'
/** Where it is being moved here from: it is not whole yet. */
const ARRIVING_FROM = 'arriving_from'
/** They are of the place and not of what stands in it. */
export const NOTES_OF_PLACE: readonly string[] = [MOVED_TO, ARRIVING_FROM]

export type StoreNotes = {
  /** The last migration that a process has to know which writes here; undefined: any. */
  readonly neededByWriters: string | undefined
  readonly movedTo: string | undefined
  readonly arrivingFrom: string | undefined
}

/** Of a store that has tables. */
export async function readNotes(db: Db): Promise<StoreNotes> {
  const rows = await db
    .selectFrom('meta')
    .select(['key', 'value'])
    .where('key', 'in', [NEEDED_BY_WRITERS, ...NOTES_OF_PLACE])
    .execute()
  const of = (key: string) => rows.find((row) => row.key === key)?.value
  return { neededByWriters: of(NEEDED_BY_WRITERS), movedTo: of(MOVED_TO), arrivingFrom: of(ARRIVING_FROM) }
}

/** The same for one that may have none. */
export async function findNotes(db: Db, engine: Engine): Promise<StoreNotes | undefined> {
  return (await executedMigrations(db, engine)).length === 0 ? undefined : readNotes(db)
}

export const noteMovedTo = (db: Db, place: string) => putNote(db, MOVED_TO, place)
export const noteArrivingFrom = (db: Db, place: string) => putNote(db, ARRIVING_FROM, place)

export async function clearNotesOfPlace(db: Db): Promise<void> {
  await db
    .deleteFrom('meta')
    .where('key', 'in', [...NOTES_OF_PLACE])
    .execute()
}

/** Only forward: a restored backup says what was needed then. */
export async function noteNeededByWriters(db: Db, name: string): Promise<void> {
  const { neededByWriters } = await readNotes(db)
  if (neededByWriters === undefined || neededByWriters < name) await putNote(db, NEEDED_BY_WRITERS, name)
}

const putNote = (db: Db, key: string, value: string) =>
  sql`insert into meta (key, value) values (${key}, ${value}) on conflict (key) do update set value = ${value}`.execute(
    db,
  )
