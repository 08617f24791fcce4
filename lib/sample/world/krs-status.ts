import { addDays } from '@/lib/domain/calendar'
import { KRS_FIELDS } from '@/lib/service/documents/krs-fields'
import { dottedDay } from '@/lib/service/documents/polish'
import type { CompanyFields } from '@/lib/service/registers/statements/subjects'

import type { SubjectStatus } from '../registers/subjects'
import { nameFieldChange } from './krs-data'
import { enter, type FieldChange } from './krs-entry'
import { changeLeadersRole } from './krs-people'
import { removeFromWhiteList } from './white-list'
import type { WorldCompany } from './world'
import type { WorldChange, Scene } from './world-change'

/** Maximum number of companies by status, so that a sample that runs for months retains its proportions. */
const MAX_COMPANIES: Readonly<Partial<Record<SubjectStatus, number>>> = {
  liquidation: 120,
  bankruptcy: 60,
  restructuring: 50,
  deregistered: 200,
}

export const hasRoom = ({ world }: Scene, status: SubjectStatus): boolean =>
  world.countOf(status) < (MAX_COMPANIES[status] ?? Infinity)

type Status = Pick<FieldChange, 'title' | 'section' | 'field' | 'new_value'>

const statusChange = (
  company: WorldCompany,
  status: SubjectStatus,
  { deregistered_on, ...texts }: Status & Pick<CompanyFields, 'deregistered_on'>,
): FieldChange => ({
  ...texts,
  old_value: null,
  changes: [
    { kind: 'company', id: company.id, set: { status, ...(deregistered_on !== undefined && { deregistered_on }) } },
  ],
})

const SUFFIX = ' W LIKWIDACJI'

/** Opening a liquidation also changes the name, in the same entry. */
export async function openLiquidation(scene: Scene, company: WorldCompany): Promise<WorldChange[]> {
  const resolvedOn = dottedDay(addDays(scene.day, -scene.random.int(8, 40)))
  const opened = statusChange(company, 'liquidation', {
    title: 'Otwarcie likwidacji',
    section: 'Dział 6, rubryka 1: Likwidacja',
    field: KRS_FIELDS.liquidation,
    new_value: `Uchwała zgromadzenia wspólników z dnia ${resolvedOn} r.`,
  })
  return enter(scene, company, [
    opened,
    ...(await changeLeadersRole(scene, company, 'liquidator')),
    nameInLiquidation(company),
  ])
}

const nameInLiquidation = (company: WorldCompany): FieldChange =>
  nameFieldChange(company, `${company.name}${SUFFIX}`, 'Zmiana nazwy w związku z likwidacją')

/** Possible entries of a company in liquidation: its name, a revocation of the liquidation, or the deletion. */
export async function continueLiquidation(scene: Scene, company: WorldCompany): Promise<WorldChange[]> {
  if (!company.name.endsWith(SUFFIX)) return enter(scene, company, [nameInLiquidation(company)])
  if (hasRoom(scene, 'deregistered') && scene.random.chance(0.5)) return strikeOff(scene, company)
  const ended = statusChange(company, 'active', {
    title: 'Uchylenie likwidacji',
    section: 'Dział 6, rubryka 1: Likwidacja',
    field: KRS_FIELDS.liquidationEnded,
    new_value: `Uchwała zgromadzenia wspólników z dnia ${dottedDay(addDays(scene.day, -scene.random.int(8, 40)))} r.`,
  })
  const name = nameFieldChange(
    company,
    company.name.slice(0, -SUFFIX.length),
    'Zmiana nazwy w związku z uchyleniem likwidacji',
  )
  return enter(scene, company, [ended, ...(await changeLeadersRole(scene, company, 'board')), name])
}

/** The tax office removes a company from the white list; then it is struck off, and nothing else happens to it. */
export async function strikeOff(scene: Scene, company: WorldCompany): Promise<WorldChange[]> {
  const whiteListChanges = await removeFromWhiteList(scene, company)
  const removed = statusChange(company, 'deregistered', {
    title: 'Wykreślenie z Krajowego Rejestru Sądowego',
    section: 'Wpis',
    field: KRS_FIELDS.removal,
    new_value: 'WYKREŚLENIE Z KRAJOWEGO REJESTRU SĄDOWEGO',
    deregistered_on: scene.day,
  })
  return [...whiteListChanges, ...(await enter(scene, company, [removed]))]
}

type Ruling = { readonly signature: string; readonly decidedOn: string }
const rulingText = ({ signature, decidedOn }: Ruling): string =>
  `Postanowienie sądu z dnia ${decidedOn} r., sygn. ${signature}`

export const enterBankruptcy = (scene: Scene, company: WorldCompany, ruling: Ruling): Promise<WorldChange[]> =>
  enter(scene, company, [
    statusChange(company, 'bankruptcy', {
      title: 'Wpis o ogłoszeniu upadłości',
      section: 'Dział 6, rubryka 5: Postępowanie upadłościowe',
      field: KRS_FIELDS.bankruptcy,
      new_value: rulingText(ruling),
    }),
  ])

export const enterRestructuring = (scene: Scene, company: WorldCompany, ruling: Ruling): Promise<WorldChange[]> =>
  enter(scene, company, [
    statusChange(company, 'restructuring', {
      title: 'Wpis o postępowaniu restrukturyzacyjnym',
      section: 'Dział 6, rubryka 6: Postępowanie restrukturyzacyjne',
      field: KRS_FIELDS.restructuring,
      new_value: rulingText(ruling),
    }),
  ])

export const enterArrangement = (scene: Scene, company: WorldCompany, ruling: Ruling): Promise<WorldChange[]> =>
  enter(scene, company, [
    statusChange(company, 'active', {
      title: 'Zakończenie postępowania restrukturyzacyjnego',
      section: 'Dział 6, rubryka 6: Postępowanie restrukturyzacyjne',
      field: KRS_FIELDS.restructuringEnded,
      new_value: rulingText(ruling),
    }),
  ])
