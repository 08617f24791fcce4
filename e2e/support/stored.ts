import { createRequire } from 'node:module'
import { join } from 'node:path'

import type { Panel } from './panel'

/** Safe for this use: libsql has better-sqlite3's interface. */
const Database = createRequire(import.meta.url)('libsql') as new (file: string) => {
  exec(sql: string): void
  prepare(sql: string): { run(...values: unknown[]): { changes: number } }
  close(): void
}

/** Changes the store of a running panel, to simulate time or another page; throws when nothing was changed. */
export function changeStore(panel: Pick<Panel, 'dataDir'>, sql: string, ...values: string[]): void {
  if (runInStore(panel, sql, values) === 0) throw new Error(`Nothing was changed by ${sql}`)
}

/** Deletes what another test may have left. */
export function clearFromStore(panel: Pick<Panel, 'dataDir'>, sql: string, ...values: string[]): void {
  runInStore(panel, sql, values)
}

function runInStore({ dataDir }: Pick<Panel, 'dataDir'>, sql: string, values: readonly string[]): number {
  const store = new Database(join(dataDir, 'registers.db'))
  try {
    store.exec('pragma busy_timeout = 5000')
    return store.prepare(sql).run(...values).changes
  } finally {
    store.close()
  }
}
