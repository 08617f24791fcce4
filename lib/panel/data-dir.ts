import { accessSync, constants, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The data directory cannot be used; the message is one line that names it. */
export class DataDirUnusable extends Error {
  override readonly name = 'DataDirUnusable'
}

/** Makes the directory, readable by its owner only, and checks that it can be written. */
export function prepareDataDir(dataDir: string): void {
  try {
    make(resolve(dataDir))
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DataDirUnusable(`DATA_DIR ${dataDir} cannot be written (${reason})`, { cause: error })
  }
}

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
