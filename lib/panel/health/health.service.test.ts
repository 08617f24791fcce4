import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { createHealth, type HealthOptions } from './health'

const HOUR_MS = 3_600_000

describe.each(engines)('the health of a panel on %s', (engine) => {
  let on: TestService
  let lines: string[]
  beforeAll(async () => {
    on = await startTestService({ engine })
  })
  afterAll(() => on.stop())

  const healthWith = (over: Partial<HealthOptions> = {}) => {
    lines = []
    const note = (first: unknown, text?: string) => void lines.push(text ?? String(first))
    return createHealth({
      storage: on.storage,
      dataDir: on.service.dependencies.config.dataDir,
      clock: () => new Date(),
      log: { warn: note, info: note },
      upstream: 'embedded',
      isUpstreamAlive: () => Promise.resolve(true),
      anchorsFail: () => false,
      mailFails: () => false,
      jobs: () => [],
      ...over,
    })
  }
  const good = { status: 'ok', upstream: 'embedded', storage: engine }

  it('is that and nothing else while all is well, and writes once however often it is asked', async () => {
    let written = 0
    const check = healthWith({
      clock: () => {
        written += 1
        return new Date()
      },
    })
    expect(await Promise.all(Array.from({ length: 50 }, check))).toEqual(Array.from({ length: 50 }, () => good))
    expect(written).toBe(1)
    expect(lines).toEqual([])
  })

  it('names what does not keep people from working, with a line when it begins and when it ends', async () => {
    let isBroken = true
    const check = healthWith({
      anchorsFail: () => isBroken,
      jobs: () => [{ stalled: () => (isBroken ? ['deliveries'] : []) }],
    })
    expect(await check()).toEqual({ ...good, anchors: 'failing', jobs: 'stalled' })
    expect(await check()).toEqual({ ...good, anchors: 'failing', jobs: 'stalled' })
    isBroken = false
    expect(await check()).toEqual(good)
    expect(lines).toEqual(['health is not good', 'health is good again'])
  })

  it.each(['low', 'failing'] as const)('says that the disk of the data directory is %s', async (state) => {
    expect(await healthWith({ diskState: () => Promise.resolve(state) })()).toEqual({ ...good, disk: state })
  })

  it('tells a clock that was put back by an hour', async () => {
    expect(await healthWith()()).toEqual(good)
    const back = healthWith({ clock: () => new Date(Date.now() - HOUR_MS) })
    expect(await back()).toEqual({ ...good, clock: 'off' })
  })

  it('tells a clock that is a day ahead: of the database’s at once, else when it is right again', async () => {
    const ahead = await healthWith({ clock: () => new Date(Date.now() + 24 * HOUR_MS) })()
    const afterwards = await healthWith()()
    expect([ahead.clock, afterwards.clock]).toEqual(engine === 'postgres' ? ['off', undefined] : [undefined, 'off'])
  })

  it.runIf(engine === 'sqlite')('answers within three seconds, whatever hangs', async () => {
    const began = performance.now()
    const check = healthWith({ upstream: 'remote', isUpstreamAlive: () => new Promise(() => undefined) })
    expect(await check()).toMatchObject({ status: 'failed', upstream: 'remote', failing: 'upstream' })
    expect(performance.now() - began).toBeLessThan(3_000)
  })

  it('fails with the store', async () => {
    const away = { ...on.storage, db: on.storage.db.withSchema('none') }
    expect(await healthWith({ storage: away })()).toEqual({ ...good, status: 'failed', failing: 'storage' })
  })
})
