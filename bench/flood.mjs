// npm run bench:flood — the effect of a user who floods the panel (bench/flood-load.mjs) on another account: its p95
// during the flood relative to its p95 just before, in interleaved rounds of one run. At most 2, for calls and for
// pages.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { median, signIn, startApp } from './app.mjs'

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const SECONDS = Number(process.env.SECONDS ?? 12)
const FLOOD = { email: 'owner@demo.test' }
const OTHER = { email: 'owner@demo-pro-2.test' }
/** Load of an ordinary user: one request each 30 ms, every fourth of them for a page. */
const PATHS = {
  call: ['/api/v1/usage/summary', '/api/panel/events?limit=50', '/api/v1/monitors?limit=50', '/api/v1/usage/api'],
  page: ['/usage', '/monitors', '/events'],
}
const PAUSE_MS = 30
const TARGET = 2

const app = await startApp({ distDir: process.env.NEXT_DIST_DIR ?? '.next' })
try {
  const cookie = await signIn(app.url, OTHER)
  const floodCookie = await signIn(app.url, FLOOD)
  await measure(cookie, 5)
  const rounds = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const quiet = await measure(cookie, SECONDS)
    const flood = startFlood(floodCookie)
    const flooded = await measure(cookie, SECONDS)
    rounds.push({ quiet, flooded, statuses: await flood.stop() })
    // Calls begun by the flood are still being completed.
    await measure(cookie, 3)
  }
  report(rounds)
} finally {
  await app.stop()
}

function report(rounds) {
  const ratios = Object.keys(PATHS).map((kind) => {
    const p95s = rounds.map(({ quiet, flooded }) => [p95(quiet[kind]), p95(flooded[kind])])
    const ratio = Math.round(median(p95s.map(([before, during]) => during / before)) * 100) / 100
    const [before, during] = [0, 1].map((at) => median(p95s.map((pair) => pair[at])))
    return { kind, 'quiet p95 ms': before.toFixed(1), 'flooded p95 ms': during.toFixed(1), ratio }
  })
  console.table(ratios)
  for (const { quiet, flooded, statuses } of rounds) {
    const changes = Object.keys(PATHS).map(
      (kind) => `${kind} ${p95(quiet[kind]).toFixed(0)} → ${p95(flooded[kind]).toFixed(0)} ms`,
    )
    console.log(`${changes.join(', ')}; the flood was answered ${statuses}`)
  }
  const worst = Math.max(...ratios.map(({ ratio }) => ratio))
  console.log(`another account's p95 under the flood / quiet: ${worst} (target ≤ ${TARGET})`)
  if (worst > TARGET) process.exitCode = 1
}

/** Milliseconds of each answer by kind. Any status other than 200 fails the benchmark. */
async function measure(cookie, seconds) {
  const times = { call: [], page: [] }
  const until = Date.now() + seconds * 1000
  for (let turn = 0; Date.now() < until; turn += 1) {
    const kind = turn % 4 === 3 ? 'page' : 'call'
    const paths = PATHS[kind]
    const path = paths[Math.floor(turn / (kind === 'page' ? 4 : 1)) % paths.length]
    const startedAt = performance.now()
    const answer = await fetch(`${app.url}${path}`, { headers: { cookie } })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
    times[kind].push(performance.now() - startedAt)
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE_MS)
    })
  }
  return times
}

function p95(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)]
}

function startFlood(cookie) {
  const file = fileURLToPath(new URL('flood-load.mjs', import.meta.url))
  const child = spawn(process.execPath, [file, app.url, cookie], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'close')
    return output
  }
  return { stop }
}
