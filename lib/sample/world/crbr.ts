import type { RegisterChange } from '@/lib/service/registers/register-changes'
import type { RelationTable } from '@/lib/service/registers/tables'

import { type Owner, ownersOf } from './owners'
import type { World, WorldCompany } from './world'
import { subjectFieldsOf, idIn, type WorldChange, makeChange, type Scene } from './world-change'

const keyOf = (id: string, detail: string): string => `${id}|${detail}`

/** The owners that a company must report now; owners of its corporate shareholders are taken from their reports. */
async function expectedOwnersOf(world: World, holders: readonly RelationTable[]): Promise<Owner[]> {
  const corporate = holders.filter(({ role, holder_kind }) => role === 'shareholder' && holder_kind === 'company')
  const ofCompanies = new Map<string, Owner[]>()
  for (const { holder_id } of corporate) {
    const reported = (await world.holdersOf(holder_id)).filter(({ role }) => role === 'beneficial_owner')
    ofCompanies.set(
      holder_id,
      reported.map(({ holder_id: id, holder_name: name, detail }) => ({ id, name, detail })),
    )
  }
  return ownersOf(holders, ofCompanies)
}

/** Reports to CRBR after a change of owners or managers: of the company, then of the companies that it owns. */
export async function reportOwners(scene: Scene, company: WorldCompany): Promise<WorldChange[]> {
  const { world, day } = scene
  if (company.status === 'deregistered') return []
  const holders = await world.holdersOf(company.id)
  const registeredOwners = holders.filter(({ role }) => role === 'beneficial_owner')
  const expectedOwners = await expectedOwnersOf(world, holders)
  const removed = registeredOwners.filter(
    (each) => !expectedOwners.some(({ id, detail }) => keyOf(id, detail) === keyOf(each.holder_id, each.detail)),
  )
  const added = expectedOwners.filter(
    ({ id, detail }) => !registeredOwners.some((each) => keyOf(each.holder_id, each.detail) === keyOf(id, detail)),
  )
  if (removed.length === 0 && added.length === 0) return []
  const changes: RegisterChange[] = [
    ...removed.map((relation) => ({ kind: 'former' as const, relation, until: day })),
    ...added.map((owner) => ({ kind: 'holder' as const, relation: toRelation(scene, company, owner) })),
  ]
  const reported = makeChange(scene, announce(scene, company, { removed, added }), changes)
  return [reported, ...(await reportOwnedCompanies(scene, company))]
}

async function reportOwnedCompanies(scene: Scene, owner: WorldCompany): Promise<WorldChange[]> {
  const reports: WorldChange[] = []
  for (const { company_id, role } of await scene.world.heldBy(owner.id)) {
    const company = scene.world.company(company_id)
    if (company && role === 'shareholder') reports.push(...(await reportOwners(scene, company)))
  }
  return reports
}

function announce(
  scene: Scene,
  company: WorldCompany,
  { removed, added }: { readonly removed: readonly RelationTable[]; readonly added: readonly Owner[] },
) {
  const id = idIn(scene, `crbr|${company.krs}`)
  const { krs, nip, name } = company
  const row = {
    id,
    changed_on: scene.day,
    krs,
    nip,
    entity_name: name,
    former: removed.map(({ holder_name, detail }) => ({ name: holder_name, detail })),
    present: added.map((owner) => ({ name: owner.name, detail: owner.detail })),
  }
  const title = 'Zmiana beneficjentów rzeczywistych'
  return { id, source: 'crbr' as const, day: scene.day, ...subjectFieldsOf(company), title, row }
}

const toRelation = (scene: Scene, company: WorldCompany, { id, name, detail }: Owner): RelationTable => ({
  id: idIn(scene, `owner|${company.krs}|${id}|${detail}`),
  company_id: company.id,
  holder_id: id,
  holder_kind: 'person',
  holder_name: name,
  role: 'beneficial_owner',
  detail,
  since: scene.day,
  until: null,
})
