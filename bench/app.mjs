// Starts the built panel, or only the service, for a benchmark, each with a separate data folder.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { requireBrowser } from '../scripts/browser.mjs'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PASSWORD = 'bench-password-123'
const OWNER = 'owner@demo.test'

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** Node flags and variables of the C library in `npm start`. */
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const START_WORDS = scripts.start.split(' ')
const NODE_FLAGS = START_WORDS.filter((word) => word.startsWith('--'))
const START_ENV = Object.fromEntries(
  START_WORDS.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('=')),
)

/** The built panel as `npm start` serves it after its checks, on free ports. */
export async function startApp({ distDir = '.next', env = {} } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'registers-bench-'))
  const [port, apiPort] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, [...NODE_FLAGS, 'scripts/serve.mjs'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...START_ENV,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      NEXT_DIST_DIR: distDir,
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      PORT: `${port}`,
      API_PORT: `${apiPort}`,
      DATA_DIR: dataDir,
      SAMPLE_DATA: 'on',
      DEMO_PASSWORD: PASSWORD,
      RATE_LIMIT_PER_SECOND: '1000000',
      RATE_LIMIT_PER_MINUTE: '1000000',
      ...env,
    },
  })
  const url = `http://127.0.0.1:${port}`
  await waitFor(`${url}/api/health`, child).catch(async (error) => {
    await stop(child, dataDir)
    throw error
  })
  return { url, apiUrl: `http://127.0.0.1:${apiPort}`, pid: child.pid, dataDir, stop: () => stop(child, dataDir) }
}

async function stop(child, dataDir) {
  if (child.exitCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  rmSync(dataDir, { recursive: true, force: true })
}

/** Resolves when the server answers; gives up after a minute or when the process ended. */
export async function waitFor(url, child, init = {}) {
  const until = Date.now() + 60_000
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}`)
    const answer = await fetch(url, init).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
  throw new Error(`No answer from ${url}`)
}

/** Signs in through next-auth's endpoints; returns the Cookie header. */
export async function signIn(url, { email = OWNER, password = PASSWORD } = {}) {
  const jar = new Map()
  const storeCookies = (response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair] = line.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return response
  }
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const { csrfToken } = await storeCookies(await fetch(`${url}/api/auth/csrf`)).json()
  storeCookies(
    await fetch(`${url}/api/auth/callback/credentials`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: cookie(), origin: url, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrfToken, email, password, json: 'true' }),
    }),
  )
  if (![...jar.keys()].some((name) => name.endsWith('session-token'))) throw new Error('Could not sign in')
  return cookie()
}

/** The Cookie header in Playwright's format. */
export const toCookies = (header, url) =>
  header
    .split('; ')
    .map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1), url }))

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

export async function launchBrowser() {
  const { chromium } = await import('@playwright/test')
  return chromium.launch({ executablePath: await requireBrowser(), args: CHROMIUM_ARGS })
}

export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

const pagesRoot = new URL('../app/(panel)/', import.meta.url)

/** Addresses of all pages for signed-in users that need no id and do not redirect. */
export const readPages = () =>
  readdirSync(pagesRoot, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)page\.tsx$/.test(file) && !file.includes('['))
    .filter((file) => !readFileSync(new URL(file, pagesRoot), 'utf8').includes('redirect('))
    .map(
      (file) =>
        `/${file
          .split('/')
          .slice(0, -1)
          .filter((part) => !part.startsWith('('))
          .join('/')}`,
    )
    .toSorted()

/** A company in KRS, whose number only the search knows. */
export async function findCompanyPage(url, cookie) {
  const answer = await fetch(`${url}/api/v1/search?q=sp&limit=20`, { headers: { cookie } })
  const { items } = await answer.json()
  return `/companies/${items.find(({ krs }) => krs !== null).krs}`
}
