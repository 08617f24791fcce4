import type { PlanRow } from '../reconcile/reconcile-plan'

/** Converts plan rows for the record. `tags` replaces their own tags if only these were removed. */
export const toChangedMonitors = (rows: readonly PlanRow[], ids: readonly string[], tags?: readonly string[]) => {
  const wanted = new Set(ids)
  return rows.flatMap((row) => {
    const { id, type, value, label } = row
    return id !== undefined && wanted.has(id) ? [{ id, type, value, label, tags: tags ?? row.tags }] : []
  })
}
