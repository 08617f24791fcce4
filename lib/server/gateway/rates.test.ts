import { expect, it, vi } from 'vitest'

vi.mock('server-only', () => ({}))
const { Rates } = await import('./rates')

it('allows the burst, then a number of calls per second, separately for each name', () => {
  const rates = new Rates({ perSecond: 2, burst: 5 })
  const countAllowed = (count: number, now: number, name = 'a') =>
    Array.from({ length: count }, () => rates.take(name, now)).filter((wait) => wait === 0).length
  expect(countAllowed(10, 0)).toBe(5)
  expect(rates.take('a', 0)).toBe(1)
  rates.giveBack('a', 0)
  expect(countAllowed(10, 0)).toBe(1)
  expect(countAllowed(10, 0, 'b')).toBe(5)
  expect(countAllowed(10, 1000)).toBe(2)
  expect(countAllowed(10, 1400)).toBe(0)
  expect(countAllowed(10, 1500)).toBe(1)
  expect(countAllowed(10, 3_600_000)).toBe(5)
})

it('keeps working when the clock is set back', () => {
  const rates = new Rates({ perSecond: 1, burst: 1 })
  expect(rates.take('a', 10_000)).toBe(0)
  expect(rates.take('a', 0)).toBe(1)
  expect(rates.take('a', 1000)).toBe(0)
})
