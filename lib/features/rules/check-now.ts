import { sendDeliveriesSoon } from '@/lib/features/deliveries/job'
import type { CapMeterReading } from '@/lib/features/spend-cap/cap-history'
import type { PanelContext } from '@/lib/panel/context'
import { deliveryContextOf } from '@/lib/panel/outgoing/outgoing'

import type { RuleKindName } from './contract/conditions'
import type { RuleCheckContext } from './kinds/kind'
import { kindOf } from './kinds/registry'
import { findSpending } from './kinds/spend'
import { notifyAccount } from './notify'
import { findRuledAccount } from './statements/rules'

/** Runs after a rule was saved: its condition may already be met, and is then reported without waiting for the job. */
export async function checkAfterSaving(context: PanelContext, name: RuleKindName): Promise<void> {
  const { find, isCheckedOnSave } = kindOf(name)
  if (find && isCheckedOnSave === true) await checkNow(context, find)
}

/** Runs after the cap was changed. `reading`: the meter with the new cap. */
export const checkAfterCapChange = (context: PanelContext, reading: CapMeterReading): Promise<void> =>
  checkNow(context, (checkContext) => findSpending(checkContext, reading))

/** An error here must not fail the change; the job repeats the check. */
async function checkNow(context: PanelContext, find: (checkContext: RuleCheckContext) => Promise<void>): Promise<void> {
  const { storage, now, callService, isEmbedded, log } = context
  const account = await findRuledAccount(storage.db, context.account.id)
  if (!account) return
  try {
    await find({ storage, now, callService, isEmbedded, account })
    await notifyAccount({ ...deliveryContextOf(context), clock: () => now }, account)
  } catch (error) {
    log.warn({ err: error }, 'rules were not checked after a change; the job will check them')
  }
  sendDeliveriesSoon(deliveryContextOf(context))
}
