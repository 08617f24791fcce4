import { describe, expect, it } from 'vitest'

import { findTwins, groszOf, sumByYear } from './aid-sums'

const aid = (id: string, granted_on: string | null, gross: string | null) => ({
  id,
  granted_on,
  gross_value_pln: gross,
  nominal_value_pln: gross,
})

it.each([
  ['12500.00', 1_250_000],
  ['0.1', 10],
  ['7', 700],
  ['1,05', 105],
  [' 3.50 ', 350],
  ['-1.00', undefined],
  ['1e3', undefined],
  ['1.005', undefined],
  ['1 000.00', undefined],
  ['', undefined],
  [null, undefined],
] as const)('reads %s as %s grosz', (amount, grosz) => {
  expect(groszOf(amount)).toBe(grosz)
})

describe('sumByYear', () => {
  it('adds exact grosz by year, newest year first, and counts equal cases separately', () => {
    const cases = [
      aid('a', '2025-12-31', '0.10'),
      { ...aid('b', '2026-01-01', '0.20'), nominal_value_pln: '1.00' },
      { ...aid('c', '2026-01-01', '0.20'), nominal_value_pln: '1.00' },
    ]
    expect(sumByYear(cases)).toEqual([
      { year: '2026', cases: 2, nominalGrosz: 200, grossGrosz: 40, uncounted: 0 },
      { year: '2025', cases: 1, nominalGrosz: 10, grossGrosz: 10, uncounted: 0 },
    ])
  })

  it('counts the amounts that it could not add and separates cases without a day', () => {
    expect(
      sumByYear([{ ...aid('a', null, 'tajne'), nominal_value_pln: '5.00' }, aid('b', '2026-01-01', null)]),
    ).toEqual([
      { year: '2026', cases: 1, nominalGrosz: 0, grossGrosz: 0, uncounted: 1 },
      { year: undefined, cases: 1, nominalGrosz: 500, grossGrosz: 0, uncounted: 1 },
    ])
    expect(sumByYear([])).toEqual([])
  })
})

it('finds equal cases with fields in any order, but not cases of another day', () => {
  const cases = [
    aid('a', '2026-01-01', '1.00'),
    { gross_value_pln: '1.00', nominal_value_pln: '1.00', granted_on: '2026-01-01', id: 'b' },
    aid('c', '2026-01-02', '1.00'),
  ]
  expect([...findTwins(cases)]).toEqual([0, 1])
})
