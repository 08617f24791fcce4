import type { FilterUse } from '@/lib/contract/filters'
import { countMonitorsByFilter, countReportsByFilter, listFilterNames } from '@/lib/storage/monitors/filter-uses'

import type { Handler } from '../http/context'

/** Every filter that there is, used or not, and every deleted one that something still works by. */
export const listFilterUses: Handler<'filters.uses'> = async (_input, { db, account }) => {
  const uses = new Map<string, FilterUse>()
  const none = { monitors: 0, report_jobs: 0 }
  for (const { id, name } of await listFilterNames(db, account.id)) uses.set(id, { filter_id: id, name, ...none })
  const useOf = (id: string): FilterUse => uses.get(id) ?? { filter_id: id, name: null, ...none }
  for (const { filter_id: id, count } of await countMonitorsByFilter(db, account.id)) {
    uses.set(id, { ...useOf(id), monitors: count })
  }
  for (const { filter_id: id, count } of await countReportsByFilter(db, account.id)) {
    uses.set(id, { ...useOf(id), report_jobs: count })
  }
  return { items: [...uses.values()] }
}
