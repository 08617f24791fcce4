import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { type CapDialog, decideCap, raisesToDefault, staysBlocked } from './cap-decision'

const forecastOf = (grosz: number) => ({ open: { units: 0, grosz } })
const spent = { capPln: 500, spentGrosz: 18_464 }

describe('decideCap', () => {
  it.each<[number | null, number | null, number, number | null, CapDialog]>([
    // Next cap, current cap, spent, forecast and expected result.
    [100, 500, 18_464, 35_500, 'blocks_now'],
    [184, 500, 18_464, 35_500, 'blocks_now'],
    [185, 500, 18_464, 35_500, 'blocks_later'],
    [354, 500, 18_464, 35_500, 'blocks_later'],
    [355, 500, 18_464, 35_500, 'none'],
    [200, 500, 20_000, null, 'none'],
    [0, 500, 0, null, 'none'],
    [0, 500, 0, 1, 'blocks_later'],
    [0, 500, 1, null, 'blocks_now'],
    [0, null, 1, 1, 'blocks_now'],
    [999, null, 99_901, null, 'blocks_now'],
    [1000, null, 100_000, 200_000, 'none'],
    [null, 1000, 100_000, 200_000, 'none'],
    [null, 100, 18_464, 35_500, 'opens'],
    [null, 0, 0, null, 'opens'],
    [1000, 0, 0, null, 'none'],
    [150, 100, 18_464, 35_500, 'none'],
    [50, 100, 18_464, 35_500, 'blocks_now'],
  ])('for cap %s after %s with %s spent and %s expected returns %s', (...row) => {
    const [next, capPln, spentGrosz, groszAtEnd, dialog] = row
    expect(decideCap(next, { capPln, spentGrosz }, groszAtEnd === null ? null : forecastOf(groszAtEnd))).toBe(dialog)
  })
})

it('returns blocks_now if the cap allows no paid call, and blocks_later if units of the plan are left', () => {
  const used = { capPln: 500, spentGrosz: 18_464, free: 0, unitGrosz: 8 }
  expect(decideCap(184, { ...used, spentGrosz: 18_400 }, null)).toBe('blocks_now')
  expect(decideCap(184, { ...used, spentGrosz: 18_393 }, null)).toBe('blocks_now')
  expect(decideCap(184, { ...used, spentGrosz: 18_392 }, null)).toBe('none')
  expect(decideCap(0, { ...used, spentGrosz: 0 }, null)).toBe('blocks_now')
  expect(decideCap(100, { ...used, free: 50 }, forecastOf(20_000))).toBe('blocks_later')
  expect(staysBlocked(185, { ...used, capPln: 100, spentGrosz: 18_500 })).toBe(true)
})

const cap = fc.option(fc.integer({ min: 0, max: 1000 }), { nil: null })
const meter = fc.record({ capPln: cap, spentGrosz: fc.integer({ min: 0, max: 120_000 }) })
const forecast = fc.option(fc.integer({ min: 0, max: 500_000 }).map(forecastOf), { nil: null })
const grosz = (pln: number | null) => (pln ?? 1000) * 100
const weight: Record<CapDialog, number> = { none: 0, opens: 0, blocks_later: 1, blocks_now: 2 }

describe('for any cap, meter and forecast', () => {
  it('returns blocks_now exactly if the cap is lowered below the amount spent', () => {
    fc.assert(
      fc.property(cap, meter, forecast, (next, state, outlook) => {
        const lowered = grosz(next) < grosz(state.capPln)
        expect(decideCap(next, state, outlook) === 'blocks_now').toBe(lowered && grosz(next) < state.spentGrosz)
      }),
    )
  })

  it('returns opens for a cap that is not lowered only if the default allows more spending', () => {
    fc.assert(
      fc.property(cap, meter, forecast, (next, state, outlook) => {
        fc.pre(grosz(next) >= grosz(state.capPln))
        expect(decideCap(next, state, outlook)).toBe(raisesToDefault(next, state.capPln) ? 'opens' : 'none')
      }),
    )
  })

  it('never requires a weaker confirmation for a lower cap', () => {
    fc.assert(
      fc.property(fc.tuple(cap, cap), meter, forecast, ([one, other], state, outlook) => {
        const [low, high] = grosz(one) <= grosz(other) ? [one, other] : [other, one]
        expect(weight[decideCap(low, state, outlook)]).toBeGreaterThanOrEqual(weight[decideCap(high, state, outlook)])
      }),
    )
  })

  it('returns blocks_later only with a forecast, and treats a typed 1000 like the default except for opens', () => {
    fc.assert(
      fc.property(cap, meter, forecast, (next, state, outlook) => {
        expect(decideCap(next, state, null)).not.toBe('blocks_later')
        const typed = decideCap(1000, state, outlook)
        expect(decideCap(null, state, outlook)).toBe(raisesToDefault(null, state.capPln) ? 'opens' : typed)
      }),
    )
  })

  it('reports rising exposure exactly if the default replaces a lower cap', () => {
    fc.assert(
      fc.property(cap, cap, (next, current) => {
        const rises = next === null && current !== null && current < 1000
        expect(raisesToDefault(next, current)).toBe(rises)
      }),
    )
  })

  it('does not ask about blocking if the account stays blocked', () => {
    fc.assert(
      fc.property(cap, meter, forecast, (next, state, outlook) => {
        if (staysBlocked(next, state)) expect(['none', 'opens']).toContain(decideCap(next, state, outlook))
      }),
    )
  })
})

it('keeps the account blocked if the raised cap is still below the amount spent', () => {
  expect(staysBlocked(150, { ...spent, capPln: 100 })).toBe(true)
  expect(staysBlocked(185, { ...spent, capPln: 100 })).toBe(false)
  expect(staysBlocked(50, { ...spent, capPln: 100 })).toBe(false)
})
