import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { Client } from 'pg'

const DEBIAN = '/usr/lib/postgresql'

/** PostgreSQL's own programs; null where this machine has none, so that tests that take a server down are skipped. */
export const postgresPrograms: string | null = findPrograms()

function findPrograms(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(DEBIAN, version, 'bin')), ...(process.env['PATH'] ?? '').split(':')]
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
  if (found === undefined) process.stderr.write('No PostgreSQL programs: tests that take a server down are skipped\n')
  return found ?? null
}

/** PgBouncer; null where this machine has none. */
export const pgbouncerProgram: string | null =
  ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((file) => existsSync(file)) ?? null

/** A server of the test's own, which it may stop, break and reconfigure. */
export type TestCluster = {
  readonly folder: string
  readonly port: number
  urlOf(database: string): string
  /** As superuser, in a session of its own. */
  ask<R extends object = Record<string, unknown>>(sql: string, database?: string): Promise<R[]>
  start(): Promise<void>
  /** `immediate` is a crash; `fast` ends its sessions. */
  stop(how: 'fast' | 'immediate'): Promise<void>
  /** Stops it and removes everything. */
  remove(): Promise<void>
}

/** Listens at 127.0.0.1 and at a socket in `folder`. `settings` are lines of postgresql.conf. */
export async function makeCluster(settings: readonly string[] = []): Promise<TestCluster> {
  if (postgresPrograms === null) throw new Error('There are no PostgreSQL programs to test with')
  const programs = postgresPrograms
  const folder = mkdtempSync(join(tmpdir(), 'registers-cluster-'))
  const as = unprivileged(folder)
  const data = join(folder, 'data')
  const port = await freePort()
  const locale = ['--no-locale', '--encoding=UTF8']
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-N', ...locale], {
    ...as,
    stdio: 'ignore',
  })
  const own = [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = '${folder}'`,
    'fsync = off',
    'shared_buffers = 16MB',
  ]
  writeFileSync(join(data, 'postgresql.auto.conf'), [...own, ...settings, ''].join('\n'))
  let child: ReturnType<typeof spawn> | undefined
  const urlOf = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  const ask: TestCluster['ask'] = async <R extends object>(sql: string, database = 'postgres') => {
    const client = new Client({ connectionString: urlOf(database) })
    await client.connect()
    try {
      return (await client.query<R>(sql)).rows
    } finally {
      await client.end()
    }
  }
  const cluster: TestCluster = {
    folder,
    port,
    urlOf,
    ask,
    start: async () => {
      const started = spawn(join(programs, 'postgres'), ['-D', data], { ...as, stdio: 'ignore' })
      child = started
      await until(
        () => ask('select 1'),
        () => started.exitCode !== null,
      )
    },
    stop: async (how) => {
      if (!child || child.exitCode !== null) return
      const gone = once(child, 'exit')
      child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
      await gone
    },
    remove: async () => {
      await cluster.stop('immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await cluster.start()
  return cluster
}

/** PgBouncer in transaction mode in front of a server, with two connections to it and no prepared statements. */
export async function makePooler(port: number): Promise<{ urlOf(database: string): string; remove(): Promise<void> }> {
  if (pgbouncerProgram === null) throw new Error('There is no PgBouncer to test with')
  const folder = mkdtempSync(join(tmpdir(), 'registers-pooler-'))
  const as = unprivileged(folder)
  const own = await freePort()
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'max_client_conn = 200',
    'default_pool_size = 2',
  ]
  const config = join(folder, 'pgbouncer.ini')
  // The only user that it knows; it takes whoever comes for that one.
  writeFileSync(config, `${lines.join('\n').replace(/port=\d+/, '$& user=postgres')}\n`)
  const child = spawn(pgbouncerProgram, ['-q', config], { ...as, stdio: 'ignore' })
  const urlOf = (database: string) => `postgres://postgres@127.0.0.1:${own}/${database}`
  await until(
    async () => {
      const client = new Client({ connectionString: urlOf('postgres') })
      client.on('error', () => undefined)
      await client.connect()
      await client.end()
    },
    () => child.exitCode !== null,
  )
  return {
    urlOf,
    remove: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Neither program runs as root: then as the user `postgres`, whose the folder becomes. */
function unprivileged(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (kind: string) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }))
  const [uid, gid] = [idOf('-u'), idOf('-g')]
  chownSync(folder, uid, gid)
  return { uid, gid }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server's address is never a pipe name.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const PATIENCE_MS = 30_000

async function until(isThere: () => Promise<unknown>, hasEnded: () => boolean): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; ;) {
    try {
      await isThere()
      return
    } catch (error) {
      if (hasEnded() || Date.now() > end) throw error
      await setTimeout(20)
    }
  }
}
