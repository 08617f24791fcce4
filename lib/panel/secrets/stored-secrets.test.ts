import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { DataDirUnusable, prepareDataDir } from '../data-dir'
import { type Env, readEnv } from '../env'
import { panelSecretsOf } from './panel-secrets'
import { demoPasswordOf } from './stored-secrets'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const panelSecretOf = (env: Env): string => panelSecretsOf(env).current()

function envOf(more: Record<string, string> = {}): Env {
  const result = readEnv({ DATA_DIR: join(folder, 'a', 'b'), ...more })
  if (!result.ok) throw new Error(result.problem)
  return result.env
}

describe('stored secrets', () => {
  it('are created once, long enough, and readable by their owner only', () => {
    const secret = panelSecretOf(envOf())
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(panelSecretOf(envOf())).toBe(secret)
    const file = join(folder, 'a', 'b', 'panel-secret')
    expect(readFileSync(file, 'utf8').trim()).toBe(secret)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(folder, 'a', 'b'))).toEqual(['panel-secret'])
  })

  it('differ from each other, and are overridden by the environment', () => {
    expect(demoPasswordOf(envOf())).not.toBe(panelSecretOf(envOf()))
    expect(demoPasswordOf(envOf({ DEMO_PASSWORD: 'chosen by hand' }))).toBe('chosen by hand')
    const chosen = 'x'.repeat(32)
    expect(panelSecretOf(envOf({ PANEL_SECRET: chosen }))).toBe(chosen)
  })

  it('are not created again over an empty file', () => {
    prepareDataDir(join(folder, 'a', 'b'))
    writeFileSync(join(folder, 'a', 'b', 'panel-secret'), '')
    expect(() => panelSecretOf(envOf())).toThrow(/panel-secret is empty/)
  })
})

describe('prepareDataDir', () => {
  it('rejects a directory that cannot be created', () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(() => prepareDataDir(join(file, 'below'))).toThrow(DataDirUnusable)
    expect(() => prepareDataDir('/proc/nowhere/at/all')).toThrow(/^DATA_DIR \/proc\/nowhere\/at\/all cannot be written/)
  })
})
