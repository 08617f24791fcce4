// npm run bench:events — a catch-up of 100 000 events on the open page, in Chromium: the longest tasks on the page's
// main thread. Budget: no task over 100 ms. Prints the longest relative to the budget. A busy machine stretches every
// task, so a fixed piece of work is timed alongside and the budget is stretched in proportion.
import { join } from 'node:path'

import Database from 'libsql'

import { launchBrowser, signIn, startApp, toCookies } from './app.mjs'

const EVENTS = Number(process.env.EVENTS ?? 100_000)
const BUDGET_MS = 100
const ACCOUNT = 'demo-pro'

const app = await startApp({ distDir: process.env.NEXT_DIST_DIR ?? '.next' })
const browser = await launchBrowser()
try {
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 }, locale: 'pl-PL' })
  await context.addCookies(toCookies(await signIn(app.url), app.url))
  const page = await context.newPage()
  await page.goto(`${app.url}/events`, { waitUntil: 'load' })
  await page.getByRole('feed').getByRole('article').first().waitFor()
  // The connection is closed only after the page has loaded everything it fetches after its first paint.
  await page.waitForLoadState('networkidle')
  // Offline, as a laptop over the weekend: the page requests nothing while the events are published.
  await context.setOffline(true)
  publish()
  await watchTasks(page)
  const stretch = await measureStretch(page)
  const startedAt = Date.now()
  await context.setOffline(false)
  await page.getByText('nadrabianie…').waitFor({ timeout: 60_000 })
  await page.getByText('nadrabianie…').waitFor({ state: 'detached', timeout: 300_000 })
  const seconds = (Date.now() - startedAt) / 1000
  const catchUp = await takeLongestTask(page)
  const count = await page.getByRole('button', { name: /now(e|ych)/ }).textContent()
  await page.getByRole('button', { name: /now(e|ych)/ }).click()
  await page.waitForTimeout(2000)
  const shown = await takeLongestTask(page)
  await page.mouse.wheel(0, 2_000_000)
  await page.waitForTimeout(2000)
  const scrolled = await takeLongestTask(page)
  console.log(`The machine stretches a task by ${stretch.toFixed(1)}.`)
  console.log(`${count}: caught up in ${seconds.toFixed(1)} s`)
  report('catch-up', catchUp, stretch)
  report('showing them', shown, stretch)
  report('scrolling', scrolled, stretch)
} finally {
  await browser.close()
  await app.stop()
}

function report(what, { longestMs, over50 }, stretch) {
  const budgetMs = BUDGET_MS * stretch
  const ratio = (longestMs / budgetMs).toFixed(2)
  console.log(
    `${what}: takeLongestTask task ${Math.round(longestMs)} ms = ${ratio} of the budget; ${over50} over 50 ms`,
  )
  if (longestMs > budgetMs) process.exitCode = 1
}

/**
 * Publishes at once, as the service does: numbers from the sequence, in one transaction. Each event copies the
 * account's newest with a separate announcement, because events of one announcement are folded.
 */
function publish() {
  const db = new Database(join(app.dataDir, 'registers.db'))
  db.exec('pragma busy_timeout = 10000; begin immediate')
  const columns = 'monitor_id, source, identifier_type, identifier_value, subject_name, title, created_at'
  db.prepare(
    `with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ?)
     insert into monitor_events (id, account_id, announcement_id, ${columns})
     select n + (select value from sequences where name = 'monitor_events'), account_id, announcement_id || '-' || n, ${columns} from counted,
       (select * from monitor_events where account_id = (select id from accounts where slug = ?) order by id desc limit 1)`,
  ).run(EVENTS, ACCOUNT)
  db.prepare(`update sequences set value = value + ? where name = 'monitor_events'`).run(EVENTS)
  db.exec('commit')
  db.close()
}

/** Longtask entries are tasks of 50 ms and more. */
async function watchTasks(page) {
  await page.evaluate(() => {
    window.tasks = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.tasks.push(duration)
    }).observe({ entryTypes: ['longtask'] })
  })
}

/** The ninth of ten durations of the same work divided by the shortest; 1 on an idle machine. */
async function measureStretch(page) {
  const times = await page.evaluate(async () => {
    const samples = []
    for (let turn = 0; turn < 60; turn++) {
      const startedAt = performance.now()
      let sum = 0
      for (let step = 0; step < 20_000_000; step++) sum += step % 7
      samples.push([performance.now() - startedAt, sum])
      await new Promise((resolve) => {
        setTimeout(resolve, 5)
      })
    }
    return samples.map(([ms]) => ms).sort((a, b) => a - b)
  })
  await takeLongestTask(page)
  return times[Math.floor(times.length * 0.9)] / times[0]
}

/** The longest collected task in milliseconds; also clears the collected tasks. */
async function takeLongestTask(page) {
  const tasks = await page.evaluate(() => window.tasks.splice(0))
  return { longestMs: Math.max(0, ...tasks), over50: tasks.length }
}
