// npm run bench:memory — resident memory of the server after sign-in and fourteen visits of every page, when it has long
// stopped growing. Budget: 350 MB, after each round.
import { readFileSync } from 'node:fs'

import { launchBrowser, readPages, signIn, startApp, toCookies } from './app.mjs'

const PAGES = readPages()
const ROUNDS = Number(process.env.ROUNDS ?? 14)
const BUDGET_MB = 350

const rssMb = (pid) => Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024)

const startedAt = Date.now()
const app = await startApp({ distDir: process.env.NEXT_DIST_DIR ?? '.next' })
console.log(
  `First answer after ${((Date.now() - startedAt) / 1000).toFixed(1)} s, sample data made; ${rssMb(app.pid)} MB`,
)
const browser = await launchBrowser()
try {
  const context = await browser.newContext()
  await context.addCookies(toCookies(await signIn(app.url), app.url))
  const page = await context.newPage()
  // Memory is measured, not time: a busy machine may take what it needs.
  page.setDefaultTimeout(0)
  let most = 0
  for (let round = 1; round <= ROUNDS; round++) {
    for (const path of PAGES) await page.goto(`${app.url}${path}`, { waitUntil: 'load' })
    const now = rssMb(app.pid)
    most = Math.max(most, now)
    console.log(`After every page, round ${round}: ${now} MB`)
  }
  console.log(`At most ${most} MB (budget ${BUDGET_MB})`)
  if (most > BUDGET_MB) process.exitCode = 1
} finally {
  await browser.close()
  await app.stop()
}
