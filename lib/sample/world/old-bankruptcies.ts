import { rng } from '../rng'
import type { World, WorldCompany } from './world'

const OLD_SHARE = 0.4
/** Cases since December 2021 are announced in KRZ; older ones continue in the gazette. */
const REGISTERED_BEFORE = '2019-01-01'

/** Whether a company's bankruptcy is older than KRZ. */
export async function hasOldCase(world: World, { id, krs, status, registered_on }: WorldCompany): Promise<boolean> {
  if (status !== 'bankruptcy' || registered_on >= REGISTERED_BEFORE) return false
  return (await world.stateOf(id)).case === undefined && rng(`old-case|${krs}`).chance(OLD_SHARE)
}
