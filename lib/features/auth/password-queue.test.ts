import { expect, it } from 'vitest'

import { inPasswordQueue, isPasswordQueueFull } from './password-queue'

it('runs a few tasks at a time, in order, and rejects tasks when too many wait', async () => {
  const order: number[] = []
  let working = 0
  let maxWorking = 0
  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const all = Array.from({ length: 300 }, (_, number) =>
    inPasswordQueue(async () => {
      working += 1
      maxWorking = Math.max(maxWorking, working)
      order.push(number)
      await gate
      working -= 1
      return number
    }).catch((error: unknown) => (isPasswordQueueFull(error) ? error.headers['retry-after'] : error)),
  )
  release()
  const results = await Promise.all(all)
  expect(maxWorking).toBeGreaterThan(0)
  expect(maxWorking).toBeLessThanOrEqual(4)
  const completed = results.filter((result) => typeof result === 'number')
  expect(completed).toHaveLength(100 + maxWorking)
  expect(order).toEqual(completed)
  expect(results.filter((result) => result === '5')).toHaveLength(200 - maxWorking)
})

it('frees the slot when a task fails', async () => {
  const fail = () => inPasswordQueue(() => Promise.reject(new Error('broken')))
  for (let round = 0; round < 10; round += 1) await expect(fail()).rejects.toThrow('broken')
  expect(await inPasswordQueue(() => Promise.resolve('done'))).toBe('done')
})
