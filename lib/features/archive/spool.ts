import { mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

import type { ReportReadResult, ReportFile } from '@/lib/features/reports/report-reader'

import { ArchiveFault } from './archive-fault'
import type { SpooledReport } from './archive-place'
import { freeBytesOf, RESERVED_BYTES, spoolFolder, toDiskFault } from './disk-place'

/** Age at which a spool file counts as abandoned; renewing a claim also touches its file. */
const ABANDONED_MS = 10 * 60_000

/** Disk functions that tests replace to simulate a full disk. */
export type SpoolDisk = {
  readonly open: (path: string) => Promise<SpoolHandle>
  readonly freeBytes: (folder: string) => Promise<number | null>
}
type SpoolHandle = { writeFile(chunk: Uint8Array): Promise<void>; sync(): Promise<void>; close(): Promise<void> }

export const realDisk: SpoolDisk = { open: (path) => open(path, 'wx', 0o600), freeBytes: freeBytesOf }

type SpoolInput = { readonly dataDir: string; readonly name: string; readonly disk: SpoolDisk }

/**
 * Writes a complete report to the spool under a unique name; a partial file is removed. Throws errors of the reader,
 * and `ArchiveFault` for errors of the disk.
 */
export async function spoolReport({ dataDir, name, disk }: SpoolInput, file: ReportFile): Promise<SpooledReport> {
  const folder = spoolFolder(dataDir)
  const path = join(folder, `${name}.part`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch(rethrowDisk)
    await requireRoom(disk, folder, file.sizeBytes ?? 0)
    const { sizeBytes, sha256 } = await writeAll(disk, path, file)
    if (sha256 === null) throw new Error('A report was not read from its beginning')
    return { path, sizeBytes, sha256, mediaType: file.mediaType }
  } catch (error) {
    await file.bytes.return({ sizeBytes: 0, sha256: null }).catch(() => undefined)
    await rm(path, { force: true })
    throw error
  }
}

async function requireRoom(disk: SpoolDisk, folder: string, sizeBytes: number): Promise<void> {
  const free = await disk.freeBytes(folder)
  if (free !== null && free < sizeBytes + RESERVED_BYTES) {
    throw new ArchiveFault('disk_full', `${free} bytes are free, ${sizeBytes + RESERVED_BYTES} are needed`)
  }
}

async function writeAll(disk: SpoolDisk, path: string, file: ReportFile): Promise<ReportReadResult> {
  const handle = await disk.open(path).catch(rethrowDisk)
  try {
    for (;;) {
      const next = await file.bytes.next()
      if (next.done === true) {
        await handle.sync().catch(rethrowDisk)
        return next.value
      }
      await handle.writeFile(next.value).catch(rethrowDisk)
    }
  } finally {
    await handle.close()
  }
}

function rethrowDisk(error: unknown): never {
  throw toDiskFault(error)
}

/** Marks the file as still in use. */
export const touchSpooled = (path: string, now: Date): Promise<void> => utimes(path, now, now).catch(() => undefined)

export async function tidySpool(dataDir: string): Promise<void> {
  const folder = spoolFolder(dataDir)
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found && name.endsWith('.part') && Date.now() - found.mtimeMs > ABANDONED_MS)
      await rm(join(folder, name), { force: true })
  }
}
