// npm run bench:monitors — the monitors page at 50 000 monitors in Chromium: first rows, a key press in the search,
// scrolling, heap; in the same run with the same rows in AG Grid Community and in a bare TanStack Virtual list.
// ROUNDS=5 visits of each page, COUNT=50000 monitors. Exits 1 when a budget is broken.
import { launchBrowser, median, signIn, startApp, toCookies } from './app.mjs'
import { makeAccount } from './monitors-accounts.mjs'
import { firstRows, heapMb, keyPresses, quantile, scrolling, watch } from './monitors-measure.mjs'
import { startPeers } from './monitors-peers.mjs'

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const COUNT = Number(process.env.COUNT ?? 50_000)
const FEW = 500

const ours = {
  row: '[role="row"][data-id]',
  rows: '[role="rowgroup"]:last-of-type',
  search: 'input[type="search"]',
  scroller: 'html',
  ready: '[role="grid"][aria-busy="false"]',
}
const bare = { row: '.row', rows: '.rows', search: 'input', scroller: '.scroller', ready: '.row' }
const agGrid = {
  row: '.ag-row',
  rows: '.ag-grid-scrolling-container',
  search: 'input[type="search"]',
  scroller: '.ag-grid-viewport',
  ready: '.ag-row',
}

const app = await startApp({ distDir: process.env.NEXT_DIST_DIR ?? '.next' })
const browser = await launchBrowser()
let peers
try {
  const many = await signIn(app.url, await makeAccount(app, 'bench-many', COUNT))
  const few = await signIn(app.url, await makeAccount(app, 'bench-few', FEW))
  peers = await startPeers(JSON.stringify(await rowsOf(many)))
  const page = `${app.url}/monitors`
  const pages = {
    [`panel, ${COUNT}`]: { url: page, cookie: many, marks: ours },
    [`panel, ${FEW}`]: { url: page, cookie: few, marks: ours },
    'bare list': { url: peers.peers.bare.url, marks: bare },
    ...(peers.peers.agGrid ? { 'AG Grid': { url: peers.peers.agGrid.url, marks: agGrid } } : {}),
  }
  const figures = await measureAll(pages)
  console.table(Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, inWords(figure)])))
  judge(figures)
} finally {
  peers?.stop()
  await browser.close()
  await app.stop()
}

/** The rows of the page's stream, with the column names of the peers. */
async function rowsOf(cookie) {
  const text = await (await fetch(`${app.url}/api/panel/monitors/all`, { headers: { cookie } })).text()
  const parts = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  return parts.flatMap(({ rows = [] }) =>
    rows.map(([id, type, value, label, tags, , , , event, source]) => ({
      id,
      label,
      identifier: `${type} ${value}`,
      tags: tags.join(', '),
      source: source ?? '',
      event: event ?? '',
    })),
  )
}

/** Measures every page in each round, so that other load affects all of them. */
async function measureAll(pages) {
  const runs = Object.fromEntries(Object.keys(pages).map((name) => [name, []]))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, page] of Object.entries(pages)) {
      const run = await visit(page)
      // The first visit warms up the server and the browser's disk cache.
      if (round > 0) runs[name].push(run)
    }
  }
  const summary = (list) => ({
    first: median(list.map(({ first }) => first)),
    key: quantile(
      list.flatMap(({ keys }) => keys),
      0.95,
    ),
    slow: quantile(
      list.flatMap(({ slow }) => slow),
      0.95,
    ),
    fast: quantile(
      list.flatMap(({ fast }) => fast),
      0.95,
    ),
    heap: Math.max(...list.map(({ heap }) => heap)),
  })
  return Object.fromEntries(Object.entries(runs).map(([name, list]) => [name, summary(list)]))
}

async function visit({ url, cookie, marks }) {
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 } })
  try {
    if (cookie) await context.addCookies(toCookies(cookie, app.url))
    const page = await context.newPage()
    await watch(page, marks)
    await page.goto(url, { waitUntil: 'load' })
    const first = await firstRows(page)
    await page.waitForSelector(marks.ready, { timeout: 60_000 })
    await page.waitForTimeout(1500)
    const keys = await keyPresses(page, marks)
    const slow = await scrolling(page, marks, 60)
    const fast = await scrolling(page, marks, 1000)
    return { first, keys, slow, fast, heap: await heapMb(page) }
  } finally {
    await context.close()
  }
}

function inWords({ first, key, slow, fast, heap }) {
  const round = (value) => Math.round(value * 10) / 10
  return {
    'first rows ms': round(first),
    'key p95 ms': round(key),
    'scroll p95 ms': round(slow),
    'fast scroll p95 ms': round(fast),
    'heap MB': round(heap),
  }
}

function judge(figures) {
  const own = figures[`panel, ${COUNT}`]
  const bareList = figures['bare list']
  const peer = figures['AG Grid']
  const rules = [
    [`first rows at most 1.2 × those at ${FEW}`, own.first <= 1.2 * figures[`panel, ${FEW}`].first],
    ['a key press at most 50 ms', own.key <= 50],
    ['a frame of scrolling at most 20 ms', own.slow <= 20],
    ['heap at most 250 MB', own.heap <= 250],
    ['first rows within 1.3 × the bare list', own.first <= 1.3 * bareList.first],
    ...(peer
      ? [
          ['first rows before AG Grid', own.first <= peer.first],
          ['a key press before AG Grid', own.key <= peer.key],
          // A frame is 16.7 ms long for both; shorter values are clock noise.
          ['scrolling as smooth as AG Grid', Math.max(own.slow, 16.8) <= Math.max(peer.slow, 16.8)],
          ['fast scrolling as smooth as AG Grid', Math.max(own.fast, 16.8) <= Math.max(peer.fast, 16.8)],
          ['a smaller heap than AG Grid', own.heap <= peer.heap],
        ]
      : []),
  ]
  for (const [rule, holds] of rules) console.log(`${holds ? 'ok  ' : 'OVER'} ${rule}`)
  if (rules.some(([, holds]) => !holds)) process.exitCode = 1
}
