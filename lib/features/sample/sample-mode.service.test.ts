import { randomUUID } from 'node:crypto'

import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createSignIn } from '@/lib/features/auth/sign-in'
import { createAccount } from '@/lib/service/accounts/accounts'
import { makeMember } from '@/lib/testing/people'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { mayUseSample, usesSampleData, withoutSampleUsers } from './sample-mode'
import { ensureSampleUsers } from './sample-users'

const PASSWORD = 'shared-by-all-of-them'
const unset = { remote: undefined, panelUrl: undefined, sampleData: undefined }
const remote = { url: 'https://api.example.test', apiKey: 'key' }

describe.each(sqliteOnly)('sample data on %s', (engine) => {
  let testService: TestService
  beforeAll(async () => {
    testService = await startTestService({ engine })
    await createAccount(testService.service.dependencies, { slug: 'demo-pro', plan: 'pro' })
    await ensureSampleUsers(testService.storage.db, PASSWORD, testService.clock.now())
  })
  afterAll(() => testService.stop())

  const uses = (settings: Partial<Parameters<typeof usesSampleData>[0]>) =>
    usesSampleData({ ...unset, ...settings }, testService.storage.db)
  const owner = { email: 'owner@demo.test', slug: 'demo-pro' }
  const hasAccess = (settings = {}) => mayUseSample(owner, { ...unset, ...settings }, testService.storage.db)
  async function signInAsSample(settings = {}) {
    const signIn = createSignIn(testService.storage, () => testService.clock.now(), pino({ level: 'silent' }))
    const attempt = { email: ' Owner@Demo.test', password: PASSWORD, address: randomUUID() }
    return withoutSampleUsers(signIn, { ...unset, ...settings }, testService.storage.db)(attempt)
  }
  const signsIn = async (settings = {}): Promise<boolean> => (await signInAsSample(settings)).ok

  it('are available in a store without other accounts, but not with a PANEL_URL, a remote service or SAMPLE_DATA=off', async () => {
    expect([await uses({}), await signsIn(), await hasAccess()]).toEqual([true, true, true])
    for (const settings of [{ panelUrl: 'https://panel.example.test' }, { sampleData: 'off' } as const]) {
      expect([await uses(settings), await signsIn(settings), await hasAccess(settings)]).toEqual([false, false, false])
    }
    expect(await uses({ remote, sampleData: 'on' })).toBe(false)
    expect(await uses({ panelUrl: 'https://panel.example.test', sampleData: 'on' })).toBe(true)
  })

  it('end as soon as a real account exists, unless SAMPLE_DATA is on', async () => {
    const { id: accountId } = await testService.storage.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
    // A person invited to a sample account only tries it out.
    await makeMember(testService.storage, { accountId, email: 'me@firma.test' })
    expect([await uses({}), await signsIn(), await hasAccess()]).toEqual([true, true, true])
    await testService.createAccount()
    expect([await uses({}), await signsIn(), await hasAccess()]).toEqual([false, false, false])
    expect(await signInAsSample()).toEqual({ ok: false, reason: 'sample_ended' })
    const settings = { sampleData: 'on' } as const
    expect([await uses(settings), await signsIn(settings), await hasAccess(settings)]).toEqual([true, true, true])
  })

  it('do not restrict users of a remote account or other users of a sample account', async () => {
    expect(
      await mayUseSample({ email: 'owner@demo.test', slug: 'remote' }, { ...unset, remote }, testService.storage.db),
    ).toBe(true)
    expect(await mayUseSample({ email: 'me@firma.test', slug: 'demo-pro' }, unset, testService.storage.db)).toBe(true)
  })
})
