import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { pino } from 'pino'

import { createAccount, createKeyForAccount, type NewAccount } from '@/lib/service/accounts/accounts'
import type { ServiceDependencies } from '@/lib/service/http/context'
import { openStorage } from '@/lib/storage/open'
import { type Engine, type Storage } from '@/lib/storage/storage'

import { type TestAnswer, requester, type RequestRest } from './requests'
import { copyStore } from './stores'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const START_MS = 60_000

/** The bundled service with its jobs in a separate process (`npm run service`). */
export type ServiceProcess = {
  readonly url: string
  request<B = unknown>(apiKey: string, method: string, ...rest: RequestRest): Promise<TestAnswer<B>>
  /** Resolves once the process has ended. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** One store for several service processes, and the test's access to it. */
export type TestWorkplace = {
  readonly storage: Storage
  readonly dataDir: string
  /** For PostgreSQL only. */
  readonly databaseUrl: string | undefined
  readonly dependencies: ServiceDependencies
  start(env?: Readonly<Record<string, string>>): Promise<ServiceProcess>
  createAccount(account?: Partial<NewAccount>): Promise<{ accountId: string; apiKey: string }>
  /** Stops what is still running and deletes everything. */
  close(): Promise<void>
}

export async function openWorkplace(engine: Engine): Promise<TestWorkplace> {
  const { dataDir, databaseUrl, remove } = await copyStore(engine)
  const storage = await openStorage({ dataDir, databaseUrl })
  const config = { dataDir, rateLimitPerSecond: 1, rateLimitPerMinute: 1, rdfArchiveUnits: 10, checkAnswers: false }
  const dependencies = { storage, clock: () => new Date(), config, log: pino({ level: 'silent' }) }
  const running = new Set<ServiceProcess>()
  const store = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }
  return {
    storage,
    dataDir,
    databaseUrl,
    dependencies,
    start: async (env = {}) => {
      const serviceProcess = await startProcess({ ...store, ...env })
      running.add(serviceProcess)
      return serviceProcess
    },
    createAccount: async (account) => {
      const { id } = await createAccount(dependencies, { slug: `test-${randomUUID()}`, plan: 'pro', ...account })
      const { secret } = await createKeyForAccount(dependencies, id, { name: 'test' })
      return { accountId: id, apiKey: secret }
    },
    close: async () => {
      await Promise.all([...running].map((each) => each.kill('SIGTERM')))
      await storage.close()
      await remove()
    },
  }
}

async function startProcess(env: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['scripts/service.mjs'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    // PORT belongs to the panel, which is not started; it only must differ.
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '1',
      API_PORT: String(port),
      LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
      SAMPLE_DATA: 'off',
      RATE_LIMIT_PER_SECOND: '1000000',
      RATE_LIMIT_PER_MINUTE: '1000000',
      ...env,
    },
  })
  const exited = once(child, 'exit')
  await waitUntilReady(url, child)
  return {
    url,
    request: (apiKey, ...rest) => requester((request) => fetch(request), url)({ 'x-api-key': apiKey }, ...rest),
    kill: async (signal) => {
      child.kill(signal)
      await exited
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: the address of a TCP server is never a pipe name.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  for (const until = Date.now() + START_MS; Date.now() < until;) {
    if (child.exitCode !== null) throw new Error(`The service ended with code ${child.exitCode}`)
    const answer = await fetch(`${url}/openapi.json`).catch(() => undefined)
    if (answer?.ok) return
    await setTimeout(50)
  }
  child.kill('SIGKILL')
  throw new Error(`The service did not answer within ${START_MS} ms`)
}
