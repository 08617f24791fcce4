import type * as FileSystem from 'node:fs'
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

let canChangeMode = true
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof FileSystem>()
  const chmodSync: typeof fs.chmodSync = (path, mode) => {
    if (!canChangeMode) throw new Error('EPERM')
    fs.chmodSync(path, mode)
  }
  return { ...fs, chmodSync }
})

// Another test file of this process may have loaded it with the real file system.
vi.resetModules()
const { DataDirUnusable, prepareDataDir } = await import('./data-dir')

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-dir-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (...path: string[]): string => (lstatSync(join(folder, ...path)).mode & 0o777).toString(8)
const setMode = (path: string, mode: number) => chmodSync(join(folder, path), mode)

it('prepareDataDir removes access of others from known files, and does not change unknown files', () => {
  const files = [
    'registers.db',
    'registers.db-wal',
    'registers.db-shm',
    'panel-secret',
    'panel-secret.previous',
    'audit-key',
    'demo-password',
  ]
  for (const file of [...files, 'notes.txt']) {
    writeFileSync(join(folder, file), '')
    setMode(file, 0o644)
  }
  mkdirSync(join(folder, 'reports', 'daily'), { recursive: true })
  for (const path of ['reports/daily', 'reports', '.']) setMode(path, 0o755)
  expect(prepareDataDir(folder)).toEqual([])
  expect(files.map((file) => modeOf(file))).toEqual(files.map(() => '600'))
  expect([modeOf('.'), modeOf('reports'), modeOf('reports', 'daily')]).toEqual(['700', '700', '700'])
  expect(modeOf('notes.txt')).toBe('644')
})

it('prepareDataDir creates missing folders that only their owner can access', () => {
  const dataDir = join(folder, 'a', 'b')
  expect(prepareDataDir(dataDir)).toEqual([])
  expect([modeOf('a'), modeOf('a', 'b')]).toEqual(['700', '700'])
})

it('prepareDataDir returns a warning for permissions that it cannot change', () => {
  writeFileSync(join(folder, 'registers.db'), '')
  setMode('registers.db', 0o640)
  canChangeMode = false
  const problems = prepareDataDir(folder)
  canChangeMode = true
  expect(problems).toEqual([
    expect.stringMatching(/registers\.db can be read or written by other users .*\(mode 0640\)/),
  ])
})

it('prepareDataDir changes the folder that a link points to', () => {
  mkdirSync(join(folder, 'real'))
  setMode('real', 0o755)
  symlinkSync(join(folder, 'real'), join(folder, 'data'))
  expect(prepareDataDir(join(folder, 'data'))).toEqual([])
  expect(modeOf('real')).toBe('700')
})

it('prepareDataDir does not follow links in the folder, and rejects a path below a file', () => {
  const elsewhere = join(folder, 'elsewhere')
  mkdirSync(elsewhere)
  setMode('elsewhere', 0o755)
  writeFileSync(join(elsewhere, 'file'), '')
  mkdirSync(join(folder, 'data'))
  symlinkSync(elsewhere, join(folder, 'data', 'reports'))
  symlinkSync(join(elsewhere, 'file'), join(folder, 'data', 'registers.db'))
  expect(prepareDataDir(join(folder, 'data'))).toEqual([])
  expect(modeOf('elsewhere')).toBe('755')
  expect(() => prepareDataDir(join(elsewhere, 'file', 'below'))).toThrow(DataDirUnusable)
})
