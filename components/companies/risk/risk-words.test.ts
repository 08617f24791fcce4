import { describe, expect, it } from 'vitest'

import { scoreRisk } from '@/lib/service/registers/risk-score'

import { isRiskCode, recentUntil, tabOfEvidence, youngUntil } from './risk-words'

const nothing = {
  status: 'active',
  vatStatus: null,
  legalForm: null,
  shareCapital: null,
  registeredOn: null,
  debtorAnnouncements: [],
  changes: [],
  warnings: [],
}
const at = (day: string) => ({ source: 'krz', id: day, day, title: '' })
const pointsOf = (facts: Partial<typeof nothing> | object, code: string, today: string) =>
  scoreRisk({ ...nothing, ...facts }, today).factors.find((factor) => factor.code === code)?.points

describe('what the page says of the rules is what the service does', () => {
  it('of announcements that are recent no more', () => {
    const days = ['2026-11-01', '2026-11-20', null]
    expect(recentUntil(days)).toBe('2026-12-21')
    const debtorAnnouncements = [at('2026-11-01'), at('2026-11-20')]
    expect(pointsOf({ debtorAnnouncements }, 'krz_recent', '2026-12-20')).toBe(25)
    expect(pointsOf({ debtorAnnouncements }, 'krz_recent', '2026-12-21')).toBeUndefined()
    expect(recentUntil([])).toBeUndefined()
  })

  it('of a company that is young no more', () => {
    const registeredOn = '2026-01-10'
    expect(pointsOf({ registeredOn }, 'young', '2027-01-09')).toBe(5)
    expect(youngUntil(registeredOn)).toBe('2027-01-10')
    expect(pointsOf({ registeredOn }, 'young', '2027-01-10')).toBeUndefined()
  })

  it('of older announcements, warnings and changes of the board, which count for ever', () => {
    const facts = {
      debtorAnnouncements: [at('2001-01-01')],
      warnings: [at('2001-01-01')],
      changes: [1, 2].map((each) => ({ ...at(`2001-01-0${each}`), field: 'sklad' })),
    }
    const codes = scoreRisk({ ...nothing, ...facts }, '2026-11-20').factors.map(({ code }) => code)
    expect(codes).toEqual(['knf_warning', 'krz_older', 'board_changes'])
    expect(codes.every(isRiskCode)).toBe(true)
  })

  it('has words for every status', () => {
    for (const status of ['deregistered', 'bankruptcy', 'restructuring', 'liquidation']) {
      const [factor] = scoreRisk({ ...nothing, status }, '2026-11-20').factors
      expect(isRiskCode(factor?.code ?? '')).toBe(true)
    }
    expect(isRiskCode('constructor')).toBe(false)
  })
})

it('leads to the tab of each source, and nowhere for one that nobody knows', () => {
  expect(['krz', 'krs', 'knf', 'xyz'].map(tabOfEvidence)).toEqual(['announcements', 'changes', 'mentions', undefined])
})
