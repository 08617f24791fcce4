import { setTimeout } from 'node:timers/promises'

import { addDays, startOfDay, warsawDay } from '@/lib/domain/calendar'
import { reportSources, sourceOfReport } from '@/lib/domain/events/sources'
import type { Role } from '@/lib/domain/roles'
import { listAuditEntries } from '@/lib/features/audit/statements/audit'
import { memberOperations } from '@/lib/features/members/contract'
import { listOrderedRuns } from '@/lib/features/report-schedules/statements/runs'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'
import { firstDayOf } from '@/lib/service/reports/statements/report-rows'
import { TEAM_OWNER } from '@/lib/storage/owned'
import type { Storage } from '@/lib/storage/storage'

import type { ReportReading } from './contract'
import { readReportDays } from './report-days'
import { readReportIndex } from './report-index-reader'
import { findReportReading, listReportWatches } from './statements/report-readings'

/** The service deletes jobs 90 days after they ended. */
const KNOWN_DAYS = 100
const MAX_ORDERS = 1000

export const reportOrderHandlers: PanelHandlersOf<'reportOrders'> = {
  'reportOrders.list': async (_input, { storage: { db }, account, user, now }) => {
    const since = startOfDay(addDays(warsawDay(now), -KNOWN_DAYS)).toISOString()
    const runs = await listOrderedRuns(db, account.id, since)
    const bySchedules = runs.flatMap(({ job_id: job, id, name, owner, email }) => {
      if (job === null) return []
      const isVisible = owner === TEAM_OWNER || owner === user.id
      return [{ job_id: job, ordered_by: email, schedule: isVisible ? { id, name } : null }]
    })
    const query = { accountId: account.id, action: 'reports.create', from: since, limit: MAX_ORDERS }
    const byPeople = (await listAuditEntries(db, query)).flatMap(({ target, actor }) =>
      target === null ? [] : [{ job_id: target, ordered_by: actor, schedule: null }],
    )
    return { items: [...bySchedules, ...byPeople].slice(0, MAX_ORDERS) }
  },

  'reportOrders.ranges': async (_input, { storage: { db }, isEmbedded, now }) => {
    // A remote service only reports it when it refuses an order.
    if (!isEmbedded) return { items: [] }
    const items = []
    for (const source of reportSources) {
      const from = await firstDayOf(db, sourceOfReport[source])
      items.push({ source, date_from: from ?? null, date_to: from === undefined ? null : warsawDay(now) })
    }
    return { items }
  },
}

/** Concurrent readers of one account share one request to the service within this time. */
const FRESH_MS = 20_000
/** If the service is slower, the last reading is returned; its answer is stored when it arrives. */
const PATIENCE_MS = 1_500

const runningReads = new WeakMap<Storage, Map<string, Promise<void>>>()

async function refreshIndex(context: PanelContext): Promise<void> {
  const { storage, account, now } = context
  const lastReading = await findReportReading(storage.db, account.id)
  // `Math.abs` covers a reading from the future, made while the clock was fast.
  const isFresh = lastReading?.read_at != null && Math.abs(now.getTime() - Date.parse(lastReading.read_at)) < FRESH_MS
  if (!isFresh) await Promise.race([readOnce(context), setTimeout(PATIENCE_MS, undefined, { ref: false })])
}

function readOnce({ storage, account, callService, log, now }: PanelContext): Promise<void> {
  const readsByAccount = runningReads.get(storage) ?? new Map<string, Promise<void>>()
  runningReads.set(storage, readsByAccount)
  const running = readsByAccount.get(account.id)
  if (running) return running
  const read = readReportIndex({ storage, clock: () => now, callService, accountId: account.id })
    .catch((error: unknown) => log.warn({ err: error, account: account.id }, 'the index of daily reports was not read'))
    .then(() => void readsByAccount.delete(account.id))
  readsByAccount.set(account.id, read)
  return read
}

async function readingOf({ storage: { db }, account }: PanelContext): Promise<ReportReading> {
  const reading = await findReportReading(db, account.id)
  const { read_at: asOf = null, failed_at = null, code = null, retry_at = null } = reading ?? {}
  const [first] = await listReportWatches(db, account.id)
  return { as_of: asOf, failed_at, code, retry_at, watched_since: first?.from_at ?? null }
}

const membersReaders: readonly Role[] = memberOperations['members.list'].roles

export const reportDayHandlers: PanelHandlersOf<'reportDays'> = {
  'reportDays.list': async ({ query: { from, to } }, context) => {
    const { storage, account, user, now, isEmbedded } = context
    await refreshIndex(context)
    const namesPeople = membersReaders.includes(user.role)
    const question = { accountId: account.id, userId: user.id, now, isEmbedded, from, to, namesPeople }
    return { days: await readReportDays(storage.db, question), reading: await readingOf(context) }
  },
}
