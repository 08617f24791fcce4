import { describe, expect, it } from 'vitest'

import { type RiskEvidence, type RiskFacts, scoreRisk } from './risk-score'

const TODAY = '2026-11-20'
const entry = (source: string, day: string, id: string): RiskEvidence => ({ source, day, id, title: `${source} ${id}` })
const krz = (...days: readonly string[]) => days.map((day, index) => entry('krz', day, String(index)))
const knf = (count: number) => Array.from({ length: count }, (_, index) => entry('knf', '2026-01-02', String(index)))
const changesOf = (...fields: readonly string[]) =>
  fields.map((field, index) => ({ ...entry('krs', '2026-05-06', String(index)), field }))
const SOUND: RiskFacts = {
  status: 'active',
  vatStatus: 'Czynny',
  legalForm: 'SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ',
  shareCapital: 50_000,
  registeredOn: '2015-03-02',
  debtorAnnouncements: [],
  changes: [],
  warnings: [],
}
const score = (overrides: Partial<RiskFacts>) => scoreRisk({ ...SOUND, ...overrides }, TODAY)
const pointsOf = (overrides: Partial<RiskFacts>) =>
  Object.fromEntries(score(overrides).factors.map(({ code, points }) => [code, points]))

describe('scoreRisk', () => {
  it('finds no risk factor for a sound company', () => {
    expect(score({})).toEqual({ score: 0, level: 'low', factors: [] })
  })

  it.each([
    ['deregistered', 80, 'high'],
    ['bankruptcy', 70, 'high'],
    ['restructuring', 45, 'medium'],
    ['liquidation', 40, 'medium'],
    ['something new', 0, 'low'],
  ])('scores the status %s with %i points', (status, points, level) => {
    expect(score({ status })).toMatchObject({ score: points, level })
  })

  it('adds the factors up to the score, largest first, and describes each in Polish', () => {
    const found = score({ vatStatus: 'Niezarejestrowany', debtorAnnouncements: krz('2026-11-19'), shareCapital: 5_000 })
    expect(found).toEqual({
      score: 45,
      level: 'medium',
      factors: [
        {
          code: 'krz_recent',
          description: 'Obwieszczenia w KRZ z ostatnich 30 dni: 1',
          points: 25,
          score_without: 20,
          evidence: krz('2026-11-19'),
        },
        {
          code: 'vat_unregistered',
          description: 'Brak rejestracji jako podatnik VAT',
          points: 15,
          score_without: 30,
          evidence: [],
        },
        {
          code: 'capital_minimum',
          description: 'Kapitał zakładowy nie wyższy niż ustawowe minimum',
          points: 5,
          score_without: 40,
          evidence: [],
        },
      ],
    })
  })

  it('limits the score to 100', () => {
    const found = score({ status: 'bankruptcy', debtorAnnouncements: krz('2026-11-19'), warnings: knf(1) })
    expect(found.factors.reduce((sum, { points }) => sum + points, 0)).toBe(135)
    expect(found).toMatchObject({ score: 100, level: 'high' })
    // The score is cut at 100, so a finding can contribute less than its points: without the bankruptcy 65 would be
    // left.
    expect(found.factors.map(({ score_without: without }) => without)).toEqual([65, 95, 100])
  })

  it('shows the newest 20 entries behind a finding', () => {
    const days = Array.from({ length: 25 }, (_, index) => `2026-11-${String(index % 19 || 1).padStart(2, '0')}`).sort()
    const [found] = score({ debtorAnnouncements: krz(...days) }).factors
    expect(found?.evidence).toHaveLength(20)
    expect(found?.evidence[0]).toEqual(krz(...days).at(-1))
  })

  it.each([
    [25, 'low', { debtorAnnouncements: krz('2026-11-01') }],
    [30, 'medium', { debtorAnnouncements: krz('2026-11-01', '2026-11-02') }],
    [55, 'medium', { warnings: knf(1), vatStatus: 'Niezarejestrowany' }],
    [60, 'high', { warnings: knf(1), vatStatus: 'Niezarejestrowany', shareCapital: 5_000 }],
  ] as const)('rates %i points as %s', (points, level, facts) => {
    expect(score(facts)).toMatchObject({ score: points, level })
  })

  it('separates recent KRZ announcements from older ones at 30 days', () => {
    expect(pointsOf({ debtorAnnouncements: krz('2026-10-21') })).toEqual({ krz_recent: 25 })
    expect(pointsOf({ debtorAnnouncements: krz('2026-10-20') })).toEqual({ krz_older: 10 })
    const many = Array.from({ length: 9 }, () => '2026-11-19')
    const old = Array.from({ length: 9 }, () => '2026-09-19')
    expect(pointsOf({ debtorAnnouncements: krz(...old, ...many) })).toEqual({ krz_recent: 40, krz_older: 20 })
  })

  it('counts proceedings entered in KRS until the status shows them', () => {
    const fields = ['otwarcieLikwidacji', 'adres.ulica']
    const changes = changesOf(...fields)
    expect(score({ changes }).factors).toEqual([
      {
        code: 'krs_proceedings',
        description: 'Wpis w KRS: otwarcie likwidacji',
        points: 35,
        score_without: 0,
        evidence: [entry('krs', '2026-05-06', '0')],
      },
    ])
    expect(score({ changes: changesOf(...fields, 'uchylenieLikwidacji') }).factors).toEqual([])
    const reopened = changesOf(...fields, 'uchylenieLikwidacji', 'otwarcieLikwidacji')
    expect(pointsOf({ changes: reopened })).toEqual({ krs_proceedings: 35 })
    expect(pointsOf({ changes, status: 'liquidation' })).toEqual({ status_liquidation: 40 })
  })

  it('counts KNF warnings up to 50 points', () => {
    expect(pointsOf({ warnings: knf(1) })).toEqual({ knf_warning: 40 })
    expect(pointsOf({ warnings: knf(2) })).toEqual({ knf_warning: 45 })
    expect(pointsOf({ warnings: knf(7) })).toEqual({ knf_warning: 50 })
  })

  it.each([
    ['SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ', 5_000, 5_001],
    ['spółka akcyjna', 100_000, 100_001],
    ['SPÓŁKA KOMANDYTOWO-AKCYJNA', 50_000, 50_001],
    ['PROSTA SPÓŁKA AKCYJNA', 1, 2],
  ])('knows the minimum capital of %s', (legalForm, least, more) => {
    expect(pointsOf({ legalForm, shareCapital: least })).toEqual({ capital_minimum: 5 })
    expect(pointsOf({ legalForm, shareCapital: more })).toEqual({})
  })

  it('ignores the capital of forms without a minimum, and unknown capital', () => {
    expect(pointsOf({ legalForm: 'FUNDACJA', shareCapital: null })).toEqual({})
    expect(pointsOf({ legalForm: 'SPÓŁKA JAWNA', shareCapital: 0 })).toEqual({})
    expect(pointsOf({ shareCapital: null })).toEqual({})
  })

  it('treats a company as young in its first year', () => {
    expect(pointsOf({ registeredOn: '2025-11-21' })).toEqual({ young: 5 })
    expect(pointsOf({ registeredOn: '2025-11-20' })).toEqual({})
    expect(pointsOf({ registeredOn: null })).toEqual({})
  })

  it('treats two board changes as frequent, and one as ordinary', () => {
    expect(pointsOf({ changes: changesOf('sklad') })).toEqual({})
    expect(pointsOf({ changes: changesOf('sklad', 'sklad') })).toEqual({ board_changes: 5 })
  })

  it('finds no risk factor in a VAT exemption or an unknown status', () => {
    expect(pointsOf({ vatStatus: 'Zwolniony' })).toEqual({})
    expect(pointsOf({ vatStatus: null })).toEqual({})
  })
})
