import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Filter } from '@/lib/contract/filters'
import type { Monitor } from '@/lib/contract/monitors'
import { countValues } from '@/lib/domain/stored-lists'
import { contentAfter } from '@/lib/features/certificates/timeline'
import { FED_UNTIL, feederJob } from '@/lib/sample/feeder'
import {
  findDeletedMonitor,
  findEvidenceSince,
  listFilterVersions,
  listPublicationGaps,
} from '@/lib/service/monitors/statements/evidence'
import { hashOfLists } from '@/lib/service/monitors/statements/recorded-values'
import { putMeta } from '@/lib/storage/meta'
import { up } from '@/lib/storage/migrations/015-evidence'
import { createCaller } from '@/lib/testing/caller'
import { krsOf, peselOf } from '@/lib/testing/identifiers'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

describe.each(sqliteOnly)('the record of filters and monitors on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  it('stores the content of a filter after each change, with persons as hashes, and its deletion', async () => {
    const { accountId, call } = await createCaller(service)
    const created = await call<Filter>('POST', '/v1/filters', {
      name: 'A',
      content: { krs: [krsOf(1)], pesel: [peselOf(1)] },
    })
    const replace = async (name: string, content: unknown) => {
      service.clock.advance(60_000)
      await call('PUT', `/v1/filters/${created.body.id}`, { name, content })
    }
    await replace('A', { krs: [krsOf(1), krsOf(2)], pesel: [peselOf(1)] })
    await replace('A', { krs: [krsOf(2), krsOf(1)], pesel: [peselOf(1)] })
    await replace('B', { krs: [krsOf(1), krsOf(2)], pesel: [peselOf(1)] })
    await replace('B', {})
    await replace('B', { pesel: [peselOf(1)] })
    service.clock.advance(60_000)
    const deletedAt = service.clock.now().toISOString()
    await call('DELETE', `/v1/filters/${created.body.id}`)
    const versions = await listFilterVersions(service.storage.db, accountId, created.body.id)
    expect(versions.map(({ kind, name, item_count }) => `${kind} ${name} ${item_count}`)).toEqual([
      'created A 2',
      'changed A 3',
      'changed B 3',
      'changed B 0',
      'changed B 1',
      'deleted B 0',
    ])
    expect(versions[0]?.at).toBe(created.body.created_at)
    expect(versions.at(-1)?.at).toBe(deletedAt)
    const contents = versions.map((_, at) => contentAfter(versions.slice(0, at + 1)))
    expect(versions.map(({ sha256 }) => sha256)).toEqual(contents.map(hashOfLists))
    expect(versions.map(({ item_count }) => item_count)).toEqual(contents.map(countValues))
    expect(contents[1]?.['krs']).toEqual([krsOf(1), krsOf(2)])
    const [person] = contents[0]?.['pesel'] ?? []
    expect(person).toMatch(/^\d\d•{7}\d\d #[\da-f]{16}$/)
    expect(contents[4]?.['pesel']).toEqual([person])
    expect(JSON.stringify(versions)).not.toContain(peselOf(1))
  })

  it('hashes the same person differently in another account', async () => {
    const hashIn = async () => {
      const { accountId, call } = await createCaller(service)
      const { body } = await call<Filter>('POST', '/v1/filters', { name: 'A', content: { pesel: [peselOf(1)] } })
      const [first] = await listFilterVersions(service.storage.db, accountId, body.id)
      return first && contentAfter([first])['pesel']?.[0]
    }
    expect(await hashIn()).not.toBe(await hashIn())
  })

  it('stores the data of a deleted monitor', async () => {
    const { accountId, call } = await createCaller(service)
    const { body } = await call<Monitor>('POST', '/v1/monitors', {
      identifier_type: 'pesel',
      identifier_value: peselOf(2),
      label: `poręczyciel ${peselOf(2)}`,
      tags: ['umowa'],
    })
    service.clock.advance(60_000)
    expect((await call('DELETE', `/v1/monitors/${body.id}`)).status).toBe(204)
    expect((await call('DELETE', `/v1/monitors/${body.id}`)).status).toBe(404)
    const stored = await findDeletedMonitor(service.storage.db, accountId, body.id)
    expect(stored).toMatchObject({
      identifier_type: 'pesel',
      tags: '["umowa"]',
      created_at: body.created_at,
      deleted_at: service.clock.now().toISOString(),
    })
    expect(JSON.stringify(stored)).not.toContain(peselOf(2))
  })

  it('starts with the existing filters in an older store and marks them as recorded', async () => {
    const { accountId, call } = await createCaller(service)
    const make = async (name: string) => {
      const { body } = await call<Filter>('POST', '/v1/filters', { name, content: { pesel: [peselOf(3)] } })
      await call('POST', '/v1/monitors', { filter_id: body.id })
      return body.id
    }
    const [existing, lost] = [await make('Jest'), await make('Nie ma')]
    await call('DELETE', `/v1/filters/${lost}`)
    const { db } = service.storage
    for (const table of ['filter_versions', 'deleted_monitors', 'publication_gaps']) {
      await db.schema.dropTable(table).execute()
    }
    // Safe: a migration uses no table types.
    await up(db as unknown as Kysely<unknown>, engine)
    const since = await findEvidenceSince(db)
    expect(await listFilterVersions(db, accountId, existing)).toMatchObject([
      { kind: 'recorded', at: since, name: 'Jest', item_count: 1 },
    ])
    expect(await listFilterVersions(db, accountId, lost)).toMatchObject([{ kind: 'gone', at: since, item_count: 0 }])
    expect(JSON.stringify(await listFilterVersions(db, accountId, existing))).not.toContain(peselOf(3))
  })

  it('stores a gap when the service was down longer than it catches up', async () => {
    await putMeta(service.storage.db, FED_UNTIL, '2026-10-01T00:00:00.000Z')
    service.clock.set('2026-11-20T12:00:00.000Z')
    await feederJob.run(service.service.dependencies)
    service.clock.advance(20_000)
    await feederJob.run(service.service.dependencies)
    expect(
      await listPublicationGaps(service.storage.db, '2026-01-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'),
    ).toEqual([{ from_at: '2026-10-01T00:00:00.000Z', until_at: '2026-11-06T12:00:00.000Z' }])
  })
})
