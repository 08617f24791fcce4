import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { databaseName, dropDatabases, postgresUrl } from './postgres'

/** Vitest's global setup of the service tests: creates the folder of template stores (`stores.ts`). */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'registers-stores-'))
  process.env['TEST_STORES'] = folder
  process.env['TEST_RUN'] = randomBytes(4).toString('hex')
  return async () => {
    const ours = databaseName('')
    if (postgresUrl !== null) await dropDatabases((name) => name.startsWith(ours))
    await rm(folder, { recursive: true, force: true })
  }
}
