import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { noMail, type OutgoingMail } from '@/lib/panel/mail/mailer'
import { putPersonMail } from '@/lib/panel/mail/person-mail'
import { loopback, openChannelsClient, runSendJob } from '@/lib/testing/delivery/channels'
import { startReceiver, type TestReceiver } from '@/lib/testing/delivery/receiver'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { deliverDue } from './sender'

const HOUR = 3_600_000

describe.each(sqliteOnly)('misbehaving receivers on %s', (engine) => {
  let service: TestService
  let receiver: TestReceiver
  beforeAll(async () => {
    receiver = await startReceiver()
    service = await startTestService({ engine, now: new Date().toISOString() })
  })
  beforeEach(async () => {
    receiver.received.length = 0
    receiver.answerWith()
    service.clock.set(new Date().toISOString())
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
    const { channel } = await owner.create({ url: receiver.url })
    return { accountId, owner, channel }
  }
  const nameOf = ({ body }: TestReceiver['received'][number]) =>
    (JSON.parse(body) as { data: { name: string } }).data.name

  it('that switch the protocol do not block the send job', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      )
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { owner } = await openAccount()
    // Safe: the address of a TCP server is never a pipe name.
    const { port } = server.address() as AddressInfo
    const { channel } = await owner.create({ url: `http://127.0.0.1:${port}/`, name: 'Other protocol' })
    await owner.queue(channel.id, ['a'])
    await runSendJob(service)
    expect((await owner.list()).items).toMatchObject([{ state: 'waiting', attempts: 1, error: 'reset' }])
    server.close()
  }, 10_000)

  it('that reject one message with 502 repeatedly still receive the others', async () => {
    const { owner, channel } = await openAccount()
    receiver.answerWith((request, response) => response.writeHead(nameOf(request) === 'poison' ? 502 : 204).end())
    await owner.queue(channel.id, ['a'], { data: { name: 'poison' } })
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await runSendJob(service)
      const [poison] = (await owner.list()).items
      if (attempt < 5) service.clock.set(poison?.next_at ?? '')
    }
    expect(receiver.received).toHaveLength(6)
    await owner.queue(channel.id, ['b'], { data: { name: 'other' } })
    service.clock.advance(60_000)
    await runSendJob(service)
    expect(receiver.received.map(nameOf).at(-1)).toBe('other')
  })

  it('that have recovered receive the postponed messages as soon as the first one is replayed', async () => {
    const { owner, channel } = await openAccount()
    receiver.answerWith((_, response) => response.writeHead(500).end())
    await owner.queue(channel.id, ['a'], { data: { name: 'first' } })
    await owner.queue(channel.id, ['a'], { data: { name: 'second' } })
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await runSendJob(service)
      const first = (await owner.list()).items.find(({ attempts }) => attempts > 0)
      if (attempt < 4) service.clock.set(first?.next_at ?? '')
    }
    const first = (await owner.list()).items.find(({ attempts }) => attempts > 0)
    expect(Date.parse(first?.next_at ?? '') - service.clock.now().getTime()).toBeGreaterThan(4 * HOUR)
    // A manual replay is scheduled by the real clock.
    const change = service.storage.db.updateTable('deliveries').set({ next_at: service.clock.now().toISOString() })
    await change.where('id', '=', first?.id ?? '').execute()
    receiver.answerWith()
    receiver.received.length = 0
    await runSendJob(service)
    expect(receiver.received.map(nameOf)).toEqual(['first', 'second'])
  })

  it('receive waiting messages at a new address once it is saved', async () => {
    const { owner, channel } = await openAccount()
    receiver.answerWith((_, response) => response.writeHead(500).end())
    await owner.queue(channel.id, ['a', 'b'])
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await runSendJob(service)
      service.clock.advance(HOUR)
    }
    receiver.answerWith()
    receiver.received.length = 0
    await owner.update(channel.id, { name: 'System', state: 'on', url: receiver.url })
    await runSendJob(service)
    expect(receiver.received).toHaveLength(2)
  })

  it('that are chats receive several messages in one run, with pauses between them', async () => {
    const { owner } = await openAccount()
    const { channel } = await owner.create({ url: receiver.url, name: 'Chat', kind: 'teams' })
    await owner.queue(channel.id, ['a', 'b', 'c'])
    const startedMs = performance.now()
    const realTimeClock = () => new Date(service.clock.now().getTime() + performance.now() - startedMs)
    await runSendJob(service, { clock: realTimeClock })
    expect(receiver.received).toHaveLength(3)
    const [first, , third] = receiver.received
    expect((third?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(450)
  })

  it('that repeat their address in an answer do not reveal it in the delivery history', async () => {
    const { owner, channel } = await openAccount()
    await owner.queue(channel.id, ['a'])
    receiver.answerWith(({ path }, response) =>
      response.writeHead(404, { 'content-type': 'text/plain' }).end(`no ${path}, nor ${path.split('/').at(-1)}`),
    )
    await runSendJob(service)
    const [listed] = (await owner.list()).items
    expect((await owner.get(listed?.id ?? '')).history).toMatchObject([{ answer: 'no …, nor …' }])
  })

  it('of e-mail that fail after another process has sent the mail do not cause a second one', async () => {
    const { accountId } = await service.createAccount()
    let failSending = (_error: Error) => undefined as void
    const response = new Promise<void>((_, reject) => {
      failSending = reject
    })
    const sent: string[] = []
    const outbox = (send: (mail: OutgoingMail) => Promise<void>) => ({
      storage: service.storage,
      mail: { ...noMail, mailer: { send } },
      clock: () => service.clock.now(),
      log: pino({ level: 'silent' }),
    })
    const recordMail = ({ to }: OutgoingMail) => Promise.resolve(void sent.push(to))
    const words = { subject: 'S', body_text: 'T', body_html: 'H' }
    await putPersonMail(service.storage.db, { accountId, to: 'once@example.test', words, now: service.clock.now() })
    const slow = deliverDue(outbox(() => response))
    await expect
      .poll(() =>
        service.storage.db
          .selectFrom('deliveries')
          .select('claimed_until')
          .where('recipient', '=', 'once@example.test')
          .executeTakeFirst(),
      )
      .not.toMatchObject({ claimed_until: null })
    service.clock.advance(121_000)
    await deliverDue(outbox(recordMail))
    failSending(new Error('socket closed'))
    await slow
    service.clock.advance(HOUR)
    await deliverDue(outbox(recordMail))
    expect(sent).toEqual(['once@example.test'])
  })

  it('receive a test message only once, while later messages still wait', async () => {
    const { owner, channel } = await openAccount()
    receiver.answerWith((_, response) => response.writeHead(500).end())
    await owner.queue(channel.id, ['a'], { type: 'test' })
    await owner.queue(channel.id, ['a'], { data: { name: 'real' } })
    await runSendJob(service, { outgoing: loopback })
    const { items } = await owner.list()
    expect(new Set(items.map(({ type, state }) => `${type} ${state}`))).toEqual(
      new Set(['test dead', 'event.found waiting']),
    )
    expect(receiver.received).toHaveLength(2)
  })
})
