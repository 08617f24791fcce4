import { describe, expect, it } from 'vitest'

import { alertBody } from '@/lib/contract/panel/spend-alerts'

import {
  type AlertDraft,
  bareNumber,
  toAlertBody,
  toAlertDraft,
  findAlertFaults,
  isAddress,
  isThreshold,
  withBasis,
} from './alert-draft'

const draft = toAlertDraft(null, { email: 'ksiegowosc@example.test', language: 'pl' })
const withPart = (part: Partial<AlertDraft>): AlertDraft => ({ ...draft, ...part })

describe('the draft of an alert', () => {
  it('begins with something that can be saved', () => {
    expect(findAlertFaults(draft)).toEqual({})
    expect(alertBody.safeParse(toAlertBody(draft)).success).toBe(true)
  })

  it.each([
    ['80 %', '80'],
    ['500 zł', '500'],
    ['PLN 1 000', '1000'],
  ])('reads %j as %s', (text, bare) => expect(bareNumber(text)).toBe(bare))

  it.each(['0', '-1', '12,5', 'sto', '501', ''])('refuses %j percent, as the panel does', (text) => {
    expect(isThreshold(text, 'cap')).toBe(false)
    expect(alertBody.safeParse(toAlertBody(withPart({ thresholds: [text] }))).success).toBe(false)
  })

  it('lets amounts be larger than percents', () => {
    expect(isThreshold('501', 'pln')).toBe(true)
    expect(isThreshold('100001', 'pln')).toBe(false)
  })

  it.each(['a@b', 'a b@c.test', 'a@b.test,c@d.test', 'A <a@b.test>', ''])('takes %j for no address', (text) => {
    expect(isAddress(text)).toBe(false)
    expect(alertBody.safeParse(toAlertBody(withPart({ recipients: [text] }))).success).toBe(false)
  })

  it('takes grosz for no threshold, and never for two', () => {
    expect(isThreshold(bareNumber('174,50 zł'), 'pln')).toBe(false)
    expect(findAlertFaults(withPart({ basis: 'pln', thresholds: [bareNumber('174,50')] }))).toEqual({
      thresholds: 'invalid',
    })
  })

  it('never makes złoty of percents, and gives back what was typed in either', () => {
    const inPln = withBasis(draft, 'pln', undefined)
    expect(inPln.draft).toMatchObject({ basis: 'pln', thresholds: [] })
    const back = withBasis({ ...inPln.draft, thresholds: ['300'] }, 'cap', inPln.other)
    expect(back.draft).toMatchObject({ basis: 'cap', thresholds: ['50', '80', '100'] })
    expect(withBasis(back.draft, 'included', back.other).draft).toMatchObject({ thresholds: ['50', '80', '100'] })
    expect(withBasis(back.draft, 'pln', back.other).draft).toMatchObject({ thresholds: ['300'] })
    expect(withBasis(withPart({ basis: 'pln', thresholds: ['7'] }), 'cap', undefined).draft.thresholds).toEqual(
      draft.thresholds,
    )
  })

  it('says what is missing', () => {
    expect(findAlertFaults(withPart({ thresholds: [], recipients: [] }))).toEqual({
      thresholds: 'empty',
      recipients: 'empty',
    })
    expect(findAlertFaults(withPart({ recipients: ['a@b.test', 'nie'] }))).toEqual({ recipients: 'invalid' })
  })
})
