import type { RuleKindName } from '@/lib/contract/panel/rule-conditions'
import { findRuledAccount } from '@/lib/storage/panel/rules/rules'

import type { PanelContext } from '../context'
import { sendDeliveriesSoon } from '../delivery/delivery-job'
import { deliveringOf } from '../delivery/outgoing'
import type { CapMeterReading } from '../spend/cap-history'
import type { Looking } from './kinds/kind'
import { kindOf } from './kinds/registry'
import { findSpending } from './kinds/spend'
import { tellAccount } from './telling'

/** After a rule was saved: what it looks for may be so already, and is told without waiting for the job. */
export async function lookAfterSaving(context: PanelContext, name: RuleKindName): Promise<void> {
  const { find, isLookedAtOnce } = kindOf(name)
  if (find && isLookedAtOnce === true) await lookNow(context, find)
}

/** After the cap was changed. `seen`: the meter with the new one. */
export const lookAfterCapChange = (context: PanelContext, seen: CapMeterReading): Promise<void> =>
  lookNow(context, (looking) => findSpending(looking, seen))

/** What fails here is the job's, and not a failure of the change. */
async function lookNow(context: PanelContext, find: (looking: Looking) => Promise<void>): Promise<void> {
  const { storage, now, ask, isEmbedded, log } = context
  const account = await findRuledAccount(storage.db, context.account.id)
  if (!account) return
  try {
    await find({ storage, now, ask, isEmbedded, account })
    await tellAccount({ ...deliveringOf(context), clock: () => now }, account)
  } catch (error) {
    log.warn({ err: error }, 'rules were not looked at after a change; the job does it')
  }
  sendDeliveriesSoon(deliveringOf(context))
}
