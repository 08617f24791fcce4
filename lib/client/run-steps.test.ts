import { describe, expect, it, vi } from 'vitest'

import { ApiError } from '@/lib/domain/api-error'

import { runSteps, withRateLimit } from './run-steps'

const neverAborted = new AbortController().signal

describe('runSteps', () => {
  it('runs every item once, in order, and counts', async () => {
    const seen: number[] = []
    const counts: number[] = []
    const result = await runSteps({
      items: [1, 2, 3],
      signal: neverAborted,
      run: async (item) => void seen.push(item),
      onDone: (done) => void counts.push(done),
    })
    expect(seen).toEqual([1, 2, 3])
    expect(counts).toEqual([1, 2, 3])
    expect(result).toEqual({ done: 3, isCancelled: false, error: undefined })
  })

  it('stops between items when cancelled, and counts the one in progress', async () => {
    const controller = new AbortController()
    const seen: number[] = []
    const result = await runSteps({
      items: [1, 2, 3],
      signal: controller.signal,
      run: async (item) => {
        seen.push(item)
        if (item === 2) controller.abort()
      },
    })
    expect(seen).toEqual([1, 2])
    expect(result).toEqual({ done: 2, isCancelled: true, error: undefined })
  })

  it('stops at the first failure and returns it', async () => {
    const error = new Error('broken')
    const run = vi.fn(async (item: number) => {
      if (item === 2) throw error
    })
    expect(await runSteps({ items: [1, 2, 3], signal: neverAborted, run })).toEqual({
      done: 1,
      isCancelled: false,
      error,
    })
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('runs no more than `width` at a time', async () => {
    let running = 0
    let maxRunning = 0
    const run = async () => {
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await Promise.resolve()
      running -= 1
    }
    const result = await runSteps({ items: Array.from({ length: 20 }), signal: neverAborted, run, width: 4 })
    expect(result.done).toBe(20)
    expect(maxRunning).toBe(4)
  })
})

describe('withRateLimit', () => {
  const limited = new ApiError('slow down', { status: 429, code: 'rate_limited', retryAfterS: 1 })

  it('waits as long as the service requests and repeats the call', async () => {
    vi.useFakeTimers()
    const call = vi.fn().mockRejectedValueOnce(limited).mockResolvedValueOnce('ok')
    const answer = withRateLimit(neverAborted, call)
    await vi.advanceTimersByTimeAsync(999)
    expect(call).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await answer).toBe('ok')
    vi.useRealTimers()
  })

  it('gives up waiting when cancelled', async () => {
    const controller = new AbortController()
    const answer = withRateLimit(controller.signal, () => Promise.reject(limited))
    const outcome = expect(answer).rejects.toThrow()
    await Promise.resolve()
    controller.abort()
    await outcome
  })

  it('rethrows every other failure', async () => {
    const refused = new ApiError('no', { status: 409, code: 'monitor_limit' })
    await expect(withRateLimit(neverAborted, () => Promise.reject(refused))).rejects.toBe(refused)
  })
})
