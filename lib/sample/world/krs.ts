import { reportOwners } from './crbr'
import { activityChange, addressChange, capitalChange, nameChange, statementFiled } from './krs-data'
import { enter, type FieldChange } from './krs-entry'
import { boardChange, proxyChange, shareSale } from './krs-people'
import { continueLiquidation, hasRoom, openLiquidation } from './krs-status'
import type { WorldCompany } from './world'
import type { WorldChange, Maker, Scene } from './world-change'

type Change = (scene: Scene, company: WorldCompany) => Promise<FieldChange | undefined>

const ordinaryChanges: readonly (readonly [Change, number])[] = [
  [statementFiled, 34],
  [boardChange, 22],
  [addressChange, 16],
  [activityChange, 12],
  [proxyChange, 8],
  [capitalChange, 10],
  [shareSale, 8],
  [nameChange, 4],
]

/** Changes after which owners or managers may differ. */
const OWNER_CHANGES: readonly Change[] = [boardChange, shareSale]

const LIQUIDATION_OPENING_SHARE = 0.012
const LIQUIDATION_STEP_SHARE = 0.04

/** A change in the court register that the company's state allows, followed by its reports to CRBR. */
export const krsMaker: Maker = async (scene) => {
  const { world, random } = scene
  if (random.chance(LIQUIDATION_STEP_SHARE)) {
    const company = world.pick(random, 'liquidation')
    return company && !isPending(scene, company) ? continueLiquidation(scene, company) : []
  }
  const company = world.pick(random, 'active')
  if (!company) return []
  if (random.chance(LIQUIDATION_OPENING_SHARE)) {
    return hasRoom(scene, 'liquidation') && !isPending(scene, company) ? openLiquidation(scene, company) : []
  }
  return enterChange(scene, company, random.weighted(ordinaryChanges))
}

/** A company with a pending court case is not changed. */
const isPending = ({ world }: Scene, { id }: WorldCompany): boolean => world.counters.openCases.includes(id)

/** A change of the seat, which is always possible. */
export const moveMaker: Maker = async (scene) => {
  const company = scene.world.pick(scene.random, 'active')
  return company ? enterChange(scene, company, addressChange) : []
}

/** A sale of shares, for its reports to CRBR. */
export const crbrMaker: Maker = async (scene) => {
  const company = scene.world.pick(scene.random, 'active')
  if (!company) return []
  const change = scene.random.chance(0.5) ? shareSale : boardChange
  const field = await change(scene, company)
  if (!field) return []
  const entries = await enter(scene, company, [field])
  return [...entries, ...(await reportOwners(scene, company))]
}

async function enterChange(scene: Scene, company: WorldCompany, change: Change): Promise<WorldChange[]> {
  const field = await change(scene, company)
  if (!field) return []
  const entries = await enter(scene, company, [field])
  return OWNER_CHANGES.includes(change) ? [...entries, ...(await reportOwners(scene, company))] : entries
}
