import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { up as companyAnswers } from '@/lib/storage/migrations/047-company-answers'
import { up as registerAnswers } from '@/lib/storage/migrations/054-register-answers'
import { up } from '@/lib/storage/migrations/085-kept-answers'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { findLastOfSeries, findNewestAnswer, listSeries } from './statements/paid-answers'

describe.each(sqliteOnly)('paid answers from before the common table, on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  it('are migrated into it, page by page', async () => {
    const { accountId: account_id } = await service.createAccount()
    // Safe: migrations are untyped.
    const db = service.storage.db as unknown as Kysely<Record<string, Record<string, unknown>>>
    await db.schema.dropTable('kept_answers').execute()
    await companyAnswers(db as Kysely<unknown>, engine)
    await registerAnswers(db as Kysely<unknown>, engine)
    const paid = { account_id, asked_by: 'a@example.test', pool: 'lookups', request_id: 'r', sha256: 'h' }
    const pageOf = (series: string, page: number) => ({
      id: `${series}-${page}`,
      series,
      page,
      asked_at: `2026-11-20T11:00:0${page}.000Z`,
      cursor: page === 0 ? 'next' : null,
      answer: `{"page":${page}}`,
      units: page === 0 ? 2 : null,
    })
    const record = { number: '0000000001', part: 'knf', operation: 'knf.warnings', query: '{"q":"a"}' }
    const list = { list: 'knf', query_key: 'k', query: '{}', row_count: 3, total: 4 }
    for (const page of [0, 1]) {
      await db
        .insertInto('company_answers')
        .values({ ...paid, ...pageOf('company', page), ...record })
        .execute()
      await db
        .insertInto('register_answers')
        .values({ ...paid, ...pageOf('list', page), ...list })
        .execute()
    }

    await up(db as Kysely<unknown>, engine)

    const ofCompany = { account_id, about: 'company', topic: 'knf', subject: '0000000001' } as const
    const ofList = { account_id, about: 'list', topic: 'knf', subject: 'k' } as const
    const expected = [
      [ofCompany, 'company', { operation: 'knf.warnings', query: '{"q":"a"}', row_count: 0, total: null }],
      [ofList, 'list', { operation: 'knf.warnings', query: '{}', row_count: 3, total: 4 }],
    ] as const
    for (const [key, series, details] of expected) {
      const pages = [0, 1].map((page) => ({ ...paid, ...key, ...details, ...pageOf(series, page) }))
      const { answer: _text, ...newest } = pages[1] ?? { answer: '' }
      expect(await listSeries(service.storage.db, { ...key, series })).toEqual(pages)
      expect(await listSeries(service.storage.db, { ...key, series }, { from: 1, limit: 1 })).toEqual(pages.slice(1))
      expect(await findNewestAnswer(service.storage.db, key)).toEqual(newest)
      expect(await findLastOfSeries(service.storage.db, { ...key, series })).toEqual(newest)
    }
    const { rows } = await sql`select list from register_answers`.execute(db).catch(() => ({ rows: null }))
    expect(rows).toBeNull()
  })
})
