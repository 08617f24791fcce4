import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { deliveriesJob } from '@/lib/features/deliveries/job'
import { feedHandlers } from '@/lib/features/feeds/handlers'
import { readFeed } from '@/lib/features/feeds/read-feed'
import { memberHandlers } from '@/lib/features/members/handlers'
import { ruleHandlers } from '@/lib/features/rules/handlers'
import { createMailService } from '@/lib/panel/mail/mailer'
import { filterOf, jobDependenciesOf, openAlertsClient, runTenderJobs } from '@/lib/testing/bzp-alerts'
import { loopback, openChannelsClient, runSendJob } from '@/lib/testing/delivery/channels'
import { type ReceivedRequest, startReceiver, type TestReceiver } from '@/lib/testing/delivery/receiver'
import { ruleOf, runRuleJobs } from '@/lib/testing/delivery/rules'
import { readMail, startSmtp, type TestSmtp } from '@/lib/testing/delivery/smtp'
import { insertSampleNotices, noticeOf } from '@/lib/testing/notices'
import { callServiceAs } from '@/lib/testing/panel-context'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

const NOW = '2026-11-20T11:00:00.000Z'
let lastNoticeNumber = 70_000

describe.each(sqliteOnly)('a tender rule on %s', (engine) => {
  let service: TestService
  let smtp: TestSmtp
  let receiver: TestReceiver
  beforeAll(async () => {
    ;[smtp, receiver] = await Promise.all([startSmtp(), startReceiver()])
    service = await startTestService({ engine, now: NOW })
  })
  beforeEach(() => {
    smtp.mails.length = 0
    receiver.received.length = 0
    receiver.answerWith()
    service.clock.set(NOW)
  })
  afterAll(async () => {
    await service.stop()
    await Promise.all([smtp.stop(), receiver.stop()])
  })

  const mail = () =>
    createMailService(
      {
        smtp: { url: smtp.url, from: { name: 'Panel', address: 'panel@example.test' } },
        panelUrl: 'https://panel.test',
      },
      () => 'secret-of-the-tests-secret-of-the-tests',
    )
  const more = () => ({ mail: mail(), outgoing: loopback })
  const publish = (title: string, overrides: Parameters<typeof noticeOf>[1] = {}) => {
    lastNoticeNumber += 1
    return insertSampleNotices(service, [
      noticeOf(lastNoticeNumber, { title, published_at: service.clock.now().toISOString(), ...overrides }),
    ])
  }
  const runJobs = async () => {
    await runTenderJobs(service, more())
    await runRuleJobs(service, more())
    await runSendJob(service)
  }
  const openAccount = async () => {
    const { accountId } = await service.createAccount()
    return { accountId, owner: await openAlertsClient(service, accountId, { more: more() }) }
  }
  // Safe: the body of our own webhook.
  const bodyOf = ({ body }: ReceivedRequest) => JSON.parse(body) as { type: string; data: { items: object[] } }

  it('sends to channels and external addresses, after quiet hours', async () => {
    const { accountId, owner } = await openAccount()
    const channelsClient = await openChannelsClient(service, accountId)
    const { channel } = await channelsClient.create({ url: receiver.url, name: 'System', is_team: true })
    const body = ruleOf({
      name: 'cisza nocna',
      is_team: true,
      condition: { kind: 'tender', filter: filterOf({ keywords: ['nocny'] }) },
      quiet: { from: '22:00', to: '07:00' },
      targets: [
        { kind: 'channel', target: channel.id },
        { kind: 'address', target: 'biuro@example.test' },
      ],
    })
    const { id } = await ruleHandlers['rules.create']({ body }, owner.context())
    await publish('Nocny dyżur', { tender_id: 'nocny-a', authority: 'Gmina Próbna' })
    await runJobs()
    expect(receiver.received.map(bodyOf)).toMatchObject([
      { type: 'tender.found', data: { items: [{ tender_id: 'nocny-a', title: 'Nocny dyżur', alert_id: id }] } },
    ])
    expect(smtp.mails.map(({ to }) => to)).toEqual([['biuro@example.test']])
    service.clock.set('2026-11-20T22:00:00.000Z')
    await publish('Nocny przewóz', { tender_id: 'nocny-b' })
    await runJobs()
    expect(receiver.received).toHaveLength(1)
    service.clock.set('2026-11-21T06:00:00.000Z')
    await runJobs()
    expect(receiver.received).toHaveLength(2)
    expect(smtp.mails).toHaveLength(2)
    expect((await owner.sends(id)).map(({ hit_count: count }) => count)).toEqual([1, 1])
    expect((await channelsClient.channels())[0]).toMatchObject({ rules: 1 })
  })

  it('is listed and named separately from other rules, which cannot have timing none', async () => {
    const { owner } = await openAccount()
    const alert = await owner.create({ name: 'Wspólna nazwa', is_team: true })
    const events = ruleOf({ name: 'Wspólna nazwa', is_team: true })
    await ruleHandlers['rules.create']({ body: events }, owner.context())
    const listed = await ruleHandlers['rules.list']({}, owner.context())
    expect(listed.items.map(({ condition }) => condition.kind)).toEqual(['events'])
    expect(listed.kinds.map(({ kind }) => kind)).not.toContain('tender')
    expect((await owner.alerts()).map(({ id }) => id)).toEqual([alert.id])
    const neverRule = ruleOf({ name: 'nigdy', timing: 'none' })
    await expect(ruleHandlers['rules.create']({ body: neverRule }, owner.context())).rejects.toMatchObject({
      detail: [{ loc: ['body', 'timing'] }],
    })
  })

  it('notifies the assignee of procedures, and the member list counts assigned procedures', async () => {
    const { accountId, owner } = await openAccount()
    const viewer = await openAlertsClient(service, accountId, { role: 'viewer' })
    const alert = await owner.create({ name: 'wspólny', filter: filterOf({ keywords: ['przydział'] }), is_team: true })
    await publish('Przydział A', { tender_id: 'przydział-a', offers_until: '2026-12-01T09:00:00.000Z' })
    await publish('Przydział B', { tender_id: 'przydział-b' })
    await runJobs()
    const keys = ['przydział-a', 'przydział-b'].map((tender_id) => ({ alert_id: alert.id, tender_id }))
    await owner.mark(keys, { assignee: viewer.user.id })
    await owner.mark(keys, { assignee: viewer.user.id, is_starred: true })
    await deliveriesJob.run(jobDependenciesOf(service, more()))
    await expect.poll(() => smtp.mails.length).toBe(1)
    expect(smtp.mails[0]?.to).toEqual([viewer.user.email])
    const { text } = readMail(smtp.mails[0]!)
    expect(text).toContain('Przydział A')
    expect(text).toContain('oferty do')
    expect(text).toContain(`https://panel.test/bzp/matches?alert=${alert.id}&tender=`)
    const counts = async () => {
      const { items } = await memberHandlers['members.list']({}, owner.context())
      return new Map(items.map(({ user_id: id, procedures }) => [id, procedures]))
    }
    expect((await counts()).get(viewer.user.id)).toBe(2)
    await owner.mark(keys.slice(0, 1), { assignee: owner.user.id })
    await owner.mark(keys.slice(1), { dismissed: { reason: null } })
    expect([...(await counts()).values()].toSorted((a, b) => a - b)).toEqual([0, 1])
    await deliveriesJob.run(jobDependenciesOf(service, more()))
    expect(smtp.mails).toHaveLength(1)
  })

  it('has its offer deadlines in a subscribed calendar, and a deadline rule notifies of each once', async () => {
    const { owner } = await openAccount()
    const alert = await owner.create({ name: 'terminy', filter: filterOf({ keywords: ['terminowy'] }), is_team: true })
    const body = ruleOf({
      name: 'przed terminem',
      condition: { kind: 'tender_deadline', days: 3 },
      targets: [{ kind: 'member', target: owner.user.id }],
    })
    await ruleHandlers['rules.create']({ body }, owner.context())
    await publish('Terminowy A', { tender_id: 'terminowy-a', offers_until: '2026-11-25T09:00:00.000Z' })
    await publish('Terminowy B', { tender_id: 'terminowy-b', offers_until: '2026-11-25T09:00:00.000Z' })
    await runJobs()
    await owner.mark([{ alert_id: alert.id, tender_id: 'terminowy-b' }], { dismissed: { reason: null } })
    expect(smtp.mails).toEqual([])
    service.clock.set('2026-11-22T09:00:00.000Z')
    await runJobs()
    service.clock.set('2026-11-22T11:00:00.000Z')
    await runJobs()
    const subjects = () =>
      smtp.mails.map((each) => /^Subject: (.*)$/m.exec(readMail(each).headers)?.[1]?.replaceAll('\u00A0', ' '))
    expect(subjects()).toEqual([expect.stringMatching(/^Oferty do 25 lis 2026, 10:00: Terminowy A – /)])
    await publish('Terminowy A', { tender_id: 'terminowy-a', offers_until: '2026-11-24T09:00:00.000Z' })
    await runJobs()
    service.clock.set('2026-11-22T13:00:00.000Z')
    await runJobs()
    expect(subjects()).toHaveLength(2)

    const { url } = await feedHandlers['feeds.create'](
      { body: { kind: 'calendar', name: 'Terminy', sources: [], tag: null } },
      owner.context(),
    )
    const { body: calendar } = await readFeed(/feeds\/([\w-]+)\.ics/.exec(url)?.[1] ?? '', 'calendar', {
      storage: service.storage,
      now: service.clock.now(),
      log: pino({ level: 'silent' }),
      linkBase: 'https://panel.test',
      callFor: ({ id }) => callServiceAs(service, id),
    })
    const unfolded = calendar.replaceAll(/\r\n[ \t]/g, '')
    expect(unfolded).toContain('DTSTART:20261124T090000Z')
    expect(unfolded).toContain('SUMMARY:Oferty do: Terminowy A')
    expect(unfolded).not.toContain('Terminowy B')
  })
})
