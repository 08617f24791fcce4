import type { PlanRow } from '../reconcile/reconcile-plan'

/** Rows of a plan as the record takes them; `tags` instead of their own, where only these were taken off. */
export const touched = (rows: readonly PlanRow[], ids: readonly string[], tags?: readonly string[]) => {
  const wanted = new Set(ids)
  return rows.flatMap((row) => {
    const { id, type, value, label } = row
    return id !== undefined && wanted.has(id) ? [{ id, type, value, label, tags: tags ?? row.tags }] : []
  })
}
