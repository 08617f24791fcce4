import { describe, expect, it } from 'vitest'

import { ruleCondition } from '@/lib/features/rules/contract/conditions'

import { conditions } from './rule-draft'
import { bareNumber, isThreshold, thresholdFault, thresholdIn } from './spend-thresholds'

const { spend } = conditions
const typed = (text: string, basis: typeof spend.basis = 'cap') => ({
  ...spend,
  basis,
  thresholds: [thresholdIn(bareNumber(text))],
})

describe('thresholds in the form', () => {
  it('begin with some that can be saved', () => {
    expect(thresholdFault(spend)).toBeUndefined()
    expect(ruleCondition.safeParse(spend).success).toBe(true)
  })

  it.each([
    ['80 %', '80'],
    ['500 zł', '500'],
    ['PLN 1 000', '1000'],
  ])('read %j as %s', (text, bare) => expect(bareNumber(text)).toBe(bare))

  it.each(['0', '-1', '12,5', 'sto', '501', ''])('refuse %j percent, as the panel does', (text) => {
    expect(thresholdFault(typed(text))).toBe('invalid')
    expect(ruleCondition.safeParse(typed(text)).success).toBe(false)
  })

  it('let amounts be larger than percents', () => {
    expect(isThreshold(501, 'pln')).toBe(true)
    expect(isThreshold(100_001, 'pln')).toBe(false)
  })

  it('take grosz for no threshold, and never for two', () => {
    expect(thresholdFault(typed('174,50 zł', 'pln'))).toBe('invalid')
  })

  it('are missing where there is none', () => {
    expect(thresholdFault({ ...spend, thresholds: [] })).toBe('empty')
  })
})
