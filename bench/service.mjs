// npm run bench:service — the embedded service on both engines. Metered calls against a bare Hono route that returns
// the same bytes, in one interleaved run; everything else in milliseconds and megabytes. Exit code 1 when a target is
// missed.
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

import autocannon from 'autocannon'

import { median } from './app.mjs'
import { FILTERS, makeNotices } from './bzp/store.mjs'
import { startPeer } from './peer.mjs'
import { metricsCost } from './service-metrics.mjs'
import { build, createKey, makeStore, matchingTimes, startBare, startService } from './service-store.mjs'

const CONNECTIONS = 32
const ROUNDS = Number(process.env.ROUNDS ?? 7)
const SECONDS = Number(process.env.SECONDS ?? 3)
const NOTICES = 100_000
const REPORT_ROWS = 1_000_000
const WARM_ROWS = 2_000
const BATCH = 20_000

const rows = []
/** @param limit the maximum of the figure, or the minimum when `atLeast` */
function report(what, figure, { limit, unit = '', atLeast = false }) {
  const isMet = atLeast ? figure >= limit : figure <= limit
  rows.push({ what, target: `${atLeast ? '≥' : '≤'} ${limit}${unit}`, figure: `${figure}${unit}`, isMet })
  console.log(`${what}: ${figure}${unit}`)
}

const round = (value, digits = 0) => Number(value.toFixed(digits))
const json = { 'content-type': 'application/json' }

async function request({ url, key }, call, body) {
  const [method, path] = call.split(' ')
  const init = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await fetch(`${url}${path}`, { method, headers: { 'x-api-key': key, ...json }, ...init })
  if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`)
  return answer
}

async function timed(work) {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

const percentile = (values, part) => [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1]

async function load({ url, key }) {
  const headers = key ? { 'x-api-key': key } : {}
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`)
  return { rate: result.requests.average, p99: result.latency.p99 }
}

/** Measures all targets in each round, so that other load affects them equally. */
async function meteredCalls(services) {
  const [{ krs }] = await services[0].store.run('select krs from subjects where krs is not null order by krs limit 1')
  const path = `/v1/record?krs=${krs}`
  const sample = await request(services[0], `GET ${path}`)
  const headers = Object.fromEntries([...sample.headers].filter(([name]) => !/^(?:date|connection|keep)/.test(name)))
  const prism = await startPeer(services[0], path)
  const bare = await startBare('/v1/record', { body: await sample.text(), headers })
  const targets = {
    bare,
    ...(prism ? { prism } : {}),
    ...Object.fromEntries(services.map((s) => [s.store.engine, { ...s, url: `${s.url}${path}` }])),
  }
  const results = Object.fromEntries(Object.keys(targets).map((name) => [name, []]))
  try {
    for (const target of Object.values(targets)) await load(target)
    const turns = Array.from({ length: ROUNDS }, () => Object.entries(targets)).flat()
    for (const [name, target] of turns) results[name].push(await load(target))
  } finally {
    await bare.stop()
    await prism?.stop()
  }
  for (const [name, all] of Object.entries(results)) {
    console.log(`${name}: ${Math.round(median(all.map(({ rate }) => rate)))} a second`)
  }
  const ratio = (name, metric) =>
    round(median(results[name].map((ours, turn) => ours[metric] / Math.max(1, results.bare[turn][metric]))), 3)
  if (results.prism) reportPeer(results)
  report('metered call, SQLite, throughput / bare route', ratio('sqlite', 'rate'), { limit: 0.2, atLeast: true })
  report('metered call, SQLite, p99 / bare route', ratio('sqlite', 'p99'), { limit: 8 })
  if (results.postgres) {
    report('metered call, PostgreSQL, throughput / bare route', ratio('postgres', 'rate'), {
      limit: 0.08,
      atLeast: true,
    })
  }
}

/**
 * Reports the throughput relative to Prism, which validates the call and answers with an example without reading,
 * counting or storing anything.
 */
function reportPeer(results) {
  for (const engine of ['sqlite', 'postgres'].filter((name) => results[name])) {
    const times = results[engine].map(({ rate }, turn) => rate / results.prism[turn].rate)
    const figure = round(median(times), 2)
    rows.push({ what: `metered call, ${engine}, throughput / Prism`, target: 'none', figure, isMet: true })
  }
}

async function bulkCreates(service) {
  const times = []
  for (let call = 0; call < 7; call++) {
    const items = Array.from({ length: 1000 }, (_, n) => ({
      identifier_type: 'krs',
      identifier_value: String(7_000_000_000 + call * 1000 + n)
        .slice(-10)
        .padStart(10, '0'),
    }))
    times.push(await timed(async () => (await request(service, 'POST /v1/monitors/bulk', { items })).json()))
  }
  report(`bulk create of 1 000 monitors, ${service.store.engine}`, round(median(times)), { limit: 100, unit: ' ms' })
}

async function previews(service) {
  await makeNotices(service.store, NOTICES)
  const preview = async () => (await request(service, 'POST /v1/bzp/alerts/preview', FILTERS['seven lists'])).json()
  await preview()
  const times = []
  for (let call = 0; call < 60; call++) times.push(await timed(preview))
  const limit = service.store.engine === 'sqlite' ? 25 : 40
  const what = `preview, seven lists, 100 000 notices, ${service.store.engine}, p95`
  report(what, round(percentile(times, 0.95)), { limit, unit: ' ms' })
}

const rssMb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Inserts in batches, so that the jobs of the running service can use SQLite in between. */
async function fillDay({ run, engine }, day, rowCount) {
  for (let from = 0; from < rowCount; from += BATCH) {
    const part = Math.min(BATCH, rowCount - from)
    const numbers =
      engine === 'postgres'
        ? `select n from generate_series(1, ${part}) as numbers (n)`
        : `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${part}) select n from numbers`
    await run(`
      insert into announcements (id, source, day, published_at, name, title, row)
      select 'bench-${day}-' || (${from} + numbers.n), 'krz', '${day}', '${day}T10:00:00.000Z', one.name, one.title, one.row
      from (${numbers}) as numbers, (select * from announcements where source = 'krz' order by id desc limit 1) as one`)
  }
}

/** Creates and downloads a report of a day; returns the maximum memory of the process in that time. */
async function makeReport(service, day) {
  let maxMb = 0
  const watch = setInterval(() => {
    maxMb = Math.max(maxMb, rssMb(service.pid))
  }, 20)
  try {
    const order = { source: 'krz', format: 'csv', date_from: day, date_to: day }
    const { id } = await (await request(service, 'POST /v1/reports', order)).json()
    await waitForReport(service, id)
    let bytes = 0
    for await (const chunk of (await request(service, `GET /v1/reports/download/${id}`)).body) bytes += chunk.byteLength
    return { maxMb, bytes }
  } finally {
    clearInterval(watch)
  }
}

async function waitForReport(service, id) {
  for (;;) {
    const job = await (await request(service, `GET /v1/reports/${id}`)).json()
    if (job.status === 'ready') return
    if (job.status === 'failed') throw new Error(job.error)
    await setTimeout(200)
  }
}

/** Measures the memory that grows with the rows; a small report first loads what every report needs. */
async function largeReports(service) {
  const dayBefore = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const { engine } = service.store
  // Days that neither daily reports nor the sample data use.
  await fillDay(service.store, dayBefore(40), REPORT_ROWS)
  await fillDay(service.store, dayBefore(41), WARM_ROWS)
  await makeReport(service, dayBefore(41))
  const before = rssMb(service.pid)
  const { maxMb, bytes } = await makeReport(service, dayBefore(40))
  console.log(`${engine}: ${round(bytes / 1e6)} MB of report, RSS ${round(before)} → ${round(maxMb)} MB`)
  report(`RSS from 2 000 to 1 000 000 rows of a report, ${engine}`, round(maxMb - before), { limit: 64, unit: ' MB' })
}

await build()
const stores = [await makeStore('sqlite'), await makeStore('postgres')].filter((store) => store !== null)
const services = []
try {
  for (const store of stores) services.push({ store, ...(await startService(store)), key: createKey(store, 'bench') })
  await meteredCalls(services)
  report('metered call with metrics on / off, processor time', round(await metricsCost(), 3), { limit: 1.02 })
  for (const service of services) {
    await bulkCreates(service)
    await previews(service)
    await largeReports(service)
    await service.stop()
    const what = `1 000 announcements among 50 000 monitors, ${service.store.engine}`
    report(what, median(matchingTimes(service.store)), { limit: 1000, unit: ' ms' })
  }
} finally {
  for (const service of services) await service.stop()
  for (const store of stores) await store.remove()
}
console.table(rows)
if (rows.some(({ isMet }) => !isMet)) process.exitCode = 1
