import { maskName } from '@/lib/domain/identifiers/mask-name'
import { KRS_FIELDS } from '@/lib/service/documents/krs-fields'
import type { RelationTable } from '@/lib/service/registers/tables'

import { makeName, pickSex } from '../registers/persons'
import { LIQUIDATOR, seatName } from '../registers/relations'
import type { FieldChange } from './krs-entry'
import type { WorldCompany } from './world'
import { idIn, type Scene } from './world-change'

type ChangeMaker = (scene: Scene, company: WorldCompany) => Promise<FieldChange | undefined>
type Role = Pick<RelationTable, 'role' | 'detail'>

function newcomer(scene: Scene, company: WorldCompany, { role, detail }: Role): RelationTable {
  const { random, day } = scene
  return {
    id: idIn(scene, `relation|${company.krs}|${role}`),
    company_id: company.id,
    holder_id: idIn(scene, `holder|${company.krs}|${role}`),
    holder_kind: 'person',
    holder_name: makeName(random, pickSex(random)),
    role,
    detail,
    since: day,
    until: null,
  }
}

const maskedRole = ({ detail, holder_name }: RelationTable): string => `${detail}: ${maskName(holder_name)}`

/** A new holder replaces a former one on the day of the scene. */
const replaceHolder = (
  { day }: Scene,
  formerHolder: RelationTable,
  relation: RelationTable,
): FieldChange['changes'] => [
  { kind: 'former', relation: formerHolder, until: day },
  { kind: 'holder', relation },
]

/** A board member leaves and a new one takes the seat. */
export const boardChange: ChangeMaker = async (scene, company) => {
  const board = (await scene.world.holdersOf(company.id)).filter(({ role }) => role === 'board')
  if (board.length === 0) return undefined
  const formerHolder = scene.random.pick(board)
  const relation = newcomer(scene, company, formerHolder)
  return {
    title: 'Zmiana w składzie organu reprezentacji',
    section: 'Dział 2, rubryka 1: Organ uprawniony do reprezentacji podmiotu',
    field: KRS_FIELDS.board,
    old_value: maskedRole(formerHolder),
    new_value: maskedRole(relation),
    changes: replaceHolder(scene, formerHolder, relation),
  }
}

/** The managers of a company become liquidators, or managers again. */
export async function changeLeadersRole(
  scene: Scene,
  company: WorldCompany,
  role: 'board' | 'liquidator',
): Promise<FieldChange[]> {
  const holders = await scene.world.holdersOf(company.id)
  const formerHolders = holders.filter((holder) => holder.role === (role === 'board' ? 'liquidator' : 'board'))
  if (formerHolders.length === 0) return []
  const present = formerHolders.map((holder, seat) => ({
    ...holder,
    id: idIn(scene, `relation|${holder.id}`),
    role,
    detail: role === 'board' ? seatName(company.legal_form, seat) : LIQUIDATOR,
    since: scene.day,
    until: null,
  }))
  const all = (relations: readonly RelationTable[]) => relations.map(maskedRole).join('; ')
  const change: FieldChange = {
    title: role === 'board' ? 'Powołanie zarządu w miejsce likwidatorów' : 'Wpis likwidatorów',
    section: 'Dział 6, rubryka 1: Likwidacja',
    field: KRS_FIELDS.board,
    old_value: all(formerHolders),
    new_value: all(present),
    changes: [
      ...formerHolders.map((relation) => ({ kind: 'former', relation, until: scene.day }) as const),
      ...present.map((relation) => ({ kind: 'holder', relation }) as const),
    ],
  }
  return [change]
}

const WITHOUT_PROXY = ['FUNDACJA', 'STOWARZYSZENIE']

export const proxyChange: ChangeMaker = async (scene, company) => {
  if (WITHOUT_PROXY.includes(company.legal_form ?? '')) return undefined
  const section = 'Dział 2, rubryka 3: Prokurenci'
  const field = KRS_FIELDS.proxy
  const formerHolder = (await scene.world.holdersOf(company.id)).find(({ role }) => role === 'proxy')
  if (formerHolder) {
    const changes = [{ kind: 'former', relation: formerHolder, until: scene.day } as const]
    return {
      title: 'Wykreślenie prokurenta',
      section,
      field,
      old_value: maskedRole(formerHolder),
      new_value: null,
      changes,
    }
  }
  const detail = scene.random.pick(['PROKURA SAMOISTNA', 'PROKURA ŁĄCZNA'])
  const relation = newcomer(scene, company, { role: 'proxy', detail })
  const changes = [{ kind: 'holder', relation } as const]
  return { title: 'Wpis prokurenta', section, field, old_value: null, new_value: maskedRole(relation), changes }
}

const LIMITED = 'SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ'

/** A shareholder of a limited company sells all shares to a new person. */
export const shareSale: ChangeMaker = async (scene, company) => {
  if (company.legal_form !== LIMITED) return undefined
  const holders = await scene.world.holdersOf(company.id)
  const sellers = holders.filter(({ role, holder_kind }) => role === 'shareholder' && holder_kind === 'person')
  if (sellers.length === 0) return undefined
  const formerHolder = scene.random.pick(sellers)
  const relation = newcomer(scene, company, formerHolder)
  const holderText = ({ holder_name, detail }: RelationTable) => `${maskName(holder_name)}: ${detail}`
  return {
    title: 'Zmiana wspólników',
    section: 'Dział 1, rubryka 7: Wspólnicy',
    field: KRS_FIELDS.shareholders,
    old_value: holderText(formerHolder),
    new_value: holderText(relation),
    changes: replaceHolder(scene, formerHolder, relation),
  }
}
