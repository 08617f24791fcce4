import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { insertMember } from '@/lib/features/members/statements/members'
import { findUser, updateUser } from '@/lib/features/members/statements/users'
import { type MailService, noMail, type OutgoingMail } from '@/lib/panel/mail/mailer'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { panelContext } from '@/lib/testing/panel-context'
import { makeMember } from '@/lib/testing/people'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { createForgottenPassword, MAILS_PER_PERSON, REQUESTS_PER_ADDRESS } from './forgotten-password'
import { createPasswordLink, readPasswordLink, redeemPasswordLink, RESET_LIFETIME_MS } from './one-time-links'
import { passwordResetHandlers } from './password-resets'
import { hashPassword, verifyPassword } from './passwords'
import { startSession } from './sessions'
import { findLiveSession } from './statements/sessions'

const PANEL_URL = 'https://panel.test'
const NEW_PASSWORD = 'zielony rower za oknem'
const log = pino({ level: 'silent' })

describe.each(sqliteOnly)('a forgotten password on %s', (engine) => {
  let service: TestService
  let passwordHash = ''
  const mails: OutgoingMail[] = []
  const mail: MailService = {
    mailer: {
      send: (sent) => {
        mails.push(sent)
        return Promise.resolve()
      },
    },
    panelUrl: PANEL_URL,
    unsubscribeLinks: () => undefined,
    isFailing: () => false,
  }
  beforeAll(async () => {
    service = await startTestService({ engine })
    passwordHash = await hashPassword('the password of before')
  })
  afterAll(() => service.stop())

  const clock = () => service.clock.now()
  const createRequester = (more: { mail?: MailService; localPasswords?: boolean } = {}) =>
    createForgottenPassword({ storage: service.storage, mail, localPasswords: true, log, clock, ...more })
  async function makeUser(more: { disabled?: boolean; hash?: string | null; locale?: string } = {}) {
    const { accountId } = await service.createAccount()
    const hash = more.hash === undefined ? passwordHash : more.hash
    const user = await makeMember(service.storage, {
      accountId,
      role: 'viewer',
      passwordHash: hash,
      disabled: more.disabled ?? false,
    })
    if (more.locale) await updateUser(service.storage.db, user.id, { locale: more.locale })
    return user
  }
  const mailsTo = (email: string) => mails.filter(({ to }) => to === email)
  const mailedTo = (email: string, count = 1) =>
    vi.waitFor(
      () => {
        expect(mailsTo(email)).toHaveLength(count)
        return mailsTo(email)[count - 1]?.text ?? ''
      },
      { timeout: 30_000 },
    )
  const tokenIn = (text: string): string => /\/sign-up\?token=([\w-]+)/.exec(text)?.[1] ?? ''
  const redeem = (token: string, password = NEW_PASSWORD) =>
    redeemPasswordLink(service.storage, { token, password, address: '10.0.0.9', mail }, clock())

  it('is replaced by a mailed link that names only the configured host, in the language of the person', async () => {
    const user = await makeUser({ locale: 'en' })
    expect(await createRequester()({ email: ` ${user.email.toUpperCase()}`, address: 'a' })).toEqual({
      state: 'accepted',
    })
    const text = await mailedTo(user.email)
    expect(text).toContain(`Set a new password: ${PANEL_URL}/sign-up?token=`)
    const session = { userId: user.id, accountId: user.account_id, method: 'password', secondFactor: false } as const
    const sessionId = await startSession(service.storage.db, { ...session, address: 'a', device: '' }, clock())
    // Mail scanners may open the link any number of times without an effect.
    for (let i = 0; i < 3; i += 1) {
      expect(await readPasswordLink(service.storage.db, tokenIn(text), clock())).toMatchObject({ state: 'ready' })
    }
    expect(await redeem(tokenIn(text))).toMatchObject({ state: 'ready' })
    const changed = await findUser(service.storage.db, user.id)
    expect(await verifyPassword(changed?.password_hash, NEW_PASSWORD)).toBe(true)
    expect(await findLiveSession(service.storage.db, sessionId, clock().toISOString())).toBeUndefined()
    expect(await redeem(tokenIn(text))).toEqual({ state: 'used' })
    const waiting = await service.storage.db
      .selectFrom('deliveries')
      .select(['subject', 'recipient', 'state'])
      .where('recipient', '=', user.email)
      .where('state', '=', 'waiting')
      .execute()
    expect(waiting).toEqual([
      { subject: 'Your password for the panel was changed', recipient: user.email, state: 'waiting' },
    ])
    const entries = await listEntriesAfter(service.storage.db, user.account_id, { number: 0, limit: 10 })
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['password.ask', user.email],
      ['password.set', user.email],
    ])
  })

  it('leaves no link in the store once the mail was sent', async () => {
    const user = await makeUser()
    await createRequester()({ email: user.email, address: 'a' })
    await mailedTo(user.email)
    await vi.waitFor(
      async () => {
        const rows = await service.storage.db
          .selectFrom('deliveries')
          .selectAll()
          .where('recipient', '=', user.email)
          .execute()
        expect(rows).toMatchObject([{ state: 'delivered', body_text: '', body_html: '' }])
      },
      { timeout: 30_000 },
    )
  })

  it('has one valid link at a time, for an hour', async () => {
    const user = await makeUser()
    await createRequester()({ email: user.email, address: 'a' })
    const first = tokenIn(await mailedTo(user.email))
    await createRequester()({ email: user.email, address: 'a' })
    const second = tokenIn(await mailedTo(user.email, 2))
    expect(await readPasswordLink(service.storage.db, first, clock())).toEqual({ state: 'unknown' })
    const later = (ms: number) => new Date(clock().getTime() + ms)
    expect(await readPasswordLink(service.storage.db, second, later(RESET_LIFETIME_MS - 1))).toMatchObject({
      state: 'ready',
    })
    expect(await readPasswordLink(service.storage.db, second, later(RESET_LIFETIME_MS))).toEqual({ state: 'expired' })
  })

  it.each([
    ['nobody', undefined],
    ['a disabled person', { disabled: true }],
    ['a person without a local password', { hash: null }],
  ])('gives %s the same answer and no mail', async (_, more) => {
    const email = more === undefined ? 'nobody@example.test' : (await makeUser(more)).email
    const member = await makeUser()
    const requestReset = createRequester()
    expect(await requestReset({ email, address: 'a' })).toEqual({ state: 'accepted' })
    expect(await requestReset({ email: member.email, address: 'a' })).toEqual({ state: 'accepted' })
    await mailedTo(member.email)
    expect(mailsTo(email)).toEqual([])
  })

  it('is answered before anybody is looked up', async () => {
    const user = await makeUser()
    const failing = service.storage.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: () => Promise.reject(new Error('the store is away')),
    })
    const storage = { ...service.storage, db: failing }
    const requestReset = createForgottenPassword({ storage, mail, localPasswords: true, log, clock })
    expect(await requestReset({ email: user.email, address: 'b' })).toEqual({ state: 'accepted' })
  })

  it.each([
    ['no mail server', { mail: noMail }],
    ['no configured address of the panel', { mail: { ...mail, panelUrl: undefined } }],
    ['local passwords switched off', { localPasswords: false }],
  ])('gives the same answer and creates no link with %s', async (_, more) => {
    const user = await makeUser()
    expect(await createRequester(more)({ email: user.email, address: 'a' })).toEqual({ state: 'accepted' })
    const links = await service.storage.db
      .selectFrom('one_time_links')
      .selectAll()
      .where('user_id', '=', user.id)
      .execute()
    expect(links).toEqual([])
  })

  it('limits the mails to a person, and makes an address wait', async () => {
    const [user, next] = [await makeUser(), await makeUser()]
    const requestReset = createRequester()
    const from = crypto.randomUUID()
    for (let i = 0; i < MAILS_PER_PERSON; i += 1) await requestReset({ email: user.email, address: from })
    await mailedTo(user.email, MAILS_PER_PERSON)
    for (let i = MAILS_PER_PERSON; i < REQUESTS_PER_ADDRESS; i += 1) {
      expect(await requestReset({ email: user.email, address: from })).toEqual({ state: 'accepted' })
    }
    expect(await requestReset({ email: next.email, address: from })).toMatchObject({ state: 'wait' })
    expect(await requestReset({ email: next.email, address: 'another' })).toEqual({ state: 'accepted' })
    // An IPv6 client may use 18 quintillion addresses of its /64 network.
    for (let i = 0; i < REQUESTS_PER_ADDRESS; i += 1) {
      await requestReset({
        email: `nobody-${i}@example.test`,
        address: `2001:db8:1:${engine === 'sqlite' ? 2 : 3}::${i.toString(16)}`,
      })
    }
    const neighbour = `2001:db8:1:${engine === 'sqlite' ? 2 : 3}:ffff:1:2:3`
    expect(await requestReset({ email: 'nobody@example.test', address: neighbour })).toMatchObject({ state: 'wait' })
    await mailedTo(next.email)
    expect(mailsTo(user.email)).toHaveLength(MAILS_PER_PERSON)
  })

  describe('a reset started by an owner for a colleague', () => {
    const start = (accountId: string, id: string, more: Partial<Parameters<typeof panelContext>[2]> = {}) =>
      passwordResetHandlers['members.startReset'](
        { params: { id } },
        panelContext(service, accountId, { mail, ...more }),
      )

    it('sends the link only to the colleague', async () => {
      const user = await makeUser()
      const answer = await start(user.account_id, user.id)
      expect(answer).toMatchObject({ is_mailed: true, link: null })
      const text = await mailedTo(user.email)
      expect(text).toContain('Prosi o to owner@example.test, właściciel konta Test sp. z o.o.')
      expect(await redeem(tokenIn(text))).toMatchObject({ state: 'ready' })
      const entries = await listEntriesAfter(service.storage.db, user.account_id, { number: 0, limit: 10 })
      expect(entries[0]).toMatchObject({ action: 'users.resetPassword', actor: 'owner@example.test', target: user.id })
    })

    it('returns the link when no mail is sent', async () => {
      const user = await makeUser()
      const { is_mailed, link } = await start(user.account_id, user.id, { mail: noMail })
      expect(is_mailed).toBe(false)
      expect(await redeem(tokenIn(link ?? ''))).toMatchObject({ state: 'ready' })
    })

    it('never reveals the link of a person who is a member of other accounts too', async () => {
      const user = await makeUser()
      const { accountId } = await service.createAccount()
      const row = {
        account_id: accountId,
        user_id: user.id,
        role: 'viewer' as const,
        created_at: clock().toISOString(),
      }
      await insertMember(asAccountTx(service.storage.db), { ...row, disabled_at: null, last_seen_at: null })
      await expect(start(accountId, user.id, { mail: noMail })).rejects.toMatchObject({ code: 'conflict' })
      expect(await start(accountId, user.id)).toMatchObject({ is_mailed: true })
    })

    it('is rejected for the owners themselves and for another owner', async () => {
      const user = await makeUser()
      const owner = await makeMember(service.storage, { accountId: user.account_id, role: 'owner' })
      await expect(start(user.account_id, owner.id)).rejects.toMatchObject({ code: 'conflict', status: 409 })
      const self = { user: { id: user.id, email: user.email, role: 'owner' as const } }
      await expect(start(user.account_id, user.id, self)).rejects.toMatchObject({ code: 'conflict', status: 409 })
      await expect(start(user.account_id, owner.id, { mail: noMail })).rejects.toMatchObject({ code: 'conflict' })
    })

    it('is rejected for a stranger, a disabled member, and without local passwords', async () => {
      const [user, stranger] = [await makeUser(), await makeUser()]
      const disabled = await makeUser({ disabled: true })
      await expect(start(user.account_id, stranger.id)).rejects.toMatchObject({ code: 'not_found' })
      await expect(start(disabled.account_id, disabled.id)).rejects.toMatchObject({ code: 'conflict' })
      await expect(start(user.account_id, user.id, { localPasswords: false })).rejects.toMatchObject({
        code: 'conflict',
      })
    })
  })

  it('has a link that is valid for longer when an operator creates it', async () => {
    const user = await makeUser()
    const token = await createPasswordLink(service.storage.db, { userId: user.id, purpose: 'reset' }, clock())
    const later = new Date(clock().getTime() + 2 * RESET_LIFETIME_MS)
    expect(await readPasswordLink(service.storage.db, token, later)).toMatchObject({ state: 'ready' })
  })
})
