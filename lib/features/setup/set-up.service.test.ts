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
  let at: TestService
  let noted: object[] = []
  beforeEach(async () => {
    at = await startTestService({ engine })
    noted = []
  })
  afterEach(() => at.stop())

  const clock = () => at.clock.now()
  const log = { warn: (line: object) => void noted.push(line), error: () => undefined }
  const setUpOf = (env: Partial<Parameters<typeof createSetUp>[0]['env']> = {}) =>
    createSetUp({ storage: at.storage, env: { ...local, ...env }, clock, log })
  const issue = () => issueSetupToken(at.storage)
  const row = (slug = 'acme', limits = {}) => newAccountRow({ slug, name: 'Acme', plan: 'pro', limits }, clock())
  const asked = (token: string, rest: Partial<SetUpInput> = {}): SetUpInput => ({
    token,
    account: row(),
    email: ' Ewa@Acme.test ',
    password: PASSWORD,
    address: '203.0.113.7',
    ...rest,
  })
  const counted = async () => {
    const of = async (table: 'accounts' | 'users' | 'members') =>
      (await at.storage.db.selectFrom(table).selectAll().execute()).length
    return { accounts: await of('accounts'), users: await of('users'), members: await of('members') }
  }
  const signsIn = async () => {
    const attempt = { email: 'ewa@acme.test', password: PASSWORD, address: '203.0.113.8' }
    return (await createSignIn(at.storage, clock, log)(attempt)).ok
  }

  it('makes the account with its limits and its owner, who can sign in, with their entries of the audit log', async () => {
    const limits = { lookups: 20, rdf: null }
    const result = await setUpOf()(asked(await issue(), { account: row('acme', limits) }))
    expect(result).toEqual({ state: 'done', email: 'ewa@acme.test', slug: 'acme' })
    expect(await counted()).toEqual({ accounts: 1, users: 1, members: 1 })
    expect(await signsIn()).toBe(true)
    const account = await findAccountBySlug(at.storage.db, 'acme')
    expect(JSON.parse(account?.limits ?? '')).toEqual(limits)
    const entries = await listEntriesAfter(at.storage.db, account?.id ?? '', { number: 0, limit: 10 })
    expect(entries.map(({ actor, action, address }) => [actor, action, address])).toEqual([
      ['setup', 'accounts.create', '203.0.113.7'],
      ['setup', 'users.create', '203.0.113.7'],
      ['ewa@acme.test', 'session.start', '203.0.113.8'],
    ])
    expect(await verifyAudit(at.storage, account?.id ?? '')).toMatchObject({ entries: 3, brokenAt: null })
    expect(await readSetupState(unset, at.storage.db)).toBe('done')
    expect(await setupAddress({ storage: at.storage, env: unset }, 'http://panel.test')).toBeUndefined()
  })

  it('is refused with a token that was used, and where there is an account of somebody’s own; nothing is changed', async () => {
    const [used, other] = [await issue(), await issue()]
    expect((await setUpOf()(asked(used))).state).toBe('done')
    const before = await counted()
    for (const token of [used, other, await issue()]) {
      const again = asked(token, { account: row('other'), email: 'b@other.test' })
      expect(await setUpOf()(again)).toEqual({ state: 'set_up' })
    }
    expect(await counted()).toEqual(before)
  })

  onBoth('is done by one of two at once', async () => {
    const [first, second] = [await issue(), await issue()]
    const results = await Promise.all([
      setUpOf()(asked(first)),
      setUpOf()(asked(second, { account: row('other'), email: 'b@other.test' })),
      setUpOf()(asked(first, { account: row('third'), email: 'c@third.test' })),
    ])
    expect(results.map(({ state }) => state).toSorted()).toEqual(['done', 'set_up', 'set_up'])
    expect(await counted()).toEqual({ accounts: 1, users: 1, members: 1 })
  })

  it('keeps no token, but a hash of each of the last ten', async () => {
    const tokens: string[] = []
    for (let index = 0; index < 11; index += 1) tokens.push(await issue())
    const stored = (await findMeta(at.storage.db, 'setup_tokens')) ?? ''
    for (const token of tokens) expect(stored).not.toContain(token)
    expect((await setUpOf()(asked(tokens[0] ?? ''))).state).toBe('token')
    expect((await setUpOf()(asked(tokens[1] ?? ''))).state).toBe('done')
    expect(await findMeta(at.storage.db, 'setup_tokens')).toBeUndefined()
  })

  it('slows wrong tokens down as wrong passwords, and notes them without what was tried', async () => {
    const token = await issue()
    const setUp = setUpOf()
    const results: SetUpResult[] = []
    for (let index = 0; index < 11; index += 1) results.push(await setUp(asked(`guess-${index}`)))
    expect(results.map(({ state }) => state)).toEqual([...Array.from({ length: 10 }, () => 'token'), 'wait'])
    // Guessing from one address does not block other addresses.
    expect((await setUp(asked(token))).state).toBe('wait')
    expect(noted[0]).toMatchObject({ event: 'security.refuseSetup', address: '203.0.113.7', actor: null })
    expect(JSON.stringify(noted)).not.toContain('guess')
    expect(await counted()).toEqual({ accounts: 0, users: 0, members: 0 })
    expect((await setUp(asked(token, { address: '203.0.113.99' }))).state).toBe('done')
  })

  it('refuses what cannot be, and the token goes on working', async () => {
    const token = await issue()
    const wrong: readonly [Partial<SetUpInput>, SetUpResult][] = [
      [{ password: 'krótkie' }, { state: 'password', fault: 'short' }],
      [{ password: 'acme acme acme' }, { state: 'password', fault: 'about_you' }],
      [{ password: null }, { state: 'password', fault: 'short' }],
      [{ account: row('demo-pro') }, { state: 'slug_taken' }],
      [{ email: 'Owner@demo.test' }, { state: 'email_taken' }],
      [{ account: undefined }, { state: 'no_account' }],
    ]
    for (const [given, refused] of wrong) expect(await setUpOf()(asked(token, given))).toEqual(refused)
    expect(await counted()).toEqual({ accounts: 0, users: 0, members: 0 })
    expect((await setUpOf()(asked(token))).state).toBe('done')
  })

  it('makes an owner without a password where there is an identity provider, of the account that it names', async () => {
    // Safe: only its account is read.
    const singleSignOn = { account: 'acme' } as Parameters<typeof createSetUp>[0]['env']['singleSignOn']
    const token = await issue()
    const setUp = setUpOf({ singleSignOn, localPasswords: false })
    expect(await setUp(asked(token, { account: row('other'), password: null }))).toEqual({ state: 'provider_account' })
    expect((await setUp(asked(token, { password: null }))).state).toBe('done')
    const user = await at.storage.db.selectFrom('users').select(['email', 'password_hash']).executeTakeFirstOrThrow()
    expect(user).toEqual({ email: 'ewa@acme.test', password_hash: null })
  })

  it('makes the first owner alone with a remote service, as long as it has none', async () => {
    await insertRemoteAccount(at.storage.db, { slug: REMOTE_SLUG, name: 'api.example.test' }, clock())
    const { id: accountId } = await at.storage.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
    await makeMember(at.storage, { accountId, role: 'viewer' })
    expect(await readSetupState({ ...unset, remote }, at.storage.db)).toBe('asked')
    const setUp = setUpOf({ remote })
    const token = await issue()
    expect(await setUp(asked(token, { account: undefined }))).toMatchObject({ state: 'done', slug: 'remote' })
    expect(await counted()).toEqual({ accounts: 1, users: 2, members: 2 })
    expect(await readSetupState({ ...unset, remote }, at.storage.db)).toBe('done')
    expect(await setUp(asked(await issue(), { account: undefined, email: 'b@b.test' }))).toEqual({ state: 'set_up' })
  })

  it('is asked for until somebody chose the sample data or has an account', async () => {
    const stateWith = (said = {}) => readSetupState({ ...unset, ...said }, at.storage.db)
    expect(await stateWith()).toBe('asked')
    expect(await stateWith({ sampleData: 'on' })).toBe('offered')
    const address = await setupAddress({ storage: at.storage, env: unset }, 'http://panel.test')
    expect(address).toMatch(/^http:\/\/panel\.test\/setup\?token=[\w-]{32}$/)
    await chooseSample(at.storage.db)
    expect(await stateWith()).toBe('offered')
    expect(await setupAddress({ storage: at.storage, env: unset }, 'http://panel.test')).toBeUndefined()
    // There are no sample data to look at.
    for (const said of [{ sampleData: 'off' }, { panelUrl: 'https://panel.test' }]) {
      expect(await stateWith(said)).toBe('asked')
    }
    await at.createAccount()
    expect(await stateWith({ sampleData: 'off' })).toBe('done')
  })
})
