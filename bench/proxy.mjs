// npm run bench:proxy — the panel's proxy against bare Next route handlers of the same build, in one interleaved run.
// Embedded: ≥ 0.7 × a handler that returns the same bytes. Remote: ≥ 0.9 × a handler that fetches the same upstream.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import autocannon from 'autocannon'

import { median, ROOT, signIn, startApp } from './app.mjs'

const DIST = '.next-bench'
const CONNECTIONS = 32
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const SECONDS = Number(process.env.SECONDS ?? 4)
const PATH = '/api/v1/usage/summary'

build()
const embedded = await startApp({ distDir: DIST })
const upstream = await startUpstream()
const remote = await startApp({
  distDir: DIST,
  env: { REGISTERS_API_URL: upstream.url, REGISTERS_API_KEY: upstream.apiKey },
})
try {
  const cookie = await signIn(embedded.url)
  const remoteCookie = await signIn(remote.url, remote.owner ?? (await createRemoteOwner(remote)))
  const targets = {
    'bare handler': { url: `${embedded.url}/api/bench/bare`, cookie },
    'embedded proxy': { url: `${embedded.url}${PATH}`, cookie },
    'bare fetch': { url: `${remote.url}/api/bench/fetch`, cookie: remoteCookie },
    'remote proxy': { url: `${remote.url}${PATH}`, cookie: remoteCookie },
  }
  const rates = Object.fromEntries(Object.keys(targets).map((name) => [name, []]))
  for (const target of Object.values(targets)) await load(target, 2)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, target] of Object.entries(targets)) rates[name].push(await load(target, SECONDS))
  }
  console.table(Object.entries(rates).map(([name, all]) => ({ name, 'req/s': Math.round(median(all)) })))
  const embeddedRatio = ratio(rates['embedded proxy'], rates['bare handler'])
  const remoteRatio = ratio(rates['remote proxy'], rates['bare fetch'])
  console.log(`embedded / bare handler: ${embeddedRatio} (target ≥ 0.7)`)
  console.log(`remote / bare fetch handler: ${remoteRatio} (target ≥ 0.9)`)
  if (embeddedRatio < 0.7 || remoteRatio < 0.9) process.exitCode = 1
} finally {
  await remote.stop()
  await embedded.stop()
  await upstream.stop()
}

/**
 * A build of the same sources with the two bare handlers (`*.bench.ts`), which no other build contains. Next adds the folder
 * of the build to tsconfig.json. The change is reverted, because it would make the next start build again.
 */
function build() {
  const config = join(ROOT, 'tsconfig.json')
  const before = readFileSync(config, 'utf8')
  const env = { ...process.env, NEXT_DIST_DIR: DIST, BENCH_ROUTES: 'on', NEXT_TELEMETRY_DISABLED: '1' }
  const { status } = spawnSync(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  writeFileSync(config, before)
  if (status !== 0) throw new Error('The benchmark build failed')
}

async function startUpstream() {
  const app = await startApp({ distDir: DIST })
  const apiKey = admin(app, ['key', 'create', '--account', 'demo-pro', '--name', 'bench']).trim()
  return { url: app.apiUrl, apiKey, stop: () => app.stop() }
}

/** Remote mode has no sample users, so the operator creates one. */
async function createRemoteOwner(app) {
  const user = { email: 'owner@bench.test', password: 'bench-password-123' }
  admin(
    app,
    ['user', 'create', user.email, '--account', 'remote', '--role', 'owner', '--password-stdin'],
    user.password,
  )
  return user
}

function admin(app, args, input = '') {
  const env = { ...process.env, DATA_DIR: app.dataDir }
  const result = spawnSync(process.execPath, ['scripts/admin.mjs', ...args], {
    cwd: ROOT,
    env,
    input,
    encoding: 'utf8',
  })
  if (result.status !== 0) throw new Error(result.stderr)
  return result.stdout
}

async function load({ url, cookie }, duration) {
  const result = await autocannon({ url, connections: CONNECTIONS, duration, headers: { cookie } })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`)
  return result.requests.average
}

function ratio(ours, theirs) {
  return Math.round(median(ours.map((rate, round) => rate / theirs[round])) * 100) / 100
}
