import { randomUUID } from 'node:crypto'

import { pino } from 'pino'

import { createKeyActions } from '@/lib/features/audit/key-actions'
import { keepAuditKey } from '@/lib/features/audit/statements/audit-key'
import { useEvidenceKey } from '@/lib/features/audit/use-evidence-key'
import { createAccount, createKeyForAccount, type NewAccount } from '@/lib/service/accounts/accounts'
import { type AddressOf, listenHttp } from '@/lib/service/http-server'
import type { PanelPrincipal, ServiceConfig, ServiceDependencies } from '@/lib/service/http/context'
import { createService, type Service } from '@/lib/service/service'
import { openStorage } from '@/lib/storage/open'
import { type Engine, type Storage } from '@/lib/storage/storage'

import { requireDescribed } from './calls/described'
import { postgresUrl } from './postgres'
import { type TestAnswer, requester, type RequestRest } from './requests'
import { copyStore, type StoreContent, SAMPLE_NOW } from './stores'

/** Always SQLite; PostgreSQL if a server is available (`TEST_DATABASE_URL`, or the usual local one). */
export const engines: readonly Engine[] = postgresUrl ? ['sqlite', 'postgres'] : ['sqlite']

/**
 * For tests of handlers, jobs and commands whose outcome does not depend on the engine; their statements are tested on
 * both (`statements/describe-statements.ts`). Tests of locks, claims, races, keyset pages, killed processes and outages
 * use `engines`. The full tests (`TEST_LONG`) run both kinds on both engines.
 */
export const sqliteOnly: readonly Engine[] = process.env['TEST_LONG'] === 'on' ? engines : ['sqlite']

/** Audit key of every test store. */
export const TEST_AUDIT_KEY = 'the key of the audit logs of the tests'

const HIGH_LIMIT = 1_000_000

export type TestClock = { now(): Date; set(iso: string): void; advance(ms: number): void }
export type TestService = {
  readonly url: string
  readonly service: Service
  readonly storage: Storage
  /** The location of the store, to open it again. */
  readonly place: { readonly dataDir: string; readonly databaseUrl: string | undefined }
  readonly clock: TestClock
  /** An account, by default of the Pro plan, with one key (even if the plan has no API access). */
  createAccount(account?: Partial<NewAccount>): Promise<{ accountId: string; apiKey: string }>
  /**
   * Calls the public server. A text body is sent unchanged, anything else as JSON. `B` is the shape that the test
   * asserts on. Rejects an answer that /openapi.json does not describe.
   */
  request<B = unknown>(apiKey: string | null, method: string, ...rest: RequestRest): Promise<TestAnswer<B>>
  requestAs<B = unknown>(principal: PanelPrincipal, method: string, ...rest: RequestRest): Promise<TestAnswer<B>>
  principalOf(accountId: string): PanelPrincipal
  stop(): Promise<void>
}

export type TestOptions = {
  engine: Engine
  now?: string
  config?: Partial<ServiceConfig>
  /** An existing database, for several services on one. */
  databaseUrl?: string
  /** Initial content of the store; by default only the schema. */
  content?: StoreContent
  /** Determines the caller's address; by default that of the socket. */
  addressOf?: AddressOf
  /** Timeout of statements, for tests whose timers run faster than time. */
  statementTimeoutSeconds?: number
  /** Writes by keys are recorded in the audit log, as in a started panel. */
  recordsWrites?: boolean
}

/** A separate service: new store, real HTTP server on a free loopback port, and a clock that only the test moves. */
export async function startTestService(options: TestOptions): Promise<TestService> {
  const { databaseUrl: shared, now = SAMPLE_NOW } = options
  // With an existing database only a folder is needed.
  const { dataDir, databaseUrl, remove } = await copyStore(shared ? 'sqlite' : options.engine, options.content)
  const place = { dataDir, databaseUrl: shared ?? databaseUrl }
  const { statementTimeoutSeconds } = options
  const storage = await openStorage({ ...place, ...(statementTimeoutSeconds && { statementTimeoutSeconds }) })
  keepAuditKey(storage.db, TEST_AUDIT_KEY)
  await useEvidenceKey(storage, TEST_AUDIT_KEY)
  const clock = testClock(now)
  const dependencies: ServiceDependencies = {
    storage,
    clock: () => clock.now(),
    config: { ...defaultConfig(dataDir), ...options.config },
    log: pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' }),
    ...(options.recordsWrites === true && { writeLog: createKeyActions() }),
  }
  const service = createService(dependencies)
  const httpServer = await listenHttp(service, { host: '127.0.0.1', port: 0, addressOf: options.addressOf })
  const url = `http://127.0.0.1:${httpServer.port}`
  return {
    url,
    service,
    storage,
    place,
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
      service.endWaits()
      await httpServer.close()
      await service.stop()
      await storage.close()
      await remove()
    },
  }
}

const defaultConfig = (dataDir: string): ServiceConfig => ({
  dataDir,
  rateLimitPerSecond: HIGH_LIMIT,
  rateLimitPerMinute: HIGH_LIMIT,
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
  const { secret } = await createKeyForAccount(dependencies, id, { name: 'test' })
  return { accountId: id, apiKey: secret }
}

const principalOf = (accountId: string): PanelPrincipal => ({
  accountId,
  userId: `user-of-${accountId}`,
  actor: 'owner@example.test',
  rateLimited: false,
})
