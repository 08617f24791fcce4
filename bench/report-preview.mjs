// npm run bench:preview — a report of a million rows in the panel's store, opened in Chromium: time to the first
// painted rows, memory of the page after scrolling far, growth of the server, and the count of rows that 50 000
// monitors match, compared with a bare read of the same bytes in this process. ROWS=1000000, MONITORS=50000, LEAPS=120.
// Exits 1 when a budget is broken.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import { launchBrowser, median, signIn, startApp, toCookies } from './app.mjs'
import { makeAccount } from './monitors-accounts.mjs'
import { openRawPage } from './raw-page.mjs'

const ROWS = Number(process.env.ROWS ?? 1_000_000)
const MONITORS = Number(process.env.MONITORS ?? 50_000)
const LEAPS = Number(process.env.LEAPS ?? 120)
const FIRST_ROWS_MS = 1000
const PAGE_MB = 150
const IDLE_MS = 5000
const VISITS = 3

const app = await startApp({ distDir: process.env.NEXT_DIST_DIR ?? '.next' })
const browser = await launchBrowser()
try {
  const login = await makeAccount(app, 'bench-preview', MONITORS)
  const report = await makeReport()
  console.log(`A report of ${ROWS} rows, ${toMb(report.size)} MB, and ${MONITORS} monitors`)
  const cookie = await signIn(app.url, login)
  const shown = await measurePage(cookie, report.id)
  const counted = await count(cookie, report.id)
  const bareMs = await bareRead(report.path)
  console.table({
    'first rows painted, ms (median of 3 visits)': shown.firstMs,
    'rows scrolled to': shown.reached,
    'JavaScript heap of the page, MB': shown.heapMb,
    'renderer process while leaping, including garbage, MB': shown.mostMb,
    'renderer process without garbage, MB': shown.renderMb,
    'the same process on an empty page, MB': shown.emptyMb,
    'growth of the server while the report is viewed, MB': shown.serverMb,
    'count over all rows, s': (counted.ms / 1000).toFixed(1),
    'growth of the server while counting, MB': counted.serverMb,
    'rows that monitors watch': counted.monitored,
    'bare read of the same bytes, parsed row by row, s': (bareMs / 1000).toFixed(1),
    'count / bare read': (counted.ms / bareMs).toFixed(2),
  })
  if (shown.firstMs > FIRST_ROWS_MS || shown.renderMb - shown.emptyMb > PAGE_MB) process.exitCode = 1
} finally {
  await browser.close()
  await app.stop()
}

function toMb(bytes) {
  return Math.round(bytes / 1024 / 1024)
}

/** 0 for a process that has just ended. */
function rssMb(pid) {
  const [, kb = 0] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kb) / 1024)
}

function toRow(index) {
  const number = String(index + 1).padStart(10, '0')
  return JSON.stringify({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    announcement_date: '2026-11-19',
    advisors: [],
    attributes: {},
    signature: `WA1M/GUp/${(index % 900_000) + 1}/2026`,
    number: `20261119/${index}`,
    title: 'Obwieszczenie o ogłoszeniu upadłości',
    court: 'Sąd Rejonowy dla m.st. Warszawy',
    category: 'Obwieszczenia',
    debtor_kind: 'Podmiot niebędący osobą fizyczną',
    debtor_name: `Hurtownia Wisła ${index} sp. z o.o.`,
    debtor_pesel: null,
    debtor_nip: null,
    debtor_krs: number,
    debtor_birth_date: null,
    tresc_text: `Sąd ogłosił upadłość dłużnika wpisanego pod numerem ${number} i wezwał wierzycieli do zgłoszenia wierzytelności.`,
  })
}

/** Replaces the file of an existing daily report. */
async function makeReport() {
  const Database = createRequire(import.meta.url)('libsql')
  const database = new Database(join(app.dataDir, 'registers.db'))
  const query = "select id, file from daily_reports where source = 'krz' and format = 'json' order by report_date desc"
  const { id } = await poll(() => database.prepare(query).get())
  const folder = join(app.dataDir, 'reports')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'bench-preview.json')
  const out = createWriteStream(`${path}.tmp`)
  const hash = createHash('sha256')
  const write = async (text) => {
    hash.update(text)
    if (!out.write(text)) await once(out, 'drain')
  }
  await write('[')
  for (let from = 0; from < ROWS; from += 1000) {
    const size = Math.min(1000, ROWS - from)
    const rows = Array.from({ length: size }, (_, index) => toRow(from + index))
    await write(`${from === 0 ? '\n' : ',\n'}${rows.join(',\n')}`)
  }
  await write('\n]\n')
  out.end()
  await once(out, 'finish')
  renameSync(`${path}.tmp`, path)
  const { size } = statSync(path)
  const change = 'update daily_reports set file = ?, row_count = ?, size_bytes = ?, sha256 = ? where id = ?'
  database.prepare(change).run('bench-preview.json', ROWS, size, hash.digest('hex'), id)
  database.close()
  return { id, path, size }
}

async function poll(find) {
  for (let turn = 0; turn < 600; turn += 1) {
    const result = await find()
    if (result) return result
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
  throw new Error('It did not appear within a minute')
}

async function measurePage(cookie, id) {
  const cookies = toCookies(cookie, app.url).map(({ name, value, url }) => ({ name, value, url }))
  const page = await openRawPage(browser, cookies)
  const url = `${app.url}/reports/${id}`
  // A first visit, so that compiling the server's code is not measured.
  await page.goto(url)
  await poll(() => page.evaluate(() => document.querySelector('[data-row] [role="gridcell"]') !== null))
  await page.goto('about:blank')
  await poll(() => page.evaluate(() => location.href === 'about:blank'))
  const emptyMb = await rendererMb()
  const before = rssMb(app.pid)
  await page.runFirst(() => {
    const checkFrame = () => {
      if (!document.querySelector('[data-row="0"] [role="gridcell"]')) return void requestAnimationFrame(checkFrame)
      // A task queued in the animation frame runs after that frame was painted.
      requestAnimationFrame(() => setTimeout(() => (globalThis.firstRows = performance.now())))
    }
    checkFrame()
  })
  const times = []
  for (let visit = 0; visit < VISITS; visit += 1) {
    await page.goto('about:blank')
    await page.goto(url)
    times.push(Math.round(await poll(() => page.evaluate(() => globalThis.firstRows))))
  }
  for (let leap = 0; leap < LEAPS; leap += 1) await page.evaluate(leapToEnd)
  const reached = await page.evaluate(() =>
    Math.max(...[...document.querySelectorAll('[data-row]')].map((row) => Number(row.dataset.row))),
  )
  const [heapMb, mostMb] = [toMb(await page.heapBytes()), await rendererMb()]
  // Scrolling leaves garbage that a browser with enough memory does not collect soon, so a collection is requested.
  await page.simulateLowMemory()
  await new Promise((resolve) => {
    setTimeout(resolve, IDLE_MS)
  })
  const renderMb = await rendererMb()
  return { firstMs: median(times), reached, heapMb, emptyMb, mostMb, renderMb, serverMb: rssMb(app.pid) - before }
}

/** Runs in the page: scrolls to the end of the loaded rows and waits for more. */
async function leapToEnd() {
  const boxOf = () => document.querySelector('[role="grid"]').parentElement
  const box = boxOf()
  const height = box.scrollHeight
  box.scrollTop = height
  for (let turn = 0; boxOf().scrollHeight <= height; turn += 1) {
    if (turn > 1500) throw new Error('No more rows came')
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
  }
}

/** Memory of all pages of the browser; there is only one. */
async function rendererMb() {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const sizes = processInfo.filter(({ type }) => type === 'renderer').map((each) => rssMb(each.id))
  return Math.max(...sizes)
}

async function count(cookie, id) {
  const before = rssMb(app.pid)
  let maxMb = before
  const startedAt = performance.now()
  const answer = await fetch(`${app.url}/api/panel/reports/${id}/preview/count`, { headers: { cookie } })
  let last = ''
  let rest = ''
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    last = lines.at(-1) ?? last
    maxMb = Math.max(maxMb, rssMb(app.pid))
  }
  const { read, monitored, end } = JSON.parse(last)
  if (read !== ROWS || end.why !== 'whole') throw new Error(`Counted ${read} rows: ${end?.why}`)
  return { ms: performance.now() - startedAt, serverMb: maxMb - before, monitored }
}

/** The lower limit: reading the bytes and parsing each row. */
async function bareRead(path) {
  const startedAt = performance.now()
  let rest = ''
  let rows = 0
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    for (const line of lines) {
      if (!line.startsWith('{')) continue
      JSON.parse(line.replace(/,$/, ''))
      rows += 1
    }
  }
  if (rows !== ROWS) throw new Error(`Read ${rows} rows`)
  return performance.now() - startedAt
}
