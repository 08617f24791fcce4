// npm run bench:idle — load of an installation of 200 accounts on the store in a minute in which nothing is due: with
// 20 alerts, 20 rules and 20 schedules of each account (every fourth of them stopped), and with 5 of each; on SQLite
// and, if available, PostgreSQL. Prints the cost of all relative to a quarter of them: rows read should grow with what
// is due and not with what exists. Exit code 1 above 1.5.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { bundle } from '../scripts/bundle.mjs'
import { ROOT } from './app.mjs'

const ACCOUNTS = 200
const FEW = 5
const MANY = 20
const MONITORS = 20
const EVENTS = 2000
const MINUTES = 65
const MAX_RATIO = 1.5

await bundle({ 'tenants-work': 'bench/tenants-work.ts' })
const rows = []
for (const engine of ['sqlite', 'postgres']) {
  const [few, many] = [FEW, MANY].map((each) => {
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(ROOT, 'dist/tenants-work.mjs'), engine, ACCOUNTS, MONITORS, EVENTS, MINUTES, each],
      { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
    )
    if (status !== 0) throw new Error(`The measurement on ${engine} failed`)
    const { idle } = JSON.parse(stdout.trim().split('\n').at(-1))
    const read = idle.read ?? idle.returned
    console.log(engine, each, 'statements:', idle.statementsByJob.join(', '), '· rows:', idle.rowsByJob.join(', '))
    rows.push({
      engine,
      each,
      statements: idle.statements,
      'rows read': read,
      'rows written': idle.written ?? idle.changed,
    })
    return { statements: idle.statements, read }
  })
  const ratio = (what) => Number((many[what] / Math.max(1, few[what])).toFixed(2))
  console.log(
    `${engine}: ${MANY} of each cost ${ratio('statements')} × the statements and ${ratio('read')} × the rows of ${FEW}`,
  )
  if (Math.max(ratio('statements'), ratio('read')) > MAX_RATIO) process.exitCode = 1
}
console.table(rows)
