import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from 'pg'

import { freePort, unprivileged, until } from './programs'

/** Path of PgBouncer; null if this machine does not have it. */
export const pgbouncerProgram: string | null =
  ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((file) => existsSync(file)) ?? null

/** PgBouncer in transaction mode in front of a database, with two connections to it and without prepared statements. */
export async function makePooler(databaseUrl: string): Promise<{ url: string; remove(): Promise<void> }> {
  if (pgbouncerProgram === null) throw new Error('There is no PgBouncer to test with')
  const target = new URL(databaseUrl)
  const database = target.pathname.slice(1)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'registers-pooler-'))
  const to = [`host=${target.hostname}`, `port=${target.port || '5432'}`, `dbname=${database}`]
  const login = [
    `user=${decodeURIComponent(target.username)}`,
    ...(target.password ? [`password=${target.password}`] : []),
  ]
  const lines = [
    '[databases]',
    `${database} = ${[...to, ...login].join(' ')}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'max_client_conn = 200',
    'default_pool_size = 2',
    // If a busy server refuses a connection, PgBouncer retries after 1 s instead of 15 s.
    'server_login_retry = 1',
  ]
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(config, `${lines.join('\n')}\n`)
  const child = spawn(pgbouncerProgram, ['-q', config], { ...unprivileged(folder, config), stdio: 'ignore' })
  const url = `postgres://whoever@127.0.0.1:${port}/${database}`
  await until(
    async () => {
      const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
      client.on('error', () => undefined)
      await client.connect()
      await client.end()
    },
    () => child.exitCode !== null,
  )
  return {
    url,
    remove: async () => {
      if (child.exitCode === null) {
        const exited = once(child, 'exit')
        child.kill('SIGKILL')
        await exited
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
