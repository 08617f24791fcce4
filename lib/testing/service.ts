import { randomUUID } from 'node:crypto'

import { pino } from 'pino'

import { createKeyDeeds } from '@/lib/features/audit/key-deeds'
import { keepAuditKey } from '@/lib/features/audit/statements/audit-key'
import { useEvidenceKey } from '@/lib/features/audit/use-evidence-key'
import { createAccount, createKeyForAccount, type NewAccount } from '@/lib/service/accounts/accounts'
import { type AddressOf, listenHttp } from '@/lib/service/door'
import type { PanelPrincipal, ServiceConfig, ServiceDependencies } from '@/lib/service/http/context'
import { createService, type Service } from '@/lib/service/service'
import { openStorage } from '@/lib/storage/open'
import { type Engine, type Storage } from '@/lib/storage/storage'

import { requireDescribed } from './calls/described'
import { postgresUrl } from './postgres'
import { type TestAnswer, requester, type RequestRest } from './requests'
import { copyStore, type Held, SAMPLE_NOW } from './stores'

/** SQLite always; PostgreSQL when one can be reached (`TEST_DATABASE_URL`, or the usual local one). */
export const engines: readonly Engine[] = postgresUrl ? ['sqlite', 'postgres'] : ['sqlite']

/**
 * For tests of handlers, jobs and commands whose outcome no engine decides: their statements have a contract on both
 * (`statements/describe-statements.ts`). What locks, claims, races, pages by keys, is killed or has an outage stays on `engines`. In the
 * full tests (`TEST_LONG`) these run on both as well.
 */
export const sqliteAlone: readonly Engine[] = process.env['TEST_LONG'] === 'on' ? engines : ['sqlite']

/** Of every store of a test. */
export const TEST_AUDIT_KEY = 'the key of the audit logs of the tests'

const GENEROUS = 1_000_000

export type TestClock = { now(): Date; set(iso: string): void; advance(ms: number): void }
export type TestService = {
  readonly url: string
  readonly service: Service
  readonly storage: Storage
  /** Where the store is, to open it once more. */
  readonly place: { readonly dataDir: string; readonly databaseUrl: string | undefined }
  readonly clock: TestClock
  /** An account of the Pro plan unless said otherwise, with one key (also where the plan has no API access). */
  createAccount(account?: Partial<NewAccount>): Promise<{ accountId: string; apiKey: string }>
  /**
   * Through the public door. A text body is sent as it is, anything else as JSON. `B` is the shape the test asserts on.
   * Rejects an answer that /openapi.json does not describe.
   */
  request<B = unknown>(apiKey: string | null, method: string, ...rest: RequestRest): Promise<TestAnswer<B>>
  /** The same as the panel asks. */
  requestAs<B = unknown>(principal: PanelPrincipal, method: string, ...rest: RequestRest): Promise<TestAnswer<B>>
  principalOf(accountId: string): PanelPrincipal
  stop(): Promise<void>
}

export type TestOptions = {
  engine: Engine
  now?: string
  config?: Partial<ServiceConfig>
  /** A database of the caller's, for several services on one. */
  databaseUrl?: string
  /** Sample data are as of one instant, which is the clock's unless said otherwise. */
  holds?: Held
  /** What the door takes for the caller's address; the socket's otherwise. */
  addressOf?: AddressOf
  /** How long a statement may take; for tests whose timers run faster than time does. */
  statementTimeoutSeconds?: number
  /** Writes of keys stand in the audit log, as in a started panel. */
  entersDeeds?: boolean
}

/** A service of its own: fresh store, real HTTP door on a free loopback port, a clock that only the test moves. */
export async function startTestService(options: TestOptions): Promise<TestService> {
  const { databaseUrl: shared, now = SAMPLE_NOW } = options
  // Beside a database of the caller's only a folder is needed.
  const { dataDir, databaseUrl, remove } = await copyStore(shared ? 'sqlite' : options.engine, options.holds)
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
    ...(options.entersDeeds === true && { deeds: createKeyDeeds() }),
  }
  const service = createService(dependencies)
  const door = await listenHttp(service, { host: '127.0.0.1', port: 0, addressOf: options.addressOf })
  const url = `http://127.0.0.1:${door.port}`
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
      await door.close()
      await service.stop()
      await storage.close()
      await remove()
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
  const { secret } = await createKeyForAccount(dependencies, id, { name: 'test' })
  return { accountId: id, apiKey: secret }
}

const principalOf = (accountId: string): PanelPrincipal => ({
  accountId,
  userId: `user-of-${accountId}`,
  actor: 'owner@example.test',
  rateLimited: false,
})
