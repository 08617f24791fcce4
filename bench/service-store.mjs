// Stores for `npm run bench:service`: only the service (`npm run service`) on SQLite or PostgreSQL.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

import Libsql from 'libsql'
import { Client } from 'pg'

import { bundle } from '../scripts/bundle.mjs'
import { freePort, ROOT, waitFor } from './app.mjs'

const LOCAL = 'postgres://postgres@127.0.0.1:5432/postgres'

/** Builds the dist/ of the service and the part that is measured in a separate process. */
export const build = () => bundle({ matching: 'bench/matching.ts' })

async function query(url, ...statement) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  await client.connect()
  try {
    return (await client.query(...statement)).rows
  } finally {
    await client.end()
  }
}

/** `run(sql)` on the SQLite store of a data folder. */
export const runInFolder = (dataDir) => async (sql) => {
  const db = new Libsql(join(dataDir, 'registers.db'))
  db.pragma('busy_timeout = 60000')
  try {
    const statement = db.prepare(sql)
    return statement.reader ? statement.all() : [statement.run()]
  } finally {
    db.close()
    // The statement blocked this thread, so pending events, such as a closed connection, are handled first.
    await setImmediate()
  }
}

/**
 * Creates an empty store: `run(sql)` executes a statement that both engines support and returns its rows. Returns null
 * if PostgreSQL is requested but not available.
 */
export async function makeStore(engine) {
  const dataDir = mkdtempSync(join(tmpdir(), 'registers-bench-'))
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true })
  if (engine === 'sqlite') {
    return {
      engine,
      run: runInFolder(dataDir),
      env: { DATA_DIR: dataDir, DATABASE_URL: '' },
      remove: async () => removeFolder(),
    }
  }
  const server = process.env.TEST_DATABASE_URL || LOCAL
  const name = `registers_bench_${process.pid}`
  try {
    await query(server, `create database ${name}`)
  } catch (error) {
    console.log(`No PostgreSQL: ${error.message || error.code}`)
    removeFolder()
    return null
  }
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    engine,
    run: (sql) => query(url.href, sql),
    env: { DATA_DIR: dataDir, DATABASE_URL: url.href },
    remove: async () => {
      removeFolder()
      await query(server, `drop database ${name} with (force)`)
    },
  }
}

const environment = (more) => ({
  ...process.env,
  NODE_ENV: 'production',
  LOG_LEVEL: 'error',
  HOST: '127.0.0.1',
  PORT: '1',
  RATE_LIMIT_PER_SECOND: '1000000',
  RATE_LIMIT_PER_MINUTE: '60000000',
  ...more,
})

async function start(args, { env, url }) {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'], env })
  child.on('exit', (code, signal) => {
    if (code !== 0) console.log(`${args[0]} ended with ${code} ${signal}`)
  })
  await waitFor(url, child)
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  return { pid: child.pid, stop }
}

/** Starts the service with the sample data and waits until all of it is loaded and the jobs are idle. */
export async function startService(store) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = environment({ ...store.env, API_PORT: `${port}` })
  const running = await start(['scripts/service.mjs'], { env, url: `${url}/openapi.json` })
  for (;;) {
    const [loaded] = await store.run("select value from meta where key = 'sample_data'")
    const idleJobs = await store.run('select name from job_locks')
    if (loaded?.value === 'on' && idleJobs.length >= 4) break
    await new Promise((resolve) => {
      setTimeout(resolve, 250)
    })
  }
  return { url, ...running }
}

export async function startBare(path, answer) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}${path}`
  const running = await start(['bench/bare.mjs', `${port}`, path, JSON.stringify(answer)], { env: process.env, url })
  return { url, ...running }
}

function output(args, env) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout.trim()
}

/** Creates an account without limits and returns its key. */
export function createKey(store, slug) {
  const env = environment(store.env)
  const limits = ['lookups', 'monitors', 'reports'].flatMap((name) => ['--limit', `${name}=none`])
  output(['scripts/admin.mjs', 'account', 'create', slug, '--name', slug, '--plan', 'enterprise', ...limits], env)
  return output(['scripts/admin.mjs', 'key', 'create', '--account', slug, '--name', 'bench'], env)
}

/** Milliseconds of each publication of 1 000 announcements among 50 000 monitors. */
export const matchingTimes = (store) =>
  output(['dist/matching.mjs'], environment(store.env))
    .split('\n')
    .map((line) => Number(line.split(' ')[0]))
