import type { Announcement } from '@/lib/contract/announcement'
import type { Day } from '@/lib/domain/calendar'
import { provinceName } from '@/lib/domain/provinces'
import type { Publication } from '@/lib/service/monitors/matching'

import { makeAward } from '../bzp/bzp-award'
import { toNewNotice } from '../bzp/new-notice'
import { rng } from '../rng'
import { crbrMaker, krsMaker, moveMaker } from './krs'
import { krzMaker, newConsumerMaker } from './krz'
import { listMakers } from './lists'
import { inheritanceMaker, msigMaker } from './msig'
import { whiteListMaker } from './white-list'
import type { World } from './world'
import { type WorldChange, type Maker, type Scene, subjectFieldsOf, makeChange } from './world-change'

/** A company wins a contract, and the notice of the result names it. */
const bzpMaker: Maker = async (scene) => {
  const { world, random, day, at } = scene
  const company = world.pick(random, 'active')
  if (!company) return []
  const { awards } = world.counters
  world.counters = { ...world.counters, awards: awards + 1 }
  const notice = makeAward(awards, at, company)
  const { province_code, ...row } = notice
  const title = `Udzielenie zamówienia publicznego: ${notice.authority}`
  return [
    makeChange(
      scene,
      {
        id: notice.id,
        source: 'bzp',
        day,
        ...subjectFieldsOf(company),
        title,
        row: { ...row, province: provinceName(province_code) },
      },
      [{ kind: 'notice', notice: toNewNotice(notice, day) }],
    ),
  ]
}

/** One publication slot of a register. `seed` is unique within the source and day. */
export type PublicationSlot = {
  readonly source: Announcement['source']
  readonly day: Day
  readonly at: string
  readonly seed: number
}

const makers: Readonly<Record<Announcement['source'], Maker>> = {
  krz: krzMaker,
  msig: msigMaker,
  krs: krsMaker,
  crbr: crbrMaker,
  bzp: bzpMaker,
  ...listMakers,
  wpv: whiteListMaker,
}
/** The fallback if a maker finds nothing to announce; without one the register publishes nothing. */
const fallbackMakers: Readonly<Partial<Record<Announcement['source'], Maker>>> = {
  krz: newConsumerMaker,
  msig: inheritanceMaker,
  krs: moveMaker,
}
const ATTEMPTS = 8

/** The announcements of the slots in order; each is based on the world that the previous ones left. */
export async function announce(world: World, slots: readonly PublicationSlot[]): Promise<Publication[]> {
  const publications: Publication[] = []
  for (const slot of slots) {
    for (const each of await announceOne(world, slot)) publications.push({ ...each, at: slot.at })
  }
  return publications
}

/** A failed attempt changes nothing, so another subject can be tried. */
async function announceOne(world: World, { source, day, at, seed }: PublicationSlot): Promise<WorldChange[]> {
  const sceneOf = (attempt: number): Scene => {
    const key = `${source}|${day}|${seed}|${attempt}`
    return { world, random: rng(key), day, at, key }
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const changes = await makers[source](sceneOf(attempt))
    if (changes.length > 0) return changes
  }
  return (await fallbackMakers[source]?.(sceneOf(ATTEMPTS))) ?? []
}
