import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { type Command, Option } from 'commander'

import { keepAuditKey } from '@/lib/features/audit/statements/audit-key'
import { verifyAudit } from '@/lib/features/audit/verify-audit'
import { makeBackup, sizeOfBackup } from '@/lib/panel/backup/backup'
import type { BackupManifest } from '@/lib/panel/backup/manifest'
import { moveStore } from '@/lib/panel/backup/move'
import { restoreBackup } from '@/lib/panel/backup/restore'
import { keepNewFilesPrivate, prepareDataDir } from '@/lib/panel/data-dir'
import type { Env } from '@/lib/panel/env'
import { auditKeyIn } from '@/lib/panel/secrets/stored-secrets'
import { listAccountRows } from '@/lib/service/accounts/statements/accounts'
import { verifyUsage } from '@/lib/service/metering/verify-usage'
import { LONG_STATEMENT_TIMEOUT_S } from '@/lib/storage/limits'
import { openStorage } from '@/lib/storage/open'
import type { Engine, Storage } from '@/lib/storage/storage'

import { CommandFailure, requireCliEnv, withCommandContext } from './command-context'
import { print } from './terminal'

export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description(
      'copies the store as it is now, and the files of its reports, while the server runs; then checks the copy',
    )
    .argument('<folder>', 'an empty or new one')
    .option('--no-verify', 'do not restore and check the copy')
    .action(backup)
  program
    .command('restore')
    .description('restores a backup into an empty DATA_DIR or database, of either engine')
    .argument('<folder>')
    .option('--replace', 'overwrites existing data; the server must be stopped')
    .action(restore)
  program
    .command('move')
    .description(
      'moves the store between DATA_DIR (SQLite) and DATABASE_URL (PostgreSQL), into an empty place; the server has to be stopped',
    )
    .addOption(new Option('--to <engine>').choices(['postgres', 'sqlite']).makeOptionMandatory())
    .action(move)
}

const backup = (folder: string, { verify }: { verify: boolean }): Promise<void> =>
  withCommandContext(async ({ env, dependencies: { storage, clock } }) => {
    const backupFolder = resolve(folder)
    const { manifest, sha256 } = await makeBackup({ storage, dataDir: env.dataDir, folder: backupFolder, now: clock })
    if (verify) await verifyCopy(backupFolder, env)
    print(
      `${rowsOf(manifest)} rows, ${manifest.reports.length} report files, ${await sizeOfBackup(backupFolder)} bytes`,
    )
    print(`as of ${manifest.made_at}; SHA-256 of manifest.json: ${sha256}`)
    for (const line of manifest.kept_elsewhere) print(`not in it: ${line}`)
    // The backup may be made before an upgrade, with the new version already installed.
  }, 'any-known')

const rowsOf = ({ tables }: BackupManifest): number => tables.reduce((sum, { rows }) => sum + rows, 0)

/**
 * Restores the copy once, because an untested backup may be useless. It uses a separate SQLite folder within DATA_DIR,
 * because no other place may be writable, and a temporary folder is often in memory.
 */
async function verifyCopy(folder: string, env: Env): Promise<void> {
  const dataDir = await mkdtemp(join(env.dataDir, 'backup-check-'))
  try {
    await restoreBackup(folder, { dataDir, databaseUrl: undefined, replace: false })
    const storage = await openStorage({ dataDir })
    try {
      await requireSound(storage, auditKeyIn(env))
    } finally {
      await storage.close()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Throws when the ledgers or an audit log of the store are wrong. */
async function requireSound(storage: Storage, auditKey: string): Promise<void> {
  keepAuditKey(storage.db, auditKey)
  const errors = await verifyUsage({ storage })
  if (errors.length > 0)
    throw new CommandFailure(`The books of the copy are wrong in ${errors.length} places: usage verify`)
  for (const { id, slug } of await listAccountRows(storage.db)) {
    const { problem } = await verifyAudit(storage, id)
    if (problem !== null) throw new CommandFailure(`The audit log of ${slug} is broken in the copy: audit verify`)
  }
}

async function restore(folder: string, { replace = false }: { replace?: boolean }): Promise<void> {
  const env = requireCliEnv()
  prepareDataDir(env.dataDir)
  const manifest = await restoreBackup(resolve(folder), { ...env, replace })
  print(`${rowsOf(manifest)} rows and ${manifest.reports.length} report files as of ${manifest.made_at}`)
  print('everybody is signed out')
  if (env.auditKey === undefined && !existsSync(join(env.dataDir, 'audit-key'))) {
    print('nothing was checked: put audit-key into DATA_DIR, or set AUDIT_KEY, then run usage verify and audit verify')
    return
  }
  const storage = await openStorage({ ...env, statementTimeoutSeconds: LONG_STATEMENT_TIMEOUT_S })
  try {
    await requireSound(storage, auditKeyIn(env))
  } finally {
    await storage.close()
  }
  print('books and audit logs are intact')
}

async function move({ to }: { to: Engine }): Promise<void> {
  const env = requireCliEnv()
  const { dataDir, databaseUrl } = env
  if (databaseUrl === undefined) {
    throw new CommandFailure(
      'DATABASE_URL must name the PostgreSQL database, and DATA_DIR the folder of the SQLite file',
    )
  }
  keepNewFilesPrivate()
  prepareDataDir(dataDir)
  const key = auditKeyIn(env)
  const verify = (copy: Storage) => requireSound(copy, key)
  const { tables, asideFolder } = await moveStore({ to, dataDir, databaseUrl, verify })
  if (tables === undefined) print('a move that had been stopped was ended')
  else {
    const rows = [...tables.values()].reduce((sum, table) => sum + table.rows, 0)
    print(`${rows} rows of ${tables.size} tables, the same in both; books and audit logs are intact`)
  }
  print('report files, their archive and the secrets stay in DATA_DIR')
  if (asideFolder !== undefined) print(`the SQLite file is now in ${asideFolder}; it is not used any more`)
  print(to === 'postgres' ? 'start the panel with DATABASE_URL' : 'start the panel without DATABASE_URL')
}
