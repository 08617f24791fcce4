import type { BzpAlert } from '@/lib/contract/panel/bzp-alerts'
import { countMatches, countUnseenTenders, highestNumber, putLook } from '@/lib/storage/panel/bzp/matches'
import type { Db } from '@/lib/storage/storage'

import type { PanelContext, PanelHandlersOf } from '../context'
import { asSeer } from '../owned'
import { rules } from '../rules/rule-view'
import { readTelling } from '../rules/telling-rights'
import { calendarHandler } from './calendar'
import { importHandler } from './import'
import { listHandler, updateHandler } from './matches'
import { readWatch, setBudgetHandler } from './watch'

export const bzpAlertHandlers: PanelHandlersOf<'bzpAlerts'> = {
  'bzpAlerts.list': async (_input, context) => {
    const { db } = context.storage
    return {
      ...(await readTelling(context, ['tender'])),
      items: await readAlerts(db, context),
      watch: await readWatch(db, context),
    }
  },
  'bzpAlerts.unseen': (_input, context) => countUnseenTenders(context.storage.db, asSeer(context)),
  'bzpAlerts.look': async ({ params, body }, context) => {
    const { db } = context.storage
    const { id } = await rules.require(db, context, params.id)
    const highest = await highestNumber(db, asSeer(context), [id])
    // Not beyond what there is: what comes next would have been seen before it came.
    await putLook(db, { userId: context.user.id, alertId: id, upTo: Math.min(body.up_to, highest) })
    return undefined
  },
  'bzpAlerts.import': importHandler,
  'bzpAlerts.setBudget': setBudgetHandler,
}

export const bzpMatchHandlers: PanelHandlersOf<'bzpMatches'> = {
  'bzpMatches.list': listHandler,
  'bzpMatches.update': updateHandler,
  'bzpMatches.calendar': calendarHandler,
}

/** All alerts that a user sees, by name, with what they found. */
async function readAlerts(db: Db, context: PanelContext): Promise<BzpAlert[]> {
  const { items } = await rules.list(context)
  const counts = new Map((await countMatches(db, asSeer(context))).map((each) => [each.alert_id, each]))
  return items.flatMap(({ condition, ...rule }) => {
    if (condition.kind !== 'tender') return []
    const found = counts.get(rule.id)
    return {
      ...rule,
      filter: condition.filter,
      match_count: found?.matches ?? 0,
      new_count: found?.unseen ?? 0,
      last_match_at: found?.last_at ?? null,
    }
  })
}
