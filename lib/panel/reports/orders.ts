import { addDays, startOfDay, warsawDay } from '@/lib/domain/calendar'
import { reportSources, sourceOfReport } from '@/lib/domain/events/sources'
import { listAuditEntries } from '@/lib/storage/panel/audit/audit'
import { listOrderedRuns } from '@/lib/storage/panel/reports/schedule-runs'
import { TEAM } from '@/lib/storage/panel/saved-views/saved-views'
import { firstDayOf } from '@/lib/storage/reports/report-rows'

import type { PanelHandlersOf } from '../context'

/** Jobs are forgotten 90 days after they ended. */
const KNOWN_DAYS = 100
const MAX_ORDERS = 1000

export const reportOrderHandlers: PanelHandlersOf<'reportOrders'> = {
  'reportOrders.list': async (_input, { storage: { db }, account, user, now }) => {
    const since = startOfDay(addDays(warsawDay(now), -KNOWN_DAYS)).toISOString()
    const runs = await listOrderedRuns(db, account.id, since)
    const bySchedules = runs.flatMap(({ job_id: job, id, name, owner, email }) => {
      if (job === null) return []
      const isSeen = owner === TEAM || owner === user.id
      return [{ job_id: job, ordered_by: email, schedule: isSeen ? { id, name } : null }]
    })
    const query = { accountId: account.id, action: 'reports.create', from: since, limit: MAX_ORDERS }
    const byPeople = (await listAuditEntries(db, query)).flatMap(({ target, actor }) =>
      target === null ? [] : [{ job_id: target, ordered_by: actor, schedule: null }],
    )
    return { items: [...bySchedules, ...byPeople].slice(0, MAX_ORDERS) }
  },

  'reportOrders.ranges': async (_input, { storage: { db }, isEmbedded, now }) => {
    // A service elsewhere says it only when it refuses an order.
    if (!isEmbedded) return { items: [] }
    const items = []
    for (const source of reportSources) {
      const from = await firstDayOf(db, sourceOfReport[source])
      items.push({ source, date_from: from ?? null, date_to: from === undefined ? null : warsawDay(now) })
    }
    return { items }
  },
}
