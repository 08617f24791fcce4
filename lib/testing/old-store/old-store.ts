import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { listReportFiles } from '@/lib/service/reports/statements/report-jobs'
import { listCopiedTables } from '@/lib/storage/backup/copied-tables'
import { clearTable, type CopiedRow, insertRows, writeCounters } from '@/lib/storage/backup/copy-rows'
import { migrateIn } from '@/lib/storage/migrate'
import { openUnmigrated, type StorageConfig } from '@/lib/storage/open'

/**
 * A store as commit 8caa87e left it: two accounts with people, keys, monitors, filters, rules, alerts, what rules found and sent, reports
 * and the audit log, made through that version's own command line, panel and API over its sample data. Of the registers only a few rows.
 */
const FILE = join(import.meta.dirname, '045-download-edition.jsonl')

/** What the entries of its audit log were hashed with. */
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
    // Sound: the file is ours, a head for each table and a list of values for each of its rows.
    const read = JSON.parse(line) as { table: string; columns: string[] } | unknown[]
    const last = tables.at(-1)
    if (!Array.isArray(read)) tables.push({ name: read.table, columns: read.columns, rows: [] })
    else if (last) last.rows.push(Object.fromEntries(last.columns.map((column, at) => [column, read[at]])))
  }
  // Sound: as above.
  const { schema, counters } = JSON.parse(head) as Pick<OldStore, 'schema' | 'counters'>
  return { schema, counters, tables }
}

/** Makes it in an empty place; files of its reports are there and empty. */
export async function fillOldStore(place: StorageConfig): Promise<OldStore> {
  const old = readOldStore()
  const storage = openUnmigrated(place)
  try {
    await storage.db.transaction().execute(async (db) => {
      await migrateIn(db, storage.engine, old.schema)
      const names = await listCopiedTables(db, storage.engine)
      for (const name of names.toReversed()) await clearTable(db, name)
      for (const name of names) {
        const rows = old.tables.find((table) => table.name === name)?.rows ?? []
        if (rows.length > 0) await insertRows(db, name, rows)
      }
      await writeCounters(db, storage.engine, old.counters)
    })
    for (const { file } of await listReportFiles(storage.db)) {
      const path = join(place.dataDir, 'reports', file)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, '')
    }
  } finally {
    await storage.close()
  }
  return old
}
