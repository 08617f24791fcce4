import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { BzpNotice } from '@/lib/contract/bzp'
import { nipOf } from '@/lib/testing/identifiers'
import { insertSampleNotices, noticeOf } from '@/lib/testing/notices'
import { createPlainDatabase, postgresUrl, type TestDatabase } from '@/lib/testing/postgres'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

const notices = [
  // 23:30 UTC is the next day in Warsaw.
  noticeOf(1, { published_at: '2026-11-08T23:30:00.000Z', title: 'Dostawa łóżek szpitalnych' }),
  noticeOf(2, { published_at: '2026-11-09T10:00:00.000Z', authority: 'Powiat Żarski', authority_nip: nipOf(9) }),
  noticeOf(3, { published_at: '2026-11-10T10:00:00.000Z', description: 'Dofinansowanie 85% kosztów.' }),
  noticeOf(4, { published_at: '2026-11-11T10:00:00.000Z', cpv: ['45232420-2', '45111200-0'], order_type: 'Services' }),
]

const WITHOUT_TRIGRAMS = 'postgres without pg_trgm'
const stores = [...engines, ...(postgresUrl === null ? [] : [WITHOUT_TRIGRAMS])]

describe.each(stores)('the list of notices on %s', (store) => {
  let service: TestService
  let apiKey: string
  let plainDatabase: TestDatabase | undefined
  beforeAll(async () => {
    plainDatabase = store === WITHOUT_TRIGRAMS ? await createPlainDatabase() : undefined
    const engine = store === 'sqlite' ? 'sqlite' : 'postgres'
    service = await startTestService({ engine, ...(plainDatabase && { databaseUrl: plainDatabase.url }) })
    await insertSampleNotices(service, notices)
    apiKey = (await service.createAccount()).apiKey
  })
  afterAll(async () => {
    await service.stop()
    await plainDatabase?.drop()
  })

  it.runIf(store !== 'sqlite')('uses an index where the database role may create one', async () => {
    const { rows } = await sql`select 1 from pg_extension where extname = 'pg_trgm'`.execute(service.storage.db)
    expect(rows).toHaveLength(store === WITHOUT_TRIGRAMS ? 0 : 1)
  })

  const numbers = async (query: Record<string, string>) => {
    const path = `/v1/bzp/notices?${new URLSearchParams(query).toString()}`
    const { status, body } = await service.request<{ items: BzpNotice[] }>(apiKey, 'GET', path)
    expect(status).toBe(200)
    return body.items.map(({ notice_number }) => Number(/\d(?=\/01$)/.exec(notice_number)?.[0]))
  }

  it('shows notices as published, newest first', async () => {
    const { body } = await service.request<{ items: BzpNotice[] }>(apiKey, 'GET', '/v1/bzp/notices')
    expect(body).toMatchObject({ total: 4, next_cursor: null })
    expect(body.items[0]).toEqual({
      id: '00000000-0000-4000-8000-000000000004',
      notice_number: '2026/BZP 94/01',
      title: 'Budowa kanalizacji',
      description: 'Przedmiotem zamówienia jest budowa.',
      authority: 'Gmina Próbna',
      authority_nip: nipOf(3),
      province: 'lubuskie',
      city: 'Próbna',
      order_type: 'Services',
      cpv: ['45232420-2', '45111200-0'],
      published_at: '2026-11-11T10:00:00.000Z',
      tender_id: 'ocds-4',
      notice_type: 'ContractNotice',
      offers_until: null,
      estimated_value_pln: null,
      url: null,
    })
    expect(await numbers({})).toEqual([4, 3, 2, 1])
  })

  it.each([
    ['łóżek', [1]],
    ['LOZEK szpital', [1]],
    ['85%', [3]],
    ['%%', []],
    ['__', []],
    ['zarski', [2]],
    [nipOf(9), [2]],
    [`${nipOf(9).slice(0, 3)}-${nipOf(9).slice(3)}`, [2]],
    ['jest budowa', [4, 2, 1]],
    ['kanalizacji przedmiotem', []],
  ])('finds %s', async (q, found) => {
    expect(await numbers({ q })).toEqual(found)
  })

  it('filters by Warsaw dates, both inclusive', async () => {
    expect(await numbers({ date_from: '2026-11-09', date_to: '2026-11-10' })).toEqual([3, 2, 1])
    expect(await numbers({ date_to: '2026-11-08' })).toEqual([])
    expect(await numbers({ date_from: '2026-11-10', q: 'budowa' })).toEqual([4, 3])
  })

  it('finds text literally, long or short, and not after the notice is removed', async () => {
    const quoted = noticeOf(5, {
      published_at: '2026-11-12T10:00:00.000Z',
      title: 'Remont szkoły "Pod Dębem" i OR NOT',
    })
    await insertSampleNotices(service, [quoted])
    expect(await numbers({ q: '"pod dębem"' })).toEqual([5])
    expect(await numbers({ q: 'DĘBEM" i or not' })).toEqual([5])
    expect(await numbers({ q: '"p' })).toEqual([5])
    expect(await numbers({ q: 'pod" "debem' })).toEqual([])
    await service.storage.db.deleteFrom('bzp_notices').where('published_at', '=', quoted.published_at).execute()
    expect(await numbers({ q: '"pod dębem"' })).toEqual([])
  })
})
