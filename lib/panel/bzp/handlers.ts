import { listColleagues } from '@/lib/storage/panel/bzp/alerts'
import { countUnseenTenders, highestNumber, putLook } from '@/lib/storage/panel/bzp/matches'

import type { PanelHandlersOf } from '../context'
import { readAlerts, seerOf, toColleague } from './alert-view'
import { createAlert, removeAlert, requireAlert, changeAlert } from './alerts'
import { calendarHandler } from './calendar'
import { importHandler } from './import'
import { listHandler, updateHandler } from './matches'
import { sendsHandler, testHandler } from './send-handlers'
import { readWatch, setBudgetHandler } from './watch'

export const bzpAlertHandlers: PanelHandlersOf<'bzpAlerts'> = {
  'bzpAlerts.list': async (_input, context) => {
    const { db } = context.storage
    return {
      smtp: context.mail.mailer !== null,
      items: await readAlerts(db, context),
      watch: await readWatch(db, context),
    }
  },
  'bzpAlerts.unseen': (_input, context) => countUnseenTenders(context.storage.db, seerOf(context)),
  'bzpAlerts.create': ({ body }, context) => createAlert(body, context),
  'bzpAlerts.update': ({ params, body }, context) => changeAlert(params.id, body, context),
  'bzpAlerts.delete': async ({ params }, context) => {
    await removeAlert(params.id, context)
    return undefined
  },
  'bzpAlerts.look': async ({ params, body }, context) => {
    const { db } = context.storage
    const { id } = await requireAlert(db, context, params.id)
    const highest = await highestNumber(db, seerOf(context), [id])
    // Not beyond what there is: what comes next would have been seen before it came.
    await putLook(db, { userId: context.user.id, alertId: id, upTo: Math.min(body.up_to, highest) })
    return undefined
  },
  'bzpAlerts.import': importHandler,
  'bzpAlerts.sends': sendsHandler,
  'bzpAlerts.test': testHandler,
  'bzpAlerts.setBudget': setBudgetHandler,
  'bzpAlerts.colleagues': async (_input, { storage, account }) => ({
    items: (await listColleagues(storage.db, account.id)).map(toColleague),
  }),
}

export const bzpMatchHandlers: PanelHandlersOf<'bzpMatches'> = {
  'bzpMatches.list': listHandler,
  'bzpMatches.update': updateHandler,
  'bzpMatches.calendar': calendarHandler,
}
