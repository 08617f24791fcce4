import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import { listChains } from '@/lib/features/audit/statements/audit'
import { listAccountRows } from '@/lib/service/accounts/statements/accounts'
import { listReportFiles } from '@/lib/service/reports/statements/report-jobs'
import { lastMigration, listCopiedTables } from '@/lib/storage/backup/copied-tables'
import { readCounters, readTable } from '@/lib/storage/backup/copy-rows'
import type { Db, Engine, Storage } from '@/lib/storage/storage'

import {
  type BackupManifest,
  BackupUnusable,
  type BackupFile,
  fileOf,
  syncFile,
  syncFolder,
  writeManifest,
} from './manifest'

/** A restored store cannot be used, at least not fully, without these. They are not part of a backup. */
export const SAVED_SEPARATELY = [
  'AUDIT_KEY, or audit-key in DATA_DIR: without it the audit log cannot be checked, nor persons be found by the hashes of their numbers',
  'PANEL_SECRET, or panel-secret (and panel-secret.previous) in DATA_DIR: without it keys of accounts and authenticator apps cannot be opened',
  'the environment of the server: DATABASE_URL, REGISTERS_API_KEY, SMTP_URL …',
  'the file of AUDIT_ANCHOR_FILE: it shows later entries',
]

/** The backup starts over when a report is created and deleted between the two passes. */
const TRIES = 3

type Backup = { readonly storage: Storage; readonly dataDir: string; readonly folder: string; readonly now: () => Date }
export type BackupResult = { readonly manifest: BackupManifest; readonly sha256: string }

/**
 * Copies the store as of one instant, and its report files, into an empty folder while other processes keep writing.
 * Throws `BackupUnusable` when the folder is not empty; an unfinished copy is removed.
 */
export async function makeBackup(backup: Backup): Promise<BackupResult> {
  await requireEmpty(backup.folder)
  for (let triesLeft = TRIES; ; triesLeft -= 1) {
    await mkdir(backup.folder, { recursive: true, mode: 0o700 })
    try {
      const manifest = await copyStore(backup)
      if (manifest) return { manifest, sha256: await writeManifest(backup.folder, manifest) }
    } catch (error) {
      await rm(backup.folder, { recursive: true, force: true })
      throw error
    }
    await rm(backup.folder, { recursive: true, force: true })
    if (triesLeft === 1) throw new BackupUnusable('Reports were deleted faster than they could be copied')
  }
}

async function requireEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new BackupUnusable(`${folder} is not a folder that can be written to`)
  })
  if (names.length > 0) throw new BackupUnusable(`${folder} is not empty: a backup never overwrites another`)
}

/** Returns undefined when a file that the copied state refers to has been deleted. */
async function copyStore({ storage, dataDir, folder, now }: Backup): Promise<BackupManifest | undefined> {
  const at = now()
  const { engine } = storage
  const reportsFrom = join(dataDir, 'reports')
  // Files are copied before the snapshot, so that those deleted while the tables are copied are still included.
  const early = await copyReports(reportsFrom, folder, await listFiles(reportsFrom))
  const state = await storage.readSnapshot((db) => copyTables(db, engine, folder))
  const wanted = state.files.filter(({ expires_at }) => expires_at === null || expires_at > at.toISOString())
  const copiedLater = await copyReports(
    reportsFrom,
    folder,
    wanted.map(({ file }) => file).filter((file) => !early.has(file)),
  )
  const copied = new Set([...early, ...copiedLater])
  if (wanted.some(({ file }) => !copied.has(file))) return undefined
  const reports = await removeUnreferenced(folder, copied, new Set(state.files.map(({ file }) => file)))
  const { files: _files, ...rest } = state
  return { version: 1, made_at: at.toISOString(), engine, ...rest, reports, kept_elsewhere: SAVED_SEPARATELY }
}

async function copyTables(db: Db, engine: Engine, folder: string) {
  await mkdir(join(folder, 'tables'), { recursive: true, mode: 0o700 })
  const schema = await lastMigration(db, engine)
  if (schema === undefined) throw new BackupUnusable('The store has no tables')
  const tables: BackupManifest['tables'] = []
  for (const name of await listCopiedTables(db, engine)) {
    const path = `tables/${name}.jsonl.gz`
    const rows = await writeRows(join(folder, path), readTable(db, engine, name))
    tables.push({ name, rows, ...(await fileOf(folder, path)) })
  }
  await syncFolder(join(folder, 'tables'))
  const slugs = new Map((await listAccountRows(db)).map(({ id, slug }) => [id, slug]))
  const audit = (await listChains(db)).map(({ account_id: account, entries, head }) => ({
    account,
    slug: slugs.get(account) ?? '',
    entries,
    head,
  }))
  return { schema, tables, counters: await readCounters(db, engine), audit, files: await listReportFiles(db) }
}

/** Writes one JSON row per line and returns the number of rows. */
async function writeRows(path: string, pages: AsyncIterable<readonly object[]>): Promise<number> {
  let rows = 0
  async function* lines() {
    for await (const page of pages) {
      rows += page.length
      yield page.map((row) => `${JSON.stringify(row)}\n`).join('')
    }
  }
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(path, { mode: 0o600 }))
  await syncFile(path)
  return rows
}

async function listFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}

/** Returns the files that still existed. */
async function copyReports(from: string, folder: string, files: readonly string[]): Promise<Set<string>> {
  const copied = new Set<string>()
  for (const file of files) {
    const to = join(folder, 'reports', file)
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    const isCopied = await copyFile(join(from, file), to).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false
        throw error
      },
    )
    if (isCopied) copied.add(file)
  }
  return copied
}

/** Removes files that no row of the copied state refers to. */
async function removeUnreferenced(
  folder: string,
  copied: ReadonlySet<string>,
  referenced: ReadonlySet<string>,
): Promise<BackupFile[]> {
  const referencedFiles: BackupFile[] = []
  for (const file of copied) {
    const path = `reports/${file}`
    if (referenced.has(file)) {
      await syncFile(join(folder, path))
      referencedFiles.push(await fileOf(folder, path))
    } else await rm(join(folder, path), { force: true })
  }
  for (const part of new Set(referencedFiles.map(({ path }) => dirname(join(folder, path))))) await syncFolder(part)
  return referencedFiles
}

/** Size on disk in bytes. */
export async function sizeOfBackup(folder: string): Promise<number> {
  let bytes = 0
  for (const file of await listFiles(folder)) bytes += (await stat(join(folder, file))).size
  return bytes
}
