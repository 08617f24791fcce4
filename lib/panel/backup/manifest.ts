import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'

import * as z from 'zod'

import { parseJson } from '@/lib/domain/collections/json'

export const MANIFEST = 'manifest.json'

const fileEntry = z.object({
  /** Relative to the backup folder. */
  path: z.string().regex(/^[\w.-]+(\/[\w.-]+)*$/),
  bytes: z.number(),
  sha256: z.string(),
})
export type BackupFile = z.output<typeof fileEntry>

const manifest = z.object({
  version: z.literal(1),
  /** ISO 8601; every write acknowledged before this instant is included. */
  made_at: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  schema: z.string(),
  /** Ordered so that each table comes after the tables it refers to. */
  tables: z.array(fileEntry.extend({ name: z.string(), rows: z.number() })),
  /** Last values of counted ids, by table. */
  counters: z.record(z.string(), z.number()),
  /** Report files, below `reports/`. */
  reports: z.array(fileEntry),
  /** Number of entries in each audit log, and the hash of the last one. */
  audit: z.array(z.object({ account: z.string(), slug: z.string(), entries: z.number(), head: z.string() })),
  /** What the store also needs and has to be saved separately. */
  kept_elsewhere: z.array(z.string()),
})
export type BackupManifest = z.output<typeof manifest>

/** The backup cannot be used; the message is one line. */
export class BackupUnusable extends Error {
  override readonly name = 'BackupUnusable'
}

/** Written last: a backup without a manifest is incomplete. */
export async function writeManifest(folder: string, content: BackupManifest): Promise<string> {
  const text = `${JSON.stringify(content, null, 2)}\n`
  const draft = join(folder, `${MANIFEST}.part`)
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, join(folder, MANIFEST))
  await syncFolder(folder)
  return createHash('sha256').update(text).digest('hex')
}

/** Throws `BackupUnusable` when the backup is incomplete or a file's hash differs from the manifest. */
export async function readWholeBackup(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new BackupUnusable(`${folder} has no ${MANIFEST}: it is not a backup, or one that was not finished`)
  const parsed = manifest.safeParse(parseJson(text))
  if (!parsed.success) throw new BackupUnusable(`${MANIFEST} of ${folder} cannot be read by this version of the panel`)
  for (const { path, bytes, sha256 } of [...parsed.data.tables, ...parsed.data.reports]) {
    const found = await fileOf(folder, path).catch(() => undefined)
    if (!found) throw new BackupUnusable(`The backup is damaged: ${path} is missing`)
    if (found.bytes !== bytes || found.sha256 !== sha256) {
      throw new BackupUnusable(`The backup is damaged: ${path} has changed since it was written`)
    }
  }
  return parsed.data
}

export async function fileOf(folder: string, path: string): Promise<BackupFile> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(join(folder, path))) {
    // Safe: a stream without an encoding yields buffers.
    const buffer = chunk as Buffer
    hash.update(buffer)
    bytes += buffer.byteLength
  }
  return { path, bytes, sha256: hash.digest('hex') }
}

/** Flushes the file to disk and makes it readable by its owner only. */
export async function syncFile(path: string): Promise<void> {
  await chmod(path, 0o600)
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A new file name is durable only once its folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
