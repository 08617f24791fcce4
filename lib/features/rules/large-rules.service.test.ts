import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { chunksOf } from '@/lib/domain/collections/chunks'
import { jobDependenciesOf } from '@/lib/testing/bzp-alerts'
import { insertPanelEvents, openRules } from '@/lib/testing/delivery/rules'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { findRuleMatches } from './find-matches'
import { notifyRules } from './notify'

const RULES = 50
const EVENTS = 10_000

describe.each(sqliteOnly)('many rules and many events on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine, now: '2026-11-20T11:00:00.000Z' })
  })
  afterAll(() => service.stop())

  it('are matched and reported completely', async () => {
    const { accountId } = await service.createAccount({ name: 'Dużo' })
    const owner = await openRules(service, accountId)
    for (let index = 0; index < RULES; index += 1) {
      // Every tenth rule matches all events, the others one of four sources.
      const sources = index % 10 === 0 ? [] : [['krz', 'msig', 'krs', 'wpv'][index % 4] ?? '']
      await owner.create({ name: `Reguła ${index}`, condition: { kind: 'events', sources }, timing: 'hourly' })
    }
    const events = Array.from({ length: EVENTS }, (_, index) => ({
      source: ['krz', 'msig', 'krs', 'wpv'][index % 4] ?? '',
      monitor_id: `m${index % 500}`,
      title: 'Obwieszczenie o ogłoszeniu upadłości',
    }))
    for (const chunk of chunksOf(events, 5_000)) await insertPanelEvents(service, accountId, ...chunk)
    await findRuleMatches(jobDependenciesOf(service))
    service.clock.advance(3_600_000)
    await notifyRules(jobDependenciesOf(service))
    const { items } = await owner.list()
    expect(items.every(({ waiting }) => waiting === 0)).toBe(true)
    const notices = await owner.notices(items.find(({ name }) => name === 'Reguła 0')?.id ?? '')
    expect(notices.map(({ hit_count }) => hit_count)).toEqual([EVENTS])
  }, 60_000)
})
