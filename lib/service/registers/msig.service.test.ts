import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Announcement } from '@/lib/contract/announcement'
import type { MsigIssue } from '@/lib/contract/announcements'
import { announcementsOfDay } from '@/lib/testing/announced-days'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { publish } from '../monitors/publish'

type Page = { items: MsigIssue[]; total: number; next_cursor: string | null }

const DAYS = ['2025-12-30', '2025-12-31', '2026-01-02', '2026-11-18', '2026-11-19', '2026-11-20']
/** A Saturday: KRZ and KRS publish, the gazette does not. */
const FREE_DAY = '2026-11-14'
const byDay = new Map<string, Announcement[]>()
for (const day of [...DAYS, FREE_DAY]) byDay.set(day, await announcementsOfDay(day))
const positionsOf = (day: string) => byDay.get(day)?.filter(({ source }) => source === 'msig').length ?? 0
const issue = (day: string, number: string): MsigIssue => ({
  id: number.split('/').reverse().join('-'),
  number,
  published_on: day,
  positions: positionsOf(day),
})
const issues = [
  issue('2026-11-20', '226/2026'),
  issue('2026-11-19', '225/2026'),
  issue('2026-11-18', '224/2026'),
  issue('2026-01-02', '1/2026'),
  issue('2025-12-31', '251/2025'),
  issue('2025-12-30', '250/2025'),
]

describe.each(sqliteOnly)('issues of MSiG on %s', (engine) => {
  let service: TestService
  let apiKey: string
  beforeAll(async () => {
    service = await startTestService({ engine })
    apiKey = (await service.createAccount({ limits: { lookups: 0 }, spendCapPln: 0 })).apiKey
    for (const day of [...DAYS, FREE_DAY]) await publish(service.service.dependencies, byDay.get(day) ?? [])
  })
  afterAll(() => service.stop())
  const callService = (query = '') => service.request<Page>(apiKey, 'GET', `/v1/msig/issues?${query}`)

  it('lists one issue per day of the gazette, newest first, and charges nothing', async () => {
    expect(positionsOf('2026-11-20')).toBeGreaterThan(10)
    const { status, body } = await callService()
    expect(status).toBe(200)
    expect(body).toEqual({ items: issues, total: 6, next_cursor: null })
    expect((await service.request(apiKey, 'GET', '/v1/usage/breakdown')).body).toEqual({ items: [] })
  })

  it('filters by year', async () => {
    expect((await callService('year=2025')).body).toEqual({ items: issues.slice(4), total: 2, next_cursor: null })
    expect((await callService('year=2024')).body).toEqual({ items: [], total: 0, next_cursor: null })
    expect((await callService('year=2100')).body.total).toBe(0)
  })

  it.each(['', '&year=2026'])('returns every issue once, page by page%s', async (year) => {
    const expected = year ? issues.slice(0, 4) : issues
    const received: MsigIssue[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: { body: Page } = await callService(`limit=1${year}${cursor && `&cursor=${cursor}`}`)
      expect([body.items.length, body.total]).toEqual([1, expected.length])
      received.push(...body.items)
      cursor = body.next_cursor
    }
    expect(received).toEqual(expected)
  })

  it.each(['year=1995', 'year=2101', 'year=last', 'limit=0', 'cursor=x'])('rejects %s', async (query) => {
    expect((await callService(query)).status).toBe(422)
  })
})
