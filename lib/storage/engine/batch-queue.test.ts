import { setImmediate } from 'node:timers/promises'

import { describe, expect, it } from 'vitest'

import { BatchQueue, batchQueries } from './batch-queue'

describe('batchQueries', () => {
  it('combines the questions of one event-loop turn into one query, and returns each its own answer', async () => {
    const batches: (readonly number[])[] = []
    const double = batchQueries<number, number>(async (questions) => {
      batches.push(questions)
      return questions.map((question) => question * 2)
    })
    expect(await Promise.all([1, 2, 2].map(double))).toEqual([2, 4, 4])
    expect(batches).toEqual([[1, 2, 2]])
  })

  it('does not answer a question from a query that began before it', async () => {
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

  it('rejects every question of a failed batch and none of the next batch', async () => {
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
  it('runs batches of at most the given size in order of arrival, and reports when it is empty', async () => {
    const batches: (readonly number[])[] = []
    await new Promise<void>((atRest) => {
      const run = async (items: readonly number[]) => void batches.push(items)
      const queue = new BatchQueue<number>({ run, maxBatchSize: 2, onIdle: atRest })
      for (const item of [1, 2, 3, 4, 5]) queue.join(item)
    })
    expect(batches).toEqual([[1, 2], [3, 4], [5]])
  })
})
