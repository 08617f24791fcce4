import type { Pool, PoolClient } from 'pg'

import type { Db } from '@/lib/storage/storage'

import { pipelinedChargeStore } from './charge-store'
import { Charges } from './charges'

type Work = {
  readonly decide: (charges: Charges) => Promise<void>
  /** Called when everything is written and only the commit is left. */
  readonly committing: () => void
}

/** A transaction of PostgreSQL that only charges, in two round trips: one to read and lock, one to write and commit. */
export async function chargeInPipeline(database: { db: Db; pool: Pool }, work: Work): Promise<void> {
  const client = await database.pool.connect()
  let broken = false
  try {
    await runTransaction(database.db, client, work)
  } catch (error) {
    broken = await client.query('rollback').then(
      () => false,
      () => true,
    )
    throw error
  } finally {
    client.release(broken)
  }
}

async function runTransaction(db: Db, client: PoolClient, { decide, committing }: Work): Promise<void> {
  // `begin` is sent together with the first query.
  const begin = client.query('begin')
  begin.catch(() => undefined)
  const charges = new Charges(pipelinedChargeStore(db, client))
  await decide(charges)
  await begin
  // The writes are sent before `commit`, which rolls back if a statement failed.
  const writing = charges.flush()
  const ended = client.query('commit')
  ended.catch(() => undefined)
  await writing
  committing()
  const { command } = await ended
  if (command !== 'COMMIT') throw new Error('The charges were not committed')
}
