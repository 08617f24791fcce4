import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The message is one line that names the data directory. */
export class DataDirUnusable extends Error {
  override readonly name = 'DataDirUnusable'
}

/**
 * Creates the directory, checks that it is writable, and removes other users' access to existing files: 0700 for
 * folders, 0600 for files. Returns a warning for each path that others can still read. Throws `DataDirUnusable`.
 */
export function prepareDataDir(dataDir: string): readonly string[] {
  try {
    makeFolder(resolve(dataDir))
    accessSync(dataDir, constants.W_OK | constants.X_OK)
    // DATA_DIR itself may be a symbolic link that the operator made on purpose.
    const folder = realpathSync(dataDir)
    return [folder, ...contentsOf(folder)].flatMap(makePrivate)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DataDirUnusable(`DATA_DIR ${dataDir} cannot be written (${reason})`, { cause: error })
  }
}

/**
 * Only the store, the secrets and the folders of reports and archive are touched, not files that somebody else put
 * there.
 */
const FILES = /^(?:registers\.db(?:-wal|-shm|-journal)?|panel-secret(?:\.previous)?|audit-key|demo-password)$/
const FOLDERS = ['reports', 'archive']

function contentsOf(dataDir: string): string[] {
  const files = readdirSync(dataDir).filter((name) => FILES.test(name))
  return [...files.map((name) => join(dataDir, name)), ...FOLDERS.flatMap((name) => foldersIn(join(dataDir, name)))]
}

/** Includes the folder itself; symbolic links are not followed. */
function foldersIn(folder: string): string[] {
  const isFolder = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
  if (!isFolder) return []
  const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return [folder, ...inside.flatMap(({ name }) => foldersIn(join(folder, name)))]
}

const OTHERS = 0o077

/** Windows has no such permissions. */
function makePrivate(path: string): string[] {
  if (process.platform === 'win32') return []
  const stats = lstatSync(path)
  // The target of a symbolic link is left to whoever created the link.
  if (stats.isSymbolicLink() || (stats.mode & OTHERS) === 0) return []
  try {
    chmodSync(path, stats.isDirectory() ? 0o700 : 0o600)
  } catch {
    // The warning below covers it: the file belongs to another user, or the file system has no permissions.
  }
  const openBits = lstatSync(path).mode & OTHERS
  return openBits === 0 ? [] : [`${path} can be read or written by other users of this machine (mode ${modeOf(path)})`]
}

const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8).padStart(4, '0')

/** Files that this process creates from now on (store, log, reports) are readable by their owner only. */
export const keepNewFilesPrivate = (): void => void process.umask(OTHERS)

/** Does not use `recursive: true`, with which Node hangs below a file system that refuses new folders (/proc). */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && dirname(folder) !== folder) {
      makeFolder(dirname(folder))
      mkdirSync(folder, { mode: 0o700 })
    } else if (codeOf(error) !== 'EEXIST') throw error
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)
