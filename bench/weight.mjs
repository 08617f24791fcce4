// npm run bench:weight — transferred JavaScript of every page, without cache, in Chromium: at the load event and
// settled. Budget: Overview ≤ 200 kB at load and ≤ 330 kB settled; no other page above that. Exits 1 when a page is
// over it.
import { findCompanyPage, launchBrowser, median, readPages, signIn, startApp, toCookies } from './app.mjs'

const SETTLE_MS = 3500
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const BUDGET = { load: 200_000, settled: 330_000 }

const app = await startApp({ distDir: process.env.NEXT_DIST_DIR ?? '.next' })
const browser = await launchBrowser()
try {
  const cookie = await signIn(app.url)
  const rows = []
  for (const path of [
    ...readPages(),
    await findReportPage(cookie),
    await findCompanyPage(app.url, cookie),
    '/sign-in',
  ]) {
    const runs = []
    for (let round = 0; round < ROUNDS; round++) runs.push(await measure(path, cookie))
    rows.push({
      page: path,
      'JS at load kB': kB(median(runs.map((run) => run.load))),
      'JS settled kB': kB(median(runs.map((run) => run.settled))),
      'all settled kB': kB(median(runs.map((run) => run.total))),
      requests: median(runs.map((run) => run.requests)),
      over: runs.some((run) => run.load > BUDGET.load || run.settled > BUDGET.settled) ? 'OVER' : '',
    })
  }
  console.table(rows)
  console.log('Lightest peer dashboards measured on this kind of machine: 183/366, 218/528, 427/427 kB.')
  if (rows.some((row) => row.over)) process.exitCode = 1
} finally {
  await browser.close()
  await app.stop()
}

/** The preview of the newest daily report, whose address only the panel knows. */
async function findReportPage(cookie) {
  const answer = await fetch(`${app.url}/api/v1/reports/daily/index`, { headers: { cookie } })
  const [report] = await answer.json()
  return `/reports/${report.id}`
}

async function measure(path, cookie) {
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 } })
  await context.addCookies(path === '/sign-in' ? [] : toCookies(cookie, app.url))
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  const types = new Map()
  const sizes = new Map()
  client.on('Network.responseReceived', (event) => types.set(event.requestId, event.type))
  client.on('Network.loadingFinished', (event) => sizes.set(event.requestId, event.encodedDataLength))
  const scripts = () => sum([...sizes].filter(([id]) => types.get(id) === 'Script').map(([, size]) => size))
  await page.goto(`${app.url}${path}`, { waitUntil: 'load' })
  const load = scripts()
  await page.waitForTimeout(SETTLE_MS)
  await wakeCharts(page)
  if (page.url() !== `${app.url}${path}`) throw new Error(`${path} led to ${page.url()}`)
  const run = { load, settled: scripts(), total: sum([...sizes.values()]), requests: sizes.size }
  await context.close()
  return run
}

/** Charts load their code when a pointer is near, which then counts as well. */
async function wakeCharts(page) {
  const charts = await page.getByTestId('usage-chart').all()
  for (const chart of charts) await chart.hover()
  if (charts.length > 0) await page.waitForTimeout(SETTLE_MS)
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}

function kB(bytes) {
  return Math.round(bytes / 100) / 10
}
