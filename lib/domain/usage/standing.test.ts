import { describe, expect, it } from 'vitest'

import { overMeter as meter } from '@/lib/testing/usage-answers'

import { isLiftedByCap, readStanding } from './standing'

const leftOf = (fields: object) => readStanding(fields).left
const stopOf = (fields: object, facts = {}) => readStanding(fields, facts).stop
const within = { ...meter, used: 19_000, overage_units: 0, overage_grosz: 0 }

describe('what is left', () => {
  it('does not believe an allowance that cannot be', () => {
    expect(leftOf({ ...meter, allowance: -3 })).toBe(3942)
    expect(leftOf({ allowance: -3 })).toBeUndefined()
  })

  it('believes the service before its own arithmetic, and takes null for no limit', () => {
    expect(leftOf({ ...meter, allowance: 7 })).toBe(7)
    expect(leftOf(meter)).toBe(3942)
    expect(leftOf({ ...meter, allowance: null })).toBeNull()
    expect(leftOf({ ...meter, allowance: null, unit_grosz: 0 })).toBeNull()
  })

  it('reckons with no cap that nobody named, and counts what the plan still includes', () => {
    expect(leftOf({ ...meter, spend_cap_pln: undefined, max_overage_pln: undefined })).toBeUndefined()
    expect(leftOf(within)).toBe(1000 + 6250)
  })

  it('ends with the plan where it sells nothing above it', () => {
    expect(leftOf({ ...within, unit_grosz: 0 })).toBe(1000)
    expect(leftOf({ ...within, trial: true })).toBe(1000)
    expect(leftOf({ ...meter, unit_grosz: 0 })).toBe(0)
  })

  it('is nothing without a subscription, whatever the service says', () => {
    expect(readStanding({ ...meter, allowance: 32_500 }, { isInactive: true })).toMatchObject({
      left: 0,
      stop: 'inactive',
    })
  })
})

describe('why the service refuses', () => {
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
  ])('%j: %s', (fields, stop) => {
    expect(stopOf(fields)).toBe(stop)
  })

  it('is known from a 402 too, and a higher cap lifts only what the cap stops', () => {
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
