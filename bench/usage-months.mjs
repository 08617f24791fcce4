// npm run bench:usage — how long the usage page takes to show another month, 31 days × 40 endpoints, in Chromium: from
// the press to the frame after it, from the cache and, for comparison, for a month that must be fetched first. Exits 1
// when the median from the cache is over 200 ms, or not faster than fetching.
import { launchBrowser, median, signIn, startApp, toCookies } from './app.mjs'

const BUDGET_MS = 200
const TURNS = Number(process.env.ROUNDS ?? 12)
const ENDPOINTS = 40
const POOLS = ['lookups', 'rdf', 'pdf', 'wpv']

const daysOf = (month) => {
  const [year, number] = month.split('-').map(Number)
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return Array.from({ length }, (_, at) => ({
    date: `${month}-${String(at + 1).padStart(2, '0')}`,
    lookups: 900 + at * 7 + number,
    rdf: 20 + at,
    pdfs: at,
    wpv_checks: 600,
    overage_units: 0,
    overage_grosz: 0,
  }))
}
const endpointsOf = (month) =>
  Array.from({ length: ENDPOINTS }, (_, at) => ({
    endpoint: `/v1/${month}/endpoint-${at}`,
    pool: POOLS[at % POOLS.length],
    calls: 100 + at,
    units: 1000 - at,
  }))

/** Runs in the page: presses a button and returns the milliseconds to the frame that shows the text. */
async function switchMonth({ label, expected }) {
  const button = [...document.querySelectorAll('button')].find((each) =>
    each.getAttribute('aria-label')?.startsWith(label),
  )
  const startedAt = performance.now()
  button.click()
  const isShown = () => document.querySelector('main').textContent.includes(expected)
  while (!isShown()) {
    if (performance.now() - startedAt > 20_000) throw new Error(`never showed ${expected}`)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  // The next frame begins when this one is on screen.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  return performance.now() - startedAt
}

const app = await startApp({ distDir: process.env.NEXT_DIST_DIR ?? '.next' })
const browser = await launchBrowser()
try {
  const cookie = await signIn(app.url)
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 }, locale: 'pl-PL' })
  await context.addCookies([...toCookies(cookie, app.url), { name: 'locale', value: 'pl', url: app.url }])
  const page = await context.newPage()
  const month = (url) => new URL(url).searchParams.get('month') ?? '2025-01'
  await page.route('**/api/v1/usage/daily?**', (route) =>
    route.fulfill({ json: { items: daysOf(month(route.request().url())) } }),
  )
  await page.route('**/api/v1/usage/breakdown?**', (route) =>
    route.fulfill({ json: { items: endpointsOf(month(route.request().url())) } }),
  )
  // A month closed long ago, which comes with the page from the service.
  await page.goto(`${app.url}/usage?month=2025-09`, { waitUntil: 'networkidle' })
  const shown = (name) => `/v1/${name}/endpoint-39`
  const back = (name) => page.evaluate(switchMonth, { label: 'Poprzedni', expected: shown(name) })
  const forth = (name) => page.evaluate(switchMonth, { label: 'Następny', expected: shown(name) })
  const fetched = [await back('2025-08'), await back('2025-07')]
  const cached = []
  for (let round = 0; round < TURNS; round++) cached.push(await forth('2025-08'), await back('2025-07'))
  for (const name of ['2025-06', '2025-05', '2025-04', '2025-03']) fetched.push(await back(name))
  const [fromCache, fromService] = [median(cached), median(fetched)]
  console.table([
    { of: 'cache', turns: cached.length, 'median ms': round1(fromCache), 'slowest ms': round1(Math.max(...cached)) },
    {
      of: 'first fetch',
      turns: fetched.length,
      'median ms': round1(fromService),
      'slowest ms': round1(Math.max(...fetched)),
    },
  ])
  console.log(`From the cache it takes ${round1((fromCache / fromService) * 100)} % of a first fetch.`)
  if (fromCache > BUDGET_MS || fromCache >= fromService) process.exitCode = 1
} finally {
  await browser.close()
  await app.stop()
}

function round1(value) {
  return Math.round(value * 10) / 10
}
