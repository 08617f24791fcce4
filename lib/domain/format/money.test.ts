import { describe, expect, it } from 'vitest'

import { capCoversUnits, ceilingGrosz, groszFromPln, overageAddsUp } from './money'

describe('money amounts', () => {
  it('are converted from PLN to grosz exactly, and fractions of a grosz are rejected', () => {
    expect(groszFromPln(0.29)).toBe(29)
    expect(groszFromPln(1000)).toBe(100_000)
    expect(() => groszFromPln(0.001)).toThrow(RangeError)
    expect(() => groszFromPln(Number.NaN)).toThrow(RangeError)
  })

  it('distinguish no cap from a cap of zero', () => {
    expect(ceilingGrosz(null)).toBe(100_000)
    expect(ceilingGrosz(0)).toBe(0)
    expect(ceilingGrosz(250)).toBe(25_000)
  })

  it('count only the whole units that a cap covers', () => {
    expect(capCoversUnits(10_000, 8)).toBe(1250)
    expect(capCoversUnits(15, 8)).toBe(1)
    expect(capCoversUnits(0, 8)).toBe(0)
    expect(capCoversUnits(100, 0)).toBeNull()
  })

  it('are compared with the overage units times their price', () => {
    expect(overageAddsUp({ units: 12, unitGrosz: 8, grosz: 96 })).toBe(true)
    expect(overageAddsUp({ units: 12, unitGrosz: 8, grosz: 97 })).toBe(false)
  })
})
