import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { type APIRequestContext, expect, test } from '@playwright/test'

import { makeDatabase, postgresUrl } from '../../lib/testing/postgres'
import { type Checkout, isLong, makeCheckout, START_MS, type StartedPanel } from '../support/checkout'
import { freePorts, type PanelEnv, PASSWORD, startPanel } from '../support/panel'
import { commandsUnder } from '../support/readme'

/**
 * Runs the README's commands as processes in a fresh checkout, in each configuration that it lists. They run one after
 * another, because each start uses the state of the one before.
 */
test.describe.configure({ mode: 'serial', timeout: START_MS * 2 })

const [START = ''] = commandsUnder('Two commands')
const [START_REMOTE = '', CREATE_REMOTE_OWNER = ''] = commandsUnder('A remote service')

let checkout: Checkout
test.beforeAll(() => {
  checkout = makeCheckout()
})
test.afterAll(() => checkout.remove())

const running = new Set<StartedPanel>()
test.afterEach(async () => {
  await Promise.all([...running].map((panel) => panel.stop()))
  running.clear()
})

async function start(env = {}, line = START): Promise<StartedPanel> {
  const panel = await checkout.start(line, env)
  running.add(panel)
  expect(await healthOf(panel.url)).toBe(200)
  return panel
}

/** Expects exit code 0 and no sign of a failure in the output. */
async function expectCleanStop(panel: StartedPanel): Promise<void> {
  running.delete(panel)
  expect(await panel.stop(), panel.output()).toBe(0)
  expect(panel.output()).not.toMatch(/Cannot start|Error:|"level":(?:50|60)/)
}

const healthOf = async (url: string) => (await fetch(`${url}/api/health`)).status

/** Signs in through next-auth's endpoint and returns the status of a call that requires a session. */
async function statusAfterSignIn(
  request: APIRequestContext,
  url: string,
  { email = OWNER, password = PASSWORD } = {},
): Promise<number> {
  const csrf = (await (await request.get(`${url}/api/auth/csrf`)).json()) as { csrfToken: string }
  const form = { csrfToken: csrf.csrfToken, email, password, json: 'true' }
  await request.post(`${url}/api/auth/callback/credentials`, { form })
  return (await request.get(`${url}/api/v1/usage/summary`)).status()
}

const OWNER = 'ewa@acme.test'

/** Uses the operator's command line while the panel runs. */
function makeOwnAccount(env: PanelEnv): void {
  const created = checkout.run('npm run -s admin -- account create acme --name Acme --plan pro', env)
  expect(created.code, created.stderr).toBe(0)
  writeFileSync(join(checkout.folder, 'password.txt'), `${PASSWORD}\n`)
  const user = `npm run -s admin -- user create ${OWNER} --account acme --role owner --password-stdin < password.txt`
  expect(checkout.run(user, env)).toMatchObject({ code: 0, stdout: '' })
}

const demoPassword = () => readFileSync(join(checkout.folder, '.data', 'demo-password'), 'utf8').trim()
/** The store of the first start, which contains the sample data. */
const FIRST_STORE = { DATA_DIR: '.data' }

test('a fresh clone installs, builds, loads the sample and prints where to sign in', async ({ request }) => {
  const panel = await start()
  expect(panel.output()).toMatch(
    /Installing dependencies …[\s\S]*Building the panel …[\s\S]*Panel {4}http:\/\/localhost:\d+\n/,
  )
  expect(panel.output()).toMatch(/^Service {2}http:\/\/localhost:\d+\/v1$/m)
  expect(panel.output()).toMatch(/^Sign in {2}owner@demo\.test, finance@demo\.test/m)
  expect(panel.output()).toMatch(/password: cat .*demo-password$/m)
  expect(await statusAfterSignIn(request, panel.url, { email: 'owner@demo.test', password: demoPassword() })).toBe(200)
  expect((await fetch(`${panel.apiUrl}/openapi.json`)).status).toBe(200)
  await expectCleanStop(panel)
})

test('a second start installs and builds nothing, and the same password signs in', async ({ request }) => {
  const password = demoPassword()
  const panel = await start()
  expect(panel.output()).not.toMatch(/Installing|Building/)
  expect(await statusAfterSignIn(request, panel.url, { email: 'owner@demo.test', password })).toBe(200)
  await expectCleanStop(panel)
})

test('a second start on a used port fails with a message, without building, and the first panel keeps running', async () => {
  const panel = await start()
  const { port } = new URL(panel.url)
  writeFileSync(join(checkout.folder, 'public', 'stale.txt'), 'a source that is newer than the build')
  const { code, stderr } = checkout.run(START, { PORT: port })
  rmSync(join(checkout.folder, 'public', 'stale.txt'))
  expect(code).toBe(1)
  expect(stderr).toContain(`Cannot start: PORT ${port} is already in use`)
  expect(stderr).not.toContain('Building')
  expect(await healthOf(panel.url)).toBe(200)
  await expectCleanStop(panel)
})

test('an account created while the panel runs exists after a restart', async ({ request }) => {
  const first = await start(FIRST_STORE)
  makeOwnAccount(FIRST_STORE)
  expect(await statusAfterSignIn(request, first.url)).toBe(200)
  await expectCleanStop(first)
  const second = await start(FIRST_STORE)
  expect(second.output()).toMatch(/^Users {4}npm run -s admin -- user create <email> --account <slug> --role owner$/m)
  expect(second.output()).not.toContain('@demo.test')
  expect(await statusAfterSignIn(request, second.url)).toBe(200)
  await expectCleanStop(second)
})

test('SAMPLE_DATA=off serves an empty store', async ({ request }) => {
  const panel = await start({ DATA_DIR: '.data-off', SAMPLE_DATA: 'off', ADMIN_COMMAND: 'admin' })
  expect(panel.output()).toMatch(/^Users {4}admin user create <email> --account <slug> --role owner$/m)
  expect(panel.output()).toMatch(/^Sample {3}off/m)
  expect(readdirSync(join(checkout.folder, '.data-off'))).not.toContain('demo-password')
  expect(await statusAfterSignIn(request, panel.url, { email: 'owner@demo.test', password: demoPassword() })).toBe(401)
  await expectCleanStop(panel)
})

test('PANEL_URL is the printed address, and disables the sample', async () => {
  const panel = await start({ DATA_DIR: '.data-url', PANEL_URL: 'https://panel.example.com' })
  expect(panel.output()).toMatch(/^Panel {4}https:\/\/panel\.example\.com$/m)
  expect(panel.output()).toMatch(/^Sample {3}off/m)
  expect((await fetch(`${panel.url}/sign-in`)).headers.get('strict-transport-security')).toContain('max-age')
  await expectCleanStop(panel)
})

test('secrets, limits and addresses of an operator are used, and sessions survive a rotated secret', async ({
  request,
}) => {
  const anchors = join(checkout.folder, 'anchors.jsonl')
  const settings = {
    ...FIRST_STORE,
    HOST: '0.0.0.0',
    PANEL_SECRET: 'a'.repeat(32),
    AUDIT_KEY: readFileSync(join(checkout.folder, FIRST_STORE.DATA_DIR, 'audit-key'), 'utf8').trim(),
    AUDIT_ANCHOR_FILE: anchors,
    SESSION_IDLE_MINUTES: '5',
    PUBLIC_API_URL: 'https://api.example.com/v1',
    LOG_LEVEL: 'info',
  }
  const first = await start(settings)
  expect(first.output()).toMatch(/^Service {2}https:\/\/api\.example\.com\/v1$/m)
  expect(await statusAfterSignIn(request, first.url)).toBe(200)
  const session = (await (await request.get(`${first.url}/api/auth/session`)).json()) as { expires: string }
  expect(Date.parse(session.expires)).toBeGreaterThan(Date.now())
  await expectCleanStop(first)
  expect(readFileSync(anchors, 'utf8')).toMatch(/^\{/)
  const second = await start({
    ...settings,
    PANEL_SECRET: 'b'.repeat(32),
    PANEL_SECRET_PREVIOUS: settings.PANEL_SECRET,
  })
  expect((await request.get(`${second.url}/api/v1/usage/summary`)).status()).toBe(200)
  await expectCleanStop(second)
})

test('a remote service: the README’s commands in order lead to a signed-in owner', async ({ request }) => {
  const service = await startPanel(join(checkout.folder, '.data-service'), { SAMPLE_DATA: 'off' })
  try {
    service.admin(['account', 'create', 'customer', '--plan', 'pro'])
    const key = service.admin(['key', 'create', '--account', 'customer', '--name', 'panel']).trim()
    const settings = { DATA_DIR: '.data-remote' }
    const line = START_REMOTE.replace('https://api.example.com', service.apiUrl).replace('KEY=…', `KEY=${key}`)
    expect(line).toContain(key)
    const panel = await start(settings, line)
    expect(panel.output()).toContain(`Service  ${service.apiUrl} (remote)`)
    const env = {
      ...settings,
      REGISTERS_API_URL: service.apiUrl,
      REGISTERS_API_KEY: key,
      PORT: new URL(panel.url).port,
    }
    const { code, stdout, stderr } = checkout.run(CREATE_REMOTE_OWNER, env)
    expect(code, stderr).toBe(0)
    const link = /https?:\/\/\S+/.exec(stdout)?.[0] ?? ''
    expect((await request.get(link.replace('localhost', '127.0.0.1'))).status(), link).toBe(200)
    await expectCleanStop(panel)
  } finally {
    await service.stop()
  }
})

test('two processes on one PostgreSQL: each serves while the other is stopped', async ({ request }) => {
  test.skip(postgresUrl === null, 'There is no PostgreSQL here')
  const database = await makeDatabase()
  const env = { DATABASE_URL: database.url, DATA_DIR: '.data-postgres', SAMPLE_DATA: 'off' }
  try {
    // Both start at once on an empty database, and one of them migrates.
    const [first, second] = await Promise.all([start(env), start(env)])
    const health: unknown = await (await fetch(`${first.url}/api/health`)).json()
    expect(health).toEqual({ status: 'ok', upstream: 'embedded', storage: 'postgres' })
    makeOwnAccount(env)
    expect(await statusAfterSignIn(request, first.url)).toBe(200)
    await expectCleanStop(first)
    // The session is valid on both: it is in the database, and both use the same secret.
    expect((await request.get(`${second.url}/api/v1/usage/summary`)).status()).toBe(200)
    await expectCleanStop(second)
  } finally {
    await database.drop()
  }
})

test('two simultaneous starts with a stale build: one builds, the other waits, both serve', async () => {
  rmSync(join(checkout.folder, '.next'), { recursive: true })
  const both = await Promise.all([start(FIRST_STORE), start(FIRST_STORE)])
  const outputs = both.map((panel) => panel.output())
  expect(outputs.filter((text) => text.includes('Building the panel …'))).toHaveLength(1)
  expect(outputs.filter((text) => /Waiting for process \d+/.test(text))).toHaveLength(1)
  for (const panel of both) await expectCleanStop(panel)
})

test('an interrupted build is repeated, and its stale lock is removed', async () => {
  const [PORT] = await freePorts()
  rmSync(join(checkout.folder, '.next'), { recursive: true })
  writeFileSync(join(checkout.folder, '.build-lock'), '999999999')
  const panel = await start({ ...FIRST_STORE, PORT })
  expect(panel.output()).toContain('Building the panel …')
  expect(readdirSync(checkout.folder)).not.toContain('.build-lock')
  await expectCleanStop(panel)
})

test('after an upgrade: installs and builds again, and existing accounts still work', async ({ request }) => {
  const lock = join(checkout.folder, 'package-lock.json')
  writeFileSync(lock, `${readFileSync(lock, 'utf8')}\n`)
  writeFileSync(join(checkout.folder, 'public', 'new-in-this-version.txt'), 'new')
  const panel = await start(FIRST_STORE)
  expect(panel.output()).toMatch(/Installing dependencies …[\s\S]*Building the panel …/)
  expect(await statusAfterSignIn(request, panel.url)).toBe(200)
  await expectCleanStop(panel)
})

test('npm run service serves only the API, npm run dev the panel', async () => {
  // Next's development server does not accept linked dependencies, which a copied checkout has except in the long run.
  const lines = [['npm run service', '/openapi.json'], ...(isLong ? [['npm run dev', '/api/health']] : [])]
  for (const [line = '', path = ''] of lines) {
    const [PORT, API_PORT] = await freePorts()
    const process = checkout.spawn(line, {
      DATA_DIR: '.data-alone',
      SAMPLE_DATA: 'off',
      PORT,
      API_PORT,
      ...(line.endsWith('dev') && { NODE_ENV: 'development' }),
    })
    const port = line.endsWith('service') ? API_PORT : PORT
    const url = `http://127.0.0.1:${port}${path}`
    await expect
      .poll(
        () =>
          fetch(url).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 100_000 },
      )
      .toBe(200)
    await process.stop()
  }
})
