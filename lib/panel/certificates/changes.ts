import type { MonitorChange } from '@/lib/contract/panel/coverage'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { listMonitorEntries } from '@/lib/storage/panel/audit/monitor-history'
import type { AuditEntryTable } from '@/lib/storage/panel/audit/tables'

import { readTagChanges } from '../bulk-tags/tag-history'
import type { PanelContext } from '../context'
import { readImportChanges } from '../imports/history'
import { jsonField, jsonTexts } from '../json-field'

export const MAX_CHANGES = 500

/** What was done to this monitor alone, by the log, and to many at once; newest first. */
export async function readMonitorChanges(context: PanelContext, monitorId: string): Promise<MonitorChange[]> {
  const { storage, account } = context
  const of = { monitorId, limit: MAX_CHANGES }
  const entries = await listMonitorEntries(storage.db, { accountId: account.id, ...of })
  const changes = [
    ...entries.map(toChange),
    ...(await readTagChanges(context, of)),
    ...(await readImportChanges(context, of)),
  ]
  return changes.toSorted((a, b) => compareValues(b.at, a.at)).slice(0, MAX_CHANGES)
}

/** The log holds JSON without personal numbers. */
const parsed = (json: string | null): unknown => (json === null ? undefined : JSON.parse(json))

function toChange({ at, actor, action, before, after: json }: AuditEntryTable): MonitorChange {
  const after = parsed(json)
  return { at, actor, action, before: parsed(before), after, ...(action === 'monitors.bulkTag' && tagsOf(after)) }
}

/** A change of the tags of one monitor alone: the list asks for what is really different. */
function tagsOf(after: unknown): Pick<MonitorChange, 'tags'> {
  if (jsonField(after, 'updated') === 0) return {}
  return { tags: { added: jsonTexts(after, 'add'), removed: jsonTexts(after, 'remove'), undone: null } }
}
