import { DatabaseError } from 'pg'
import { describe, expect, it } from 'vitest'

import { repeatLost } from './repeat'

const said = (code: string) => Object.assign(new DatabaseError(code, 1, 'error'), { code })

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
  it.each(['40P01', '40001'])('is run again after %s', async (code) => {
    expect(await repeatLost(failing(2, said(code)).run)).toBe(3)
  })

  it('is not run again for ever', async () => {
    const { run, runs } = failing(Infinity, said('40P01'))
    await expect(repeatLost(run)).rejects.toMatchObject({ code: '40P01' })
    expect(runs()).toBe(4)
  })

  it.each([said('23505'), said('57P01'), said('25006'), new Error('a defect')])(
    'is run once where it failed with %s',
    async (error) => {
      const { run, runs } = failing(1, error)
      await expect(repeatLost(run)).rejects.toBe(error)
      expect(runs()).toBe(1)
    },
  )
})
