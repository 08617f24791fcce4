import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'

import { freePorts, type PanelEnv, PASSWORD, ROOT, startPanel } from '../support/panel'

const SECRET = 'do-not-repeat-me'
let folder = ''
let occupyingServer: Server
let takenPort = ''

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panel-start-'))
  writeFileSync(join(folder, 'file'), '')
  mkdirSync(join(folder, 'registers.db-is-a-folder', 'registers.db'), { recursive: true })
  occupyingServer = createServer()
  await new Promise<void>((resolve) => occupyingServer.listen(0, '127.0.0.1', resolve))
  const address = occupyingServer.address()
  takenPort = String(typeof address === 'object' && address !== null ? address.port : 0)
})

test.afterAll(() => {
  occupyingServer.close()
  rmSync(folder, { recursive: true, force: true })
})

type ExitResult = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/**
 * Starts the built panel and waits for its end. A start that should have been refused runs into the test's time-out.
 */
async function runToEnd(env: PanelEnv): Promise<ExitResult> {
  const { PATH = '', HOME = '', NEXT_DIST_DIR } = process.env
  const [PORT, API_PORT] = await freePorts()
  const defaults = { PATH, HOME, NODE_ENV: 'production', DATA_DIR: join(folder, 'data'), PORT, API_PORT } as const
  const child: ChildProcess = spawn(process.execPath, [join(ROOT, 'scripts', 'serve.mjs')], {
    cwd: ROOT,
    env: { ...defaults, ...(NEXT_DIST_DIR && { NEXT_DIST_DIR }), ...env },
  })
  children.add(child)
  const end = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => (end.stdout += String(chunk)))
  child.stderr?.on('data', (chunk) => (end.stderr += String(chunk)))
  return new Promise((resolve) => {
    child.once('close', (code) => {
      children.delete(child)
      resolve({ code, ...end })
    })
  })
}

const children = new Set<ChildProcess>()
test.afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** Expects a non-zero exit and one line that names the mistake and repeats no secret. */
async function expectRefused(env: PanelEnv, message: RegExp): Promise<void> {
  const { code, stdout, stderr } = await runToEnd(env)
  expect(code, stderr).toBe(1)
  expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(/^Cannot start: \S.*/)])
  expect(stderr).toMatch(message)
  expect(stdout + stderr).not.toContain(SECRET)
}

const remote = { REGISTERS_API_URL: 'http://127.0.0.1:9', REGISTERS_API_KEY: SECRET }
/** One invalid setting of each kind; `lib/panel/env.test.ts` covers the messages for all invalid values. */
const invalidSettings: readonly (readonly [env: PanelEnv, named: RegExp])[] = [
  [{ PORT: 'abc' }, /PORT must be/],
  [{ PORT: '39871', API_PORT: '39871' }, /API_PORT must differ from PORT/],
  [{ HOST: 'no-such-host.invalid' }, /HOST no-such-host\.invalid/],
  [{ DATABASE_URL: `mysql://u:${SECRET}@127.0.0.1/x` }, /DATABASE_URL must be a URL/],
  [{ ...remote, REGISTERS_API_KEY: `${SECRET} ${SECRET}` }, /REGISTERS_API_KEY must be one line/],
]

for (const [env, message] of invalidSettings) {
  const last = Object.values(env).at(-1) ?? ''
  test(`rejects ${last.replaceAll(SECRET, '…')} with a message that matches ${message.source}`, () =>
    expectRefused(env, message))
}

test('rejects a data directory below a file, and one whose database is a folder', async () => {
  const below = join(folder, 'file', 'data')
  await expectRefused({ DATA_DIR: below }, /DATA_DIR .*file.data cannot be written/)
  await expectRefused({ DATA_DIR: join(folder, 'registers.db-is-a-folder') }, /registers\.db-is-a-folder/)
})

test('rejects an unreachable database, without printing its password', async () => {
  const url = `postgres://panel:${SECRET}@127.0.0.1:1/registers`
  await expectRefused({ DATABASE_URL: url }, /database at 127\.0\.0\.1:1\/registers.*ECONNREFUSED/)
})

test('rejects ports that are in use', async () => {
  await expectRefused({ PORT: takenPort }, new RegExp(`PORT ${takenPort} is already in use`))
  await expectRefused({ API_PORT: takenPort }, new RegExp(`API_PORT ${takenPort} is already in use`))
})

test('health is 200 while all parts answer, and 503 naming the part that does not', async () => {
  const embedded = await startPanel(join(folder, 'embedded'), { SAMPLE_DATA: 'off' })
  const key = 'a-key-that-the-health-must-not-say'
  const env = { REGISTERS_API_URL: `${embedded.apiUrl}/v1`, REGISTERS_API_KEY: key }
  const panel = await startPanel(join(folder, 'remote'), env).catch(async (error: unknown) => {
    await embedded.stop()
    throw error
  })
  try {
    const alive = await fetch(`${embedded.url}/api/health`)
    expect(alive.status).toBe(200)
    expect(await alive.json()).toEqual({ status: 'ok', upstream: 'embedded', storage: 'sqlite' })
    // The service refuses the key, so it is reachable, which counts as healthy.
    const remoteAlive = await fetch(`${panel.url}/api/health`)
    expect(remoteAlive.status).toBe(200)
    expect(await remoteAlive.json()).toEqual({ status: 'ok', upstream: 'remote', storage: 'sqlite' })
    expect(remoteAlive.headers.get('cache-control')).toBe('no-store')
  } finally {
    await Promise.all([embedded.stop(), panel.stop()])
  }
  // A panel started while its service is down works and reports that.
  const unhealthy = await startWithoutHealth(join(folder, 'remote'), env)
  expect(unhealthy).toEqual({
    status: 503,
    body: { status: 'failed', upstream: 'remote', storage: 'sqlite', failing: 'upstream' },
  })
})

/** `startPanel` waits for a healthy panel, which this one never becomes. */
async function startWithoutHealth(dataDir: string, env: PanelEnv): Promise<{ status: number; body: unknown }> {
  const [PORT, API_PORT] = await freePorts()
  const end = runToEnd({ ...env, DATA_DIR: dataDir, PORT, API_PORT })
  let answer: Response | undefined
  await expect
    .poll(async () => {
      answer = await fetch(`http://127.0.0.1:${PORT}/api/health`).catch(() => undefined)
      return answer !== undefined
    })
    .toBe(true)
  const body: unknown = await answer?.json()
  for (const child of children) child.kill('SIGTERM')
  expect((await end).code).toBe(0)
  return { status: answer?.status ?? 0, body }
}

test('the sample users can sign in until an own account exists', async ({ page }) => {
  const dataDir = join(folder, 'samples')
  cpSync(process.env['PANEL_TEMPLATE'] ?? '', dataDir, { recursive: true })
  const panel = await startPanel(dataDir, { SAMPLE_DATA: '' })
  const signIn = async () => {
    await page.goto(`${panel.url}/sign-in`)
    await page.getByLabel('E-mail').fill('owner@demo.test')
    await page.getByLabel('Hasło').fill(PASSWORD)
    await page.getByRole('button', { name: 'Zaloguj się' }).click()
  }
  try {
    await signIn()
    await expect(page).toHaveURL(`${panel.url}/`)
    panel.admin(['account', 'create', 'wlasne', '--plan', 'pro'])
    expect((await page.request.get(`${panel.url}/api/v1/usage/summary`)).status()).toBe(401)
    await signIn()
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
    await expect(page).toHaveURL(/sign-in/)
  } finally {
    await panel.stop()
  }
})

test('permissions of an existing data directory are restricted, and a log does not show the shared password', async () => {
  const dataDir = join(folder, 'open')
  mkdirSync(dataDir, { mode: 0o755 })
  writeFileSync(join(dataDir, 'registers.db'), '', { mode: 0o644 })
  for (const [path, mode] of [
    ['.', 0o755],
    ['registers.db', 0o644],
  ] as const)
    chmodSync(join(dataDir, path), mode)
  const { PATH = '', HOME = '', NEXT_DIST_DIR } = process.env
  const [PORT, API_PORT] = await freePorts()
  const env = {
    PATH,
    HOME,
    DATA_DIR: dataDir,
    PORT,
    API_PORT,
    SAMPLE_DATA: 'on',
    ...(NEXT_DIST_DIR && { NEXT_DIST_DIR }),
  }
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'start.mjs')], {
    cwd: ROOT,
    env: { ...env, NODE_ENV: 'production' },
  })
  children.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  await expect.poll(() => output, { timeout: 180_000 }).toContain('password: cat ')
  const ended = new Promise((resolve) => child.once('close', resolve))
  const modeOf = (name: string) => (statSync(join(dataDir, name)).mode & 0o777).toString(8)
  const names = readdirSync(dataDir)
  expect(names.filter((name) => name.startsWith('registers.db')).length).toBeGreaterThan(1)
  for (const name of ['.', ...names]) expect(modeOf(name), name).toMatch(/^[67]00$/)
  const password = readFileSync(join(dataDir, 'demo-password'), 'utf8').trim()
  expect(password.length).toBeGreaterThan(8)
  expect(output).not.toContain(password)
  child.kill('SIGTERM')
  await ended
  children.delete(child)
})
