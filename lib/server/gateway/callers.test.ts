import { describe, expect, it, vi } from 'vitest'

vi.mock('server-only', () => ({}))
const { Callers } = await import('./callers')

const COOKIE = 'eyJ0.a.b.c.d'

describe('whose call it is', () => {
  it('is not waited for where the store does not answer, and asked again soon', async () => {
    vi.useFakeTimers()
    try {
      let asked = 0
      let answer: Promise<{ account: string; user: string }> = new Promise(() => undefined)
      const callers = new Callers(() => {
        asked += 1
        return answer
      })
      const who = callers.identify(COOKIE, 'somewhere')
      await vi.advanceTimersByTimeAsync(1000)
      expect(await who).toBeUndefined()
      answer = Promise.resolve({ account: 'a', user: 'u' })
      expect(callers.identify(COOKIE, 'somewhere')).toBeUndefined()
      await vi.advanceTimersByTimeAsync(1001)
      expect(await callers.identify(COOKIE, 'somewhere')).toEqual({ lane: 'account a', user: 'u' })
      expect(asked).toBe(2)
    } finally {
      vi.useRealTimers()
    }
  })
})
