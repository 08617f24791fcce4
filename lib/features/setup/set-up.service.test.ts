import { afterEach, beforeEach, describe, expect, it as onBoth } from 'vitest'

import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { verifyAudit } from '@/lib/features/audit/verify-audit'
import { createSignIn } from '@/lib/features/auth/sign-in'
import { insertRemoteAccount, REMOTE_SLUG } from '@/lib/panel/remote-accounts'
import { newAccountRow } from '@/lib/service/accounts/accounts'
import { findAccountBySlug } from '@/lib/service/accounts/statements/accounts'
import { findMeta } from '@/lib/storage/meta'
import { makeMember } from '@/lib/testing/people'
import { engines, startTestService, type TestService } from '@/lib/testing/service'
import { itOnOneEngine } from '@/lib/testing/statements/it-on-one-engine'

import { createSetUp, type SetUpResult, type SetUpInput } from './set-up'
import { setupAddress } from './setup-address'
import { issueSetupToken, chooseSample, readSetupState } from './setup-token'

const PASSWORD = 'trzy zielone segregatory w szafie'
const unset = { remote: undefined, panelUrl: undefined, sampleData: undefined }
const remote = { url: 'https://api.example.test', apiKey: 'key' }
const local = { remote: undefined, singleSignOn: undefined, localPasswords: true }

describe.each(engines)('setting up on %s', (engine) => {
  const it = itOnOneEngine(engine)
  let service: TestService
  let loggedLines: object[] = []
  beforeEach(async () => {
    service = await startTestService({ engine })
    loggedLines = []
  })
  afterEach(() => service.stop())

  const clock = () => service.clock.now()
  const log = { warn: (line: object) => void loggedLines.push(line), error: () => undefined }
  const setUpOf = (env: Partial<Parameters<typeof createSetUp>[0]['env']> = {}) =>
    createSetUp({ storage: service.storage, env: { ...local, ...env }, clock, log })
  const issue = () => issueSetupToken(service.storage)
  const row = (slug = 'acme', limits = {}) => newAccountRow({ slug, name: 'Acme', plan: 'pro', limits }, clock())
  const inputFor = (token: string, rest: Partial<SetUpInput> = {}): SetUpInput => ({
    token,
    account: row(),
    email: ' Ewa@Acme.test ',
    password: PASSWORD,
    address: '203.0.113.7',
    ...rest,
  })
  const countAll = async () => {
    const countRows = async (table: 'accounts' | 'users' | 'members') =>
      (await service.storage.db.selectFrom(table).selectAll().execute()).length
    return {
      accounts: await countRows('accounts'),
      users: await countRows('users'),
      members: await countRows('members'),
    }
  }
  const signsIn = async () => {
    const attempt = { email: 'ewa@acme.test', password: PASSWORD, address: '203.0.113.8' }
    return (await createSignIn(service.storage, clock, log)(attempt)).ok
  }

  it('creates the account with its limits and an owner who can sign in, and records both in the audit log', async () => {
    const limits = { lookups: 20, rdf: null }
    const result = await setUpOf()(inputFor(await issue(), { account: row('acme', limits) }))
    expect(result).toEqual({ state: 'done', email: 'ewa@acme.test', slug: 'acme' })
    expect(await countAll()).toEqual({ accounts: 1, users: 1, members: 1 })
    expect(await signsIn()).toBe(true)
    const account = await findAccountBySlug(service.storage.db, 'acme')
    expect(JSON.parse(account?.limits ?? '')).toEqual(limits)
    const entries = await listEntriesAfter(service.storage.db, account?.id ?? '', { number: 0, limit: 10 })
    expect(entries.map(({ actor, action, address }) => [actor, action, address])).toEqual([
      ['setup', 'accounts.create', '203.0.113.7'],
      ['setup', 'users.create', '203.0.113.7'],
      ['ewa@acme.test', 'session.start', '203.0.113.8'],
    ])
    expect(await verifyAudit(service.storage, account?.id ?? '')).toMatchObject({ entries: 3, brokenAt: null })
    expect(await readSetupState(unset, service.storage.db)).toBe('done')
    expect(await setupAddress({ storage: service.storage, env: unset }, 'http://panel.test')).toBeUndefined()
  })

  it('is refused once an account exists, with a used or an unused token, and changes nothing', async () => {
    const [used, other] = [await issue(), await issue()]
    expect((await setUpOf()(inputFor(used))).state).toBe('done')
    const before = await countAll()
    for (const token of [used, other, await issue()]) {
      const secondInput = inputFor(token, { account: row('other'), email: 'b@other.test' })
      expect(await setUpOf()(secondInput)).toEqual({ state: 'set_up' })
    }
    expect(await countAll()).toEqual(before)
  })

  onBoth('succeeds once when several requests run at the same time', async () => {
    const [first, second] = [await issue(), await issue()]
    const results = await Promise.all([
      setUpOf()(inputFor(first)),
      setUpOf()(inputFor(second, { account: row('other'), email: 'b@other.test' })),
      setUpOf()(inputFor(first, { account: row('third'), email: 'c@third.test' })),
    ])
    expect(results.map(({ state }) => state).toSorted()).toEqual(['done', 'set_up', 'set_up'])
    expect(await countAll()).toEqual({ accounts: 1, users: 1, members: 1 })
  })

  it('stores no token, only a hash of each of the last ten', async () => {
    const tokens: string[] = []
    for (let index = 0; index < 11; index += 1) tokens.push(await issue())
    const stored = (await findMeta(service.storage.db, 'setup_tokens')) ?? ''
    for (const token of tokens) expect(stored).not.toContain(token)
    expect((await setUpOf()(inputFor(tokens[0] ?? ''))).state).toBe('token')
    expect((await setUpOf()(inputFor(tokens[1] ?? ''))).state).toBe('done')
    expect(await findMeta(service.storage.db, 'setup_tokens')).toBeUndefined()
  })

  it('limits wrong tokens like wrong passwords, and logs them without the entered token', async () => {
    const token = await issue()
    const setUp = setUpOf()
    const results: SetUpResult[] = []
    for (let index = 0; index < 11; index += 1) results.push(await setUp(inputFor(`guess-${index}`)))
    expect(results.map(({ state }) => state)).toEqual([...Array.from({ length: 10 }, () => 'token'), 'wait'])
    // Guessing from one address does not block other addresses.
    expect((await setUp(inputFor(token))).state).toBe('wait')
    expect(loggedLines[0]).toMatchObject({ event: 'security.refuseSetup', address: '203.0.113.7', actor: null })
    expect(JSON.stringify(loggedLines)).not.toContain('guess')
    expect(await countAll()).toEqual({ accounts: 0, users: 0, members: 0 })
    expect((await setUp(inputFor(token, { address: '203.0.113.99' }))).state).toBe('done')
  })

  it('rejects invalid input and leaves the token valid', async () => {
    const token = await issue()
    const wrong: readonly [Partial<SetUpInput>, SetUpResult][] = [
      [{ password: 'krótkie' }, { state: 'password', fault: 'short' }],
      [{ password: 'acme acme acme' }, { state: 'password', fault: 'about_you' }],
      [{ password: null }, { state: 'password', fault: 'short' }],
      [{ account: row('demo-pro') }, { state: 'slug_taken' }],
      [{ email: 'Owner@demo.test' }, { state: 'email_taken' }],
      [{ account: undefined }, { state: 'no_account' }],
    ]
    for (const [overrides, refused] of wrong) expect(await setUpOf()(inputFor(token, overrides))).toEqual(refused)
    expect(await countAll()).toEqual({ accounts: 0, users: 0, members: 0 })
    expect((await setUpOf()(inputFor(token))).state).toBe('done')
  })

  it('creates an owner without a password if an identity provider is configured, only for its account', async () => {
    // Safe: only its account is read.
    const singleSignOn = { account: 'acme' } as Parameters<typeof createSetUp>[0]['env']['singleSignOn']
    const token = await issue()
    const setUp = setUpOf({ singleSignOn, localPasswords: false })
    expect(await setUp(inputFor(token, { account: row('other'), password: null }))).toEqual({
      state: 'provider_account',
    })
    expect((await setUp(inputFor(token, { password: null }))).state).toBe('done')
    const user = await service.storage.db
      .selectFrom('users')
      .select(['email', 'password_hash'])
      .executeTakeFirstOrThrow()
    expect(user).toEqual({ email: 'ewa@acme.test', password_hash: null })
  })

  it('creates only the first owner with a remote service', async () => {
    await insertRemoteAccount(service.storage.db, { slug: REMOTE_SLUG, name: 'api.example.test' }, clock())
    const { id: accountId } = await service.storage.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
    await makeMember(service.storage, { accountId, role: 'viewer' })
    expect(await readSetupState({ ...unset, remote }, service.storage.db)).toBe('required')
    const setUp = setUpOf({ remote })
    const token = await issue()
    expect(await setUp(inputFor(token, { account: undefined }))).toMatchObject({ state: 'done', slug: 'remote' })
    expect(await countAll()).toEqual({ accounts: 1, users: 2, members: 2 })
    expect(await readSetupState({ ...unset, remote }, service.storage.db)).toBe('done')
    expect(await setUp(inputFor(await issue(), { account: undefined, email: 'b@b.test' }))).toEqual({ state: 'set_up' })
  })

  it('is required until the sample data are chosen or an account exists', async () => {
    const stateWith = (settings = {}) => readSetupState({ ...unset, ...settings }, service.storage.db)
    expect(await stateWith()).toBe('required')
    expect(await stateWith({ sampleData: 'on' })).toBe('offered')
    const address = await setupAddress({ storage: service.storage, env: unset }, 'http://panel.test')
    expect(address).toMatch(/^http:\/\/panel\.test\/setup\?token=[\w-]{32}$/)
    await chooseSample(service.storage.db)
    expect(await stateWith()).toBe('offered')
    expect(await setupAddress({ storage: service.storage, env: unset }, 'http://panel.test')).toBeUndefined()
    // There are no sample data that a visitor could try out.
    for (const settings of [{ sampleData: 'off' }, { panelUrl: 'https://panel.test' }]) {
      expect(await stateWith(settings)).toBe('required')
    }
    await service.createAccount()
    expect(await stateWith({ sampleData: 'off' })).toBe('done')
  })
})
