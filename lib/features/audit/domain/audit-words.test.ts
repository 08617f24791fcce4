import { describe, expect, it } from 'vitest'

import type { Locale } from '@/lib/domain/format/locales'

import { auditWordsOf } from './audit-catalogue'
import { actionWord, actorWord, auditChanges, changeText, mainChanges } from './audit-words'

const shownChanges = (before: unknown, after: unknown, locale: Locale = 'pl') => {
  const words = auditWordsOf(locale)
  return mainChanges(auditChanges(words, before, after)).map((change) =>
    changeText(words, change).replaceAll('\u00A0', ' '),
  )
}

describe('the summary of an entry', () => {
  it('shows each change from the old to the new value, with amounts and times in words', () => {
    const cap = [
      { spend_cap_pln: 184 },
      { spend_cap_pln: 188, reason: 'koniec kwartału', overage_grosz: 94_400 },
    ] as const
    expect(shownChanges(...cap)).toEqual([
      'limit wydatków: 184 zł → 188 zł',
      'powód: koniec kwartału',
      'nadwyżka w chwili zmiany: 944,00 zł',
    ])
    expect(shownChanges({ spend_cap_pln: 500 }, { spend_cap_pln: null }, 'en')).toEqual([
      'spend cap: PLN 500 → default (PLN 1,000)',
    ])
  })

  it('shows the recorded values when nothing was changed', () => {
    expect(
      shownChanges(undefined, { source: 'krs_changes', format: 'csv', report_date: '2026-11-19', tags: [] }),
    ).toEqual(['źródło: zmiany w KRS', 'format: csv', 'dzień raportu: 19 lis 2026'])
    expect(
      shownChanges({ enabled: true, recipients: ['a@b.test'] }, { enabled: false, recipients: ['a@b.test'] }),
    ).toEqual(['włączony: tak → nie'])
    expect(shownChanges(undefined, { plan: 'pro', limits: { lookups: 20, rdf: null } })).toEqual([
      'plan: Pro',
      'limity: zapytania: 20, jednostki RDF: brak',
    ])
    expect(shownChanges(undefined, { period_start: '2026-10-31T23:00:00.000Z', json_sha256: 'ab' })).toEqual([
      'początek okresu: 1 lis 2026, 00:00',
    ])
  })

  it('shows the raw text where there are no words', () => {
    expect(shownChanges({ what: 'a' }, { what: 'b' })).toEqual(['what: a → b'])
    expect(shownChanges('text', undefined)).toEqual(['wartość: text'])
    expect(shownChanges(undefined, null)).toEqual([])
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

it('lists changed fields before unchanged ones', () => {
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
