import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { listReportFiles } from '@/lib/service/reports/statements/report-jobs'
import { listCopiedTables } from '@/lib/storage/backup/copied-tables'
import { clearTable, type CopiedRow, insertRows, writeCounters } from '@/lib/storage/backup/copy-rows'
import { migrateIn } from '@/lib/storage/migrate'
import { openUnmigrated, type StorageConfig } from '@/lib/storage/open'

/**
 * A store as written by commit 8caa87e: two accounts with people, keys, monitors, filters, rules, alerts, hits and sent
 * messages, reports and the audit log, made with that version's command line, panel and API on its sample data. It
 * contains only a few rows of the registers.
 */
const FILE = join(import.meta.dirname, '045-download-edition.jsonl')

/** The key with which the entries of its audit log were hashed. */
export const OLD_AUDIT_KEY = 'the audit key of the old store, 32 characters'

export type OldTable = {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly CopiedRow[]
}
export type OldStore = {
  readonly schema: string
  readonly counters: Readonly<Record<string, number>>
  readonly tables: readonly OldTable[]
}

export function readOldStore(): OldStore {
  const [head = '', ...lines] = readFileSync(FILE, 'utf8').trimEnd().split('\n')
  const tables: { name: string; columns: string[]; rows: CopiedRow[] }[] = []
  for (const line of lines) {
    // Safe: the file is ours, with a head for each table and a list of values for each row.
    const entry = JSON.parse(line) as { table: string; columns: string[] } | unknown[]
    const last = tables.at(-1)
    if (!Array.isArray(entry)) tables.push({ name: entry.table, columns: entry.columns, rows: [] })
    else if (last) last.rows.push(Object.fromEntries(last.columns.map((column, at) => [column, entry[at]])))
  }
  // Safe for the same reason as above.
  const { schema, counters } = JSON.parse(head) as Pick<OldStore, 'schema' | 'counters'>
  return { schema, counters, tables }
}

/** Creates the store in an empty location; its report files exist and are empty. */
export async function fillOldStore(config: StorageConfig): Promise<OldStore> {
  const oldStore = readOldStore()
  const storage = openUnmigrated(config)
  try {
    await storage.db.transaction().execute(async (db) => {
      await migrateIn(db, storage.engine, oldStore.schema)
      const names = await listCopiedTables(db, storage.engine)
      for (const name of names.toReversed()) await clearTable(db, name)
      for (const name of names) {
        const rows = oldStore.tables.find((table) => table.name === name)?.rows ?? []
        if (rows.length > 0) await insertRows(db, name, rows)
      }
      await writeCounters(db, storage.engine, oldStore.counters)
    })
    for (const { file } of await listReportFiles(storage.db)) {
      const path = join(config.dataDir, 'reports', file)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, '')
    }
  } finally {
    await storage.close()
  }
  return oldStore
}
