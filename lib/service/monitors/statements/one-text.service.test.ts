import { randomUUID } from 'node:crypto'

import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Monitor } from '@/lib/contract/monitors'
import { up } from '@/lib/storage/migrations/019-one-text'
import { nipOf } from '@/lib/testing/identifiers'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

const [DECOMPOSED, COMPOSED] = ['Cafe\u0301', 'Caf\u00e9']

describe.each(engines)('the migration to composed texts, on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  const migrate = () => up(service.storage.db as Kysely<unknown>)

  it('stores one spelling, and keeps one tag for a monitor with both spellings', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const { db } = service.storage
    const watch = async (index: number, ...tags: string[]) => {
      const body = { identifier_type: 'nip', identifier_value: nipOf(index), label: 'x', tags: ['a'] }
      const { body: monitor } = await service.request<Monitor>(apiKey, 'POST', '/v1/monitors', body)
      await db
        .insertInto('monitor_tags')
        .values(tags.map((tag) => ({ monitor_id: monitor.id, account_id: accountId, tag })))
        .execute()
      await db.updateTable('monitors').set({ label: DECOMPOSED }).where('id', '=', monitor.id).execute()
      return monitor.id
    }
    const both = await watch(1, DECOMPOSED, COMPOSED)
    const decomposed = await watch(2, DECOMPOSED)
    const composed = await watch(3, COMPOSED)
    const at = service.clock.now().toISOString()
    const content = JSON.stringify({ name: [DECOMPOSED] })
    const filter = { id: randomUUID(), account_id: accountId, name: DECOMPOSED, content, item_count: 1 }
    await db
      .insertInto('filters')
      .values({ ...filter, created_at: at, updated_at: at })
      .execute()
    const view = { account_id: accountId, page: 'monitors', owner: '', saved_by: 'a', saved_at: at }
    const query = new URLSearchParams({ tag: DECOMPOSED, q: 'x y' }).toString()
    await db
      .insertInto('saved_views')
      .values([
        { ...view, id: `1-${accountId}`, name: DECOMPOSED, query },
        { ...view, id: `2-${accountId}`, name: COMPOSED, query: 'q=a%20b' },
      ])
      .execute()

    await migrate()
    await migrate()

    const tagged = await service.request<{ items: Monitor[] }>(
      apiKey,
      'GET',
      `/v1/monitors?tag=${encodeURIComponent(DECOMPOSED)}`,
    )
    const found = new Map(tagged.body.items.map(({ id, tags, label }) => [id, { tags, label }]))
    expect(found).toEqual(
      new Map([both, decomposed, composed].map((id) => [id, { tags: [COMPOSED, 'a'], label: COMPOSED }])),
    )
    const filters = await service.request(apiKey, 'GET', '/v1/filters')
    expect(filters.body).toMatchObject({ items: [{ name: COMPOSED, content: { name: [COMPOSED] } }] })
    const views = db.selectFrom('saved_views').select(['name', 'query']).where('account_id', '=', accountId)
    expect(await views.orderBy('id').execute()).toEqual([
      { name: DECOMPOSED, query: new URLSearchParams({ tag: COMPOSED, q: 'x y' }).toString() },
      { name: COMPOSED, query: 'q=a%20b' },
    ])
  })

  it('gives an account without a white-list limit the limit of its plan', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const limits = JSON.stringify({ lookups: 20, wpv_checks: null, rdf: null })
    await sql`update accounts set limits = ${limits} where id = ${accountId}`.execute(service.storage.db)
    await migrate()
    const { body } = await service.request(apiKey, 'GET', '/v1/usage/summary')
    expect(body).toMatchObject({
      limits: { lookups: 20, rdf: null, wpv_checks: 5_000 },
      daily: { wpv_checks_limit: 5_000 },
    })
  })
})
