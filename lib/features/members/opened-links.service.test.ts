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
import { sqliteAlone, startTestService, type TestService } from '@/lib/testing/service'

import { memberHandlers } from './handlers'
import { readInvitation } from './invitations'
import { joinByInvitation } from './joining'

const password = 'trzy zielone parasole'

/** Mail servers may open a link any number of times, also long after it was created. */
describe.each(sqliteAlone)('links in mails on %s', (engine) => {
  let at: TestService
  beforeAll(async () => {
    at = await startTestService({ engine })
  })
  afterAll(() => at.stop())

  const now = () => at.clock.now()
  async function person() {
    const { accountId } = await at.createAccount()
    return { accountId, ...(await makeMember(at.storage, { accountId })) }
  }
  /** All rows that belong to a link, a person or a session. */
  const state = async () => {
    const tables = ['one_time_links', 'invitations', 'users', 'sessions', 'members'] as const
    return JSON.stringify(
      await Promise.all(tables.map((table) => at.storage.db.selectFrom(table).selectAll().execute())),
    )
  }
  async function openOften(open: () => Promise<{ readonly state: string }>): Promise<string[]> {
    const before = await state()
    const states: string[] = []
    for (let times = 0; times < 5; times += 1) states.push((await open()).state)
    expect(await state()).toBe(before)
    return [...new Set(states)]
  }

  describe('C04 are opened by a scanner and then used by the person', () => {
    it('of a new password', async () => {
      const { id } = await person()
      const token = await createPasswordLink(at.storage.db, { userId: id, purpose: 'reset' }, now())
      expect(await openOften(() => readPasswordLink(at.storage.db, token, now()))).toEqual(['ready'])
      const input = { token, password, address: null, mail: noMail }
      expect(await redeemPasswordLink(at.storage, input, now())).toMatchObject({ state: 'ready' })
      expect(await redeemPasswordLink(at.storage, input, now())).toMatchObject({ state: 'used' })
    })

    it('of a new e-mail', async () => {
      const { id } = await person()
      const email = `${id}@new.example.test`
      const token = await createEmailLink(at.storage.db, { userId: id, email }, now())
      expect(await openOften(() => readEmailLink(at.storage.db, token, now()))).toEqual(['ready'])
      expect(await confirmEmail(at.storage, { token, address: null }, now())).toMatchObject({ state: 'ready', email })
    })

    it('of an invitation', async () => {
      const { id, email, accountId } = await person()
      const owner = panelContext(at, accountId, { user: { id, email, role: 'owner' } })
      const people = [{ email: `new-${id}@example.test`, role: 'viewer' as const }]
      const { items } = await memberHandlers['members.invite']({ body: { people } }, owner)
      const token = new URL(items[0]?.link ?? '').searchParams.get('token') ?? ''
      expect(await openOften(() => readInvitation(at.storage.db, token, now()))).toEqual(['open'])
      const newcomer = { name: 'Ewa', password }
      expect(await joinByInvitation(at.storage, { token, address: 'a', now: now(), mail: noMail, newcomer })).toBe(
        'joined',
      )
    })
  })
})
