import { DatabaseError } from 'pg'
import { describe, expect, it } from 'vitest'

import { repeatLost } from './repeat'

const databaseError = (code: string) => Object.assign(new DatabaseError(code, 1, 'error'), { code })

/** Fails the given number of times before it succeeds. */
function failing(times: number, error: Error) {
  let runs = 0
  const run = () =>
    Promise.resolve().then(() => {
      runs += 1
      if (runs <= times) throw error
      return runs
    })
  return { run, runs: () => runs }
}

describe('a transaction', () => {
  it.each(['40P01', '40001'])('is retried after %s', async (code) => {
    expect(await repeatLost(failing(2, databaseError(code)).run)).toBe(3)
  })

  it('is retried a limited number of times', async () => {
    const { run, runs } = failing(Infinity, databaseError('40P01'))
    await expect(repeatLost(run)).rejects.toMatchObject({ code: '40P01' })
    expect(runs()).toBe(4)
  })

  it.each([databaseError('23505'), databaseError('57P01'), databaseError('25006'), new Error('a defect')])(
    'is not retried after %s',
    async (error) => {
      const { run, runs } = failing(1, error)
      await expect(repeatLost(run)).rejects.toBe(error)
      expect(runs()).toBe(1)
    },
  )
})
