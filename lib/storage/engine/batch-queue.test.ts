import { setImmediate } from 'node:timers/promises'

import { describe, expect, it } from 'vitest'

import { BatchQueue, batchQueries } from './batch-queue'

describe('batchQuestions', () => {
  it('asks once for what comes in one turn, and gives each its own answer', async () => {
    const asked: (readonly number[])[] = []
    const double = batchQueries<number, number>(async (questions) => {
      asked.push(questions)
      return questions.map((question) => question * 2)
    })
    expect(await Promise.all([1, 2, 2].map(double))).toEqual([2, 4, 4])
    expect(asked).toEqual([[1, 2, 2]])
  })

  it('never answers a question with what was asked before it came', async () => {
    let stored = 'old'
    const read = batchQueries<undefined, string>(async (questions) => {
      const answer = stored
      await setImmediate()
      return questions.map(() => answer)
    })
    const first = read(undefined)
    // Waits until the first query is running.
    await setImmediate()
    stored = 'new'
    const second = read(undefined)
    expect([await first, await second]).toEqual(['old', 'new'])
  })

  it('fails all of a batch and none of the next', async () => {
    const outcomes = [new Error('no connection'), null]
    const query = batchQueries<number, number>(async (questions) => {
      const outcome = outcomes.shift()
      if (outcome) throw outcome
      return questions
    })
    const failed = await Promise.allSettled([query(1), query(2)])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await query(3)).toBe(3)
  })
})

describe('BatchQueue', () => {
  it('takes at most so many at a time, first come first served, and tells when it is at rest', async () => {
    const batches: (readonly number[])[] = []
    await new Promise<void>((atRest) => {
      const run = async (items: readonly number[]) => void batches.push(items)
      const queue = new BatchQueue<number>({ run, most: 2, atRest })
      for (const item of [1, 2, 3, 4, 5]) queue.join(item)
    })
    expect(batches).toEqual([[1, 2], [3, 4], [5]])
  })
})
