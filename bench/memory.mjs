// npm run bench:memory — resident memory of the server after sign-in and fourteen visits of every page, when it has long
// stopped growing. `-- --minutes 60`: then also mixed use for so long: pages, reads, searches, files, and monitors that come and
// go, through the panel and by key. Budget: 350 MB each time it is looked at.
import { readFileSync } from 'node:fs'

import { findCompanyPage, launchBrowser, readPages, signIn, startApp, toCookies } from './app.mjs'
import { startMixedUse } from './mixed-use.mjs'

const PAGES = readPages()
const ROUNDS = Number(process.env.ROUNDS ?? 14)
const BUDGET_MB = 350
const TICKS_PER_SECOND = 100
const at = process.argv.indexOf('--minutes')
const MINUTES = at === -1 ? 0 : Number(process.argv[at + 1])

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
  `First answer after ${((Date.now() - startedAt) / 1000).toFixed(1)} s, sample data made; ${rssMb(app.pid)} MB`,
)
const browser = await launchBrowser()
let most = 0
const look = (when) => {
  const now = rssMb(app.pid)
  most = Math.max(most, now)
  console.log(`${when}: ${now} MB, ${processorSeconds(app.pid).toFixed(1)} s of processor time`)
}
try {
  const context = await browser.newContext()
  const cookie = await signIn(app.url)
  await context.addCookies(toCookies(cookie, app.url))
  const page = await context.newPage()
  // Memory is measured, not time: a busy machine may take what it needs.
  page.setDefaultTimeout(0)
  const visit = (path) => page.goto(`${app.url}${path}`, { waitUntil: 'load' })
  for (let round = 1; round <= ROUNDS; round++) {
    for (const path of PAGES) await visit(path)
    look(`After every page, round ${round}`)
  }
  if (MINUTES > 0) await useMixed(cookie, visit)
  console.log(`At most ${most} MB when looked at (budget ${BUDGET_MB}), ${statusMb(app.pid, 'VmHWM')} MB for a moment`)
  if (most > BUDGET_MB) process.exitCode = 1
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
    if (minute % 5 === 0 || minute === MINUTES) look(`After ${minute} minutes of mixed use, ${mixed.summary()}`)
  }
}
