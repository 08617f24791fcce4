import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { pino } from 'pino'

import { createAccount, createKeyForAccount, type NewAccount } from '@/lib/service/accounts'
import type { PanelPrincipal, ServiceConfig, ServiceDependencies } from '@/lib/service/context'
import { openDoor } from '@/lib/service/door'
import { createService, type Service } from '@/lib/service/service'
import { type Engine, openStorage, type Storage } from '@/lib/storage/open'

import { requireDescribed } from './described'
import { createDatabase, postgresUrl } from './postgres'
import { type Answer, requester, type RequestRest } from './requests'

/** SQLite always; PostgreSQL when one can be reached (`TEST_DATABASE_URL`, or the usual local one). */
export const engines: readonly Engine[] = postgresUrl ? ['sqlite', 'postgres'] : ['sqlite']

const DEFAULT_NOW = '2026-11-20T11:00:00.000Z'
const GENEROUS = 1_000_000

export type TestClock = { now(): Date; set(iso: string): void; advance(ms: number): void }
export type TestService = {
  readonly url: string
  readonly service: Service
  readonly storage: Storage
  readonly clock: TestClock
  /** An account of the Pro plan unless said otherwise, with one key (also where the plan has no API access). */
  createAccount(account?: Partial<NewAccount>): Promise<{ accountId: string; apiKey: string }>
  /**
   * Through the public door. A text body is sent as it is, anything else as JSON. `B` is the shape the test asserts on.
   * Rejects an answer that /openapi.json does not describe.
   */
  request<B = unknown>(apiKey: string | null, method: string, ...rest: RequestRest): Promise<Answer<B>>
  /** The same as the panel asks. */
  requestAs<B = unknown>(principal: PanelPrincipal, method: string, ...rest: RequestRest): Promise<Answer<B>>
  principalOf(accountId: string): PanelPrincipal
  stop(): Promise<void>
}

export type TestOptions = {
  engine: Engine
  now?: string
  config?: Partial<ServiceConfig>
  /** A database of the caller's, for several services on one. */
  databaseUrl?: string
}

/** A service of its own: fresh store, real HTTP door on a free loopback port, a clock that only the test moves. */
export async function startTestService(options: TestOptions): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'registers-test-'))
  const shared = options.databaseUrl
  const database = options.engine === 'postgres' && shared === undefined ? await createDatabase() : undefined
  const storage = await openStorage({ dataDir, databaseUrl: shared ?? database?.url })
  const clock = testClock(options.now ?? DEFAULT_NOW)
  const dependencies: ServiceDependencies = {
    storage,
    clock: () => clock.now(),
    config: { ...defaultConfig(dataDir), ...options.config },
    log: pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' }),
  }
  const service = createService(dependencies)
  const door = await openDoor(service, { host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${door.port}`
  return {
    url,
    service,
    storage,
    clock,
    createAccount: (account) => createTestAccount(dependencies, account),
    request: async <B>(apiKey: string | null, method: string, ...rest: RequestRest) => {
      const key: Record<string, string> = apiKey === null ? {} : { 'x-api-key': apiKey }
      const answer = await requester((request) => fetch(request), url)<B>(key, method, ...rest)
      requireDescribed(method, rest[0], answer)
      return answer
    },
    requestAs: (principal, ...rest) => requester((request) => service.handleFor(principal, request), url)({}, ...rest),
    principalOf,
    stop: async () => {
      await door.close()
      await service.stop()
      await storage.close()
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const defaultConfig = (dataDir: string): ServiceConfig => ({
  dataDir,
  rateLimitPerSecond: GENEROUS,
  rateLimitPerMinute: GENEROUS,
  rdfArchiveUnits: 10,
  checkAnswers: true,
})

function testClock(from: string): TestClock {
  let ms = Date.parse(from)
  return {
    now: () => new Date(ms),
    set: (iso) => {
      ms = Date.parse(iso)
    },
    advance: (by) => {
      ms += by
    },
  }
}

async function createTestAccount(dependencies: ServiceDependencies, account: Partial<NewAccount> = {}) {
  const { id } = await createAccount(dependencies, { slug: `test-${randomUUID()}`, plan: 'pro', ...account })
  const { secret } = await createKeyForAccount(dependencies, id, 'test')
  return { accountId: id, apiKey: secret }
}

const principalOf = (accountId: string): PanelPrincipal => ({
  accountId,
  userId: `user-of-${accountId}`,
  actor: 'owner@example.test',
  rateLimited: false,
})
