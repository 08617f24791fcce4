import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { warsawDay } from '@/lib/domain/calendar'
import { insertTenderRule, openAlertsClient, runTenderJobs } from '@/lib/testing/bzp-alerts'
import { drawnNotices, filtersOf } from '@/lib/testing/notice-filters'
import { insertSampleNotices } from '@/lib/testing/notices'
import { rounds, seedFor } from '@/lib/testing/rounds'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { lockNoticeCursor } from './statements/cursor'

const NOW = '2026-11-20T11:00:00.000Z'

const pool = drawnNotices(warsawDay(new Date(NOW)))

describe.each(sqliteOnly)('a saved alert on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine, now: NOW })
  })
  afterAll(() => service.stop())

  it('finds exactly what its preview counts over the same notices', async () => {
    const { accountId } = await service.createAccount()
    const owner = await openAlertsClient(service, accountId)
    const seed = seedFor('saved alerts', 20_261_123)
    const filters = fc.sample(filtersOf(pool), { seed, numRuns: rounds({ long: 1_000, short: 120 }) })
    // Calls the store directly because counting previews does not matter here.
    await service.storage.db.transaction().execute((db) => lockNoticeCursor(db, service.clock.now()))
    for (const [index, filter] of filters.entries())
      await insertTenderRule(service.storage, { id: idOf(index), accountId, name: String(index), filter, at: NOW })
    await insertSampleNotices(service, pool)
    await runTenderJobs(service)
    const found = new Map((await owner.alerts()).map(({ id, match_count }) => [id, match_count]))
    const { callService } = owner.context()
    const [previewCounts, matchCounts]: number[][] = [[], []]
    for (const [index, filter] of filters.entries()) {
      previewCounts?.push((await callService('bzp.previewAlert', { body: filter })).count ?? -1)
      matchCounts?.push(found.get(idOf(index)) ?? -1)
    }
    expect(matchCounts).toEqual(previewCounts)
    expect(previewCounts?.filter((count) => count > 0).length).toBeGreaterThan(filters.length / 3)
  })
})

const idOf = (index: number): string => `10000000-0000-4000-8000-${String(index).padStart(12, '0')}`
