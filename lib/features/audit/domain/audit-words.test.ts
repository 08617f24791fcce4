import { describe, expect, it } from 'vitest'

import type { Locale } from '@/lib/domain/format/locales'

import { auditWordsOf } from './audit-catalogue'
import { actionWord, actorWord, auditChanges, changeText, mainChanges } from './audit-words'

const told = (before: unknown, after: unknown, locale: Locale = 'pl') => {
  const words = auditWordsOf(locale)
  return mainChanges(auditChanges(words, before, after)).map((change) =>
    changeText(words, change).replaceAll('\u00A0', ' '),
  )
}

describe('what an entry says without being opened', () => {
  it('is what changed, from what to what, with amounts and times in words', () => {
    const cap = [
      { spend_cap_pln: 184 },
      { spend_cap_pln: 188, reason: 'koniec kwartału', overage_grosz: 94_400 },
    ] as const
    expect(told(...cap)).toEqual([
      'limit wydatków: 184 zł → 188 zł',
      'powód: koniec kwartału',
      'nadwyżka w chwili zmiany: 944,00 zł',
    ])
    expect(told({ spend_cap_pln: 500 }, { spend_cap_pln: null }, 'en')).toEqual([
      'spend cap: PLN 500 → default (PLN 1,000)',
    ])
  })

  it('is what it tells, where nothing was changed', () => {
    expect(told(undefined, { source: 'krs_changes', format: 'csv', report_date: '2026-11-19', tags: [] })).toEqual([
      'źródło: zmiany w KRS',
      'format: csv',
      'dzień raportu: 19 lis 2026',
    ])
    expect(told({ enabled: true, recipients: ['a@b.test'] }, { enabled: false, recipients: ['a@b.test'] })).toEqual([
      'włączony: tak → nie',
    ])
    expect(told(undefined, { plan: 'pro', limits: { lookups: 20, rdf: null } })).toEqual([
      'plan: Pro',
      'limity: zapytania: 20, jednostki RDF: brak',
    ])
    expect(told(undefined, { period_start: '2026-10-31T23:00:00.000Z', json_sha256: 'ab' })).toEqual([
      'początek okresu: 1 lis 2026, 00:00',
    ])
  })

  it('is shown as it came where there are no words', () => {
    expect(told({ what: 'a' }, { what: 'b' })).toEqual(['what: a → b'])
    expect(told('text', undefined)).toEqual(['wartość: text'])
    expect(told(undefined, null)).toEqual([])
    const words = auditWordsOf('en')
    expect([actionWord(words, 'x.y'), actionWord(words, 'pack.create'), actionWord(words, 'toString')]).toEqual([
      'x.y',
      'Preliminary statement created',
      'toString',
    ])
    expect([actorWord(words, 'cli'), actorWord(words, 'ewa@acme.test')]).toEqual([
      'operator (command line)',
      'ewa@acme.test',
    ])
  })
})

it('puts changed fields first and keeps the others for who opens the entry', () => {
  const changes = auditChanges(
    auditWordsOf('pl'),
    { name: 'a', krs: 2 },
    { name: 'a', krs: 3, added: ['krs 1', 'krs 2'] },
  )
  expect(changes.map(({ field, before, after, isChanged }) => [field, before, after, isChanged])).toEqual([
    ['krs', '2', '3', true],
    ['added', undefined, 'krs 1, krs 2', true],
    ['name', 'a', 'a', false],
  ])
})
