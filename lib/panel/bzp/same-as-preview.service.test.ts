import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { BzpFilter } from '@/lib/contract/bzp'
import { warsawDay } from '@/lib/domain/calendar'
import { insertBzpAlert } from '@/lib/storage/panel/bzp/alerts'
import { lockNoticeCursor } from '@/lib/storage/panel/bzp/cursor'
import { openDesk, turnOf } from '@/lib/testing/bzp-alerts'
import { drawnNotices, filtersOf } from '@/lib/testing/notice-filters'
import { insertSampleNotices } from '@/lib/testing/notices'
import { rounds, seedFor } from '@/lib/testing/rounds'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

const NOW = '2026-11-20T11:00:00.000Z'

const pool = drawnNotices(warsawDay(new Date(NOW)))

describe.each(engines)('a saved alert on %s', (engine) => {
  let at: TestService
  beforeAll(async () => {
    at = await startTestService({ engine, now: NOW })
  })
  afterAll(() => at.stop())

  it('finds exactly what its preview counts over the same notices', async () => {
    const { accountId } = await at.createAccount()
    const owner = await openDesk(at, accountId)
    const seed = seedFor('saved alerts', 20_261_123)
    const drawn = fc.sample(filtersOf(pool), { seed, numRuns: rounds({ long: 1_000, short: 120 }) })
    // Beside the door: what the previews count does not matter here.
    await at.storage.db.transaction().execute((db) => lockNoticeCursor({ db, engine }, at.clock.now()))
    for (const [index, filter] of drawn.entries()) await insertBzpAlert(at.storage.db, rowOf(index, filter))
    await insertSampleNotices(at, pool)
    await turnOf(at)
    const found = new Map((await owner.alerts()).map(({ id, match_count }) => [id, match_count]))
    const { ask } = owner.context()
    const [counted, matched]: number[][] = [[], []]
    for (const [index, filter] of drawn.entries()) {
      counted?.push((await ask('bzp.previewAlert', { body: filter })).count ?? -1)
      matched?.push(found.get(idOf(index)) ?? -1)
    }
    expect(matched).toEqual(counted)
    expect(counted?.filter((count) => count > 0).length).toBeGreaterThan(drawn.length / 3)

    function rowOf(index: number, filter: BzpFilter) {
      const nothing = { muted_until: null, since_ids: null, read_at: null, complete_until: null, gap_until: null }
      const since = { since_position: 0, since_at: NOW, created_at: NOW, updated_at: NOW, digest_from: NOW }
      const of = { id: idOf(index), account_id: accountId, owner: '', name: String(index), created_by: null }
      const plan = { delivery: 'none' as const, digest_hour: 0, missing: 0, problem: null }
      return { ...nothing, ...since, ...of, ...plan, filter: JSON.stringify(filter) }
    }
  })
})

const idOf = (index: number): string => `10000000-0000-4000-8000-${String(index).padStart(12, '0')}`
