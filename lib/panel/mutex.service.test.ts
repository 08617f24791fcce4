import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { listJobClaims } from '@/lib/storage/engine/job-locks'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { withMutex } from './mutex'

describe.each(engines)('a mutex on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  const runLocked = <T>(name: string, work: () => Promise<T>) =>
    withMutex({ storage: service.storage, now: new Date(), name, busy: 'busy', leaseMs: 400 }, work)
  const leaseEndOf = async (name: string) =>
    (await listJobClaims(service.storage.db)).find((claim) => claim.name === name)?.until

  it('is renewed while its work runs, so that no other work begins before the end', async () => {
    const order: string[] = []
    const first = runLocked('paid', async () => {
      const firstUntil = await leaseEndOf('paid')
      order.push('first begins')
      // The work takes longer than its lease.
      await expect
        .poll(() => leaseEndOf('paid').then((until) => Date.parse(until ?? '') - Date.parse(firstUntil ?? '')), {
          timeout: 5000,
        })
        .toBeGreaterThan(500)
      order.push('first ends')
    })
    await expect.poll(() => order.length).toBe(1)
    const second = runLocked('paid', () => Promise.resolve(order.push('second')))
    await Promise.all([first, second])
    expect(order).toEqual(['first begins', 'first ends', 'second'])
    expect(await leaseEndOf('paid')).toBeUndefined()
  })

  it('is released after its work, also if it fails', async () => {
    await expect(runLocked('failing', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
    expect(await leaseEndOf('failing')).toBeUndefined()
  })
})
