import { provinces } from '@/lib/domain/provinces'

import { makeAward } from '../bzp-award'
import { toNewNotice } from '../notices'
import { concerning, made, type Maker } from './made'

/** A company is given a contract: the notice of the result names it. */
export const bzpMaker: Maker = async (scene) => {
  const { world, random, day, at } = scene
  const company = world.pick(random, 'active')
  if (!company) return []
  const { awards } = world.counters
  world.counters = { ...world.counters, awards: awards + 1 }
  const notice = makeAward(awards, at, company)
  const { tender_id: _tender, province_code, ...row } = notice
  const province = provinces.find(({ code }) => code === province_code)?.name ?? province_code
  const title = `Udzielenie zamówienia publicznego: ${notice.authority}`
  return [
    made(scene, { id: notice.id, source: 'bzp', day, ...concerning(company), title, row: { ...row, province } }, [
      { of: 'notice', notice: toNewNotice(notice, day) },
    ]),
  ]
}
