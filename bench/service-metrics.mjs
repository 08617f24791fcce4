// The cost of METRICS_TOKEN for a metered call: two services on SQLite, one with and one without metrics, called in
// turn. Measured in processor time per call, so that other load does not matter. Part of `npm run bench:service`;
// `node bench/service-metrics.mjs` runs only this.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

import autocannon from 'autocannon'

import { median } from './app.mjs'
import { build, createKey, makeStore, startService } from './service-store.mjs'

const CONNECTIONS = 32
const CALLS = Number(process.env.CALLS ?? 4000)
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const PAIRS = Number(process.env.PAIRS ?? 7)
const TOKEN = 'the-metrics-token-of-the-benchmark'

const ticksOf = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return Number(fields[11]) + Number(fields[12])
}

async function startMeasured(env) {
  const store = await makeStore('sqlite')
  Object.assign(store.env, env)
  const service = await startService(store)
  const [{ krs }] = await store.run('select krs from subjects where krs is not null order by krs limit 1')
  const url = `${service.url}/v1/record?krs=${krs}`
  const headers = { 'x-api-key': createKey(store, 'bench-metrics') }
  const load = async () => {
    const before = ticksOf(service.pid)
    const { non2xx, errors } = await autocannon({ url, connections: CONNECTIONS, amount: CALLS, headers, timeout: 60 })
    if (non2xx + errors > 0) throw new Error(`${non2xx} calls were refused, ${errors} failed`)
    return ticksOf(service.pid) - before
  }
  const close = async () => {
    await service.stop()
    await store.remove()
  }
  return { load, close }
}

/**
 * Processor time per call with metrics relative to without. One process may be a tenth faster than another for its
 * whole life, so several pairs are started.
 */
export async function metricsCost() {
  const ratios = []
  for (let pair = 0; pair < PAIRS; pair++) ratios.push(await costOfPair())
  return median(ratios)
}

async function costOfPair() {
  const off = await startMeasured({ METRICS_TOKEN: '' })
  const on = await startMeasured({ METRICS_TOKEN: TOKEN })
  try {
    for (const each of [off, on]) for (let round = 0; round < 2; round++) await each.load()
    const ratios = []
    for (let round = 0; round < ROUNDS; round++) {
      // The order alternates between rounds.
      const [first, second] = round % 2 === 0 ? [off, on] : [on, off]
      const [a, b] = [await first.load(), await second.load()]
      ratios.push(first === off ? b / a : a / b)
    }
    return median(ratios)
  } finally {
    await off.close()
    await on.close()
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await build()
  console.log(`metered call with metrics on / off, processor time: ${(await metricsCost()).toFixed(3)}`)
}
