import { parseTags } from '@/lib/features/bulk-tags/bulk-tag-job'
import type { MonitorChange } from '@/lib/features/certificates/contract'
import type { PanelContext } from '@/lib/panel/context'

import { listImportsOf, type MonitorImportRow } from './statements'

/** What imports did to this monitor, newest first. Added tags appear in the history of tags. */
export async function readImportChanges(
  { storage, account }: PanelContext,
  query: { readonly monitorId: string; readonly limit: number },
): Promise<MonitorChange[]> {
  const rows = await listImportsOf(storage.db, { accountId: account.id, ...query })
  return rows.map(({ at, actor, effect, tags, ...row }) => ({
    at,
    actor,
    action: `imports.${effect}`,
    after: effect === 'added' ? { tags: parseTags(tags) } : undefined,
    import: toSource(row),
  }))
}

type Source = Omit<MonitorImportRow, 'at' | 'actor' | 'effect' | 'tags'>

function toSource({ id, kind, file_name, tag, subjects, ...row }: Source): NonNullable<MonitorChange['import']> {
  const { row_state: state, row_undone_at: at, row_undone_by: actor } = row
  const undone = state === 'undone' && at !== null && actor !== null ? { at, actor } : null
  return { id, kind, file_name, tag, subjects, undone }
}
