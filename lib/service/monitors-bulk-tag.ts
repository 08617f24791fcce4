import { applyTagChange } from '@/lib/domain/tags'
import { lockAccount } from '@/lib/storage/account-lock'
import { deleteTags, findOwnTags, insertTags } from '@/lib/storage/monitor-tags'
import type { MonitorTagTable } from '@/lib/storage/tables'

import type { Handler } from './context'

/** Interface 4.4, decision 6. Ids that are not the account's own are ignored; `updated` counts monitors that changed. */
export const bulkTagMonitors: Handler<'monitors.bulkTag'> = async ({ body }, { db, engine, account }) => {
  await lockAccount(db, engine, account.id)
  const monitors = await findOwnTags({ db, engine }, account.id, [...new Set(body.ids)])
  const added: MonitorTagTable[] = []
  const shortened: string[] = []
  let updated = 0
  for (const { id, tags: before } of monitors) {
    const result = applyTagChange(before, body)
    if (!result.changed) continue
    updated += 1
    const kept = new Set(before)
    const more = result.tags.filter((tag) => !kept.has(tag))
    added.push(...more.map((tag) => ({ monitor_id: id, account_id: account.id, tag })))
    if (result.tags.length - more.length < before.length) shortened.push(id)
  }
  const removed = [...new Set(body.remove)].filter((tag) => !body.add.includes(tag))
  await deleteTags(db, shortened, removed)
  await insertTags(db, added)
  return { updated }
}
