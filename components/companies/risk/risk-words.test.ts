import { describe, expect, it } from 'vitest'

import { scoreRisk } from '@/lib/service/registers/risk-score'

import { isRiskCode, recentUntil, tabOfEvidence, youngUntil } from './risk-words'

const noFacts = {
  status: 'active',
  vatStatus: null,
  legalForm: null,
  shareCapital: null,
  registeredOn: null,
  debtorAnnouncements: [],
  changes: [],
  warnings: [],
}
const evidenceOn = (day: string) => ({ source: 'krz', id: day, day, title: '' })
const pointsOf = (facts: Partial<typeof noFacts> | object, code: string, today: string) =>
  scoreRisk({ ...noFacts, ...facts }, today).factors.find((factor) => factor.code === code)?.points

describe('risk rules of the page match those of the service', () => {
  it('for the last day of recent announcements', () => {
    const days = ['2026-11-01', '2026-11-20', null]
    expect(recentUntil(days)).toBe('2026-12-21')
    const debtorAnnouncements = [evidenceOn('2026-11-01'), evidenceOn('2026-11-20')]
    expect(pointsOf({ debtorAnnouncements }, 'krz_recent', '2026-12-20')).toBe(25)
    expect(pointsOf({ debtorAnnouncements }, 'krz_recent', '2026-12-21')).toBeUndefined()
    expect(recentUntil([])).toBeUndefined()
  })

  it('for the last day of a young company', () => {
    const registeredOn = '2026-01-10'
    expect(pointsOf({ registeredOn }, 'young', '2027-01-09')).toBe(5)
    expect(youngUntil(registeredOn)).toBe('2027-01-10')
    expect(pointsOf({ registeredOn }, 'young', '2027-01-10')).toBeUndefined()
  })

  it('for older announcements, warnings and board changes, which never expire', () => {
    const facts = {
      debtorAnnouncements: [evidenceOn('2001-01-01')],
      warnings: [evidenceOn('2001-01-01')],
      changes: [1, 2].map((each) => ({ ...evidenceOn(`2001-01-0${each}`), field: 'sklad' })),
    }
    const codes = scoreRisk({ ...noFacts, ...facts }, '2026-11-20').factors.map(({ code }) => code)
    expect(codes).toEqual(['knf_warning', 'krz_older', 'board_changes'])
    expect(codes.every(isRiskCode)).toBe(true)
  })

  it('for the code of every status', () => {
    for (const status of ['deregistered', 'bankruptcy', 'restructuring', 'liquidation']) {
      const [factor] = scoreRisk({ ...noFacts, status }, '2026-11-20').factors
      expect(isRiskCode(factor?.code ?? '')).toBe(true)
    }
    expect(isRiskCode('constructor')).toBe(false)
  })
})

it('links to the tab of each source, and to none for an unknown source', () => {
  expect(['krz', 'krs', 'knf', 'xyz'].map(tabOfEvidence)).toEqual(['announcements', 'changes', 'mentions', undefined])
})
