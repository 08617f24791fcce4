// npm run bench:memory — resident memory of the server after sign-in and a visit of every page. Budget: 350 MB.
import { readFileSync } from 'node:fs'

import { launchBrowser, readPages, signIn, startApp, toCookies } from './app.mjs'

const PAGES = readPages()
const ROUNDS = Number(process.env.ROUNDS ?? 3)
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
  for (let round = 1; round <= ROUNDS; round++) {
    for (const path of PAGES) await page.goto(`${app.url}${path}`, { waitUntil: 'load' })
    console.log(`After every page, round ${round}: ${rssMb(app.pid)} MB`)
  }
  if (rssMb(app.pid) > BUDGET_MB) process.exitCode = 1
} finally {
  await browser.close()
  await app.stop()
}
