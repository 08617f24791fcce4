import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { keepAuditKey } from '@/lib/features/audit/statements/audit-key'
import { useEvidenceKey } from '@/lib/features/audit/use-evidence-key'
import { insertUser } from '@/lib/features/members/statements/users'
import { insertAccount } from '@/lib/service/accounts/statements/accounts'
import { type AccountTx, inAccounts } from '@/lib/storage/engine/account-lock'
import { openStorage } from '@/lib/storage/open'
import type { Db, Engine, Storage } from '@/lib/storage/storage'

import { asAccountTx } from '../as-account-tx'
import { makeMember } from '../people'
import { engines, TEST_AUDIT_KEY } from '../service'
import { copyStore } from '../stores'
import { type Row, type RowMaker, rowMaker } from './rows'
import { namesOf, recordCalls } from './watched'

/** An instant of the day of the tests; `minute(61)` is an hour and a minute after its beginning. */
export const minute = (count: number): string => new Date(Date.UTC(2026, 10, 20) + count * 60_000).toISOString()

/** An empty store shared by the tests of one file. Each test creates its own accounts. */
export type StatementsStore = {
  readonly engine: Engine
  readonly storage: Storage
  readonly db: Db
  /** For statements that need an account's lock; tests without concurrency take none. */
  readonly tx: AccountTx
  readonly row: RowMaker
  /** Creates an account and returns its id. */
  account(overrides?: Partial<Row<'accounts'>>): Promise<string>
  /** Creates a person without memberships and returns the id. */
  user(overrides?: Partial<Row<'users'>>): Promise<string>
  /** Creates a member of an account, by default an owner, and returns the user id. */
  member(accountId: string, overrides?: Omit<Parameters<typeof makeMember>[1], 'accountId'>): Promise<string>
  /** Runs `work` in a transaction that has locked these accounts. */
  within<T>(accountIds: readonly string[], work: (tx: AccountTx) => Promise<T>): Promise<T>
}

type All<M extends readonly object[]> = M extends readonly [infer First, ...infer Rest extends readonly object[]]
  ? First & All<Rest>
  : unknown

/**
 * Tests statement modules on every engine: `tests` calls each exported function through `statements` and states the
 * expected result. The last test of each engine fails if a function was not called. `every-statement.test.ts` reads the
 * list of modules, so it must be written in the call itself.
 */
export function describeStatements<const M extends readonly object[]>(
  modules: M,
  tests: (store: StatementsStore, statements: All<M>) => void,
  /** Functions that are called on PostgreSQL only. */
  { postgres = [] }: { readonly postgres?: readonly (keyof All<M> & string)[] } = {},
): void {
  const names = modules.flatMap(namesOf)
  const duplicates = names.filter((name, index) => names.indexOf(name) !== index)
  if (duplicates.length > 0) throw new Error(`More than one of these modules exports ${duplicates.join(', ')}`)
  describe.each(engines)('statements on %s', (engine) => {
    const calledNames = new Set<string>()
    // Safe: these are the exports of all modules, and no name occurs twice.
    const statements = Object.assign({}, ...modules.map((module) => recordCalls(module, calledNames))) as All<M>
    tests(sharedStore(engine), statements)
    it('are all called by these tests', () => {
      const postgresOnly: readonly string[] = engine === 'sqlite' ? postgres : []
      const expectedNames = names.filter((name) => !postgresOnly.includes(name))
      expect(expectedNames.length).toBeGreaterThan(0)
      expect(expectedNames.filter((name) => !calledNames.has(name))).toEqual([])
    })
  })
}

type OpenStore = { readonly storage: Storage; readonly row: RowMaker; readonly close: () => Promise<void> }

/** The store is opened before the tests of the surrounding block and removed after them. */
function sharedStore(engine: Engine): StatementsStore {
  let opened: OpenStore | undefined
  const currentStore = (): OpenStore => {
    if (!opened) throw new Error('The store is open only while tests run')
    return opened
  }
  beforeAll(async () => {
    opened = await open(engine)
  })
  afterAll(() => opened?.close())
  return {
    engine,
    get storage() {
      return currentStore().storage
    },
    get db() {
      return currentStore().storage.db
    },
    get tx() {
      return asAccountTx(currentStore().storage.db)
    },
    row: (table, values) => currentStore().row(table, values),
    account: async (overrides = {}) => {
      const id = overrides.id ?? randomUUID()
      const defaults = { id, slug: `account-${id}`, name: 'Test', plan: 'pro', state: 'active', limits: '{}' } as const
      const { storage, row } = currentStore()
      await insertAccount(storage.db, row('accounts', { ...defaults, created_at: minute(0), ...overrides }))
      return id
    },
    user: async (overrides = {}) => {
      const id = overrides.id ?? randomUUID()
      const defaults = { id, email: `${id}@example.test`, created_at: minute(0) }
      await insertUser(currentStore().storage.db, currentStore().row('users', { ...defaults, ...overrides }))
      return id
    },
    member: async (accountId, overrides = {}) =>
      (await makeMember(currentStore().storage, { accountId, at: minute(0), ...overrides })).id,
    within: (accountIds, work) => inAccounts(currentStore().storage, accountIds, work),
  }
}

async function open(engine: Engine): Promise<OpenStore> {
  const { dataDir, databaseUrl, remove } = await copyStore(engine)
  const storage = await openStorage({ dataDir, databaseUrl })
  keepAuditKey(storage.db, TEST_AUDIT_KEY)
  await useEvidenceKey(storage, TEST_AUDIT_KEY)
  const close = async () => {
    await storage.close()
    await remove()
  }
  return { storage, row: await rowMaker(storage.db), close }
}
