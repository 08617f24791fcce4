import { join } from 'node:path'

// The companies page in Chromium for `npm run bench:search`: the built panel with a store of 100 000 companies.
import Database from 'libsql'

import { launchBrowser, signIn, startApp, toCookies } from './app.mjs'

const COMPANIES = 24
const KEY_DELAY_MS = 60
const FIELD = 'input[type="search"]'
const SETTLED = '[data-settled="true"] a[data-company]'

/** Names at regular distances in the store. */
function namesOf({ dataDir }) {
  const db = new Database(join(dataDir, 'registers.db'), { readonly: true })
  try {
    return db
      .prepare(
        `select name, krs from subjects where krs like '0008%' and status = 'active' and cast(substr(krs, 5) as integer) % 4001 = 7 limit ?`,
      )
      .all(COMPANIES)
  } finally {
    db.close()
  }
}

/** @param fill puts the companies into the store of an environment */
export async function measureSearchPage(fill) {
  const browser = await launchBrowser()
  const app = await startApp({ distDir: process.env.NEXT_DIST_DIR ?? '.next' })
  try {
    await fill({ DATA_DIR: app.dataDir, DATABASE_URL: '' })
    const context = await browser.newContext({ viewport: { width: 1350, height: 940 }, locale: 'pl-PL' })
    await context.addCookies(toCookies(await signIn(app.url), app.url))
    const page = await context.newPage()
    page.setDefaultTimeout(120_000)
    const figures = { lists: [], opened: [], whole: [], servers: [], wires: [] }
    for (const [index, { name, krs }] of namesOf(app).entries()) {
      const measured = await measureOne(page, { app, name, krs })
      // The first ones also load the code of both pages.
      if (index < 2) continue
      for (const key of Object.keys(figures)) figures[key].push(measured[key.replace(/s$/, '')] ?? measured[key])
    }
    return figures
  } finally {
    await browser.close()
    await app.stop()
  }
}

async function measureOne(page, { app, name, krs }) {
  const calls = []
  const watch = (request) => {
    const { requestStart, responseStart, responseEnd } = request.timing()
    if (/\/api\/v1\/search|\/companies\/|_rsc/.test(request.url())) {
      calls.push({ url: request.url(), server: responseStart - requestStart, wire: responseEnd - responseStart })
    }
  }
  await page.goto(`${app.url}/search`, { waitUntil: 'load' })
  await page.locator(FIELD).waitFor()
  await page.waitForTimeout(500)
  page.on('requestfinished', watch)
  const query = name.toLowerCase().slice(0, 24).trim()
  await page.evaluate(observe, { settled: SETTLED, field: FIELD, query, krs })
  await page.locator(FIELD).pressSequentially(query, { delay: KEY_DELAY_MS })
  const list = await page.evaluate(() => window.listed)
  await page.keyboard.press('Enter')
  const opened = await page.evaluate(() => window.opened)
  page.off('requestfinished', watch)
  const lastSearch = calls.findLast(({ url }) => url.includes('/v1/search'))
  const pages = calls.filter(({ url }) => url.includes(`/companies/${krs}`))
  const sum = (key) => (lastSearch?.[key] ?? 0) + Math.max(0, ...pages.map((each) => each[key]))
  return { list, opened, whole: list + opened, server: Math.max(0, sum('server')), wire: Math.max(0, sum('wire')) }
}

/**
 * Runs in the page: milliseconds from the last key to the frame with its list, and from Enter to the frame with the
 * company's name.
 */
function observe({ settled, field, query, krs }) {
  let keyAt = 0
  let enterAt = 0
  addEventListener('input', (event) => (keyAt = event.timeStamp), { capture: true })
  addEventListener('keydown', (event) => event.key === 'Enter' && (enterAt = event.timeStamp), { capture: true })
  const after = (resolve, from) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from())))
  const measureUntil = (is, from) =>
    new Promise((resolve) => {
      const checkFrame = () => (is() ? after(resolve, from) : requestAnimationFrame(checkFrame))
      requestAnimationFrame(checkFrame)
    })
  // The list is settled for the complete text.
  window.listed = measureUntil(
    () => document.querySelector(field)?.value === query && document.querySelector(settled) !== null,
    () => keyAt,
  )
  window.opened = measureUntil(
    () => enterAt > 0 && location.pathname.endsWith(`/companies/${krs}`) && document.querySelector('h1') !== null,
    () => enterAt,
  )
}
