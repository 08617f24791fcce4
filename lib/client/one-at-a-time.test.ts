import { expect, it } from 'vitest'

import { oneAtATime } from './one-at-a-time'

it('runs one task at a time, in order, past those that fail', async () => {
  const turn = oneAtATime()
  const said: string[] = []
  const task = (name: string, fails = false) =>
    turn(async () => {
      said.push(`${name} begins`)
      await Promise.resolve()
      said.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    })
  const [a, b, c] = await Promise.allSettled([task('a'), task('b', true), task('c')])
  expect(said).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  expect([a?.status, b?.status, c?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
