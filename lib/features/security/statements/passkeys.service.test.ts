import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { makeMember } from '@/lib/testing/people'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { findPasskey, insertPasskey, touchPasskey } from './passkeys'

const AT = '2026-11-20T11:00:00.000Z'

describe.each(engines)('the counter of a passkey on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  async function createPasskey(counter: number) {
    const { accountId } = await service.createAccount()
    const { id: user_id } = await makeMember(service.storage, { accountId })
    const id = crypto.randomUUID()
    const fields = {
      public_key: '',
      transports: '[]',
      name: 'Klucz',
      is_backed_up: 0,
      created_at: AT,
      last_used_at: null,
    }
    await insertPasskey(service.storage.db, { id, user_id, counter, ...fields })
    return {
      use: (next: number) => touchPasskey(service.storage.db, { id, counter: next, isBackedUp: false, at: AT }),
      counter: async () => (await findPasskey(service.storage.db, id))?.counter,
    }
  }

  it.each([
    { from: 0, to: 0, passes: true },
    { from: 0, to: 1, passes: true },
    { from: 5, to: 6, passes: true },
    { from: 5, to: 900, passes: true },
    { from: 5, to: 5, passes: false },
    { from: 5, to: 4, passes: false },
    { from: 5, to: 0, passes: false },
  ])('may increase, or stay at zero: from $from to $to', async ({ from, to, passes }) => {
    const passkey = await createPasskey(from)
    expect(await passkey.use(to)).toBe(passes)
    expect(await passkey.counter()).toBe(passes ? to : from)
  })

  it('accepts only one of two simultaneous uses with the same number', async () => {
    const passkey = await createPasskey(5)
    const passed = await Promise.all([passkey.use(6), passkey.use(6)])
    expect(passed.filter(Boolean)).toHaveLength(1)
  })
})
