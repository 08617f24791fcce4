// npm run bench:tenants — cost of an idle installation: statements and rows a minute of all jobs with 200 accounts of
// 20 alerts, 5 rules and 3 schedules each, and with one account; on SQLite and, if available, PostgreSQL. `--large`:
// 400 000 monitors and 1 000 000 events, on PostgreSQL. Prints the cost of 200 accounts relative to one; exit code 1
// above a tenth of 200.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { bundle } from '../scripts/bundle.mjs'
import { ROOT } from './app.mjs'

const isLarge = process.argv.includes('--large')
const sizes = isLarge
  ? [{ engine: 'postgres', accounts: 200, monitors: 2000, events: 1_000_000 }]
  : ['sqlite', 'postgres'].flatMap((engine) => [
      { engine, accounts: 1, monitors: 200, events: 1000 },
      { engine, accounts: 200, monitors: 200, events: 20_000 },
    ])

await bundle({ 'tenants-work': 'bench/tenants-work.ts' })
const rows = []
for (const { engine, accounts, monitors, events } of sizes) {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(ROOT, 'dist/tenants-work.mjs'), engine, accounts, monitors, events, isLarge ? 3 : 10],
    { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  )
  if (status !== 0) throw new Error(`The measurement on ${engine} failed`)
  const { idle, busy, found } = JSON.parse(stdout.trim().split('\n').at(-1))
  for (const [minute, { slowest, statementsByJob: _statements, rowsByJob: _rows, ...figures }] of Object.entries({
    idle,
    busy,
  })) {
    rows.push({ engine, accounts, minute, ...figures, found })
    console.log(engine, accounts, minute, slowest.join(', '))
  }
}
console.table(rows)
for (const engine of isLarge ? [] : ['sqlite', 'postgres']) {
  const idle = (accounts) =>
    rows.find((row) => row.engine === engine && row.accounts === accounts && row.minute === 'idle')
  const ratio = idle(200).statements / idle(1).statements
  console.log(`${engine}: 200 accounts run ${ratio.toFixed(1)} times the statements of one`)
  if (ratio > 20) process.exitCode = 1
}
