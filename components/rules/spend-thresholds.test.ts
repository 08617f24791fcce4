import { describe, expect, it } from 'vitest'

import { ruleCondition } from '@/lib/features/rules/contract/conditions'

import { conditions } from './rule-draft'
import { bareNumber, isThreshold, thresholdFault, thresholdIn } from './spend-thresholds'

const { spend } = conditions
const typedCondition = (text: string, basis: typeof spend.basis = 'cap') => ({
  ...spend,
  basis,
  thresholds: [thresholdIn(bareNumber(text))],
})

describe('thresholds in the form', () => {
  it('start with valid values', () => {
    expect(thresholdFault(spend)).toBeUndefined()
    expect(ruleCondition.safeParse(spend).success).toBe(true)
  })

  it.each([
    ['80 %', '80'],
    ['500 zł', '500'],
    ['PLN 1 000', '1000'],
  ])('are read from %j as %s', (text, expected) => expect(bareNumber(text)).toBe(expected))

  it.each(['0', '-1', '12,5', 'sto', '501', ''])('reject %j percent, like the panel', (text) => {
    expect(thresholdFault(typedCondition(text))).toBe('invalid')
    expect(ruleCondition.safeParse(typedCondition(text)).success).toBe(false)
  })

  it('can be larger for amounts than for percentages', () => {
    expect(isThreshold(501, 'pln')).toBe(true)
    expect(isThreshold(100_001, 'pln')).toBe(false)
  })

  it('reject an amount with grosz and do not split it into two', () => {
    expect(thresholdFault(typedCondition('174,50 zł', 'pln'))).toBe('invalid')
  })

  it('are reported as missing if empty', () => {
    expect(thresholdFault({ ...spend, thresholds: [] })).toBe('empty')
  })
})
