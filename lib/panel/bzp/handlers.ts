import { countUnseenTenders, highestNumber, putLook } from '@/lib/storage/panel/bzp/matches'

import type { PanelHandlersOf } from '../context'
import { ruleSeerOf } from '../rules/rule-view'
import { requireRule } from '../rules/rules'
import { readTelling } from '../rules/telling-rights'
import { readAlerts } from './alerts'
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
  'bzpAlerts.unseen': (_input, context) => countUnseenTenders(context.storage.db, ruleSeerOf(context)),
  'bzpAlerts.look': async ({ params, body }, context) => {
    const { db } = context.storage
    const { id } = (await requireRule(db, context, params.id)).row
    const highest = await highestNumber(db, ruleSeerOf(context), [id])
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
