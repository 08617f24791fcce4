import { warsawDay } from '@/lib/domain/calendar'
import { insertRelations } from '@/lib/storage/relations'

import type { Context } from '../context'
import { relationsOf } from './relations'
import { rng } from './rng'
import { makeSubjects, type Subject } from './subjects'

const OWNED_BY_A_COMPANY = 0.18
const OWNERS = ['SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ', 'SPÓŁKA AKCYJNA']

export async function loadRelations(db: Context['db'], now: Date): Promise<void> {
  const today = warsawDay(now)
  const companies = makeSubjects()
  const owners = companies.filter(({ legal_form }) => OWNERS.includes(legal_form))
  await insertRelations(
    db,
    companies.flatMap((company) => relationsOf(company, pickOwner(company, owners), today)),
  )
}

/** An older company, so that nobody owns itself, also not in a circle. */
function pickOwner(company: Subject, owners: readonly Subject[]): Subject | undefined {
  const random = rng(`owner|${company.krs}`)
  if (!random.chance(OWNED_BY_A_COMPANY)) return undefined
  const owner = random.pick(owners)
  return owner.registered_on < company.registered_on ? owner : undefined
}
