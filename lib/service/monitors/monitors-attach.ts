import { lockAccount } from '@/lib/storage/engine/account-lock'
import { insertAttachment } from '@/lib/storage/monitors/evidence'
import { findFilter } from '@/lib/storage/monitors/filters'
import { findSilentMonitor, isFilterWatched, setMonitorFilter } from '@/lib/storage/monitors/monitors'

import type { Handler } from '../http/context'
import { notFound } from '../http/errors'

/**
 * A filter has one monitor, so of several silent ones the oldest gets it and the others are kept as they are. Of ids that are
 * not the account's own nothing is said but that they were kept.
 */
export const attachMonitors: Handler<'monitors.attach'> = async ({ body }, { db, account, now }) => {
  const ids = [...new Set(body.ids)]
  await lockAccount(db, account.id)
  const filter = await findFilter(db, account.id, body.filter_id)
  if (!filter) throw notFound('filter_id')
  const isTaken = await isFilterWatched(db, account.id, filter.id)
  const silent = isTaken ? undefined : await findSilentMonitor(db, account.id, ids)
  if (!silent) return { attached: 0, kept: ids.length }
  await setMonitorFilter(db, account.id, { id: silent.id, filterId: filter.id })
  await insertAttachment(db, {
    account_id: account.id,
    monitor_id: silent.id,
    former_filter_id: silent.filter_id,
    filter_id: filter.id,
    at: now.toISOString(),
  })
  return { attached: 1, kept: ids.length - 1 }
}
