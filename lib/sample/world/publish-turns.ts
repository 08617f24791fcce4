import { type Day, warsawDay } from '@/lib/domain/calendar'
import type { Publication } from '@/lib/service/monitors/matching'
import { type Published, publishWithin } from '@/lib/service/monitors/publish'
import { claimMeta, lockMeta, putMeta } from '@/lib/storage/meta'
import { putSampleStates } from '@/lib/storage/registers/sample-states'
import type { Db } from '@/lib/storage/storage'

import { announce, type Turn } from './announce'
import { countersOf } from './counters'
import { storedSource, wholeSource } from './stored-source'
import { World, type WorldCounters } from './world'

/** Counters of the sample registers, as JSON; whoever announces something locks it first. */
const WORLD = 'sample_world'
const NOT_COUNTED = ''
/** From so many turns on, one reading of the whole store is cheaper than one for each company. */
const MANY_TURNS = 60

/** The registers as they are now. Until the transaction ends, nobody else announces anything. */
export async function openWorld(db: Db, { day, turns }: { day: Day; turns: number }): Promise<World> {
  await claimMeta(db, WORLD, NOT_COUNTED)
  const counted = await lockMeta(db, WORLD)
  // Sound because `saveWorld` alone writes it.
  const counters = counted ? (JSON.parse(counted) as WorldCounters) : await countersOf(db, day)
  const read = { db, day, counters }
  return new World(await (turns < MANY_TURNS ? storedSource(read) : wholeSource(read)))
}

export async function saveWorld(db: Db, world: World): Promise<void> {
  const states = [...world.changedStates].map(([subject_id, state]) => ({ subject_id, state: JSON.stringify(state) }))
  await putSampleStates(db, states)
  await putMeta(db, WORLD, JSON.stringify(world.counters))
}

/**
 * Lets the registers announce something in each of the turns, changes them and makes the events, within the caller's
 * transaction. Processes take turns; each finds the registers as the one before left them.
 */
export async function publishTurns(db: Db, turns: readonly Turn[]): Promise<Published> {
  const [first] = turns
  if (!first) return { announcements: 0, events: 0 }
  const world = await openWorld(db, { day: first.day, turns: turns.length })
  const publications = await announce(world, turns)
  return publishWorld(db, world, publications)
}

export async function publishWorld(db: Db, world: World, publications: readonly Publication[]): Promise<Published> {
  await saveWorld(db, world)
  return publishWithin(db, publications)
}

export const turnAt = (turn: Omit<Turn, 'day' | 'at'>, now: Date): Turn => ({
  ...turn,
  day: warsawDay(now),
  at: now.toISOString(),
})
