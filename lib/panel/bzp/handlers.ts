import { countUnseenTenders, highestNumber, putLook } from '@/lib/storage/panel/bzp/matches'
import { listColleagues } from '@/lib/storage/panel/bzp/readings'

import type { PanelHandlersOf } from '../context'
import { readNotices, testRule } from '../rules/notices'
import { ruleSeerOf } from '../rules/rule-view'
import { removeRule, requireRule } from '../rules/rules'
import { changeAlert, createAlert, readAlerts, toSend } from './alerts'
import { calendarHandler } from './calendar'
import { importHandler } from './import'
import { toColleague } from './match-view'
import { listHandler, updateHandler } from './matches'
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
  'bzpAlerts.unseen': (_input, context) => countUnseenTenders(context.storage.db, ruleSeerOf(context)),
  'bzpAlerts.create': ({ body }, context) => createAlert(body, context),
  'bzpAlerts.update': ({ params, body }, context) => changeAlert(params.id, body, context),
  'bzpAlerts.delete': async ({ params }, context) => {
    await removeRule(params.id, context)
    return undefined
  },
  'bzpAlerts.look': async ({ params, body }, context) => {
    const { db } = context.storage
    const { id } = (await requireRule(db, context, params.id)).row
    const highest = await highestNumber(db, ruleSeerOf(context), [id])
    // Not beyond what there is: what comes next would have been seen before it came.
    await putLook(db, { userId: context.user.id, alertId: id, upTo: Math.min(body.up_to, highest) })
    return undefined
  },
  'bzpAlerts.import': importHandler,
  'bzpAlerts.sends': async ({ params }, context) => {
    const { items } = await readNotices(params.id, context)
    return { items: items.map((notice) => toSend(notice, [])) }
  },
  'bzpAlerts.test': async ({ params }, context) => toSend(await testRule(params.id, context), []),
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
