import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { warsawDay } from '@/lib/domain/calendar'
import { jobDependenciesOf } from '@/lib/testing/bzp-alerts'
import { insertPanelEvents, openRules } from '@/lib/testing/delivery/rules'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { findRuleMatches } from './find-matches'

const DAY = 86_400_000
const BANKRUPTCY = 'Obwieszczenie o ogłoszeniu upadłości'

describe.each(sqliteOnly)('claim deadline rules on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  it('check only new events on the same day, and all stored ones on another day', async () => {
    const { accountId } = await service.createAccount()
    const owner = await openRules(service, accountId)
    const { id } = await owner.create({ condition: { kind: 'claim_deadline', days: 30 } })
    const countHits = async () => {
      await findRuleMatches(jobDependenciesOf(service))
      const { db } = service.storage
      return (await db.selectFrom('rule_hits').select('occurrence').where('rule_id', '=', id).execute()).length
    }
    const day = warsawDay(new Date(service.clock.now().getTime() - 10 * DAY))
    await insertPanelEvents(
      service,
      accountId,
      { monitor_id: 'a', title: BANKRUPTCY, day },
      { monitor_id: 'b', title: 'Inne', day },
    )
    expect(await countHits()).toBe(1)
    // Events never change in production; the changed title simulates an event that was read and did not match.
    const change = service.storage.db.updateTable('panel_events').set({ title: BANKRUPTCY })
    await change.where('account_id', '=', accountId).where('monitor_id', '=', 'b').execute()
    await insertPanelEvents(service, accountId, { monitor_id: 'c', title: BANKRUPTCY, day })
    expect(await countHits()).toBe(2)
    service.clock.advance(DAY)
    expect(await countHits()).toBe(3)
    expect(await countHits()).toBe(3)
  })
})
