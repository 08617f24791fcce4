import { randomUUID } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import type { ServerResponse } from 'node:http'

import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { listChannelsFor } from '@/lib/features/channels/statements'
import { createMailService } from '@/lib/panel/mail/mailer'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { loopback, messageOf, openChannelsClient, runSendJob } from '@/lib/testing/delivery/channels'
import { startReceiver, type TestReceiver } from '@/lib/testing/delivery/receiver'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { queueToChannels } from './queue'

const HOUR = 3_600_000
const PRIVATE_ADDRESS = '10.0.0.1'

describe.each(sqliteOnly)('deliveries on %s', (engine) => {
  let service: TestService
  let receiver: TestReceiver
  beforeAll(async () => {
    receiver = await startReceiver()
    // The library's verifier reads the real clock.
    service = await startTestService({ engine, now: new Date().toISOString() })
  })
  beforeEach(async () => {
    receiver.received.length = 0
    receiver.answerWith()
    service.clock.set(new Date().toISOString())
    // Messages left waiting by the previous test must not reach this one.
    await service.storage.db
      .updateTable('deliveries')
      .set({ state: 'cancelled' })
      .where('state', '=', 'waiting')
      .execute()
  })
  afterAll(async () => {
    await service.stop()
    await receiver.stop()
  })

  const openAccount = async () => {
    const { accountId } = await service.createAccount()
    const owner = await openChannelsClient(service, accountId)
    const { channel, secret } = await owner.create({ url: receiver.url })
    return { accountId, owner, channel, secret: secret ?? '' }
  }
  const statesOf = async ({ owner }: Awaited<ReturnType<typeof openAccount>>) =>
    (await owner.list()).items.map(({ state }) => state)
  const sendAndListStates = async (account: Awaited<ReturnType<typeof openAccount>>) => {
    await runSendJob(service)
    return statesOf(account)
  }
  const headersOf = ({ headers }: TestReceiver['received'][number]) => ({
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  })

  it("have a signature that the receivers' library accepts, and rejects when the body is changed", async () => {
    const { owner, channel, secret } = await openAccount()
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const message = messageOf({ data: { pesel: '44051401359', note: 'PESEL 44051401359' } })
    await owner.queue(channel.id, ['a'], message)
    await runSendJob(service)
    const [request] = receiver.received
    const verifier = new Webhook(secret)
    expect(verifier.verify(request?.body ?? '', headersOf(request!))).toMatchObject({
      type: 'event.found',
      sequence: 1,
    })
    expect(request?.headers['webhook-id']).toBe(message.id)
    expect(request?.body).not.toContain('44051401359')
    const other = request!.body.replace('event.found', 'event.fount')
    expect(() => verifier.verify(other, headersOf(request!))).toThrow('No matching signature')
    const [listed] = (await owner.list()).items
    expect(listed).toMatchObject({ state: 'delivered', attempts: 1, status: 204, error: null, channel: 'webhook' })
    expect((await owner.get(listed?.id ?? '')).history).toMatchObject([{ number: 1, status: 204, error: null }])
  })

  it('are queued once for the same message, and queueing it again returns the same id', async () => {
    const { owner, channel } = await openAccount()
    const message = messageOf()
    const first = await owner.queue(channel.id, ['a'], message)
    expect(await owner.queue(channel.id, ['a'], message)).toEqual(first)
    const input = {
      accountId: owner.context().account.id,
      channelId: channel.id,
      ruleId: null,
      noticeId: null,
      message,
    }
    const queued = { ...input, subjectKey: 'a', language: 'pl', now: service.clock.now() } as const
    const unknown = { ...queued, channelId: randomUUID() }
    expect(await queueToChannels(asAccountTx(service.storage.db), [queued, unknown])).toEqual([first[0], undefined])
    await runSendJob(service)
    expect(receiver.received).toHaveLength(1)
  })

  it.each([
    [500, 'status'],
    [301, 'redirect'],
    [429, 'throttled'],
    [404, 'status'],
  ] as const)('are retried after %i under the same message id', async (status, error) => {
    const account = await openAccount()
    await account.owner.queue(account.channel.id, ['a'])
    receiver.answerWith((_, response) => response.writeHead(status, { location: '/other' }).end('why'))
    await runSendJob(service)
    const [listed] = (await account.owner.list()).items
    expect(listed).toMatchObject({ state: 'waiting', attempts: 1, status, error })
    const wait = Date.parse(listed?.next_at ?? '') - service.clock.now().getTime()
    expect(wait).toBeGreaterThan(4000)
    expect(wait).toBeLessThanOrEqual(5000)
    expect((await account.owner.get(listed?.id ?? '')).history[0]).toMatchObject({ status, answer: 'why' })
    receiver.answerWith()
    await runSendJob(service)
    expect(receiver.received).toHaveLength(1)
    service.clock.advance(5000)
    await runSendJob(service)
    expect(await statesOf(account)).toEqual(['delivered'])
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([listed?.message_id, listed?.message_id])
    expect(receiver.received.every(({ path }) => path === '/hooks/of-the-tests')).toBe(true)
  })

  it('are recorded for a receiver that hangs, resets the connection or sends an endless answer', async () => {
    const account = await openAccount()
    const cases = [
      [() => undefined, 'timeout'],
      [(_: unknown, response: ServerResponse) => response.destroy(), 'reset'],
    ] as const
    for (const [answer, error] of cases) {
      service.clock.advance(1)
      await account.owner.queue(account.channel.id, [error])
      receiver.answerWith(answer)
      await runSendJob(service)
      const { items } = await account.owner.list()
      expect(items[0]).toMatchObject({ state: 'waiting', error })
    }
    service.clock.advance(1)
    await account.owner.queue(account.channel.id, ['endless'])
    receiver.answerWith((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      const more = () => {
        if (!response.destroyed) response.write('x'.repeat(65_536), () => setImmediate(more))
      }
      more()
    })
    await runSendJob(service)
    const [endless] = (await account.owner.list()).items
    expect(endless).toMatchObject({ state: 'delivered', status: 200 })
    expect((await account.owner.get(endless?.id ?? '')).history[0]?.answer).toHaveLength(4096)
  })

  it('become dead after ten attempts within three days, and can be replayed under the same id', async () => {
    const account = await openAccount()
    await account.owner.queue(account.channel.id, ['a'])
    receiver.answerWith((_, response) => response.writeHead(500).end())
    const startedAtMs = service.clock.now().getTime()
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await runSendJob(service)
      const [listed] = (await account.owner.list()).items
      if (listed?.next_at) service.clock.set(listed.next_at)
    }
    expect(service.clock.now().getTime() - startedAtMs).toBeLessThan(72 * HOUR)
    expect(service.clock.now().getTime() - startedAtMs).toBeGreaterThan(60 * HOUR)
    const [dead] = (await account.owner.list()).items
    expect(dead).toMatchObject({ state: 'dead', attempts: 10, next_at: null, may_replay: true })
    const since = new Date(startedAtMs).toISOString()
    expect(await account.owner.replayDead(account.channel.id, since)).toEqual({ replayed: 1 })
    receiver.answerWith()
    // The sending that was just triggered uses the real clock.
    await expect.poll(() => sendAndListStates(account)).toEqual(['delivered'])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect((await account.owner.get(dead?.id ?? '')).history).toHaveLength(11)
    const entries = await listEntriesAfter(service.storage.db, account.accountId, { number: 0, limit: 50 })
    expect(entries.map(({ action }) => action)).toContain('deliveries.replayDead')
  })

  it('wait for all subjects of a channel until the Retry-After of its receiver has passed', async () => {
    const account = await openAccount()
    await account.owner.queue(account.channel.id, ['a'])
    receiver.answerWith((_, response) => response.writeHead(429, { 'retry-after': '600' }).end())
    await runSendJob(service)
    await account.owner.queue(account.channel.id, ['b'])
    receiver.answerWith()
    service.clock.advance(599_000)
    await runSendJob(service)
    expect(receiver.received).toHaveLength(1)
    service.clock.advance(2000)
    await runSendJob(service)
    expect(await statesOf(account)).toEqual(['delivered', 'delivered'])
  })

  it('switch a channel off after a 410 answer, mail the owner, and can be replayed once it is on again', async () => {
    const account = await openAccount()
    await account.owner.queue(account.channel.id, ['a', 'a', 'a'])
    receiver.answerWith((_, response) => response.writeHead(410).end())
    const mail = createMailService(
      { smtp: { url: 'smtp://127.0.0.1:1', from: { name: '', address: 'a@example.test' } }, panelUrl: undefined },
      () => 's',
    )
    await runSendJob(service, { mail })
    expect(await statesOf(account)).toEqual(['dead', 'dead', 'dead'])
    const [channel] = await account.owner.channels()
    expect(channel).toMatchObject({ state: 'off', off_reason: 'gone', dead: 3 })
    const mails = await service.storage.db
      .selectFrom('deliveries')
      .selectAll()
      .where('account_id', '=', account.accountId)
      .where('recipient', 'is not', null)
      .execute()
    expect(mails.map(({ recipient }) => recipient)).toEqual([account.owner.user.email])
    await account.owner.queue(account.channel.id, ['later'])
    receiver.answerWith()
    await account.owner.update(account.channel.id, { name: 'System', state: 'on' })
    await account.owner.replayDead(account.channel.id, new Date(0).toISOString())
    await expect.poll(() => sendAndListStates(account)).toEqual(['delivered', 'delivered', 'delivered', 'delivered'])
  })

  it('switch a channel off after five days of failures', async () => {
    const account = await openAccount()
    receiver.answerWith((_, response) => response.writeHead(500).end())
    for (let day = 0; day <= 10; day += 1) {
      await account.owner.queue(account.channel.id, [`day ${day}`])
      await runSendJob(service)
      const [channel] = await account.owner.channels()
      expect(channel?.state).toBe(day < 10 ? 'on' : 'off')
      service.clock.advance(12 * HOUR)
    }
  })

  it('are sent in order within a subject and concurrently across subjects', async () => {
    const account = await openAccount()
    let underway = 0
    let maxUnderway = 0
    receiver.answerWith(async (_, response) => {
      underway += 1
      maxUnderway = Math.max(maxUnderway, underway)
      await new Promise((resolve) => setTimeout(resolve, 20))
      underway -= 1
      response.writeHead(200).end()
    })
    const subjects = Array.from({ length: 60 }, (_, index) => `subject ${index % 6}`)
    for (const subject of subjects) await account.owner.queue(account.channel.id, [subject], { data: { subject } })
    await runSendJob(service)
    expect(receiver.received).toHaveLength(60)
    expect(maxUnderway).toBeGreaterThan(1)
    expect(maxUnderway).toBeLessThanOrEqual(6)
    const bodies = receiver.received.map(
      ({ body }) => JSON.parse(body) as { sequence: number; data: { subject: string } },
    )
    for (const subject of new Set(subjects)) {
      const sequences = bodies.filter(({ data }) => data.subject === subject).map(({ sequence }) => sequence)
      expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
    }
  })

  // Case D10 of lib/testing/cases/README.md
  it('wait for a failed delivery of the same subject, while other subjects are sent', async () => {
    const account = await openAccount()
    receiver.answerWith((request, response) => response.writeHead(request.body.includes('"first"') ? 500 : 204).end())
    await account.owner.queue(account.channel.id, ['a'], { data: { name: 'first' } })
    await account.owner.queue(account.channel.id, ['a'], { data: { name: 'second' } })
    await account.owner.queue(account.channel.id, ['b'], { data: { name: 'other' } })
    await runSendJob(service)
    expect(receiver.received).toHaveLength(2)
    receiver.answerWith()
    service.clock.advance(5000)
    await runSendJob(service)
    const names = receiver.received.map(({ body }) => (JSON.parse(body) as { data: { name: string } }).data.name)
    expect(names.slice(2)).toEqual(['first', 'second'])
    // A retry carries the same message id.
    const tries = receiver.received.filter(({ body }) => body.includes('"first"'))
    expect(tries).toHaveLength(2)
    expect(new Set(tries.map(({ body, headers }) => `${String(headers['webhook-id'])} ${body}`)).size).toBe(1)
  })

  it('of one account are not delayed by a hanging receiver of another account', async () => {
    const slow = await openAccount()
    const quick = await openAccount()
    const other = await startReceiver()
    other.answerWith(() => undefined)
    const hanging = await slow.owner.create({ url: other.url, name: 'Hangs' })
    const manySubjects = Array.from({ length: 60 }, (_, index) => `subject ${index}`)
    await slow.owner.queue(hanging.channel.id, manySubjects)
    await quick.owner.queue(quick.channel.id, manySubjects)
    const sendJob = runSendJob(service, { outgoing: { ...loopback, timeoutMs: 10_000 } })
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(60)
    // The first 24 requests hang, so no slot is free for another.
    expect(other.received.length).toBeLessThanOrEqual(24)
    await slow.owner.remove(hanging.channel.id)
    await other.stop()
    await sendJob
    expect(new Set(await statesOf(slow))).toEqual(new Set(['cancelled']))
  }, 60_000)

  it('run at most twenty-four at once at a receiver that takes a second', async () => {
    const account = await openAccount()
    let underway = 0
    let maxUnderway = 0
    receiver.answerWith(async (_, response) => {
      underway += 1
      maxUnderway = Math.max(maxUnderway, underway)
      await new Promise((resolve) => setTimeout(resolve, 900))
      underway -= 1
      response.writeHead(204).end()
    })
    const subjects = Array.from({ length: 80 }, (_, index) => `subject ${index}`)
    await account.owner.queue(account.channel.id, subjects)
    const startedAtMs = Date.now()
    await runSendJob(service, { outgoing: { ...loopback, timeoutMs: 10_000 } })
    expect(receiver.received).toHaveLength(80)
    expect(maxUnderway).toBe(24)
    // Four rounds of one second each; sent one after another they would take 72 s. The rest is slack for a busy
    // machine.
    expect(Date.now() - startedAtMs).toBeLessThan(36_000)
  }, 20_000)

  // Case D10 of lib/testing/cases/README.md
  it('are signed with the new and the old secret during a rotation, then with the new one only', async () => {
    const { owner, channel, secret } = await openAccount()
    const rotated = await owner.rotate(channel.id, { keep_hours: 1, force: false })
    await expect(owner.rotate(channel.id, { keep_hours: 1, force: false })).rejects.toMatchObject({
      code: 'secret_overlap',
    })
    await owner.queue(channel.id, ['a'])
    await runSendJob(service)
    const [request] = receiver.received
    for (const each of [secret, rotated.secret ?? '']) {
      expect(() => new Webhook(each).verify(request!.body, headersOf(request!))).not.toThrow()
    }
    const [first, last] = String(request!.headers['webhook-signature']).split(' ')
    const signedBy = (secret: string) =>
      new Webhook(secret).sign(
        String(request!.headers['webhook-id']),
        new Date(Number(request!.headers['webhook-timestamp']) * 1000),
        request!.body,
      )
    expect([first, last]).toEqual([signedBy(rotated.secret ?? ''), signedBy(secret)])
    const secondRotation = await owner.rotate(channel.id, { keep_hours: 0, force: true })
    expect(secondRotation.channel.previous_secret_until).toBeNull()
    await owner.queue(channel.id, ['a'])
    await runSendJob(service)
    const later = receiver.received[1]!
    expect(() => new Webhook(rotated.secret ?? '').verify(later.body, headersOf(later))).toThrow()
    expect(() => new Webhook(secondRotation.secret ?? '').verify(later.body, headersOf(later))).not.toThrow()
  })

  it('of a test are signed, tried once and limited to thirty an hour', async () => {
    const { owner, channel, secret, accountId } = await openAccount()
    receiver.answerWith((_, response) => response.writeHead(500).end('no 44051401359'))
    const failed = await owner.test(channel.id)
    expect(failed).toMatchObject({ type: 'test', state: 'dead', status: 500, attempts: 1, may_replay: false })
    expect(failed.answer).not.toContain('44051401359')
    const [request] = receiver.received
    expect(() => new Webhook(secret).verify(request!.body, headersOf(request!))).not.toThrow()
    service.clock.advance(HOUR / 2)
    await runSendJob(service)
    expect(receiver.received).toHaveLength(1)
    for (let sent = 1; sent < 30; sent += 1) await owner.test(channel.id)
    await expect(owner.test(channel.id)).rejects.toMatchObject({ code: 'limit' })
    const entries = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 100 })
    expect(entries.filter(({ action }) => action === 'channels.test')).toHaveLength(30)
  })

  it('are not sent for an inactive account, a disabled member or a channel that is off', async () => {
    const account = await openAccount()
    const ownChannel = await account.owner.create({ url: receiver.url, is_team: false, name: 'Own' })
    await account.owner.queue(account.channel.id, ['a'])
    await service.storage.db
      .updateTable('accounts')
      .set({ state: 'inactive' })
      .where('id', '=', account.accountId)
      .execute()
    await runSendJob(service)
    await service.storage.db
      .updateTable('accounts')
      .set({ state: 'active' })
      .where('id', '=', account.accountId)
      .execute()
    await service.storage.db
      .updateTable('members')
      .set({ disabled_at: '2026-01-01T00:00:00.000Z' })
      .where('account_id', '=', account.accountId)
      .execute()
    await account.owner.queue(ownChannel.channel.id, ['b'])
    await account.owner.update(account.channel.id, { name: 'System', state: 'off' })
    await runSendJob(service)
    expect(receiver.received).toEqual([])
  })

  it('are not sent to private addresses, neither by URL nor by a changed DNS answer', async () => {
    const account = await openAccount()
    const urls = [`http://${PRIVATE_ADDRESS}/`, 'https://localhost./', 'https://[::1]/', 'https://user@example.com/']
    for (const url of urls) {
      await expect(account.owner.create({ url })).rejects.toMatchObject({ code: 'invalid' })
    }
    const inside = { allowed: account.owner.context().outgoing.allowed }
    const resolverFor =
      (...addresses: string[]) =>
      (_host: string, _options: object, callback: (error: null, found: LookupAddress[]) => void) =>
        callback(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        )
    const rebound = { ...inside, resolve: resolverFor('8.8.8.8', PRIVATE_ADDRESS) }
    const outside = { ...inside, resolve: resolverFor('8.8.8.8') }
    const elsewhere = await openChannelsClient(service, account.accountId, { more: { outgoing: outside } })
    const { channel } = await elsewhere.create({ url: 'https://rebinds.example.test/hook' })
    await account.owner.queue(channel.id, ['a'])
    await runSendJob(service, { outgoing: rebound })
    const [listed] = (await account.owner.list({ channel: channel.id })).items
    expect(listed).toMatchObject({ error: 'private_address', status: null })
  })

  it('are visible to the owner of their channel, for team channels to monitoring roles, and never to finance', async () => {
    const account = await openAccount()
    const ownChannel = await account.owner.create({ url: receiver.url, is_team: false, name: 'Own' })
    await account.owner.queue(account.channel.id, ['a'])
    await account.owner.queue(ownChannel.channel.id, ['a'])
    await runSendJob(service)
    const idsFor = async (owner: string) =>
      (await listChannelsFor(service.storage.db, account.accountId, owner)).map(({ id }) => id)
    expect(await idsFor('')).toEqual([account.channel.id])
    expect((await idsFor(account.owner.user.id)).toSorted()).toEqual(
      [account.channel.id, ownChannel.channel.id].toSorted(),
    )
    const count = async (role: 'viewer' | 'finance' | 'compliance') => {
      const other = await openChannelsClient(service, account.accountId, { role })
      return (await other.list()).items.length
    }
    expect([
      (await account.owner.list()).items.length,
      await count('viewer'),
      await count('compliance'),
      await count('finance'),
    ]).toEqual([2, 1, 1, 0])
    const ids = (await account.owner.list({ channel: account.channel.id })).items.map(({ id }) => id)
    const finance = await openChannelsClient(service, account.accountId, { role: 'finance' })
    await expect(finance.get(ids[0] ?? '')).rejects.toMatchObject({ code: 'not_found' })
    const viewer = await openChannelsClient(service, account.accountId, { role: 'viewer' })
    await expect(viewer.remove(account.channel.id)).rejects.toMatchObject({ code: 'role_required' })
    await expect(viewer.remove(ownChannel.channel.id)).rejects.toMatchObject({ code: 'not_found' })
    const stranger = await openAccount()
    await expect(stranger.owner.test(account.channel.id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('are listed in pages without repetition', async () => {
    const account = await openAccount()
    await account.owner.queue(
      account.channel.id,
      Array.from({ length: 25 }, (_, index) => `subject ${index}`),
    )
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await account.owner.list({ limit: 10, cursor })
      ids.push(...page.items.map(({ id }) => id))
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect([ids.length, new Set(ids).size]).toEqual([25, 25])
    await expect(account.owner.list({ cursor: 'x' })).rejects.toMatchObject({ code: 'invalid' })
  })
})
