import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, type Page, test } from '@playwright/test'

import { builtPages } from '../support/pages'
import { freePorts, PASSWORD, ROOT } from '../support/panel'

const BUILD = join(ROOT, process.env['NEXT_DIST_DIR'] ?? '.next')

let folder = ''
let child: ChildProcess
let env: Readonly<Record<string, string>> = {}
let output = ''

/** Environment of a container or service manager: without a user, home or temporary folder. */
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panel-built-'))
  cpSync(process.env['PANEL_TEMPLATE'] ?? '', join(folder, 'data'), { recursive: true })
  const { PATH = '', NEXT_DIST_DIR } = process.env
  const [PORT, API_PORT] = await freePorts()
  env = {
    PATH,
    PORT,
    API_PORT,
    DATA_DIR: join(folder, 'data'),
    DEMO_PASSWORD: PASSWORD,
    ...(NEXT_DIST_DIR && { NEXT_DIST_DIR }),
  }
  child = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs'), '--built'], { cwd: '/', env: toEnv() })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
  await expect.poll(() => output, { timeout: 60_000 }).toContain('Sign in  ')
})

test.afterAll(() => {
  child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Next's types require NODE_ENV, which is deliberately not set. */
const toEnv = () => env as NodeJS.ProcessEnv

const health = () => {
  const { status, stdout } = spawnSync(process.execPath, [join(ROOT, 'scripts/health.mjs')], {
    env: toEnv(),
    encoding: 'utf8',
  })
  return { status, stdout }
}

/** Latest modification of any file in the build, in milliseconds. */
const newest = (name: string): number =>
  Math.max(
    ...readdirSync(name, { recursive: true, encoding: 'utf8' }).map((file) => statSync(join(name, file)).mtimeMs),
  )

// Case G06 of lib/testing/cases/README.md
test('--built prints where to sign in, is healthy, shows every page and writes only to its data directory', async ({
  page,
}) => {
  expect(output).toMatch(/^Panel {4}http:\/\/localhost:\d+$/m)
  expect(output).not.toMatch(/Installing|Building/)
  expect(health()).toEqual({ status: 0, stdout: expect.stringContaining('"status":"ok"') })
  const before = newest(BUILD)
  const url = `http://127.0.0.1:${env['PORT']}`
  await signIn(page, url)
  expect(builtPages.length).toBeGreaterThan(20)
  for (const path of builtPages) expect((await page.request.get(`${url}${path}`)).status(), path).toBeLessThan(400)
  const pack = await page.request.post(`${url}/api/panel/packs`, { data: {}, headers: { origin: url } })
  expect(pack.status()).toBe(201)
  const { id } = (await pack.json()) as { id: string }
  for (const file of ['pdf', 'zip']) {
    expect((await page.request.get(`${url}/api/panel/packs/${id}/${file}`)).status(), file).toBe(200)
  }
  expect(newest(BUILD)).toBe(before)
  for (const line of output.split('\n').filter((each) => each.startsWith('{'))) {
    expect((JSON.parse(line) as { level: number }).level, line).toBe(30)
  }
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(health()).toEqual({ status: 1, stdout: expect.stringContaining('ECONNREFUSED') })
})

async function signIn({ request }: Page, url: string): Promise<void> {
  const { csrfToken } = (await (await request.get(`${url}/api/auth/csrf`)).json()) as { csrfToken: string }
  const form = { csrfToken, email: 'owner@demo.test', password: PASSWORD, json: 'true' }
  expect((await request.post(`${url}/api/auth/callback/credentials`, { form })).status()).toBe(200)
}
