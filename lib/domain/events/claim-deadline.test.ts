import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { addDays, daysBetween, isWorkingDay } from '../calendar'
import { claimDeadline, opensClaims } from './claim-deadline'

describe('the last day for lodging a claim', () => {
  it.each([
    // The thirtieth day is a working day.
    ['2026-11-10', '2026-12-10', 'an ordinary Thursday'],
    ['2026-11-05', '2026-12-07', 'a Saturday and a Sunday'],
    ['2026-10-12', '2026-11-12', '11 November'],
    ['2026-11-24', '2026-12-28', '24 December, free since 2025, with Christmas and a weekend behind it'],
    ['2024-11-24', '2024-12-24', '24 December, not yet free in 2024'],
    ['2026-03-07', '2026-04-07', 'Easter Monday'],
    ['2026-05-05', '2026-06-05', 'Corpus Christi, with the Friday after it'],
    ['2026-04-01', '2026-05-04', '1 May to 3 May'],
    ['2026-12-07', '2027-01-07', 'Epiphany'],
  ])('published on %s ends on %s: %s', (published, lastDay) => {
    expect(claimDeadline(published, published).lastDay).toBe(lastDay)
  })

  it('contains the days left and whether the end was moved', () => {
    expect(claimDeadline('2026-11-10', '2026-11-21')).toEqual({ lastDay: '2026-12-10', isMoved: false, daysLeft: 19 })
    expect(claimDeadline('2026-11-05', '2026-12-07')).toEqual({ lastDay: '2026-12-07', isMoved: true, daysLeft: 0 })
    expect(claimDeadline('2026-11-05', '2026-12-08').daysLeft).toBe(-1)
  })

  it('is the first working day from the thirtieth day on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), (number) => {
        const published = addDays('2020-01-01', number)
        const { lastDay } = claimDeadline(published, published)
        const length = daysBetween(published, lastDay)
        expect(length).toBeGreaterThanOrEqual(30)
        expect(isWorkingDay(lastDay)).toBe(true)
        for (let day = 30; day < length; day += 1) expect(isWorkingDay(addDays(published, day))).toBe(false)
      }),
    )
  })
})

describe('titles that open the period for claims', () => {
  it.each([
    'Obwieszczenie o ogłoszeniu upadłości',
    'OBWIESZCZENIE O OGŁOSZENIU UPADŁOŚCI',
    'Obwieszczenie o ogłoszeniu upadłości osoby fizycznej nieprowadzącej działalności gospodarczej',
    'Obwieszczenie o wydaniu postanowienia o ogłoszeniu upadłości',
    'Postanowienie o ogłoszeniu upadłości',
  ])('include %s', (title) => {
    expect(opensClaims({ source: 'krz', title })).toBe(true)
    expect(opensClaims({ source: 'msig', title })).toBe(false)
  })

  it.each([
    'Obwieszczenie o złożeniu wniosku o ogłoszenie upadłości',
    'Obwieszczenie o oddaleniu wniosku o ogłoszenie upadłości',
    'Obwieszczenie o uchyleniu postanowienia o ogłoszeniu upadłości',
    'Obwieszczenie o zakończeniu postępowania upadłościowego',
    'Obwieszczenie o otwarciu postępowania układowego',
    '',
    null,
  ])('do not include %s', (title) => {
    expect(opensClaims({ source: 'krz', title })).toBe(false)
  })
})
