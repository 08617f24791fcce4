import { addDays, type Day, daysBetween } from '@/lib/domain/calendar'
import { grouped, zlote } from '@/lib/service/documents/polish'
import type { RelationTable } from '@/lib/service/registers/tables'

import { rng, type Rng } from '../rng'
import { uuidFrom } from '../stable-uuid'
import { type Owner, ownersOf } from '../world/owners'
import { workingDayUpTo } from './entry-days'
import { makeName, pickSex } from './persons'
import type { Subject } from './subjects'

/** A possible holder of a role. A person is in no other table. */
type Holder = { readonly id: string; readonly kind: 'company' | 'person'; readonly name: string }
/** What a shareholder has, in the wording of an extract. */
type Holding = { readonly holder: Holder; readonly detail: string }
/** `other` is the partner of a partnership in addition to its board, unless the parent is. */
type Candidates = { readonly board: readonly Holder[]; readonly parent: Holder | undefined; readonly other: Holder }

const NOMINALS: Readonly<Record<string, number>> = {
  'SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ': 50,
  'SPÓŁKA AKCYJNA': 1,
  'PROSTA SPÓŁKA AKCYJNA': 1,
}
const PARTNERS: Readonly<Record<string, readonly [first: string, other: string]>> = {
  'SPÓŁKA JAWNA': ['WSPÓLNIK', 'WSPÓLNIK'],
  'SPÓŁKA KOMANDYTOWA': ['KOMPLEMENTARIUSZ', 'KOMANDYTARIUSZ'],
}

/** The owners of a company; foundations, associations and cooperatives have none. The shares add up to the capital. */
function shareholders(random: Rng, company: Subject, { board, parent, other }: Candidates): Holding[] {
  const partners = PARTNERS[company.legal_form]
  if (partners) {
    const [first, rest] = partners
    return distinct([...board, parent ?? other]).map((holder, index) => {
      return { holder, detail: index === 0 ? first : rest }
    })
  }
  const owners = distinct(parent ? [parent, ...board.slice(0, random.int(0, 1))] : board)
  const nominal = NOMINALS[company.legal_form]
  if (nominal === undefined || company.share_capital === null) return []
  const total = Math.max(1, Math.floor(company.share_capital / nominal))
  return splitShares(random, total, owners).map(([holder, count]) => ({
    holder,
    detail: nominal === 1 ? `${grouped(count)} akcji serii A` : sharesText(count, nominal),
  }))
}

const sharesText = (count: number, nominal: number): string =>
  `${grouped(count)} ${count === 1 ? 'udział' : 'udziałów'} o łącznej wysokości ${zlote(count * nominal)}`

/** Removes duplicates, because the same person may have been picked twice. */
const distinct = (holders: readonly Holder[]): Holder[] => [...new Map(holders.map((each) => [each.id, each])).values()]

/** The first owner gets the most; owners who would get nothing are left out. */
function splitShares(random: Rng, total: number, owners: readonly Holder[]): [Holder, number][] {
  let remaining = total
  return owners.flatMap((holder, index): [Holder, number][] => {
    const isLast = index === owners.length - 1
    const count = isLast ? remaining : Math.max(1, Math.floor(remaining * random.pick([0.4, 0.5, 0.6, 0.75])))
    remaining -= Math.min(count, remaining)
    return count > 0 ? [[holder, count]] : []
  })
}

type CompanyScene = { readonly company: Subject; readonly random: Rng; readonly today: Day }
type Role = Pick<RelationTable, 'role' | 'detail'>

const SHARED_PERSONS = 400

/** Persons with roles in several companies, so that a graph extends beyond one company. */
const sharedPersons: readonly Holder[] = Array.from({ length: SHARED_PERSONS }, (_, index) =>
  person(rng(`relations|person|${index}`), index),
)

function person(random: Rng, ...key: (string | number)[]): Holder {
  const name = makeName(random, pickSex(random))
  return { id: uuidFrom('holder', ...key), kind: 'person', name }
}

export type Parent = { readonly company: Subject; readonly owners: readonly Owner[] }

/** Present and former relations of one company; none begins after `today`. */
export function relationsOf(company: Subject, parent: Parent | undefined, today: Day): RelationTable[] {
  if (company.registered_on > today) return []
  const scene: CompanyScene = { company, random: rng(`relations|${company.krs}`), today }
  // A limited partnership is managed by the one partner with unlimited liability.
  const seats = company.legal_form === LIMITED_PARTNERSHIP ? 1 : scene.random.weighted(BOARD_SIZES)
  const board = distinct(Array.from({ length: seats }, (_, seat) => pickPerson(scene, seat)))
  const corporate = parent && ({ id: parent.company.id, kind: 'company', name: parent.company.name } as const)
  const holdings = shareholders(scene.random, company, {
    board,
    parent: corporate,
    other: person(scene.random, company.krs, 'partner'),
  })
  const relations = [
    ...board.flatMap((holder, seat) => seatOf(scene, holder, seat)),
    ...council(scene),
    ...holdings.map((holding) => relation(scene, holding.holder, shareRole(holding))),
    ...formerOwner(scene, holdings),
    ...proxies(scene),
  ]
  const present = relations.filter(({ until }) => until === null)
  const owners = ownersOf(present, new Map(parent && [[parent.company.id, parent.owners]]))
  return [...relations, ...owners.map((owner) => ownerRelation(scene, owner))]
}

const ownerRelation = (scene: CompanyScene, { id, name, detail }: Owner): RelationTable =>
  relation(scene, { id, kind: 'person', name }, { role: 'beneficial_owner', detail })

export const ownersAmong = (relations: readonly RelationTable[]): Owner[] =>
  relations
    .filter(({ role, until }) => role === 'beneficial_owner' && until === null)
    .map(({ holder_id: id, holder_name: name, detail }) => ({ id, name, detail }))

const BOARD_SIZES = [
  [1, 50],
  [2, 34],
  [3, 16],
] as const
const SHARED_CHANCE = 0.14

const pickPerson = ({ company, random }: CompanyScene, seat: number | string): Holder =>
  random.chance(SHARED_CHANCE) ? random.pick(sharedPersons) : person(random, company.krs, seat)

const shareRole = ({ detail }: Holding): Role => ({ role: 'shareholder', detail })

export const LIQUIDATOR = 'LIKWIDATOR'

const LIMITED_PARTNERSHIP = 'SPÓŁKA KOMANDYTOWA'
const PARTNERSHIPS: Readonly<Record<string, string>> = {
  'SPÓŁKA JAWNA': 'WSPÓLNIK REPREZENTUJĄCY SPÓŁKĘ',
  [LIMITED_PARTNERSHIP]: 'KOMPLEMENTARIUSZ REPREZENTUJĄCY SPÓŁKĘ',
}

export const seatName = (legalForm: string | null, seat: number): string =>
  PARTNERSHIPS[legalForm ?? ''] ?? (seat === 0 ? 'PREZES ZARZĄDU' : 'CZŁONEK ZARZĄDU')

/** A seat of the board, and in a quarter of cases its previous holder. */
function seatOf(scene: CompanyScene, holder: Holder, seat: number): RelationTable[] {
  const { company, random, today } = scene
  const detail = seatName(company.legal_form, seat)
  const since = dayWithin(random, company.registered_on, today)
  if (company.status === 'liquidation') return liquidatorOf(scene, { holder, detail, since })
  if (!random.chance(0.25) || since === company.registered_on)
    return [relation(scene, holder, { role: 'board', detail })]
  const formerHolder = person(random, company.krs, 'former', seat)
  return [
    { ...relation(scene, formerHolder, { role: 'board', detail }), since: company.registered_on, until: since },
    { ...relation(scene, holder, { role: 'board', detail }), since },
  ]
}

/** The managers of a company become its liquidators (art. 276 of the Code of Commercial Companies). */
const liquidatorOf = (
  scene: CompanyScene,
  { holder, detail, since }: { holder: Holder; detail: string; since: Day },
): RelationTable[] => [
  { ...relation(scene, holder, { role: 'board', detail }), until: since },
  { ...relation(scene, holder, { role: 'liquidator', detail: LIQUIDATOR }), since },
]

const COUNCIL_SEATS = ['PRZEWODNICZĄCY RADY NADZORCZEJ', 'CZŁONEK RADY NADZORCZEJ', 'CZŁONEK RADY NADZORCZEJ']

function council(scene: CompanyScene): RelationTable[] {
  if (scene.company.legal_form !== 'SPÓŁKA AKCYJNA') return []
  const members = distinct(COUNCIL_SEATS.map((_, seat) => pickPerson(scene, `council ${seat}`)))
  return members.map((holder, seat) =>
    relation(scene, holder, { role: 'supervisory_board', detail: COUNCIL_SEATS[seat] ?? '' }),
  )
}

function proxies(scene: CompanyScene): RelationTable[] {
  const { random, company } = scene
  if (!random.chance(0.16) || ['FUNDACJA', 'STOWARZYSZENIE'].includes(company.legal_form)) return []
  const detail = random.pick(['PROKURA SAMOISTNA', 'PROKURA ŁĄCZNA'])
  return [relation(scene, person(random, company.krs, 'proxy'), { role: 'proxy', detail })]
}

/** A former shareholder who sold all shares to the first present one. */
function formerOwner(scene: CompanyScene, holdings: readonly Holding[]): RelationTable[] {
  const { random, company, today } = scene
  const [first] = holdings
  const until = dayWithin(random, company.registered_on, today)
  if (!first || !random.chance(0.12) || until === company.registered_on) return []
  const formerHolder = person(random, company.krs, 'former owner')
  return [{ ...relation(scene, formerHolder, shareRole(first)), since: company.registered_on, until }]
}

function relation({ company }: CompanyScene, holder: Holder, { role, detail }: Role): RelationTable {
  return {
    id: uuidFrom('relation', company.krs, holder.id, role, detail),
    company_id: company.id,
    holder_id: holder.id,
    holder_kind: holder.kind,
    holder_name: holder.name,
    role,
    detail,
    since: company.registered_on,
    until: null,
  }
}

const dayWithin = (random: Rng, from: Day, to: Day): Day =>
  workingDayUpTo(addDays(from, Math.floor(random.next() * daysBetween(from, to))))
