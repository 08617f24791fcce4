import { expect, it } from 'vitest'

import { oneAtATime } from './one-at-a-time'

it('runs one task at a time, in order, and continues after a failure', async () => {
  const enqueue = oneAtATime()
  const log: string[] = []
  const task = (name: string, fails = false) =>
    enqueue(async () => {
      log.push(`${name} begins`)
      await Promise.resolve()
      log.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    })
  const [a, b, c] = await Promise.allSettled([task('a'), task('b', true), task('c')])
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  expect([a?.status, b?.status, c?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
