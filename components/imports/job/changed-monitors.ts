import type { PlanRow } from '../reconcile/reconcile-plan'

/** Converts plan rows for the record. `tags` replaces the tags of the rows if only these were removed. */
export const toChangedMonitors = (rows: readonly PlanRow[], ids: readonly string[], tags?: readonly string[]) => {
  const changedIds = new Set(ids)
  return rows.flatMap((row) => {
    const { id, type, value, label } = row
    return id !== undefined && changedIds.has(id) ? [{ id, type, value, label, tags: tags ?? row.tags }] : []
  })
}
