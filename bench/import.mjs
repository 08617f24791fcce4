// npm run bench:import — 50 000 pasted identifiers in Chromium: from the paste to every verdict on screen, with the
// largest task of the main thread in that time (processor time); interleaved with the same check on the main thread of
// the same page. Exit code 1 when it takes more than 1.5 s, or a task more than 100 ms.
import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'

import { rolldown } from 'rolldown'

import { launchBrowser, median, ROOT, signIn, startApp, toCookies } from './app.mjs'

const ROWS = 50_000
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const BUDGET = { ms: 1500, task: 100 }
const SETTLE_MS = 1500
const WEIGHTS = [6, 5, 7, 2, 3, 4, 5, 6, 7]

const app = await startApp({ distDir: process.env.NEXT_DIST_DIR ?? '.next' })
const browser = await launchBrowser()
try {
  const code = await bundleCheck()
  const cookie = await signIn(app.url)
  const runs = []
  for (let round = 0; round < ROUNDS; round++) runs.push(await measure(cookie, code))
  console.table(runs)
  const medianOf = (key) => median(runs.map((run) => run[key]))
  const [worker, main, task] = [
    medianOf('paste to verdicts ms'),
    medianOf('on the main thread ms'),
    medianOf('largest task ms'),
  ]
  console.log(
    `${ROWS} rows, paste to verdicts: ${worker} ms, ${(worker / main).toFixed(2)} × the check on the main thread (${main} ms)`,
  )
  console.log(
    `Largest task of the main thread: ${task} ms, ${(task / medianOf('its largest task ms')).toFixed(2)} × without the worker`,
  )
  if (worker > BUDGET.ms || task > BUDGET.task) process.exitCode = 1
} finally {
  await browser.close()
  await app.stop()
}

/** The worker's code, bundled as one script for the page. */
async function bundleCheck() {
  const build = await rolldown({
    input: fileURLToPath(new URL('../components/imports/session/import-service.ts', import.meta.url)),
    resolve: { alias: { '@': ROOT.replace(/\/$/, '') } },
  })
  const { output } = await build.generate({ format: 'iife', name: 'benchImport', minify: true })
  await build.close()
  return `${output[0].code};globalThis.benchImport = benchImport`
}

/** Valid NIPs with a label, one in ten wrong; each round has other numbers. */
function makeList() {
  const lines = []
  for (let number = randomInt(200_000_000, 800_000_000); lines.length < ROWS; number++) {
    const digits = String(number)
    const check = WEIGHTS.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11
    if (check === 10) continue
    const last = lines.length % 10 === 9 ? (check + 1) % 10 : check
    lines.push(`${digits}${last};Firma ${lines.length}`)
  }
  return lines.join('\n')
}

async function measure(cookie, code) {
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 }, locale: 'pl-PL' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url })
  await context.addCookies(toCookies(cookie, app.url))
  const list = makeList()
  // A new page for each, so that neither collects the garbage of the other.
  const worker = await measurePaste(await openPage(context), list)
  const main = await measureOnMainThread(await openPage(context), code, list)
  await context.close()
  return {
    'paste to verdicts ms': Math.round(worker.ms),
    'largest task ms': Math.round(worker.cpu),
    'largest task by the clock ms': Math.round(worker.wall),
    'on the main thread ms': Math.round(main.ms),
    'its largest task ms': Math.round(main.cpu),
  }
}

async function openPage(context) {
  const page = await context.newPage()
  await page.goto(`${app.url}/monitors/import`, { waitUntil: 'load' })
  await page.waitForTimeout(SETTLE_MS)
  return page
}

/**
 * Runs the work under Chromium's tracing. `cpu` is the largest task of the page's main thread in processor time, which
 * other programs do not lengthen; `wall` is the same in wall-clock time.
 */
async function traceWork(page, work) {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-lighthouse', '__metadata'] })
  const ms = await work()
  await page.waitForTimeout(300)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString())
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}:${tid}`),
  )
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && mains.has(`${pid}:${tid}`),
  )
  if (tasks.length === 0) throw new Error('The trace has no tasks of the main thread')
  const largest = (key) => Math.max(...tasks.map((task) => task[key] ?? 0)) / 1000
  return { ms, cpu: largest('tdur'), wall: largest('dur') }
}

async function measureOnMainThread(page, code, list) {
  await page.evaluate(code)
  await page.evaluate((text) => (window.benchList = text), list)
  return traceWork(page, () =>
    page.evaluate(() => {
      const start = performance.now()
      new window.benchImport.ImportService().readText({ text: window.benchList })
      return performance.now() - start
    }),
  )
}

/** A real paste into the field; the clock stops when the count of all rows is displayed. */
async function measurePaste(page, list) {
  await page.evaluate((text) => navigator.clipboard.writeText(text), list)
  await page.locator('textarea').focus()
  await page.evaluate(() => {
    window.benchEnd = new Promise((resolve) => {
      addEventListener('paste', () => (window.benchStart = performance.now()), { capture: true, once: true })
      const checkCount = () => {
        const isThere = [...document.querySelectorAll('[aria-pressed]')].some((chip) =>
          /50\s000/.test(chip.textContent),
        )
        if (isThere) resolve(performance.now() - window.benchStart)
        return isThere
      }
      const observer = new MutationObserver(() => checkCount() && observer.disconnect())
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    })
  })
  return traceWork(page, async () => {
    await page.keyboard.press('Control+V')
    const ms = await page.evaluate(() => window.benchEnd)
    // Includes the comparison with the account's monitors.
    await page.locator('[role=status]', { hasText: 'Sprawdzanie' }).waitFor({ state: 'hidden' })
    return ms
  })
}
