import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { Env } from '../env'
import { keptSecret, replaceKept } from './kept-secrets'

const FILE = 'panel-secret'
/** Those before, one a line, the newest first. */
const PREVIOUS = 'panel-secret.previous'
/** Of a file that another process may have replaced. */
const LOOK_EVERY_MS = 1000

/** What cookies are encrypted and keys are sealed with; and what they were before, which is only opened with. */
export type PanelSecrets = {
  current(): string
  /** The present one first. */
  all(): readonly string[]
  /** Looks at once whether another process has changed them. */
  reload(): void
}

type Where = Pick<Env, 'panelSecret' | 'previousPanelSecret' | 'dataDir'>

/** Those of the environment, or those kept in the data directory, which may be changed while the process runs. */
export function panelSecretsOf(env: Where): PanelSecrets {
  if (env.panelSecret !== undefined) {
    const known = [env.panelSecret, ...(env.previousPanelSecret ? [env.previousPanelSecret] : [])]
    return { current: () => known[0] ?? '', all: () => known, reload: () => undefined }
  }
  return keptSecrets(env)
}

function keptSecrets({ dataDir, previousPanelSecret }: Where): PanelSecrets {
  const given = previousPanelSecret ? [previousPanelSecret] : []
  let known: readonly string[] = []
  let stamp = ''
  let lookedAt = 0
  const look = () => {
    lookedAt = Date.now()
    if (stampsOf(dataDir) === stamp && known.length > 0) return
    known = [readPanelSecret(dataDir), ...readPrevious(dataDir), ...given]
    stamp = stampsOf(dataDir)
  }
  const all = () => {
    if (Date.now() - lookedAt >= LOOK_EVERY_MS) look()
    return known
  }
  look()
  return { current: () => all()[0] ?? '', all, reload: look }
}

const readPanelSecret = (dataDir: string): string => keptSecret(dataDir, FILE, makeSecret)
const makeSecret = (): string => randomBytes(48).toString('base64url')

/** Also of those before: once they are taken away, what stands under them ends. */
const stampsOf = (dataDir: string): string => [FILE, PREVIOUS].map((name) => stampOf(join(dataDir, name))).join(' ')

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  return found ? `${found.ino} ${found.mtimeMs}` : ''
}

function readPrevious(dataDir: string): string[] {
  const file = join(dataDir, PREVIOUS)
  if (!statSync(file, { throwIfNoEntry: false })) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}

/**
 * Puts a new secret in the place of the kept one, which stays beside it: first the old one is safe, then the new one appears
 * whole. Older ones stay too, until `forgetOlderSecrets`, because what they sealed may not have been sealed again.
 */
export function replaceKeptSecret(dataDir: string): void {
  const before = [readPanelSecret(dataDir), ...readPrevious(dataDir)]
  replaceKept(dataDir, PREVIOUS, `${before.join('\n')}\n`)
  replaceKept(dataDir, FILE, `${makeSecret()}\n`)
}

/** Nothing is sealed under any but the present one: only the one before stays, for cookies and links that are still around. */
export function forgetOlderSecrets(dataDir: string): void {
  const [last] = readPrevious(dataDir)
  if (last !== undefined) replaceKept(dataDir, PREVIOUS, `${last}\n`)
}

/** The first that opens it. What none opens is tried once more with what another process may have changed. */
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
