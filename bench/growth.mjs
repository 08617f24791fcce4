// npm run bench:growth — growth of the store in bytes, including all indexes, for each monitor, event, rule match,
// delivery, charged call and audit entry; on SQLite and, if available, PostgreSQL. Also prints each relative to a bare
// row with the payload of an event. docs/operations/growth.md contains the results.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { bundle } from '../scripts/bundle.mjs'
import { ROOT } from './app.mjs'

await bundle({ 'growth-work': 'bench/growth-work.ts' })
const rows = new Map()
for (const engine of ['sqlite', 'postgres']) {
  const { status, stdout } = spawnSync(process.execPath, [join(ROOT, 'dist/growth-work.mjs'), engine], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`The measurement on ${engine} failed`)
  const { figures } = JSON.parse(stdout.trim().split('\n').at(-1))
  const bare = figures.at(-1).bytes
  for (const { what, bytes } of figures) {
    rows.set(what, {
      ...rows.get(what),
      [`${engine}, bytes`]: bytes,
      [`${engine}, of a bare row`]: (bytes / bare).toFixed(1),
    })
  }
}
console.table(Object.fromEntries(rows))
