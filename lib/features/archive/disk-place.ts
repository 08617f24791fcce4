import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { ArchiveFault } from './archive-fault'
import { hashOfFile } from './archive-hash'
import { type ArchivePlace, alternativeName, type SpooledReport } from './archive-place'

/** Disk space that must stay free for the database. */
export const RESERVED_BYTES = 256 * 1024 * 1024

const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600

const SPOOL = '.spool'
/** The spool is on the archive's disk, so that a finished file can be linked without copying. */
export const spoolFolder = (dataDir: string): string => join(dataDir, 'archive', SPOOL)
export const archiveFolder = (dataDir: string, accountId: string): string => join(dataDir, 'archive', accountId)

/** Stores files below DATA_DIR, readable only by the user of the process. */
export function diskPlace(
  folder: string,
  freeBytes: (folder: string) => Promise<number | null> = freeBytesOf,
): ArchivePlace {
  const pathOf = (name: string) => join(folder, name)
  return {
    put: async (name, report) => {
      try {
        return await linkReport(folder, name, report)
      } catch (error) {
        throw toDiskFault(error)
      }
    },
    putText: async (name, text) => {
      try {
        await replaceText(pathOf(name), text, join(dirname(folder), SPOOL))
      } catch (error) {
        throw toDiskFault(error)
      }
    },
    open: async (name) => {
      try {
        const { size } = await stat(pathOf(name))
        return { sizeBytes: size, stream: createReadStream(pathOf(name)) }
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined
        throw toDiskFault(error)
      }
    },
    remove: async (name) => {
      await rm(pathOf(name), { force: true }).catch((error: unknown) => {
        throw toDiskFault(error)
      })
    },
    // Unfinished files are in the spool, which is cleaned for all accounts together.
    tidy: () => Promise.resolve(),
    freeBytes: () => freeBytes(folder),
    close: () => undefined,
  }
}

/** Links the complete file to its name: readers never see a partial file, and no file is overwritten. */
async function linkReport(folder: string, name: string, report: SpooledReport): Promise<string> {
  const target = join(folder, name)
  await mkdir(dirname(target), { recursive: true, mode: PRIVATE_FOLDER })
  try {
    await link(report.path, target)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    if ((await hashOfFile(target)) === report.sha256) return name
    const other = alternativeName(name, report.sha256)
    if (other === name) throw new ArchiveFault('name_taken', name)
    if ((await hashIfExists(join(folder, other))) === report.sha256) return other
    await link(report.path, join(folder, other)).catch((cause: unknown) => {
      throw codeOf(cause) === 'EEXIST' ? new ArchiveFault('name_taken', other, { cause }) : cause
    })
    await syncFolder(dirname(target))
    return other
  }
  await syncFolder(dirname(target))
  return name
}

async function hashIfExists(path: string): Promise<string | undefined> {
  return (await stat(path).catch(() => undefined)) && (await hashOfFile(path))
}

async function replaceText(path: string, text: string, spool: string): Promise<void> {
  for (const each of [dirname(path), spool]) await mkdir(each, { recursive: true, mode: PRIVATE_FOLDER })
  const part = join(spool, `${randomUUID()}.part`)
  try {
    const handle = await open(part, 'w', PRIVATE_FILE)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

/** Makes the new name survive a power failure. Not every system supports it for folders. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

export async function freeBytesOf(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) return null
    return freeBytesOf(dirname(folder))
  }
}

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']

export function toDiskFault(error: unknown): Error {
  if (error instanceof ArchiveFault) return error
  const code = codeOf(error)
  if (typeof code !== 'string') return error instanceof Error ? error : new Error(String(error))
  return new ArchiveFault(FULL.includes(code) ? 'disk_full' : 'disk_refused', code, { cause: error })
}

export const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)
