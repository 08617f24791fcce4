import { addDays, daysBetween, type Day, isWorkingDay } from '@/lib/domain/calendar'

import { consumerTrack, largeConsumerTrack } from '../registers/krz-consumer-stages'
import {
  companyDebtor,
  consumer,
  hasLargeEstate,
  KNOWN_CONSUMERS,
  KNOWN_TRADERS,
  type KrzDebtor,
  trader,
} from '../registers/krz-debtors'
import { restructuringTracks } from '../registers/krz-restructuring-stages'
import { decidedOn, type KrzCase, makeKrzRow, signatureOf } from '../registers/krz-row'
import { bankruptcyTrack, dismissedTrack, type KrzStage } from '../registers/krz-stages'
import type { Rng } from '../rng'
import { enterArrangement, enterBankruptcy, enterRestructuring, hasRoom, strikeOff } from './krs-status'
import { hasOldCase } from './old-bankruptcies'
import type { SubjectState, WorldCompany } from './world'
import { idIn, type WorldChange, makeChange, type Maker, type Scene } from './world-change'

type Track = readonly KrzStage[]
type Case = NonNullable<SubjectState['case']>

const tracks: Readonly<Record<string, Track>> = {
  consumer: consumerTrack,
  large: largeConsumerTrack,
  bankruptcy: bankruptcyTrack,
  dismissed: dismissedTrack,
  ...Object.fromEntries(restructuringTracks.map((track, index) => [`restructuring ${index}`, track])),
}

/**
 * Minimum days between two stages of a case, and between two cases of one debtor; there are many persons and few
 * companies.
 */
const MIN_DAYS = 2
const MIN_DAYS_OF_COMPANY = 6
/** Real numbers do not reach 9001 in these repertories. */
const numberOf = (random: Rng): number => random.int(9001, 99_999)

const startCase = (random: Rng, track: string, { openedOn, stage }: { openedOn: Day; stage: number }): Case => ({
  track,
  number: numberOf(random),
  openedOn,
  stage,
  on: openedOn,
})

/** The state of a case before the sample's first announcement: a random stage in this range. */
function caseInProgress({ random, day }: Scene, track: string, [from, to]: readonly [number, number]): Case {
  return startCase(random, track, { openedOn: addDays(day, -random.int(20, 200)), stage: random.int(from, to) })
}

type NextStageInput = {
  readonly debtor: KrzDebtor
  readonly before: Case
  readonly track: Track
  readonly company?: WorldCompany
}

/** The next stage of a case, if it is due, and its consequences. */
async function announceNextStage(
  scene: Scene,
  { debtor, before, track, company }: NextStageInput,
): Promise<WorldChange[]> {
  const { world, day } = scene
  const stage = track[before.stage + 1]
  const minDays = company ? MIN_DAYS_OF_COMPANY : MIN_DAYS
  if (!stage || daysBetween(before.on, day) < minDays || !isPossible(scene, stage)) return []
  const krzCase: KrzCase = { debtor, stage, number: before.number, openedOn: before.openedOn }
  const after = { ...before, stage: before.stage + 1, on: day }
  world.setState(debtor.id, { ...(await world.stateOf(debtor.id)), case: after })
  const announced = announce(scene, krzCase)
  return company ? [announced, ...(await enterRuling(scene, company, krzCase))] : [announced]
}

const isPossible = (scene: Scene, { effect }: KrzStage): boolean => {
  // The effect of a ruling is entered in KRS on the same day, which must be a working day.
  if (effect !== undefined && !isWorkingDay(scene.day)) return false
  if (effect === 'bankruptcy' || effect === 'restructuring') return hasRoom(scene, effect)
  return effect !== 'end of bankruptcy' || hasRoom(scene, 'deregistered')
}

function announce(scene: Scene, krzCase: KrzCase): WorldChange {
  const { world, day } = scene
  const { krz } = world.counters
  const place = krz.day === day ? krz.number + 1 : 1
  world.counters = { ...world.counters, krz: { day, number: place } }
  const row = makeKrzRow(krzCase, { id: idIn(scene, `krz|${krzCase.debtor.key}`), day, place })
  const { id, debtor_nip: nip, debtor_krs: krs, debtor_pesel: pesel, debtor_name: name, signature, title } = row
  const subject_id = krzCase.debtor.id
  return makeChange(scene, { id, source: 'krz', day, nip, krs, pesel, subject_id, signature, name, title, row })
}

/** The court's ruling is entered in KRS; it starts or ends the bankruptcy or restructuring of the company. */
function enterRuling(scene: Scene, company: WorldCompany, krzCase: KrzCase): Promise<WorldChange[]> {
  const ruling = { signature: signatureOf(krzCase), decidedOn: decidedOn(scene.day) }
  switch (krzCase.stage.effect) {
    case 'bankruptcy':
      return enterBankruptcy(scene, company, ruling)
    case 'restructuring':
      return company.status === 'restructuring' ? Promise.resolve([]) : enterRestructuring(scene, company, ruling)
    case 'end of restructuring':
      return enterArrangement(scene, company, ruling)
    case 'end of bankruptcy':
      return strikeOff(scene, company)
    default:
      return Promise.resolve([])
  }
}

async function caseOf(scene: Scene, debtor: KrzDebtor, makeFirstCase: () => Case): Promise<Case> {
  const current = (await scene.world.stateOf(debtor.id)).case
  if (!current) return makeFirstCase()
  if (!isOver(current) || daysBetween(current.on, scene.day) < MIN_DAYS) return current
  return startCase(scene.random, current.track, { openedOn: addDays(scene.day, -scene.random.int(3, 20)), stage: -1 })
}

async function announcePersonalCase(scene: Scene, debtor: KrzDebtor, track: string): Promise<WorldChange[]> {
  const last = (tracks[track]?.length ?? 0) - 2
  const before = await caseOf(scene, debtor, () => caseInProgress(scene, track, [-1, last]))
  return announceNextStage(scene, { debtor, before: withPast(before, scene.day), track: tracks[before.track] ?? [] })
}

/** A case without previous announcements may be announced immediately. */
const withPast = (before: Case, day: Day): Case =>
  before.on === before.openedOn ? { ...before, on: addDays(day, -MIN_DAYS_OF_COMPANY) } : before

const consumerMaker: Maker = (scene) => {
  const debtor = consumer(scene.random.int(0, KNOWN_CONSUMERS - 1))
  return announcePersonalCase(scene, debtor, hasLargeEstate(debtor) ? 'large' : 'consumer')
}
const traderMaker: Maker = (scene) =>
  announcePersonalCase(scene, trader(scene.random.int(0, KNOWN_TRADERS - 1)), 'bankruptcy')

/** A person without previous announcements, which is always possible. */
export const newConsumerMaker: Maker = (scene) => {
  const { world } = scene
  const debtor = consumer(KNOWN_CONSUMERS + KNOWN_TRADERS + world.counters.persons)
  world.counters = { ...world.counters, persons: world.counters.persons + 1 }
  return announcePersonalCase(scene, debtor, hasLargeEstate(debtor) ? 'large' : 'consumer')
}

const companyMaker: Maker = async (scene) => {
  const company = pickDebtor(scene)
  if (!company || company.status === 'deregistered' || (await hasOldCase(scene.world, company))) return []
  const before = await companyCase(scene, company)
  const track = tracks[before.track] ?? []
  const announced = await announceNextStage(scene, {
    debtor: companyDebtor(company),
    before: withPast(before, scene.day),
    track,
    company,
  })
  if (announced.length > 0) noteOpenCase(scene, company)
  return announced
}

function pickDebtor({ world, random }: Scene): WorldCompany | undefined {
  const open = world.counters.openCases
  const from = random.weighted([
    ['bankruptcy', 26],
    ['restructuring', 20],
    ['open', open.length > 0 ? 40 : 0],
    ['active', 13],
    ['liquidation', 1],
  ] as const)
  return from === 'open' ? world.company(random.pick(open)) : world.pick(random, from)
}

/** A petition may be dismissed, or lead to bankruptcy or restructuring. */
const newTrack = (random: Rng, restructuring: string): string =>
  random.weighted([
    ['dismissed', 64],
    ['bankruptcy', 22],
    [restructuring, 14],
  ])

const isOver = ({ track, stage }: Case): boolean => stage >= (tracks[track]?.length ?? 0) - 1

async function companyCase(scene: Scene, company: WorldCompany): Promise<Case> {
  const current = (await scene.world.stateOf(company.id)).case
  if (current && (!isOver(current) || daysBetween(current.on, scene.day) < MIN_DAYS)) return current
  return newCompanyCase(scene, company)
}

function newCompanyCase(scene: Scene, { status }: WorldCompany): Case {
  const { random, day } = scene
  if (status === 'bankruptcy') return caseInProgress(scene, 'bankruptcy', [2, 3])
  const restructuring = `restructuring ${random.int(0, restructuringTracks.length - 1)}`
  if (status === 'restructuring') {
    const openingStage = tracks[restructuring]?.findIndex(({ effect }) => effect === 'restructuring') ?? 0
    return caseInProgress(scene, restructuring, [openingStage, openingStage])
  }
  const track = status === 'active' ? newTrack(random, restructuring) : 'dismissed'
  return startCase(random, track, { openedOn: addDays(day, -random.int(3, 20)), stage: -1 })
}

/** Records companies with a pending petition, so that their cases continue whatever their status. */
function noteOpenCase({ world }: Scene, { id }: WorldCompany): void {
  const others = world.counters.openCases.filter((each) => each !== id)
  const status = world.company(id)?.status
  const last = world.changedStates.get(id)?.case
  const isPending = (status === 'active' || status === 'liquidation') && last !== undefined && !isOver(last)
  world.counters = { ...world.counters, openCases: isPending ? [...others, id] : others }
}

/** About three in five announcements are about consumers, as in the real register. */
export const krzMaker: Maker = (scene) =>
  scene.random.weighted([
    [consumerMaker, 60],
    [traderMaker, 9],
    [companyMaker, 31],
  ] as const)(scene)
