import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from 'pg'

import { freePort, unprivileged, until } from './programs'

const DEBIAN = '/usr/lib/postgresql'

/** Folder of PostgreSQL's programs; null if this machine has none, so that tests that stop a server are skipped. */
export const postgresPrograms: string | null = findPrograms()

function findPrograms(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ]
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
  if (found === undefined) process.stderr.write('No PostgreSQL programs: tests that take a server down are skipped\n')
  return found ?? null
}

/** A PostgreSQL server that the test may stop, break and reconfigure. */
export type TestCluster = {
  readonly folder: string
  readonly port: number
  urlOf(database: string): string
  /** Runs a query as superuser in a separate session. */
  query<R extends object = Record<string, unknown>>(sql: string, database?: string): Promise<R[]>
  start(): Promise<void>
  /** `immediate` is a crash; `fast` ends its sessions. */
  stop(mode: 'fast' | 'immediate'): Promise<void>
  /** Stops it and deletes everything. */
  remove(): Promise<void>
}

/** Starts a server that listens at 127.0.0.1 and at a socket in `folder`. `settings` are lines of postgresql.conf. */
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
    // Part of the error if it fails.
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const baseSettings = [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = '${folder}'`,
    'fsync = off',
    'shared_buffers = 16MB',
  ]
  writeFileSync(join(data, 'postgresql.auto.conf'), [...baseSettings, ...settings, ''].join('\n'))
  let child: ReturnType<typeof spawn> | undefined
  const urlOf = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  const query: TestCluster['query'] = async <R extends object>(sql: string, database = 'postgres') => {
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
    query,
    start: async () => {
      const started = spawn(join(programs, 'postgres'), ['-D', data], { ...as, stdio: 'ignore' })
      child = started
      await until(
        () => query('select 1'),
        () => started.exitCode !== null,
      )
    },
    stop: async (mode) => {
      if (!child || child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
      await exited
    },
    remove: async () => {
      await cluster.stop('immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await cluster.start()
  return cluster
}
