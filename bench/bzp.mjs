// npm run bench:bzp — tender search: previews through the service at 30 000, 100 000 and 1 000 000 notices (the last
// on PostgreSQL only with --large), compared with a LIKE of the same words; 1 000 alerts against 1 000 notices; memory
// of the index; and in Chromium the time from the last key to the painted count through the whole panel. Arguments
// choose parts by name: `node bench/bzp.mjs preview alerts`. Exit code 1 when a target is missed.
import { spawnSync } from 'node:child_process'

import { bundle } from '../scripts/bundle.mjs'
import { median, ROOT } from './app.mjs'
import { measurePage, measureTree } from './bzp/page.mjs'
import { dropListIndexes, FILTERS, LIKE, makeNotices } from './bzp/store.mjs'
import { createKey, makeStore, startService } from './service-store.mjs'

const CALLS = Number(process.env.CALLS ?? 60)
const [SMALL, USUAL, LARGE] = [30_000, 100_000, 1_000_000]
const isLarge = process.argv.includes('--large')
const requestedParts = process.argv.slice(2).filter((name) => !name.startsWith('--'))
const isWanted = (part) => requestedParts.length === 0 || requestedParts.includes(part)
const CHART_WIDTH = 50

const rows = []
function report(what, figure, limit) {
  reportAs(' ms', { what, figure, limit })
}

function reportAs(unit, { what, figure, limit }) {
  const isMet = limit === undefined || figure <= limit
  rows.push({ what, target: limit === undefined ? 'none' : `≤ ${limit}${unit}`, figure: `${figure}${unit}`, isMet })
  console.log(`${what}: ${figure}${unit}${isMet ? '' : `, above ${limit}${unit}`}`)
}
const round = (value, digits = 0) => Number(value.toFixed(digits))
const percentile = (values, part) => [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1]

async function timed(work) {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function preview({ url, key }, filter) {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/v1/bzp/alerts/preview`, { method: 'POST', headers, body: JSON.stringify(filter) })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** The base cost of the HTTP server, the key check and the machine. */
async function callUsageSummary({ url, key }) {
  await (await fetch(`${url}/v1/usage/summary`, { headers: { 'x-api-key': key } })).json()
}

/** Measures every filter in turn, so that other load affects them equally, with some LIKE queries in between. */
async function measureAt(service, notices) {
  await makeNotices(service.store, notices)
  let procedures
  const filling = await timed(async () => {
    procedures = (await preview(service, {})).count
  })
  console.log(
    `${service.store.engine}, ${notices} notices: ${procedures} procedures; first call, which fills the index, ${round(filling)} ms`,
  )
  const times = Object.fromEntries(Object.keys(FILTERS).map((name) => [name, []]))
  const likes = []
  const others = []
  for (let call = 0; call < CALLS; call++) {
    for (const [name, filter] of Object.entries(FILTERS)) times[name].push(await timed(() => preview(service, filter)))
    others.push(await timed(() => callUsageSummary(service)))
    if (call % (CALLS / 4) === 0) likes.push(await timed(() => service.store.run(LIKE)))
  }
  return { times: { ...times, 'another free call': others }, like: median(likes) }
}

function reportSize({ engine }, notices, { times, like }) {
  const shown = Object.entries(times).map(([name, all]) => [
    name,
    { 'p50 ms': round(median(all), 1), 'p95 ms': round(percentile(all, 0.95), 1) },
  ])
  console.table(Object.fromEntries(shown))
  const limit = { sqlite: 25, postgres: 40 }[engine]
  const what = `preview, ${engine}, ${notices} notices`
  for (const name of ['seven lists', 'three keywords']) {
    report(`${what}, ${name}, p95`, round(percentile(times[name], 0.95), 1), notices === USUAL ? limit : undefined)
  }
  reportAs('×', {
    what: `${what}, three keywords, LIKE / ours`,
    figure: round(like / median(times['three keywords']), 1),
  })
}

function draw(title, points) {
  const max = Math.max(...points.map(({ ms }) => ms))
  console.log(title)
  for (const { notices, ms } of points) {
    const bar = '█'.repeat(Math.max(1, Math.round((ms / max) * CHART_WIDTH)))
    console.log(`${String(notices).padStart(9)} ${bar} ${round(ms, 1)} ms`)
  }
}

async function previews(engine) {
  const store = await makeStore(engine)
  if (store === null) return
  let running
  try {
    running = { store, ...(await startService(store)), key: createKey(store, 'bench') }
    await dropListIndexes(store)
    const sizes = engine === 'sqlite' || isLarge ? [SMALL, USUAL, LARGE] : [SMALL, USUAL]
    const points = []
    for (const notices of sizes) {
      const measured = await measureAt(running, notices)
      reportSize(store, notices, measured)
      points.push({ notices, measured })
    }
    for (const name of ['seven lists', 'three keywords']) {
      const ofName = points.map(({ notices, measured }) => ({ notices, ms: percentile(measured.times[name], 0.95) }))
      draw(`${engine}, ${name}, p95 by notices`, ofName)
    }
  } finally {
    await running?.stop()
    await store.remove()
  }
}

function measureIndexProcess() {
  const args = ['--expose-gc', 'dist/bzp-index.mjs']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const { indexes, alerts } = JSON.parse(stdout)
  for (const { notices, mb, searches } of indexes) {
    reportAs(' MB', { what: `index of ${notices} notices in memory`, figure: round(mb) })
    for (const { name, times } of searches)
      report(`${name} by only the index, ${notices} notices, p50`, round(median(times), 1))
  }
  report(
    `${alerts.alerts} alerts × ${alerts.notices} notices (${alerts.matches} matches)`,
    round(median(alerts.indexed)),
    1000,
  )
  report('the same one by one', round(median(alerts.naive)))
}

async function pages(notices, limit) {
  const { paints, mostAtOnce, repeated, tree } = await measurePage(notices, measureTree)
  const what = `last key to painted count, ${notices} notices`
  // The first key includes what the page loads with it.
  report(`${what}, the first word`, round(paints[0]))
  report(`${what}, p50`, round(median(paints)))
  report(`${what}, p95`, round(percentile(paints, 0.95)), limit)
  reportAs('', { what: 'requests of the count under way at once', figure: mostAtOnce, limit: 1 })
  reportAs('', { what: 'requests for filters seen before', figure: repeated, limit: 0 })
  if (tree === null) console.log('The page has no tree of CPV codes; its measurement is skipped')
  else {
    report('CPV tree, click to painted', round(tree.openMs), 100)
    report('CPV tree, key to painted, p95', round(percentile(tree.keyMs, 0.95)), 30)
    reportAs(' kB', { what: 'CPV tree, fetched when opened', figure: round(tree.bytes / 1000), limit: 160 })
  }
}

await bundle({ 'bzp-index': 'bench/bzp/index.ts' })
if (isWanted('alerts')) measureIndexProcess()
if (isWanted('preview')) for (const engine of ['sqlite', 'postgres']) await previews(engine)
if (isWanted('page')) {
  await pages(USUAL, 300)
  if (isLarge) await pages(LARGE, 400)
}
console.table(rows)
if (rows.some(({ isMet }) => !isMet)) process.exitCode = 1
