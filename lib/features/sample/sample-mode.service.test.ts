import { randomUUID } from 'node:crypto'

import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createSignIn } from '@/lib/features/auth/sign-in'
import { createAccount } from '@/lib/service/accounts/accounts'
import { makeMember } from '@/lib/testing/people'
import { sqliteAlone, startTestService, type TestService } from '@/lib/testing/service'

import { mayUseSample, usesSampleData, withoutSampleUsers } from './sample-mode'
import { ensureSampleUsers } from './sample-users'

const PASSWORD = 'shared-by-all-of-them'
const unset = { remote: undefined, panelUrl: undefined, sampleData: undefined }
const remote = { url: 'https://api.example.test', apiKey: 'key' }

describe.each(sqliteAlone)('sample data on %s', (engine) => {
  let on: TestService
  beforeAll(async () => {
    on = await startTestService({ engine })
    await createAccount(on.service.dependencies, { slug: 'demo-pro', plan: 'pro' })
    await ensureSampleUsers(on.storage.db, PASSWORD, on.clock.now())
  })
  afterAll(() => on.stop())

  const uses = (said: Partial<Parameters<typeof usesSampleData>[0]>) =>
    usesSampleData({ ...unset, ...said }, on.storage.db)
  const owner = { email: 'owner@demo.test', slug: 'demo-pro' }
  const letsIn = (said = {}) => mayUseSample(owner, { ...unset, ...said }, on.storage.db)
  async function signsIn(said = {}): Promise<boolean> {
    const signIn = createSignIn(on.storage, () => on.clock.now(), pino({ level: 'silent' }))
    const attempt = { email: ' Owner@Demo.test', password: PASSWORD, address: randomUUID() }
    return (await withoutSampleUsers(signIn, { ...unset, ...said }, on.storage.db)(attempt)).ok
  }

  it('are there in a store of nobody, and neither under an address of its own nor over a remote service', async () => {
    expect([await uses({}), await signsIn(), await letsIn()]).toEqual([true, true, true])
    for (const said of [{ panelUrl: 'https://panel.example.test' }, { sampleData: 'off' } as const]) {
      expect([await uses(said), await signsIn(said), await letsIn(said)]).toEqual([false, false, false])
    }
    expect(await uses({ remote, sampleData: 'on' })).toBe(false)
    expect(await uses({ panelUrl: 'https://panel.example.test', sampleData: 'on' })).toBe(true)
  })

  it('end the moment that there is an account of somebody’s own, unless they were asked for', async () => {
    const { id: accountId } = await on.storage.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
    // A person invited to a sample account only tries it out.
    await makeMember(on.storage, { accountId, email: 'me@firma.test' })
    expect([await uses({}), await signsIn(), await letsIn()]).toEqual([true, true, true])
    await on.createAccount()
    expect([await uses({}), await signsIn(), await letsIn()]).toEqual([false, false, false])
    const said = { sampleData: 'on' } as const
    expect([await uses(said), await signsIn(said), await letsIn(said)]).toEqual([true, true, true])
  })

  it('are nobody else’s users', async () => {
    expect(await mayUseSample({ email: 'owner@demo.test', slug: 'remote' }, { ...unset, remote }, on.storage.db)).toBe(
      true,
    )
    expect(await mayUseSample({ email: 'me@firma.test', slug: 'demo-pro' }, unset, on.storage.db)).toBe(true)
  })
})
