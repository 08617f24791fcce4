import { describe, expect, it, vi } from 'vitest'

vi.mock('server-only', () => ({}))
const { Callers } = await import('./callers')

const COOKIE = 'eyJ0.a.b.c.d'

describe('identifying the user of a call', () => {
  it('gives up when the store does not answer, and retries soon', async () => {
    vi.useFakeTimers()
    try {
      let lookups = 0
      let answer: Promise<{ account: string; user: string }> = new Promise(() => undefined)
      const callers = new Callers(() => {
        lookups += 1
        return answer
      })
      const pendingUser = callers.identify(COOKIE, 'somewhere')
      await vi.advanceTimersByTimeAsync(1000)
      expect(await pendingUser).toBeUndefined()
      answer = Promise.resolve({ account: 'a', user: 'u' })
      expect(callers.identify(COOKIE, 'somewhere')).toBeUndefined()
      await vi.advanceTimersByTimeAsync(1001)
      expect(await callers.identify(COOKIE, 'somewhere')).toEqual({ lane: 'account a', user: 'u' })
      expect(lookups).toBe(2)
    } finally {
      vi.useRealTimers()
    }
  })
})
