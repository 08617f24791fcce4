import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The data directory cannot be used; the message is one line that names it. */
export class DataDirUnusable extends Error {
  override readonly name = 'DataDirUnusable'
}

/**
 * Makes the directory, checks that it can be written, and keeps others of the machine out of what was there before: 0700 for folders,
 * 0600 for files. Gives a line for each that others can still read, which the caller has to tell. Throws `DataDirUnusable`.
 */
export function prepareDataDir(dataDir: string): readonly string[] {
  try {
    make(resolve(dataDir))
    accessSync(dataDir, constants.W_OK | constants.X_OK)
    // DATA_DIR itself may be a link: it is where the operator wants it.
    const folder = realpathSync(dataDir)
    return [folder, ...contentsOf(folder)].flatMap(keepPrivate)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DataDirUnusable(`DATA_DIR ${dataDir} cannot be written (${reason})`, { cause: error })
  }
}

/** The store, the secrets that are kept beside it, and the folders of reports and of their archive; nothing else that somebody put there. */
const FILES = /^(?:registers\.db(?:-wal|-shm|-journal)?|panel-secret(?:\.previous)?|audit-key|demo-password)$/
const FOLDERS = ['reports', 'archive']

function contentsOf(dataDir: string): string[] {
  const files = readdirSync(dataDir).filter((name) => FILES.test(name))
  return [...files.map((name) => join(dataDir, name)), ...FOLDERS.flatMap((name) => foldersIn(join(dataDir, name)))]
}

/** The folder itself and those in it, links not followed. */
function foldersIn(folder: string): string[] {
  const isFolder = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
  if (!isFolder) return []
  const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return [folder, ...inside.flatMap(({ name }) => foldersIn(join(folder, name)))]
}

const OTHERS = 0o077

/** Where the system has no such rights (Windows) there is nothing to do. */
function keepPrivate(path: string): string[] {
  if (process.platform === 'win32') return []
  const before = lstatSync(path)
  // A link is what somebody made it: its target is theirs to keep.
  if (before.isSymbolicLink() || (before.mode & OTHERS) === 0) return []
  try {
    chmodSync(path, before.isDirectory() ? 0o700 : 0o600)
  } catch {
    // Told below: it belongs to another user, or the file system knows no rights.
  }
  const left = lstatSync(path).mode & OTHERS
  return left === 0 ? [] : [`${path} can be read or written by other users of this machine (mode ${modeOf(path)})`]
}

const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8).padStart(4, '0')

/** From here on what this process makes is its owner's alone: the store, its log, report files. */
export const keepNewFilesPrivate = (): void => void process.umask(OTHERS)

/** Not `recursive: true`: Node never comes back from that below a file system that refuses folders (/proc). */
function make(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && dirname(folder) !== folder) {
      make(dirname(folder))
      mkdirSync(folder, { mode: 0o700 })
    } else if (codeOf(error) !== 'EEXIST') throw error
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)
