// npm run bench:search — finding a company among 100 000: the search of the service on SQLite and (if available)
// PostgreSQL with a fixed list of queries, alternating with a LIKE of the same text; then in Chromium, with the built
// panel on such a store: from the last key to the painted list, and from Enter to the painted name of the company's
// page. Parts by name: `node bench/search.mjs service page`. Exit code 1 when a target is missed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

import { bundle } from '../scripts/bundle.mjs'
import { median, ROOT } from './app.mjs'
import { measureSearchPage } from './search-page.mjs'
import { makeStore } from './service-store.mjs'

const requestedParts = process.argv.slice(2)
const isWanted = (part) => requestedParts.length === 0 || requestedParts.includes(part)
const SEARCH_MS = 20
const WHOLE_MS = 300
const SLOWEST = 5

const percentile = (values, part) => [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1]
const round = (value, digits = 1) => Number(value.toFixed(digits))

const missed = []
function judge(what, figure, limit) {
  console.log(`${what}: ${round(figure)} ms (target ≤ ${limit} ms)`)
  if (figure > limit) missed.push(what)
}

/** Runs the bundled part in a separate process. */
async function work(mode, env) {
  const child = spawn(process.execPath, ['dist/search-work.mjs', mode], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const [answer] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return JSON.parse(answer)
}

async function measureService(engine) {
  const store = await makeStore(engine)
  if (!store) return
  try {
    const { times, likes, totals } = await work('measure', store.env)
    const all = Object.values(times).flat()
    console.log(
      `${engine}, 100 000 companies, ${Object.keys(times).length} queries: p50 ${round(median(all), 2)} ms; ` +
        `LIKE p50 ${round(median(likes))} ms, p95 ${round(percentile(likes, 0.95))} ms: ${round(median(likes) / median(all))} times`,
    )
    judge(`search, ${engine}, p95`, percentile(all, 0.95), SEARCH_MS)
    const slowest = Object.entries(times)
      .map(([q, samples]) => ({ q, found: totals[q], ms: round(median(samples)) }))
      .toSorted((a, b) => b.ms - a.ms)
    console.table(slowest.slice(0, SLOWEST))
  } finally {
    await store.remove()
  }
}

await bundle({ 'search-work': 'bench/search-work.ts' })
if (isWanted('service')) for (const engine of ['sqlite', 'postgres']) await measureService(engine)
if (isWanted('page')) {
  const { lists, opened, whole, servers, wires } = await measureSearchPage((env) => work('fill', env))
  console.log(`last key to painted list: p50 ${round(median(lists))} ms, p95 ${round(percentile(lists, 0.95))} ms`)
  console.log(`Enter to the painted name: p50 ${round(median(opened))} ms, p95 ${round(percentile(opened, 0.95))} ms`)
  const shares = { server: median(servers), wire: median(wires) }
  console.log(
    `of ${round(median(whole))} ms: server ${round(shares.server)} ms, wire ${round(shares.wire)} ms, ` +
      `waiting for keys and painting ${round(median(whole) - shares.server - shares.wire)} ms`,
  )
  judge('typing the name to the company painted, p95', percentile(whole, 0.95), WHOLE_MS)
}
if (missed.length > 0) {
  console.log(`Missed: ${missed.join('; ')}`)
  process.exitCode = 1
}
