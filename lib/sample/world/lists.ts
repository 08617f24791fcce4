import type { PagedList } from '@/lib/domain/registers/register-rows'
import { type EntryFields, toKnfEntry, toSudopEntry, toUokikEntry } from '@/lib/service/registers/register-entry'

import { makeWarning } from '../registers/knf-warnings'
import { makeCase } from '../registers/sudop-cases'
import { BEFORE_FIRST, makeDecision, officeOf } from '../registers/uokik-decisions'
import type { WorldCompany } from './world'
import { subjectFieldsOf, makeChange, type Maker, type Scene } from './world-change'

/** The position of the next entry of a list. */
function nextPlace({ world }: Scene, register: PagedList, company: WorldCompany): EntryFields {
  const position = (world.counters.positions[register] ?? 0) + 1
  world.counters = { ...world.counters, positions: { ...world.counters.positions, [register]: position } }
  return { position, krs: company.krs, nip: company.nip }
}

/** A warning of KNF about a company; being listed means that a prosecutor was notified. */
const knfMaker: Maker = async (scene) => {
  const company = scene.world.pick(scene.random, 'active')
  if (!company) return []
  const place = nextPlace(scene, 'knf', company)
  const { item } = makeWarning({ index: place.position - 1, notifiedOn: scene.day, today: scene.day, subject: company })
  const title = 'Wpis na listę ostrzeżeń publicznych KNF'
  return [
    makeChange(scene, { id: item.id, source: 'knf', day: scene.day, ...subjectFieldsOf(company), title, row: item }, [
      { kind: 'listed', entry: toKnfEntry(item, place) },
    ]),
  ]
}

/** A decision against one company, with the next number of its office. */
const uokikMaker: Maker = async (scene) => {
  const { world, random, day } = scene
  const company = world.pickLiving(random)
  if (!company) return []
  const place = nextPlace(scene, 'uokik', company)
  const year = Number(day.slice(0, 4))
  const office = officeOf(random, year)
  const key = `${office.code}|${year}`
  const number = (world.counters.decisions[key] ?? BEFORE_FIRST) + 1
  world.counters = { ...world.counters, decisions: { ...world.counters.decisions, [key]: number } }
  const { item } = makeDecision(place.position - 1, { day, office, number, parties: [company] })
  const title = `Decyzja Prezesa UOKiK ${item.number}`
  return [
    makeChange(scene, { id: item.id, source: 'uokik', day, ...subjectFieldsOf(company), title, row: item }, [
      { kind: 'listed', entry: toUokikEntry(item, place) },
    ]),
  ]
}

const sudopMaker: Maker = async (scene) => {
  const company = scene.world.pick(scene.random, 'active')
  if (!company) return []
  const place = nextPlace(scene, 'sudop', company)
  const { item } = makeCase(place.position - 1, scene.day, company)
  const title = `Udzielona pomoc publiczna: ${item.form}`
  return [
    makeChange(scene, { id: item.id, source: 'sudop', day: scene.day, ...subjectFieldsOf(company), title, row: item }, [
      { kind: 'listed', entry: toSudopEntry(item, place) },
    ]),
  ]
}

/** By source: the lists that announce their entries. */
export const listMakers = { knf: knfMaker, uokik: uokikMaker, sudop: sudopMaker }
