// npm run bench:delivery — rules and deliveries: 10 000 events × 50 rules matched and queued in ≤ 10 s, and 1 000
// webhooks a minute to a receiver that takes a second for each, while messages of another account are not delayed; on
// SQLite and, if available, PostgreSQL. Exit code 1 when a target is missed.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { bundle } from '../scripts/bundle.mjs'
import { ROOT } from './app.mjs'

const MAX_MATCHING_MS = 10_000
const MIN_PER_MINUTE = 1_000
const MAX_OTHER_MS = 1_000

await bundle({ 'delivery-work': 'bench/delivery-work.ts' })
const rows = []
for (const engine of ['sqlite', 'postgres']) {
  const { status, stdout } = spawnSync(process.execPath, [join(ROOT, 'dist/delivery-work.mjs'), engine], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`The measurement on ${engine} failed`)
  const { matching, pace } = JSON.parse(stdout.trim().split('\n').at(-1))
  const queued = matching.matchMs + matching.notifyMs
  const add = (what, figure, isMet) => rows.push({ engine, what, figure: Number(figure.toFixed(2)), isMet })
  add(`matched and queued, ms (≤ ${MAX_MATCHING_MS})`, queued, queued <= MAX_MATCHING_MS)
  add('the same / writing the events', queued / matching.writeMs)
  add(`webhooks a minute at 1 s each (≥ ${MIN_PER_MINUTE})`, pace.perMinute, pace.perMinute >= MIN_PER_MINUTE)
  add('the same / bare requests', pace.perMinute / pace.barePerMinute)
  add(
    `webhooks of another account in the same time, p95 ms (≤ ${MAX_OTHER_MS})`,
    pace.otherP95,
    pace.otherP95 <= MAX_OTHER_MS,
  )
}
console.table(rows)
if (rows.some(({ isMet }) => isMet === false)) process.exitCode = 1
