import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { insertCompany } from '@/lib/testing/companies'
import { openWorkplace, type ServiceProcess, type TestWorkplace } from '@/lib/testing/processes'
import { rounds } from '@/lib/testing/rounds'
import { engines } from '@/lib/testing/service'

import { verifyUsage } from './metering/verify-usage'

const ROUNDS = rounds({ long: 10, short: 3 })
const WRITERS = 4

describe.each(engines)('kill -9 on %s', (engine) => {
  let workplace: TestWorkplace
  let apiKey: string
  let accountId: string
  /** The writes that the service acknowledged; they must exist after every restart. */
  const ackedWrites = { labels: new Set<string>(), filters: new Set<string>(), records: 0, requested: 0, cap: 0 }

  beforeAll(async () => {
    workplace = await openWorkplace(engine)
    const limits = { filters: 100_000, lookups: null, monitors: null }
    ;({ accountId, apiKey } = await workplace.createAccount({ plan: 'enterprise', limits }))
    await insertCompany(workplace.storage)
  })
  afterAll(() => workplace.close())

  it('loses no acknowledged write of any kind, however often it is killed', async () => {
    let service = await workplace.start()
    for (let round = 0; round < ROUNDS; round += 1) {
      await writeUntilKilled(service, round)
      service = await workplace.start()
      await expectEverything(service)
    }
    expect(ackedWrites.labels.size).toBeGreaterThan(ROUNDS * WRITERS)
    expect(await verifyUsage(workplace, accountId)).toEqual([])
  })

  /** Kills the process at a write that differs from round to round, while the other writers wait for their answers. */
  async function writeUntilKilled(service: ServiceProcess, round: number): Promise<void> {
    const killAt = 6 + round * 3
    let writes = 0
    const cap = 100 + round
    const set = await service.request(apiKey, 'PUT', '/v1/usage/api/spend-cap', { spend_cap_pln: cap })
    expect(set.status).toBe(200)
    ackedWrites.cap = cap
    let killed: Promise<void> | undefined
    const onWrite = () => {
      writes += 1
      if (writes === killAt) killed = service.kill('SIGKILL')
    }
    await Promise.all(Array.from({ length: WRITERS }, () => writeUntilDead(service, onWrite)))
    expect(writes).toBeGreaterThanOrEqual(killAt)
    await killed
  }

  /** Writes rows of every kind in turn until the process is dead: then `fetch` rejects or the body breaks off. */
  async function writeUntilDead(service: ServiceProcess, onWrite: () => void): Promise<void> {
    try {
      for (;;) {
        const number = ackedWrites.requested
        ackedWrites.requested += 1
        await writeOnce(service, number)
        onWrite()
      }
    } catch (error) {
      if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
    }
  }

  async function writeOnce(service: ServiceProcess, number: number): Promise<void> {
    const label = `etykieta ${number}`
    const krs = String(9_100_000 + number).padStart(10, '0')
    const items = [{ identifier_type: 'krs', identifier_value: krs, label }]
    const inserted = await service.request(apiKey, 'POST', '/v1/monitors/bulk', { items })
    expect(inserted.body).toEqual({ inserted: 1, duplicates: 0, invalid: [] })
    ackedWrites.labels.add(label)
    expect((await service.request(apiKey, 'GET', '/v1/record?krs=18')).status).toBe(200)
    ackedWrites.records += 1
    const filter = { name: `filtr ${number}`, content: { nip: ['7740001454'] } }
    expect((await service.request(apiKey, 'POST', '/v1/filters', filter)).status).toBe(201)
    ackedWrites.filters.add(filter.name)
  }

  async function expectEverything(service: ServiceProcess): Promise<void> {
    const get = async <B>(path: string): Promise<B> => {
      const { status, body } = await service.request<B>(apiKey, 'GET', path)
      expect(status, path).toBe(200)
      return body
    }
    type Page = { items: { label: string }[]; next_cursor: string | null }
    const labels = new Set<string>()
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page = await get(`/v1/monitors?limit=1000${cursor && `&cursor=${cursor}`}`)
      for (const { label } of page.items) labels.add(label)
      cursor = page.next_cursor
    }
    expect([...ackedWrites.labels].filter((label) => !labels.has(label))).toEqual([])
    const { items } = await get<{ items: { name: string }[] }>('/v1/filters')
    const names = new Set(items.map(({ name }) => name))
    expect([...ackedWrites.filters].filter((name) => !names.has(name))).toEqual([])
    const meter = await get<{ used: number; spend_cap_pln: number }>('/v1/usage/api')
    expect(meter.spend_cap_pln).toBe(ackedWrites.cap)
    // At most one call of each writer was cut after it was charged, per round.
    expect(meter.used).toBeGreaterThanOrEqual(ackedWrites.records)
    expect(meter.used).toBeLessThanOrEqual(ackedWrites.records + WRITERS * ROUNDS)
  }
})
