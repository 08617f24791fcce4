import { addDays } from '@/lib/domain/calendar'
import type { RegisterChange } from '@/lib/service/registers/register-changes'

import { workingDayFrom } from '../registers/entry-days'
import { POSITIONS_FROM } from '../registers/msig-issue'
import {
  inheritanceNotice,
  liquidationNotice,
  meetingNotice,
  mergerNotice,
  type MsigNotice,
  oldBankruptcyNotice,
  reductionNotice,
  statementNotice,
} from '../registers/msig-notices'
import { makeMsigRow } from '../registers/msig-row'
import { rng } from '../rng'
import { hasOldCase } from './old-bankruptcies'
import type { SubjectState, WorldCompany } from './world'
import { idIn, type WorldChange, makeChange, type Maker, type Scene } from './world-change'

type PrintedNotice = {
  readonly notice: MsigNotice
  readonly company?: WorldCompany
  readonly name: string
  readonly changes?: readonly RegisterChange[]
}

/** Announces a notice at the next position of the year. */
function announceNotice(scene: Scene, { notice, company, name, changes = [] }: PrintedNotice): WorldChange[] {
  const { world, day } = scene
  const year = day.slice(0, 4)
  const { msig } = world.counters
  const position = msig.year === year ? msig.position + 1 : POSITIONS_FROM
  world.counters = { ...world.counters, msig: { year, position } }
  const id = idIn(scene, 'msig')
  const [krs, nip] = [company?.krs ?? null, company?.nip ?? null]
  const row = makeMsigRow(notice, { krs, nip, name }, { id, day, position })
  const { signature, title } = row
  const subject_id = company?.id ?? null
  const announcement = {
    id,
    source: 'msig',
    day,
    nip,
    krs,
    pesel: null,
    subject_id,
    signature,
    name,
    title,
    row,
  } as const
  return [makeChange(scene, announcement, changes)]
}

const announceCompanyNotice = (scene: Scene, company: WorldCompany, notice: MsigNotice) =>
  announceNotice(scene, { notice, company, name: company.name })

async function updateState({ world }: Scene, { id }: WorldCompany, state: Partial<SubjectState>): Promise<void> {
  world.setState(id, { ...(await world.stateOf(id)), ...state })
}

const liquidation: Maker = async (scene) => {
  const company = scene.world.pick(scene.random, 'liquidation')
  if (!company || (await scene.world.stateOf(company.id)).liquidationNoticed) return []
  const notice = liquidationNotice(company)
  if (notice === undefined) return []
  await updateState(scene, company, { liquidationNoticed: true })
  return announceCompanyNotice(scene, company, notice)
}

/** A company with one of the legal forms, if a few random picks find one. */
function pickOfForm({ world, random }: Scene, isWanted: (form: string) => boolean): WorldCompany | undefined {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const company = world.pick(random, 'active')
    if (company && isWanted(company.legal_form ?? '')) return company
  }
  return undefined
}

const isLimited = (form: string): boolean => form.includes('OGRANICZONĄ')

const meeting: Maker = async (scene) => {
  const company = pickOfForm(scene, (form) => form === 'SPÓŁKA AKCYJNA')
  if (!company) return []
  const { meetingOn: pending } = await scene.world.stateOf(company.id)
  if (pending !== undefined && pending >= scene.day) return []
  const meetingOn = workingDayFrom(addDays(scene.day, scene.random.int(22, 35)))
  await updateState(scene, company, { meetingOn })
  return announceCompanyNotice(scene, company, meetingNotice(company, meetingOn))
}

const reduction: Maker = async (scene) => {
  const company = pickOfForm(scene, isLimited)
  if (!company) return []
  const { reducedOn } = await scene.world.stateOf(company.id)
  if (reducedOn !== undefined && reducedOn > addDays(scene.day, -365)) return []
  await updateState(scene, company, { reducedOn: scene.day })
  return announceCompanyNotice(scene, company, reductionNotice(company))
}

/** One limited company merges with another. */
const merger: Maker = async (scene) => {
  const [company, other] = [pickOfForm(scene, isLimited), pickOfForm(scene, isLimited)]
  if (!company || !other || company.id === other.id) return []
  const states = await Promise.all([company, other].map(({ id }) => scene.world.stateOf(id)))
  if (states.some(({ mergedOn }) => mergedOn !== undefined)) return []
  for (const each of [company, other]) await updateState(scene, each, { mergedOn: scene.day })
  return announceCompanyNotice(scene, company, mergerNotice(company, other))
}

const STAGES = ['3. Lista wierzytelności', '4. Plan podziału', '9. Inne'] as const

const oldBankruptcy: Maker = async (scene) => {
  const { world, random, day } = scene
  const company = world.pick(random, 'bankruptcy')
  if (!company || !(await hasOldCase(world, company))) return []
  const { oldStage = 0 } = await world.stateOf(company.id)
  const stage = STAGES[oldStage]
  if (stage === undefined) return []
  await updateState(scene, company, { oldStage: oldStage + 1 })
  const caseRandom = rng(`old-case-number|${company.krs}`)
  const oldCase = {
    number: caseRandom.int(9001, 9999),
    openedOn: `20${caseRandom.pick(['19', '20', '21'])}-06-01`,
    stage,
    day,
  }
  return announceCompanyNotice(scene, company, oldBankruptcyNotice(company, oldCase))
}

const statement: Maker = async (scene) => {
  const company = pickOfForm(scene, (form) => form === 'SPÓŁDZIELNIA')
  if (!company) return []
  const year = Number(scene.day.slice(0, 4)) - 1
  if ((await scene.world.stateOf(company.id)).statementYear === year) return []
  await updateState(scene, company, { statementYear: year })
  return announceCompanyNotice(scene, company, statementNotice(company, year))
}

/** Always possible. */
export const inheritanceMaker: Maker = (scene) => {
  const { entityName: name, ...notice } = inheritanceNotice(scene.random, scene.day)
  return Promise.resolve(announceNotice(scene, { notice, name }))
}

/**
 * KRS entries are not published in the gazette since 29 November 2025 (Dz.U. 2025 poz. 1556); companies, courts and
 * trustees still publish there.
 */
export const msigMaker: Maker = (scene) =>
  scene.random.weighted([
    [liquidation, 16],
    [meeting, 18],
    [reduction, 18],
    [merger, 14],
    [inheritanceMaker, 20],
    [oldBankruptcy, 6],
    [statement, 8],
  ] as const)(scene)
