import type { Db } from '../storage'

/**
 * Allocates the next `count` numbers of a sequence and returns the first. The row stays locked until the transaction
 * ends, so numbers become visible in the order in which they were allocated.
 */
export async function allocateNumbers(
  db: Db,
  name: 'announcements' | 'monitors' | 'monitor_events' | 'bzp_notices' | 'bzp_matches' | 'report_jobs' | 'subjects',
  count: number,
): Promise<number> {
  const { value } = await db
    .updateTable('sequences')
    .set((eb) => ({ value: eb('value', '+', count) }))
    .where('name', '=', name)
    .returning('value')
    .executeTakeFirstOrThrow()
  return value - count + 1
}
