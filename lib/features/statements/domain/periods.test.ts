import { describe, expect, it } from 'vitest'

import { follows, monthsOf, readPeriod, yearOfPeriod } from './periods'

const period = (text: string) => {
  const [start, end] = text.split(' ')
  const parsed = readPeriod(start, end)
  if (parsed === undefined) throw new Error(`no period: ${text}`)
  return parsed
}

describe('a period', () => {
  it.each([
    ['2024-01-01 2024-12-31', 12, 2024],
    ['2024-01-01 2024-01-31', 1, 2024],
    ['2024-02-29 2024-02-29', 1, 2024],
    ['2023-07-01 2024-06-30', 12, 2024],
    ['2023-04-01 2024-03-31', 12, 2023],
    ['2023-07-01 2024-12-31', 18, 2024],
    ['2023-01-01 2025-12-31', 36, 2025],
    ['2024-03-15 2024-12-31', 10, 2024],
    ['2024-10-20 2025-12-31', 14, 2025],
    ['2023-02-01 2024-01-31', 12, 2023],
  ])('%s has %i months, most of them in %i', (text, months, year) => {
    expect([monthsOf(period(text)), yearOfPeriod(period(text))]).toEqual([months, year])
  })

  it.each([
    ['2024-12-31', '2024-01-01'],
    ['2024-02-30', '2024-12-31'],
    ['', '2024-12-31'],
    [undefined, '2024-12-31'],
    ['2024-01-01', null],
    ['01.01.2024', '31.12.2024'],
  ])('is undefined from %s to %s', (start, end) => {
    expect(readPeriod(start, end)).toBeUndefined()
  })

  it('follows only a period that ends on the day before it begins', () => {
    const year = period('2024-01-01 2024-12-31')
    expect(follows(year, period('2023-01-01 2023-12-31'))).toBe(true)
    expect(follows(year, period('2022-01-01 2022-12-31'))).toBe(false)
    expect(follows(year, period('2023-07-01 2024-06-30'))).toBe(false)
  })
})
