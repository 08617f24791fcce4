// npm run bench:memory — resident memory of the server after sign-in and fourteen visits of every page, when it no
// longer grows. `-- --minutes 60`: then also mixed use for this long: pages, reads, searches, files, and monitors that
// are added and deleted, through the panel and by key. Budget: 350 MB at every measurement.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { findCompanyPage, launchBrowser, readPages, ROOT, signIn, startApp, toCookies } from './app.mjs'

const PAGES = readPages()
const ROUNDS = Number(process.env.ROUNDS ?? 14)
const BUDGET_MB = 350
const TICKS_PER_SECOND = 100
const NAMES = ['spółka', 'nowak', 'bud', 'hotel', 'fundacja', 'trans', 'piekarnia']
const READS = [
  '/api/v1/usage/summary',
  '/api/v1/usage/daily',
  '/api/v1/monitors?limit=100',
  '/api/v1/reports?limit=50',
  '/api/panel/events?limit=50',
  '/api/panel/audit?limit=50',
  '/api/panel/monitors/all',
  '/api/panel/audit/export',
  '/api/panel/bzp-matches/calendar',
  '/api/panel/members',
]
const minutesAt = process.argv.indexOf('--minutes')
const MINUTES = minutesAt === -1 ? 0 : Number(process.argv[minutesAt + 1])

const statusMb = (pid, name) =>
  Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024)
const rssMb = (pid) => statusMb(pid, 'VmRSS')

/** Processor time of the server since its start, in seconds. */
function processorSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

const startedAt = Date.now()
const app = await startApp({ distDir: process.env.NEXT_DIST_DIR ?? '.next' })
console.log(
  `First answer after ${((Date.now() - startedAt) / 1000).toFixed(1)} s, sample data created; ${rssMb(app.pid)} MB`,
)
const browser = await launchBrowser()
let maxMb = 0
const reportMemory = (when) => {
  const now = rssMb(app.pid)
  maxMb = Math.max(maxMb, now)
  console.log(`${when}: ${now} MB, ${processorSeconds(app.pid).toFixed(1)} s of processor time`)
}
try {
  const context = await browser.newContext()
  const cookie = await signIn(app.url)
  await context.addCookies(toCookies(cookie, app.url))
  const page = await context.newPage()
  // Memory is measured, not time, so a busy machine may take longer.
  page.setDefaultTimeout(0)
  const visit = (path) => page.goto(`${app.url}${path}`, { waitUntil: 'load' })
  for (let round = 1; round <= ROUNDS; round++) {
    for (const path of PAGES) await visit(path)
    reportMemory(`After every page, round ${round}`)
  }
  if (MINUTES > 0) await useMixed(cookie, visit)
  console.log(`At most ${maxMb} MB when measured (budget ${BUDGET_MB}), ${statusMb(app.pid, 'VmHWM')} MB for a moment`)
  if (maxMb > BUDGET_MB) process.exitCode = 1
} finally {
  await browser.close()
  await app.stop()
}

async function useMixed(cookie, visit) {
  const mixed = startMixedUse(app, cookie)
  const pages = [...PAGES, await findCompanyPage(app.url, cookie)]
  for (let minute = 1, turn = 0; minute <= MINUTES; minute++) {
    const end = Date.now() + 60_000
    for (; Date.now() < end; turn++) {
      await visit(pages[turn % pages.length])
      await mixed.turn()
    }
    if (minute % 5 === 0 || minute === MINUTES) reportMemory(`After ${minute} minutes of mixed use, ${mixed.summary()}`)
  }
}

/**
 * Typical use of a panel over a day, one call after another: reads, searches, files, and monitors that are added and
 * deleted. Counts the answers by status.
 */
function startMixedUse(app, cookie) {
  const key = execFileSync(
    process.execPath,
    ['scripts/admin.mjs', 'key', 'create', '--account', 'demo-pro', '--name', `mixed-${randomUUID().slice(0, 8)}`],
    { cwd: ROOT, env: { ...process.env, DATA_DIR: app.dataDir, LOG_LEVEL: 'silent' }, encoding: 'utf8' },
  ).trim()
  const statuses = new Map()
  let turns = 0
  const call = async (url, init = {}) => {
    const answer = await fetch(url, init)
    const text = await answer.text()
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    return { status: answer.status, text }
  }
  const byPerson = (path, { headers, ...init } = {}) =>
    call(`${app.url}${path}`, { ...init, headers: { cookie, origin: app.url, ...headers } })
  const byKey = (path) => call(`${app.apiUrl}${path}`, { headers: { 'x-api-key': key } })
  const json = { 'content-type': 'application/json' }

  async function addAndDeleteMonitor() {
    const body = JSON.stringify({ identifier_type: 'krs', identifier_value: krsOf(turns), label: `Mixed use ${turns}` })
    const created = await byPerson('/api/v1/monitors', {
      method: 'POST',
      headers: { ...json, 'idempotency-key': randomUUID() },
      body,
    })
    if (created.status !== 201) return
    await byPerson(`/api/v1/monitors/${JSON.parse(created.text).id}`, { method: 'DELETE' })
  }

  return {
    turn: async () => {
      turns += 1
      await byPerson(READS[turns % READS.length])
      await byPerson(`/api/v1/search?q=${encodeURIComponent(NAMES[turns % NAMES.length])}&limit=20`)
      await byKey('/v1/usage/summary')
      await byKey('/v1/updates?limit=100')
      await addAndDeleteMonitor()
    },
    summary: () =>
      `${turns} turns, answers by status: ${[...statuses].map(([status, n]) => `${status}: ${n}`).join(', ')}`,
  }
}

function krsOf(turn) {
  return String(1 + (turn % 900_000)).padStart(10, '0')
}
