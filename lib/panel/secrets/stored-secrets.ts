import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { prepareDataDir } from '../data-dir'
import type { Env } from '../env'

/**
 * The HMAC key of the audit log. It is separate from the panel's secret, so that it survives a change of that secret.
 */
export const auditKeyIn = (env: Pick<Env, 'auditKey' | 'dataDir'>): string =>
  env.auditKey ?? storedSecret(env.dataDir, 'audit-key', () => randomBytes(48).toString('base64url'))

/** The shared password of the sample users. */
export const demoPasswordOf = (env: Env): string =>
  env.demoPassword ?? storedSecret(env.dataDir, 'demo-password', () => randomBytes(9).toString('base64url'))

/**
 * Created once and stored in the data directory, readable by its owner only. Two processes that start at once agree:
 * the file appears complete, and only the first process creates it.
 */
export function storedSecret(dataDir: string, name: string, make: () => string): string {
  const file = join(dataDir, name)
  const existing = read(file)
  if (existing !== undefined) return existing
  prepareDataDir(dataDir)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${make()}\n`, { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const secret = read(file)
  if (secret === undefined) throw new Error(`${file} is empty; remove it to have a new one made`)
  return secret
}

/** Replaces a stored secret atomically, with the new text synced to disk first. */
export function replaceStoredSecret(dataDir: string, name: string, text: string): void {
  const file = join(dataDir, name)
  const draft = `${file}.${process.pid}`
  const handle = openSync(/* turbopackIgnore: true */ draft, 'w', 0o600)
  try {
    writeFileSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(draft, file)
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
