import { type Day, warsawDay } from '@/lib/domain/calendar'
import type { Context } from '@/lib/service/http/context'
import { insertRelations } from '@/lib/service/registers/statements/relations'
import type { RelationTable } from '@/lib/service/registers/tables'

import { ownersAmong, type Parent, relationsOf } from './registers/relations'
import { makeSubjects, type Subject } from './registers/subjects'
import { rng } from './rng'

const OWNED_BY_A_COMPANY = 0.18
const OWNERS = ['SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ', 'SPÓŁKA AKCYJNA']

export async function loadRelations(db: Context['db'], now: Date): Promise<void> {
  await insertRelations(db, makeRelations(warsawDay(now)))
}

export function makeRelations(today: Day): RelationTable[] {
  const companies = makeSubjects().toSorted((a, b) => Date.parse(a.registered_on) - Date.parse(b.registered_on))
  const candidates = companies.filter(
    ({ legal_form, status }) => OWNERS.includes(legal_form) && status !== 'deregistered',
  )
  const parents = new Map<string, Parent>()
  return companies.flatMap((company) => {
    const parent = parents.get(pickOwner(company, candidates)?.id ?? '')
    const relations = relationsOf(company, parent, today)
    parents.set(company.id, { company, owners: ownersAmong(relations) })
    return relations
  })
}

/** Only an older company can be an owner, which excludes cycles. */
function pickOwner(company: Subject, owners: readonly Subject[]): Subject | undefined {
  const random = rng(`owner|${company.krs}`)
  if (!random.chance(OWNED_BY_A_COMPANY)) return undefined
  const owner = random.pick(owners)
  return owner.registered_on < company.registered_on ? owner : undefined
}
