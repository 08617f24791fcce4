// npm run bench:reports — a report of 500 MB through the panel against a bare Next route handler that streams the same
// bytes, in one interleaved run: ≥ 1.3 ×. The panel's memory grows by ≤ 64 MB, also with 20 downloads at once.
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, createWriteStream, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import Database from 'libsql'

import { median, ROOT, signIn, startApp } from './app.mjs'

const DIST = '.next-bench'
const SIZE = Number(process.env.MEGABYTES ?? 500) * 1_000_000
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const CONCURRENT_DOWNLOADS = 20
const MIN_RATIO = 1.3
const MAX_GROWTH_MB = 64
/** Concurrent calls are limited per person and per account (lib/server/gateway). */
const USERS = 5
const END_OF_HEAD = '\r\n\r\n'
const READ_BYTES = 1 << 18

if (process.env.BUILT !== 'on') build()
const folder = mkdtempSync(join(tmpdir(), 'registers-report-'))
const path = join(folder, 'report.csv')
const sha256 = await writeReport()
const app = await startApp({ distDir: DIST })
try {
  const id = await replaceReport()
  const cookies = await signInAll()
  const report = { path: `/api/v1/reports/download/${id}`, cookie: cookies[0] }
  const bare = { path: `/api/bench/report?file=${encodeURIComponent(path)}`, cookie: cookies[0] }
  const rates = { bare: [], report: [] }
  for (const target of [bare, report]) await load(target)
  const before = rssMb()
  let peak = before
  const watch = setInterval(() => (peak = Math.max(peak, rssMb())), 50)
  for (let round = 0; round < ROUNDS; round++) {
    rates.bare.push(await load(bare))
    rates.report.push(await load(report))
  }
  const ratio = Math.round(median(rates.report.map((rate, round) => rate / rates.bare[round])) * 100) / 100
  console.table(Object.entries(rates).map(([name, all]) => ({ name, 'MB/s': Math.round(median(all)) })))
  console.log(`report / bare handler: ${ratio} (target ≥ ${MIN_RATIO})`)
  const growth = peak - before
  console.log(`one at a time: ${before} MB, at most ${peak} MB: ${growth} MB more (target ≤ ${MAX_GROWTH_MB})`)
  await setTimeout(1000)
  const idle = rssMb()
  peak = idle
  await Promise.all(
    Array.from({ length: CONCURRENT_DOWNLOADS }, (_, index) =>
      load({ ...report, cookie: cookies[index % cookies.length] }),
    ),
  )
  clearInterval(watch)
  console.log(`20 at once: ${idle} MB, at most ${peak} MB: ${peak - idle} MB more (target ≤ ${MAX_GROWTH_MB})`)
  if (ratio < MIN_RATIO || Math.max(growth, peak - idle) > MAX_GROWTH_MB) process.exitCode = 1
} finally {
  await app.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** A build of the same sources with the bare handlers (`*.bench.ts`), which no other build contains. */
function build() {
  const env = { ...process.env, NEXT_DIST_DIR: DIST, BENCH_ROUTES: 'on', NEXT_TELEMETRY_DISABLED: '1' }
  const next = ['node_modules/next/dist/bin/next', 'build']
  const { status } = spawnSync(process.execPath, next, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error('The benchmark build failed')
}

async function writeReport() {
  const [file, hash, part] = [createWriteStream(path), createHash('sha256'), randomBytes(500_000).toString('hex')]
  for (let written = 0; written < SIZE; written += part.length) {
    const chunk = part.slice(0, Math.min(part.length, SIZE - written))
    hash.update(chunk)
    if (!file.write(chunk)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
  return hash.digest('hex')
}

/** Replaces a daily report without personal data by the large one. */
async function replaceReport() {
  const db = new Database(
    join(
      app.dataDir,
      readdirSync(app.dataDir).find((name) => name.endsWith('.db')),
    ),
  )
  // The panel also writes to the database.
  db.exec('pragma busy_timeout = 20000')
  const [row] = db.prepare("select id, file from daily_reports where source = 'msig' and format = 'csv'").all()
  db.prepare('update daily_reports set size_bytes = ?, sha256 = ? where id = ?').run(SIZE, sha256, row.id)
  db.close()
  copyFileSync(path, join(app.dataDir, 'reports', row.file))
  return row.id
}

async function signInAll() {
  const users = Array.from({ length: USERS }, (_, index) => ({
    email: `bench-${index}@bench.test`,
    password: 'bench-password-123',
    account: index % 2 === 0 ? 'demo-pro' : 'demo-pro-2',
  }))
  return Promise.all(users.map((user) => (createUser(user), signIn(app.url, user))))
}

function createUser({ email, password, account }) {
  const args = [
    'scripts/admin.mjs',
    'user',
    'create',
    email,
    '--account',
    account,
    '--role',
    'owner',
    '--password-stdin',
  ]
  const env = { ...process.env, DATA_DIR: app.dataDir }
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, env, input: password, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

/**
 * MB a second of one download, without storing its bytes. Reads from the socket into a single buffer: a client of
 * `node:http` is as slow as the server and would dominate the measurement.
 */
async function load({ path: target, cookie }) {
  const from = performance.now()
  const { hostname, port } = new URL(app.url)
  const bytes = await new Promise((resolve, reject) => {
    let head = ''
    let bodyBytes = 0
    const callback = (size, buffer) => {
      if (bodyBytes > 0 || head.includes(END_OF_HEAD)) bodyBytes += size
      else {
        head += buffer.toString('latin1', 0, size)
        const end = head.indexOf(END_OF_HEAD)
        if (end >= 0) bodyBytes = head.length - end - END_OF_HEAD.length
      }
      return true
    }
    const socket = connect({
      host: hostname,
      port: Number(port),
      onread: { buffer: Buffer.alloc(READ_BYTES), callback },
    })
    socket.write(
      `GET ${target} HTTP/1.0\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
    )
    socket.once('error', reject).once('close', () => {
      if (head.startsWith('HTTP/1.1 200 ')) resolve(bodyBytes)
      else reject(new Error(`${target}: ${head.slice(0, 200)}`))
    })
  })
  if (bytes !== SIZE) throw new Error(`${target}: ${bytes} bytes`)
  return bytes / 1e6 / ((performance.now() - from) / 1000)
}

function rssMb() {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.pid}/status`, 'utf8'))[1]) / 1024)
}
