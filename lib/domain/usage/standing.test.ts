import { describe, expect, it } from 'vitest'

import { overMeter as meter } from '@/lib/testing/usage-answers'

import { isLiftedByCap, readStanding } from './standing'

const leftOf = (fields: object) => readStanding(fields).left
const stopOf = (fields: object, facts = {}) => readStanding(fields, facts).stop
const within = { ...meter, used: 19_000, overage_units: 0, overage_grosz: 0 }

describe('the units left', () => {
  it('ignore an impossible allowance', () => {
    expect(leftOf({ ...meter, allowance: -3 })).toBe(3942)
    expect(leftOf({ allowance: -3 })).toBeUndefined()
  })

  it('follow the allowance of the service rather than the calculation, and null means no limit', () => {
    expect(leftOf({ ...meter, allowance: 7 })).toBe(7)
    expect(leftOf(meter)).toBe(3942)
    expect(leftOf({ ...meter, allowance: null })).toBeNull()
    expect(leftOf({ ...meter, allowance: null, unit_grosz: 0 })).toBeNull()
  })

  it('are unknown without a cap, and include the remaining units of the plan', () => {
    expect(leftOf({ ...meter, spend_cap_pln: undefined, max_overage_pln: undefined })).toBeUndefined()
    expect(leftOf(within)).toBe(1000 + 6250)
  })

  it('end with the plan when it sells no overage', () => {
    expect(leftOf({ ...within, unit_grosz: 0 })).toBe(1000)
    expect(leftOf({ ...within, trial: true })).toBe(1000)
    expect(leftOf({ ...meter, unit_grosz: 0 })).toBe(0)
  })

  it('are zero without a subscription, whatever the service reports', () => {
    expect(readStanding({ ...meter, allowance: 32_500 }, { isInactive: true })).toMatchObject({
      left: 0,
      stop: 'inactive',
    })
  })
})

describe('the reason for refusal', () => {
  it.each([
    [{ ...meter, spend_cap_pln: 184 }, 'cap'],
    [{ ...meter, spend_cap_pln: 185 }, null],
    [{ ...meter, spend_cap_pln: 184, allowance: null }, null],
    [{ ...meter, allowance: null, overage_grosz: undefined }, null],
    [{ ...meter, used: 20_000, overage_grosz: 0, spend_cap_pln: 0 }, 'zero_cap'],
    [{ ...within, spend_cap_pln: 0 }, null],
    [{ ...meter, unit_grosz: 0 }, 'pool'],
    [{ ...meter, trial: true }, 'pool'],
    [{ ...within, allowance: 0 }, 'closed'],
    [{ ...within, included: null, allowance: 0 }, 'closed'],
    [{ ...within, included: null, allowance: null }, null],
    [{}, null],
  ])('of %j is %s', (fields, stop) => {
    expect(stopOf(fields)).toBe(stop)
  })

  it('is also known from a 402, and a higher cap lifts only a stop by the cap', () => {
    expect(stopOf(meter, { isRefused: true })).toBe('cap')
    expect(stopOf({ ...within, unit_grosz: 0 }, { isRefused: true })).toBe('pool')
    expect((['cap', 'zero_cap', 'pool', 'inactive', 'closed', null] as const).map(isLiftedByCap)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })
})
