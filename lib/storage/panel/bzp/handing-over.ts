import type { Db } from '../../storage'

/** What waits to be told will not be: nobody wants messages any more. */
export async function settleTelling(db: Db, alertId: string): Promise<void> {
  await db
    .updateTable('bzp_matches')
    .set({ is_told: 1 })
    .where('alert_id', '=', alertId)
    .where('is_told', '=', 0)
    .execute()
}

/** An alert that became somebody's own has nothing that was given to others. */
export async function handOver(db: Db, alertId: string, owner: string): Promise<void> {
  await db
    .updateTable('bzp_matches')
    .set({ assignee: null })
    .where('alert_id', '=', alertId)
    .where('assignee', '!=', owner)
    .execute()
}
