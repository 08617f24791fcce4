import type { Db } from '../storage'
import { returnsRow } from './outcome'

/**
 * Returns true if the claim now belongs to the holder until `until`: it was free, had expired or was already the
 * holder's.
 */
export function claimJob(
  db: Db,
  claim: { name: string; holder: string; now: string; until: string },
): Promise<boolean> {
  const { name, holder, now, until } = claim
  return db
    .insertInto('job_locks')
    .values({ name, holder, until })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, until })
        .where((e) => e.or([e('job_locks.until', '<=', now), e('job_locks.holder', '=', holder)])),
    )
    .returning('name')
    .$call(returnsRow)
}

/** The holder of a job's claim, even if the claim has expired. */
export const jobHolder = async (db: Db, name: string): Promise<string | undefined> =>
  (await db.selectFrom('job_locks').select('holder').where('name', '=', name).executeTakeFirst())?.holder

/** Changes the end of a claim that the holder has. */
export async function extendJobClaim(db: Db, claim: { name: string; holder: string; until: string }): Promise<void> {
  await db
    .updateTable('job_locks')
    .set({ until: claim.until })
    .where('name', '=', claim.name)
    .where('holder', '=', claim.holder)
    .execute()
}

export async function releaseJobs(db: Db, holder: string): Promise<void> {
  await db.deleteFrom('job_locks').where('holder', '=', holder).execute()
}

/** All current claims; those of running processes are renewed every few seconds. */
export const listJobClaims = (db: Db) => db.selectFrom('job_locks').selectAll().orderBy('name').execute()
