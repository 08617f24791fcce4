import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { Env } from '../env'
import { storedSecret, replaceStoredSecret } from './stored-secrets'

const FILE = 'panel-secret'
/** Earlier secrets, one per line, newest first. */
const PREVIOUS = 'panel-secret.previous'
/** Another process may have replaced the files. */
const CHECK_EVERY_MS = 1000

/** The secret that encrypts cookies and keys, and earlier ones, which only decrypt. */
export type PanelSecrets = {
  current(): string
  /** The present one comes first. */
  all(): readonly string[]
  /** Checks immediately whether another process has changed them. */
  reload(): void
}

type SecretSource = Pick<Env, 'panelSecret' | 'previousPanelSecret' | 'dataDir'>

/** Secrets of the environment, or those stored in the data directory, which may change while the process runs. */
export function panelSecretsOf(env: SecretSource): PanelSecrets {
  if (env.panelSecret !== undefined) {
    const values = [env.panelSecret, ...(env.previousPanelSecret ? [env.previousPanelSecret] : [])]
    return { current: () => values[0] ?? '', all: () => values, reload: () => undefined }
  }
  return secretsOfFiles(env)
}

function secretsOfFiles({ dataDir, previousPanelSecret }: SecretSource): PanelSecrets {
  const fromEnvironment = previousPanelSecret ? [previousPanelSecret] : []
  let values: readonly string[] = []
  let stamp = ''
  let checkedAt = 0
  const refresh = () => {
    checkedAt = Date.now()
    if (stampsOf(dataDir) === stamp && values.length > 0) return
    values = [readPanelSecret(dataDir), ...readPrevious(dataDir), ...fromEnvironment]
    stamp = stampsOf(dataDir)
  }
  const all = () => {
    if (Date.now() - checkedAt >= CHECK_EVERY_MS) refresh()
    return values
  }
  refresh()
  return { current: () => all()[0] ?? '', all, reload: refresh }
}

const readPanelSecret = (dataDir: string): string => storedSecret(dataDir, FILE, makeSecret)
const makeSecret = (): string => randomBytes(48).toString('base64url')

/** Also covers the file of earlier secrets: once they are removed, what they encrypted becomes invalid. */
const stampsOf = (dataDir: string): string => [FILE, PREVIOUS].map((name) => stampOf(join(dataDir, name))).join(' ')

function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats ? `${stats.ino} ${stats.mtimeMs}` : ''
}

function readPrevious(dataDir: string): string[] {
  const file = join(dataDir, PREVIOUS)
  if (!statSync(file, { throwIfNoEntry: false })) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}

/**
 * Replaces the stored secret with a new one: first the old one is saved, then the new one appears atomically. Older
 * ones also stay until `forgetOlderSecrets`, because values under them may not have been encrypted again.
 */
export function replacePanelSecret(dataDir: string): void {
  const before = [readPanelSecret(dataDir), ...readPrevious(dataDir)]
  replaceStoredSecret(dataDir, PREVIOUS, `${before.join('\n')}\n`)
  replaceStoredSecret(dataDir, FILE, `${makeSecret()}\n`)
}

/**
 * Call only when everything is encrypted under the present secret. The one before stays, for cookies and links in
 * circulation.
 */
export function forgetOlderSecrets(dataDir: string): void {
  const [last] = readPrevious(dataDir)
  if (last !== undefined) replaceStoredSecret(dataDir, PREVIOUS, `${last}\n`)
}

/**
 * Returns the result of the first secret that decrypts it. On failure the files are read again, because another process
 * may have changed them.
 */
export function openWithAny<T>(secrets: PanelSecrets, open: (secret: string) => T | undefined): T | undefined {
  const found = firstOf(secrets.all(), open)
  if (found !== undefined) return found
  secrets.reload()
  return firstOf(secrets.all(), open)
}

function firstOf<T>(secrets: readonly string[], open: (secret: string) => T | undefined): T | undefined {
  for (const secret of secrets) {
    const opened = open(secret)
    if (opened !== undefined) return opened
  }
  return undefined
}
