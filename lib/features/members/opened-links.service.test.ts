import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  confirmEmail,
  createEmailLink,
  createPasswordLink,
  readEmailLink,
  readPasswordLink,
  redeemPasswordLink,
} from '@/lib/features/auth/one-time-links'
import { noMail } from '@/lib/panel/mail/mailer'
import { panelContext } from '@/lib/testing/panel-context'
import { makeMember } from '@/lib/testing/people'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { memberHandlers } from './handlers'
import { readInvitation } from './invitations'
import { joinByInvitation } from './joining'

const password = 'trzy zielone parasole'

/** Mail servers may open a link any number of times, also long after it was created. */
describe.each(sqliteOnly)('links in mails on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  const now = () => service.clock.now()
  async function person() {
    const { accountId } = await service.createAccount()
    return { accountId, ...(await makeMember(service.storage, { accountId })) }
  }
  /** All rows that belong to a link, a person or a session. */
  const state = async () => {
    const tables = ['one_time_links', 'invitations', 'users', 'sessions', 'members'] as const
    return JSON.stringify(
      await Promise.all(tables.map((table) => service.storage.db.selectFrom(table).selectAll().execute())),
    )
  }
  async function openOften(open: () => Promise<{ readonly state: string }>): Promise<string[]> {
    const before = await state()
    const states: string[] = []
    for (let times = 0; times < 5; times += 1) states.push((await open()).state)
    expect(await state()).toBe(before)
    return [...new Set(states)]
  }

  // Case C04 of lib/testing/cases/README.md
  describe('after a mail scanner has opened them', () => {
    it('still set a new password, once', async () => {
      const { id } = await person()
      const token = await createPasswordLink(service.storage.db, { userId: id, purpose: 'reset' }, now())
      expect(await openOften(() => readPasswordLink(service.storage.db, token, now()))).toEqual(['ready'])
      const input = { token, password, address: null, mail: noMail }
      expect(await redeemPasswordLink(service.storage, input, now())).toMatchObject({ state: 'ready' })
      expect(await redeemPasswordLink(service.storage, input, now())).toMatchObject({ state: 'used' })
    })

    it('still confirm a new e-mail', async () => {
      const { id } = await person()
      const email = `${id}@new.example.test`
      const token = await createEmailLink(service.storage.db, { userId: id, email }, now())
      expect(await openOften(() => readEmailLink(service.storage.db, token, now()))).toEqual(['ready'])
      expect(await confirmEmail(service.storage, { token, address: null }, now())).toMatchObject({
        state: 'ready',
        email,
      })
    })

    it('still let an invited person join', async () => {
      const { id, email, accountId } = await person()
      const owner = panelContext(service, accountId, { user: { id, email, role: 'owner' } })
      const people = [{ email: `new-${id}@example.test`, role: 'viewer' as const }]
      const { items } = await memberHandlers['members.invite']({ body: { people } }, owner)
      const token = new URL(items[0]?.link ?? '').searchParams.get('token') ?? ''
      expect(await openOften(() => readInvitation(service.storage.db, token, now()))).toEqual(['open'])
      const newcomer = { name: 'Ewa', password }
      expect(await joinByInvitation(service.storage, { token, address: 'a', now: now(), mail: noMail, newcomer })).toBe(
        'joined',
      )
    })
  })
})
