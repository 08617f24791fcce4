import { describe, expect, it } from 'vitest'

import { overMeter } from '@/lib/testing/usage-answers'

import { toMiniMeter } from './mini-meter-state'

const meter = { ...overMeter, allowance: 3942 }
const within = { ...meter, used: 15_000, overage_units: 0, overage_grosz: 0, allowance: 11_250 }

describe('toMiniMeter', () => {
  it('shows overage in money, and units of the plan before it', () => {
    expect(toMiniMeter(meter, {})).toEqual({
      shown: { kind: 'money', value: 18_464, max: 50_000, tone: 'normal' },
      isStopped: false,
      mayFold: true,
    })
    expect(toMiniMeter(within, {}).shown).toEqual({ kind: 'units', value: 15_000, max: 20_000, tone: 'warn' })
  })

  it.each([
    [44_999, true],
    [45_000, false],
    [50_000, false],
  ])('with %i grosz of 50 000 the meter can be collapsed: %s', (overage_grosz, mayFold) => {
    expect(toMiniMeter({ ...meter, overage_grosz }, {}).mayFold).toBe(mayFold)
  })

  it('is red and stays open after a 402 and at the spend cap', () => {
    for (const state of [toMiniMeter(meter, { isRefused: true }), toMiniMeter({ ...meter, allowance: 0 }, {})])
      expect(state).toMatchObject({ shown: { tone: 'danger' }, isStopped: true, mayFold: false })
  })

  it('shows units, not money, when the spend cap is zero', () => {
    const zero = { ...meter, used: 20_000, overage_grosz: 0, spend_cap_pln: 0, max_overage_pln: 0, allowance: 0 }
    expect(toMiniMeter(zero, {}).shown).toMatchObject({ kind: 'units', tone: 'danger' })
  })

  it('handles an unlimited plan, missing fields and invalid numbers', () => {
    expect(toMiniMeter({ ...within, included: null }, {}).shown).toEqual({ kind: 'unlimited', value: 15_000 })
    expect(toMiniMeter({}, {})).toEqual({ shown: undefined, isStopped: false, mayFold: true })
    expect(toMiniMeter({ ...within, used: -4 }, {}).shown).toBeUndefined()
    expect(toMiniMeter({ ...meter, overage_grosz: 1e300 }, {}).shown?.kind).toBe('units')
    expect(toMiniMeter({ ...within, included: 0, used: 0, allowance: 5 }, {})).toMatchObject({
      shown: { kind: 'units', tone: 'normal' },
      mayFold: true,
    })
  })
})
