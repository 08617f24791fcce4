import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { createHealth, type HealthOptions } from './health'

const HOUR_MS = 3_600_000

describe.each(engines)('the health of a panel on %s', (engine) => {
  let testService: TestService
  let lines: string[]
  beforeAll(async () => {
    testService = await startTestService({ engine })
  })
  afterAll(() => testService.stop())

  const healthWith = (overrides: Partial<HealthOptions> = {}) => {
    lines = []
    const note = (first: unknown, text?: string) => void lines.push(text ?? String(first))
    return createHealth({
      storage: testService.storage,
      dataDir: testService.service.dependencies.config.dataDir,
      clock: () => new Date(),
      log: { warn: note, info: note },
      upstream: 'embedded',
      isUpstreamAlive: () => Promise.resolve(true),
      anchorsFail: () => false,
      mailFails: () => false,
      jobs: () => [],
      ...overrides,
    })
  }
  const good = { status: 'ok', upstream: 'embedded', storage: engine }

  it('has no warnings while all is well, and is checked once for parallel requests', async () => {
    let clockReads = 0
    const check = healthWith({
      clock: () => {
        clockReads += 1
        return new Date()
      },
    })
    expect(await Promise.all(Array.from({ length: 50 }, check))).toEqual(Array.from({ length: 50 }, () => good))
    expect(clockReads).toBe(1)
    expect(lines).toEqual([])
  })

  it('lists problems that do not stop the panel, and logs their beginning and end', async () => {
    let isBroken = true
    const check = healthWith({
      anchorsFail: () => isBroken,
      jobs: () => [{ stalled: () => (isBroken ? ['deliveries'] : []) }],
    })
    expect(await check()).toEqual({ ...good, anchors: 'failing', jobs: 'stalled' })
    expect(await check()).toEqual({ ...good, anchors: 'failing', jobs: 'stalled' })
    isBroken = false
    expect(await check()).toEqual(good)
    expect(lines).toEqual(['a health check fails', 'all health checks pass again'])
  })

  it.each(['low', 'failing'] as const)('reports that the disk of the data directory is %s', async (state) => {
    expect(await healthWith({ diskState: () => Promise.resolve(state) })()).toEqual({ ...good, disk: state })
  })

  it('reports a clock that was set back by an hour', async () => {
    expect(await healthWith()()).toEqual(good)
    const checkHealth = healthWith({ clock: () => new Date(Date.now() - HOUR_MS) })
    expect(await checkHealth()).toEqual({ ...good, clock: 'off' })
  })

  it('reports a clock that is a day ahead: with PostgreSQL immediately, with SQLite once it is right again', async () => {
    const aheadHealth = await healthWith({ clock: () => new Date(Date.now() + 24 * HOUR_MS) })()
    const afterwards = await healthWith()()
    expect([aheadHealth.clock, afterwards.clock]).toEqual(
      engine === 'postgres' ? ['off', undefined] : [undefined, 'off'],
    )
  })

  it.runIf(engine === 'sqlite')('answers within three seconds when the service hangs', async () => {
    const began = performance.now()
    const check = healthWith({ upstream: 'remote', isUpstreamAlive: () => new Promise(() => undefined) })
    expect(await check()).toMatchObject({ status: 'failed', upstream: 'remote', failing: 'upstream' })
    expect(performance.now() - began).toBeLessThan(3_000)
  })

  it('fails if the store is not available', async () => {
    const brokenStorage = { ...testService.storage, db: testService.storage.db.withSchema('none') }
    expect(await healthWith({ storage: brokenStorage })()).toEqual({ ...good, status: 'failed', failing: 'storage' })
  })
})
