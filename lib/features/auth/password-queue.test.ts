import { expect, it } from 'vitest'

import { inPasswordQueue, isPasswordQueueFull } from './password-queue'

it('works at a few at a time, in order, and refuses when too many wait', async () => {
  const order: number[] = []
  let working = 0
  let most = 0
  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const all = Array.from({ length: 300 }, (_, number) =>
    inPasswordQueue(async () => {
      working += 1
      most = Math.max(most, working)
      order.push(number)
      await gate
      working -= 1
      return number
    }).catch((error: unknown) => (isPasswordQueueFull(error) ? error.headers['retry-after'] : error)),
  )
  release()
  const results = await Promise.all(all)
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(4)
  const done = results.filter((result) => typeof result === 'number')
  expect(done).toHaveLength(100 + most)
  expect(order).toEqual(done)
  expect(results.filter((result) => result === '5')).toHaveLength(200 - most)
})

it('gives the place on when work fails', async () => {
  const fail = () => inPasswordQueue(() => Promise.reject(new Error('broken')))
  for (let round = 0; round < 10; round += 1) await expect(fail()).rejects.toThrow('broken')
  expect(await inPasswordQueue(() => Promise.resolve('done'))).toBe('done')
})
