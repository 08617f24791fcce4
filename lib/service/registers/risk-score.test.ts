import { describe, expect, it } from 'vitest'

import { type RiskFacts, scoreRisk } from './risk-score'

const TODAY = '2026-11-20'
const SOUND: RiskFacts = {
  status: 'active',
  vatStatus: 'Czynny',
  legalForm: 'SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ',
  shareCapital: 50_000,
  registeredOn: '2015-03-02',
  debtorAnnouncements: [],
  changedFields: [],
  warnings: 0,
}
const score = (over: Partial<RiskFacts>) => scoreRisk({ ...SOUND, ...over }, TODAY)
const pointsOf = (over: Partial<RiskFacts>) =>
  Object.fromEntries(score(over).factors.map(({ code, points }) => [code, points]))

describe('scoreRisk', () => {
  it('finds nothing against a sound company', () => {
    expect(score({})).toEqual({ score: 0, level: 'low', factors: [] })
  })

  it.each([
    ['deregistered', 80, 'high'],
    ['bankruptcy', 70, 'high'],
    ['restructuring', 45, 'medium'],
    ['liquidation', 40, 'medium'],
    ['something new', 0, 'low'],
  ])('takes the status %s for %i points', (status, points, level) => {
    expect(score({ status })).toMatchObject({ score: points, level })
  })

  it('adds up to the score, largest first, and describes each factor in Polish', () => {
    const found = score({ vatStatus: 'Niezarejestrowany', debtorAnnouncements: ['2026-11-19'], shareCapital: 5_000 })
    expect(found).toEqual({
      score: 45,
      level: 'medium',
      factors: [
        { code: 'krz_recent', description: 'Obwieszczenia w KRZ z ostatnich 30 dni: 1', points: 25 },
        { code: 'vat_unregistered', description: 'Brak rejestracji jako podatnik VAT', points: 15 },
        { code: 'capital_minimum', description: 'Kapitał zakładowy nie wyższy niż ustawowe minimum', points: 5 },
      ],
    })
  })

  it('cuts the score at 100', () => {
    const found = score({ status: 'bankruptcy', debtorAnnouncements: ['2026-11-19'], warnings: 1 })
    expect(found.factors.reduce((sum, { points }) => sum + points, 0)).toBe(135)
    expect(found).toMatchObject({ score: 100, level: 'high' })
  })

  it.each([
    [25, 'low', { debtorAnnouncements: ['2026-11-01'] }],
    [30, 'medium', { debtorAnnouncements: ['2026-11-01', '2026-11-02'] }],
    [55, 'medium', { warnings: 1, vatStatus: 'Niezarejestrowany' }],
    [60, 'high', { warnings: 1, vatStatus: 'Niezarejestrowany', shareCapital: 5_000 }],
  ] as const)('calls %i points %s', (points, level, facts) => {
    expect(score(facts)).toMatchObject({ score: points, level })
  })

  it('tells recent announcements of KRZ from older ones by 30 days', () => {
    expect(pointsOf({ debtorAnnouncements: ['2026-10-21'] })).toEqual({ krz_recent: 25 })
    expect(pointsOf({ debtorAnnouncements: ['2026-10-20'] })).toEqual({ krz_older: 10 })
    const many = Array.from({ length: 9 }, () => '2026-11-19')
    const old = Array.from({ length: 9 }, () => '2026-09-19')
    expect(pointsOf({ debtorAnnouncements: [...old, ...many] })).toEqual({ krz_recent: 40, krz_older: 20 })
  })

  it('counts proceedings entered in KRS until the status says so', () => {
    const changedFields = ['otwarcieLikwidacji', 'adres.ulica']
    expect(score({ changedFields }).factors).toEqual([
      { code: 'krs_proceedings', description: 'Wpis w KRS: otwarcie likwidacji', points: 35 },
    ])
    expect(score({ changedFields: [...changedFields, 'uchylenieLikwidacji'] }).factors).toEqual([])
    const again = [...changedFields, 'uchylenieLikwidacji', 'otwarcieLikwidacji']
    expect(pointsOf({ changedFields: again })).toEqual({ krs_proceedings: 35 })
    expect(pointsOf({ changedFields, status: 'liquidation' })).toEqual({ status_liquidation: 40 })
  })

  it('counts warnings of KNF up to 50 points', () => {
    expect(pointsOf({ warnings: 1 })).toEqual({ knf_warning: 40 })
    expect(pointsOf({ warnings: 2 })).toEqual({ knf_warning: 45 })
    expect(pointsOf({ warnings: 7 })).toEqual({ knf_warning: 50 })
  })

  it.each([
    ['SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ', 5_000, 5_001],
    ['spółka akcyjna', 100_000, 100_001],
    ['SPÓŁKA KOMANDYTOWO-AKCYJNA', 50_000, 50_001],
    ['PROSTA SPÓŁKA AKCYJNA', 1, 2],
  ])('knows the least capital of %s', (legalForm, least, more) => {
    expect(pointsOf({ legalForm, shareCapital: least })).toEqual({ capital_minimum: 5 })
    expect(pointsOf({ legalForm, shareCapital: more })).toEqual({})
  })

  it('asks no capital of forms that need none, nor where it is unknown', () => {
    expect(pointsOf({ legalForm: 'FUNDACJA', shareCapital: null })).toEqual({})
    expect(pointsOf({ legalForm: 'SPÓŁKA JAWNA', shareCapital: 0 })).toEqual({})
    expect(pointsOf({ shareCapital: null })).toEqual({})
  })

  it('takes a company for young in its first year', () => {
    expect(pointsOf({ registeredOn: '2025-11-21' })).toEqual({ young: 5 })
    expect(pointsOf({ registeredOn: '2025-11-20' })).toEqual({})
    expect(pointsOf({ registeredOn: null })).toEqual({})
  })

  it('takes two changes of the board for frequent, and one for ordinary', () => {
    expect(pointsOf({ changedFields: ['sklad'] })).toEqual({})
    expect(pointsOf({ changedFields: ['sklad', 'sklad'] })).toEqual({ board_changes: 5 })
  })

  it('holds nothing against an exemption from VAT, nor an unknown status', () => {
    expect(pointsOf({ vatStatus: 'Zwolniony' })).toEqual({})
    expect(pointsOf({ vatStatus: null })).toEqual({})
  })
})
