import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { createMailService } from '@/lib/panel/mail/mailer'
import { loopback, openChannelsClient, runSendJob } from '@/lib/testing/delivery/channels'
import { startReceiver, type TestReceiver } from '@/lib/testing/delivery/receiver'
import { insertPanelEvents, openRules, runRuleJobs } from '@/lib/testing/delivery/rules'
import { startSmtp, type TestSmtp } from '@/lib/testing/delivery/smtp'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

const HOUR = 3_600_000

describe.each(sqliteOnly)('silenced rules on %s', (engine) => {
  let service: TestService
  let smtp: TestSmtp
  let receiver: TestReceiver
  beforeAll(async () => {
    ;[smtp, receiver] = await Promise.all([startSmtp(), startReceiver()])
    service = await startTestService({ engine, now: new Date().toISOString() })
  })
  beforeEach(async () => {
    smtp.mails.length = 0
    service.clock.set(new Date().toISOString())
    await service.storage.db.updateTable('rules').set({ enabled: 0 }).execute()
    await service.storage.db
      .updateTable('deliveries')
      .set({ state: 'cancelled' })
      .where('state', '=', 'waiting')
      .execute()
    receiver.answerWith((_, response) => response.writeHead(500).end())
    smtp.refuse({ code: 450, message: 'later' })
  })
  afterAll(async () => {
    await service.stop()
    await Promise.all([smtp.stop(), receiver.stop()])
  })

  const mail = () =>
    createMailService(
      { smtp: { url: smtp.url, from: { name: '', address: 'panel@example.test' } }, panelUrl: undefined },
      () => 'a secret',
    )

  /** Two team rules, each with two queued messages to a channel and one to a member, all of them still unsent. */
  async function createWaitingRule(overrides: { is_team?: boolean } = {}) {
    const { accountId } = await service.createAccount()
    const more = { mail: mail(), outgoing: loopback }
    const [owner, client] = [
      await openRules(service, accountId, { more }),
      await openChannelsClient(service, accountId),
    ]
    const { channel } = await client.create({ url: receiver.url })
    const targets = [
      { kind: 'channel' as const, target: channel.id },
      { kind: 'member' as const, target: owner.user.id },
    ]
    const fields = { is_team: true, ...overrides, targets }
    const rule = await owner.create(fields)
    const other = await owner.create({ ...fields, name: 'Inna' })
    await insertPanelEvents(service, accountId, { monitor_id: 'a' }, { monitor_id: 'b' })
    await runRuleJobs(service, { mail: mail(), outgoing: loopback })
    await runSendJob(service)
    const states = async (ruleId: string) => {
      const { items } = await client.list()
      return items
        .filter(({ rule_id: id }) => id === ruleId)
        .map(({ channel: kind, state, error }) => [kind, state, error])
    }
    const lastEntry = async () =>
      (await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 50 })).at(-1)
    return { accountId, owner, client, rule, other, fields, states, lastEntry }
  }

  /** Lets the queue send everything that is left. */
  async function sendRemaining() {
    receiver.answerWith()
    smtp.refuse(undefined)
    receiver.received.length = 0
    service.clock.advance(HOUR)
    await runRuleJobs(service, { mail: mail(), outgoing: loopback })
    await runSendJob(service)
  }

  it.each([
    ['muted', 'rule_muted'],
    ['switched off', 'rule_off'],
  ] as const)('cancel all waiting messages once they are %s, and record how many', async (silencing, reason) => {
    const setup = await createWaitingRule()
    const muted_until = new Date(service.clock.now().getTime() + 2 * HOUR).toISOString()
    const change = silencing === 'muted' ? { muted_until } : { enabled: false }
    const changed = await setup.owner.update(setup.rule.id, { ...setup.fields, ...change })
    expect(changed.cancelled).toBe(3)
    expect(JSON.parse((await setup.lastEntry())?.after ?? '{}')).toMatchObject({ waiting: 3 })
    const states = (await setup.states(setup.rule.id)).map((each) => each.join(' '))
    expect(states.toSorted((a, b) => a.localeCompare(b))).toEqual([
      `email cancelled ${reason}`,
      `webhook cancelled ${reason}`,
      `webhook cancelled ${reason}`,
    ])
    await sendRemaining()
    // The other rule's messages are delivered.
    expect(receiver.received).toHaveLength(2)
    expect(smtp.mails).toHaveLength(1)
    expect((await setup.states(setup.rule.id)).every(([, state]) => state === 'cancelled')).toBe(true)
    expect((await setup.states(setup.other.id)).every(([, state]) => state === 'delivered')).toBe(true)
    // A cancelled message can still be sent again by hand.
    const { items } = await setup.client.list({ rule: setup.rule.id })
    const [posted] = items.filter(({ channel }) => channel === 'webhook')
    expect(posted).toMatchObject({ may_replay: true })
    expect(await setup.owner.update(setup.rule.id, { ...setup.fields, ...change })).toMatchObject({ cancelled: 0 })
  })

  it('cancel waiting messages to a removed recipient, and still send to the others', async () => {
    const setup = await createWaitingRule()
    const [, person] = setup.fields.targets
    if (person === undefined) throw new Error('The rule writes to a channel and to a person')
    expect(await setup.owner.update(setup.rule.id, { ...setup.fields, name: 'Nowa' })).toMatchObject({ cancelled: 0 })
    const withoutChannel = { ...setup.fields, name: 'Nowa', targets: [person] }
    expect(await setup.owner.update(setup.rule.id, withoutChannel)).toMatchObject({ cancelled: 2 })
    expect(JSON.parse((await setup.lastEntry())?.after ?? '{}')).toMatchObject({ waiting: 2 })
    const states = (await setup.states(setup.rule.id)).map((each) => each.join(' '))
    expect(states.filter((each) => each === 'webhook cancelled channel_removed')).toHaveLength(2)
    const withoutPerson = { ...setup.fields, targets: setup.fields.targets.filter((each) => each !== person) }
    expect(await setup.owner.update(setup.other.id, { ...withoutPerson, name: 'Inna' })).toMatchObject({ cancelled: 0 })
    await sendRemaining()
    // The member gets the message of the first rule, and the channel that of the second.
    expect(smtp.mails).toHaveLength(1)
    expect(receiver.received).toHaveLength(2)
    const posted = (await setup.states(setup.other.id)).filter(([kind]) => kind === 'webhook')
    expect(posted.map(([, state]) => state)).toEqual(['delivered', 'delivered'])
  })

  it('cancel all waiting messages once they are deleted, and record how many in the log', async () => {
    const setup = await createWaitingRule()
    expect(await setup.owner.remove(setup.rule.id)).toEqual({ cancelled: 3 })
    expect(JSON.parse((await setup.lastEntry())?.before ?? '{}')).toMatchObject({ waiting: 3 })
    await sendRemaining()
    expect(receiver.received).toHaveLength(2)
    expect(smtp.mails).toHaveLength(1)
    const posted = (await setup.states(setup.rule.id)).filter(([kind]) => kind === 'webhook')
    expect(posted).toEqual(Array.from({ length: 2 }, () => ['webhook', 'cancelled', 'rule_deleted']))
  })

  it('count a message that is being sent as delivered if it arrives', async () => {
    const setup = await createWaitingRule()
    await setup.owner.remove(setup.other.id)
    service.clock.advance(5 * 60_000)
    let arrived = () => undefined as void
    const allArrived = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const answers: (() => void)[] = []
    receiver.answerWith((_, response) => {
      answers.push(() => response.writeHead(204).end())
      if (answers.length === 2) arrived()
    })
    const sendRun = runSendJob(service, { outgoing: { ...loopback, timeoutMs: 10_000 } })
    await allArrived
    await setup.owner.update(setup.rule.id, { ...setup.fields, enabled: false })
    for (const answer of answers) answer()
    await sendRun
    const posted = (await setup.states(setup.rule.id)).filter(([kind]) => kind === 'webhook')
    expect(posted).toEqual(Array.from({ length: 2 }, () => ['webhook', 'delivered', null]))
  })
})
