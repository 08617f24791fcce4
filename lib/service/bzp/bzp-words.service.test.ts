import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type BzpPreview, bzpFilter } from '@/lib/contract/bzp'
import { warsawDay } from '@/lib/domain/calendar'
import { mentionsNaively, readNaively } from '@/lib/testing/naive/naive-notices'
import { drawnNotices } from '@/lib/testing/notice-filters'
import { insertSampleNotices } from '@/lib/testing/notices'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

const NOW = '2026-11-20T11:00:00.000Z'
const pool = drawnNotices(warsawDay(new Date(NOW)), 200)

describe.each(sqliteOnly)('words of tenders on %s', (engine) => {
  let service: TestService
  let apiKey: string
  beforeAll(async () => {
    service = await startTestService({ engine, now: NOW })
    apiKey = (await service.createAccount()).apiKey
    await insertSampleNotices(service, pool)
  })
  afterAll(() => service.stop())

  const count = async (keyword: string): Promise<number> => {
    const body = bzpFilter.parse({ keywords: [keyword] })
    const answer = await service.request<BzpPreview>(apiKey, 'POST', '/v1/bzp/alerts/preview', body)
    return answer.body.count
  }

  it.each(['oprogramowanie', 'nadzór inwestorski', 'system informatyczny', 'droga', 'dokumentacja projektowa'])(
    'finds the forms of %s, and in quotes only this one',
    async (keyword) => {
      const found = await count(keyword)
      expect(found).toBeGreaterThan(0)
      expect(await count(`"${keyword}"`)).toBeLessThan(found)
    },
  )

  it('finds all that a substring finds', async () => {
    const texts = pool.map(readNaively)
    for (const part of ['drog', 'oświetleni', 'budowa dr', 'ni grunt', 'a']) {
      const folded = part.replaceAll('ś', 's')
      const tenders = texts.filter((each) => each.texts.some((text) => text.includes(folded)))
      expect(tenders.every((each) => each.texts.some((text) => mentionsNaively(text, folded)))).toBe(true)
      expect(await count(part)).toBeGreaterThanOrEqual(new Set(tenders.map(({ notice }) => notice.tender_id)).size)
    }
  })
})
