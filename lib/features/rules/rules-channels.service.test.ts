import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Role } from '@/lib/domain/roles'
import { deliveryHandlers } from '@/lib/features/deliveries/handlers'
import { createMailService } from '@/lib/panel/mail/mailer'
import { loopback, openChannelsClient, runSendJob } from '@/lib/testing/delivery/channels'
import { startReceiver, type TestReceiver } from '@/lib/testing/delivery/receiver'
import { insertPanelEvents, openRules, runRuleJobs } from '@/lib/testing/delivery/rules'
import { startSmtp, type TestSmtp } from '@/lib/testing/delivery/smtp'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

const SECRET = 'secret-of-the-tests-secret-of-the-tests'
const noFilter = {
  state: undefined,
  kind: undefined,
  channel: undefined,
  since: undefined,
  cursor: undefined,
  limit: 50,
}
const ROLES: readonly Role[] = ['owner', 'compliance', 'viewer', 'finance']

describe.each(sqliteOnly)('rules with channels on %s', (engine) => {
  let service: TestService
  let smtp: TestSmtp
  let receiver: TestReceiver
  beforeAll(async () => {
    ;[smtp, receiver] = await Promise.all([startSmtp(), startReceiver()])
    // The library's verifier reads the real clock.
    service = await startTestService({ engine, now: new Date().toISOString() })
  })
  beforeEach(async () => {
    smtp.mails.length = 0
    receiver.received.length = 0
    receiver.answerWith()
    service.clock.set(new Date().toISOString())
    await service.storage.db.updateTable('rules').set({ enabled: 0 }).execute()
  })
  afterAll(async () => {
    await service.stop()
    await Promise.all([smtp.stop(), receiver.stop()])
  })

  const mail = () =>
    createMailService(
      { smtp: { url: smtp.url, from: { name: 'Panel', address: 'panel@example.test' } }, panelUrl: undefined },
      () => SECRET,
    )
  const runJobs = async () => {
    await runRuleJobs(service, { mail: mail(), outgoing: loopback })
    await runSendJob(service)
  }
  const more = () => ({ mail: mail(), outgoing: loopback })
  const rulesOf = (accountId: string, role: Role = 'owner') => openRules(service, accountId, { role, more: more() })
  type ChannelsClient = Awaited<ReturnType<typeof openChannelsClient>>
  const addChannel = (client: ChannelsClient, name: string, isTeam = true) =>
    client.create({ url: receiver.url, name, is_team: isTeam })
  const toChannel = (target: string) => [{ kind: 'channel' as const, target }]
  const refusal = (promise: Promise<unknown>) => promise.catch((thrown: unknown) => thrown)

  it('send each event to a channel once, signed, and show the delivery state in the rule', async () => {
    const { accountId } = await service.createAccount()
    const [owner, client] = [await rulesOf(accountId), await openChannelsClient(service, accountId)]
    const { channel, secret } = await addChannel(client, 'System')
    const rule = await owner.create({ is_team: true, targets: toChannel(channel.id) })
    await insertPanelEvents(service, accountId, { title: 'A' }, { title: 'B' })
    await runJobs()
    await runJobs()
    expect(receiver.received).toHaveLength(2)
    const [firstRequest] = receiver.received
    const headers = Object.fromEntries(
      Object.entries(firstRequest!.headers).map(([name, value]) => [name, String(value)]),
    )
    expect(new Webhook(secret ?? '').verify(firstRequest!.body, headers)).toMatchObject({ type: 'event.found' })
    expect(await owner.notices(rule.id)).toMatchObject([
      { hit_count: 2, deliveries: [{ kind: 'channel', recipient: 'System', messages: 2, state: 'sent', error: null }] },
    ])
    expect((await client.list({ rule: rule.id })).items).toHaveLength(2)
    expect((await client.channels())[0]).toMatchObject({ rules: 1 })
  })

  it('keep deliveries for a disabled channel, and show when a channel was disabled or deleted', async () => {
    const { accountId } = await service.createAccount()
    const [owner, client] = [await rulesOf(accountId), await openChannelsClient(service, accountId)]
    const { channel } = await addChannel(client, 'Wyłączany')
    const rule = await owner.create({ is_team: true, targets: toChannel(channel.id) })
    await client.update(channel.id, { name: 'Wyłączany', state: 'off' })
    await insertPanelEvents(service, accountId, {})
    await runJobs()
    expect(receiver.received).toEqual([])
    const target = async () => (await owner.list()).items[0]?.targets[0]
    expect(await target()).toMatchObject({ name: 'Wyłączany', is_active: false })
    expect((await owner.notices(rule.id))[0]?.deliveries).toMatchObject([{ state: 'failed', error: 'channel_off' }])
    await client.update(channel.id, { name: 'Wyłączany', state: 'on' })
    await client.replayDead(channel.id, new Date(0).toISOString())
    await runSendJob(service)
    expect(receiver.received).toHaveLength(1)
    await client.remove(channel.id)
    service.clock.advance(60_000)
    expect(await target()).toMatchObject({ name: null, is_active: false })
    // A deleted channel may stay in the rule, but gets no more messages.
    await owner.update(rule.id, { is_team: true, name: 'Inaczej', targets: toChannel(channel.id) })
    await insertPanelEvents(service, accountId, {})
    await runJobs()
    expect(receiver.received).toHaveLength(1)
    expect((await owner.notices(rule.id))[0]?.deliveries).toEqual([])
  })

  it('can use own and team channels if personal, and only team channels if shared', async () => {
    const { accountId } = await service.createAccount()
    const [owner, viewer, client] = [
      await rulesOf(accountId),
      await rulesOf(accountId, 'viewer'),
      await openChannelsClient(service, accountId),
    ]
    const { channel: team } = await addChannel(client, 'Zespół')
    const otherOwnerClient = await openChannelsClient(service, accountId, { role: 'owner' })
    const { channel: others } = await addChannel(otherOwnerClient, 'Cudzy', false)
    expect((await viewer.list()).channels.map(({ name }) => name)).toEqual(['Zespół'])
    const bad = { detail: [{ type: 'no_channel' }] }
    expect(await refusal(owner.create({ targets: toChannel(others.id) }))).toMatchObject(bad)
    expect(await refusal(owner.create({ is_team: true, targets: toChannel(others.id) }))).toMatchObject(bad)
    const rule = await viewer.create({ targets: toChannel(team.id) })
    await insertPanelEvents(service, accountId, {})
    await runJobs()
    expect(receiver.received).toHaveLength(1)
    expect((await viewer.notices(rule.id))[0]?.deliveries).toMatchObject([{ recipient: 'Zespół', state: 'sent' }])
    const { accountId: other } = await service.createAccount()
    const stranger = await rulesOf(other)
    expect(await refusal(stranger.create({ is_team: true, targets: toChannel(team.id) }))).toMatchObject(bad)
    // A rule that becomes a team rule may not retain a user's own channel.
    const maker = await openRules(service, accountId, { more: more() })
    await service.storage.db.updateTable('channels').set({ owner: maker.user.id }).where('id', '=', others.id).execute()
    const ownRule = await maker.create({ name: 'moja', targets: toChannel(others.id) })
    const shared = { name: 'moja', is_team: true, targets: toChannel(others.id) }
    expect(await refusal(maker.update(ownRule.id, shared))).toMatchObject(bad)
  })

  it('send a test to the channels immediately, return its result, and do not retry it', async () => {
    const { accountId } = await service.createAccount()
    const [owner, client] = [await rulesOf(accountId), await openChannelsClient(service, accountId)]
    const { channel } = await addChannel(client, 'Próbny')
    const rule = await owner.create({ is_team: true, targets: toChannel(channel.id) })
    expect((await owner.test(rule.id)).deliveries).toMatchObject([{ recipient: 'Próbny', state: 'sent' }])
    receiver.answerWith((_, response) => response.writeHead(500).end())
    expect((await owner.test(rule.id)).deliveries).toMatchObject([{ state: 'failed', error: 'status' }])
    service.clock.advance(3_600_000)
    await runSendJob(service)
    expect(receiver.received).toHaveLength(2)
    service.clock.set(new Date().toISOString())
    for (let count = 2; count < 30; count += 1) await owner.test(rule.id)
    expect(await refusal(owner.test(rule.id))).toMatchObject({ code: 'limit' })
  })

  it('show their e-mails to members who can read the rule, those of a personal rule only to its owner, and none to finance', async () => {
    const { accountId } = await service.createAccount()
    const people = new Map<Role, Awaited<ReturnType<typeof rulesOf>>>()
    for (const role of ROLES) people.set(role, await rulesOf(accountId, role))
    const clientOf = (role: Role) => people.get(role)!
    const list = (role: Role, rule?: string) =>
      deliveryHandlers['deliveries.list']({ query: { ...noFilter, rule } }, clientOf(role).context())
    const address = 'biuro@partner.test'
    const team = await clientOf('owner').create({
      name: 'zespół',
      is_team: true,
      targets: [
        { kind: 'member', target: clientOf('viewer').user.id },
        { kind: 'address', target: address },
      ],
    })
    const ownRule = await clientOf('viewer').create({ name: 'własna' })
    await insertPanelEvents(service, accountId, {})
    await runJobs()
    expect(smtp.mails).toHaveLength(3)
    const { email } = clientOf('viewer').user
    const listVisible = async (role: Role, rule?: string) =>
      (await list(role, rule)).items.map(({ receiver: to, rule_id: id }) => [to, id === ownRule.id])
    const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort()
    const ofTeam = [
      [email, false],
      [address, false],
    ]
    expect(sorted(await listVisible('owner'))).toEqual(sorted(ofTeam))
    expect(sorted(await listVisible('compliance'))).toEqual(sorted(ofTeam))
    expect(sorted(await listVisible('viewer'))).toEqual(
      sorted([
        [email, true],
        [email, false],
        [null, false],
      ]),
    )
    expect(await listVisible('finance')).toEqual([])
    expect(sorted(await listVisible('viewer', ownRule.id))).toEqual(sorted([[email, true]]))
    expect(await listVisible('owner', ownRule.id)).toEqual([])
    const recipients = async (role: Role) =>
      (await clientOf(role).notices(team.id))[0]?.deliveries.map(({ recipient }) => recipient)
    expect(sorted((await recipients('owner')) ?? [])).toEqual(sorted([email, address]))
    expect(sorted((await recipients('viewer')) ?? [])).toEqual(sorted([email, null]))

    // The owner of a deleted rule is unknown, so only its reader sees what arrived.
    await clientOf('viewer').remove(ownRule.id)
    await clientOf('owner').remove(team.id)
    expect(await listVisible('owner')).toEqual([])
    expect(await listVisible('finance')).toEqual([])
    expect(await listVisible('viewer')).toHaveLength(2)
  })
})
