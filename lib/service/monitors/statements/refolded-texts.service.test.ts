import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Monitor } from '@/lib/contract/monitors'
import { up } from '@/lib/storage/migrations/063-refolded-texts'
import { nipOf } from '@/lib/testing/identifiers'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

/** The folding in stores before the migration. */
const foldAsBefore = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ł', 'l')

const LABEL = 'Kurs e\u2011learning, oświe\u00ADtlenie „Orlik” 3 m²'
const NAME = 'Oświe\u00ADtlenie e\u2011Max'

// Case E03 of lib/testing/cases/README.md
describe.each(engines)('texts that an older version folded without signs of Word, on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  it('are found after the upgrade like newer texts', async () => {
    const { apiKey } = await service.createAccount()
    const { db } = service.storage
    const body = { identifier_type: 'nip', identifier_value: nipOf(1), label: LABEL }
    const { body: oldMonitor } = await service.request<Monitor>(apiKey, 'POST', '/v1/monitors', body)
    await db
      .updateTable('monitors')
      .set({ search_text: foldAsBefore(`${LABEL} \n ${nipOf(1)}`) })
      .where('id', '=', oldMonitor.id)
      .execute()
    const { body: filter } = await service.request<{ id: string }>(apiKey, 'POST', '/v1/filters', {
      name: 'f',
      content: { name: [NAME] },
    })
    const items = () =>
      db
        .selectFrom('filter_items')
        .select('value')
        .where('filter_id', '=', filter.id)
        .where('kind', '=', 'name')
        .execute()
    const after = await items()
    await db
      .updateTable('filter_items')
      .set({ value: 'oswie tlenie e max' })
      .where('filter_id', '=', filter.id)
      .execute()
    const notice = await db.selectFrom('bzp_notices').select(['position', 'search_text']).executeTakeFirst()
    if (notice !== undefined) {
      const search_text = `e\u2011learning\nm²\n${notice.search_text}`
      await db.updateTable('bzp_notices').set({ search_text }).where('position', '=', notice.position).execute()
    }

    await up(db as Kysely<unknown>, engine)
    await up(db as Kysely<unknown>, engine)

    const { body: newMonitor } = await service.request<Monitor>(apiKey, 'POST', '/v1/monitors', {
      ...body,
      identifier_value: nipOf(2),
    })
    for (const q of ['e-learning', 'e\u2011learning', 'oswietlenie', '"orlik"', 'm2', 'm²']) {
      const found = await service.request<{ items: Monitor[] }>(
        apiKey,
        'GET',
        `/v1/monitors?q=${encodeURIComponent(q)}`,
      )
      expect(found.body.items.map(({ id }) => id).toSorted(), q).toEqual([oldMonitor.id, newMonitor.id].toSorted())
    }
    expect(await items()).toEqual(after)
    expect(after).toEqual([{ value: 'oswietlenie e max' }])
    if (notice !== undefined) {
      const text = await db
        .selectFrom('bzp_notices')
        .select('search_text')
        .where('position', '=', notice.position)
        .executeTakeFirst()
      expect(text?.search_text).toBe(`e-learning\nm2\n${notice.search_text}`)
    }
  })
})
