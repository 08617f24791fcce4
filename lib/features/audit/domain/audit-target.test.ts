import { describe, expect, it } from 'vitest'

import type { Locale } from '@/lib/domain/format/locales'
import audit from '@/messages/pl/audit.json'

import { auditWordsOf } from './audit-catalogue'
import { type AuditTarget, targetWord } from './audit-target'

const id = '5d6c3a1e-0b7f-4c1d-9a53-2f6e7b8c9d0a'
const wordFor = (entry: Partial<AuditTarget>, locale: Locale = 'pl') =>
  targetWord(auditWordsOf(locale), { action: 'pack.create', target: id, target_name: null, ...entry })?.replaceAll(
    '\u00A0',
    ' ',
  )

const actions = Object.entries(audit.actions).flatMap(([noun, verbs]) =>
  Object.keys(verbs).map((verb) => `${noun}.${verb}`),
)

describe('the target of an entry', () => {
  it('is never shown as an id, for any action of the catalogue, in either language', () => {
    expect(actions.length).toBeGreaterThan(40)
    for (const action of actions) {
      const both = (['pl', 'en'] as const).map((locale) => wordFor({ action }, locale) ?? '')
      for (const word of both) expect(word, action).toMatch(/^\p{L}[\p{L} ]+$/u)
      expect(wordFor({ action, target: 'none' })).toBe('brak')
    }
    // An action of a newer version of the panel.
    expect(wordFor({ action: 'new.thing' })).toBe('bez nazwy')
  })

  it('is shown by its name if there is one, and is undefined for the whole account', () => {
    expect(wordFor({ target_name: 'Billing', target_about: { source: 'krz' } })).toBe('Billing')
    expect(wordFor({ target: null })).toBeUndefined()
  })

  it.each([
    ['pack.freeze', { period_start: '2026-09-30T22:00:00.000Z' }, 'zestawienie: październik 2026'],
    ['pack.create', { period_start: '2026-10-14T22:00:00.000Z' }, 'zestawienie: 15 paź 2026'],
    [
      'reports.create',
      { source: 'krs_changes', format: 'xlsx', date_from: '2026-11-01', date_to: '2026-11-20' },
      'raport: zmiany w KRS, XLSX, 1 lis 2026 – 20 lis 2026',
    ],
    ['reports.download', { source: 'krz', format: 'csv', report_date: '2026-11-19' }, 'raport: KRZ, CSV, 19 lis 2026'],
    [
      'spendAlert.test',
      { measure: 'actual', basis: 'cap', thresholds: [50, 100] },
      'alert wydatków: 50%, 100% limitu wydatków',
    ],
    [
      'spendAlert.create',
      { measure: 'forecast', basis: 'pln', thresholds: [1200] },
      'alert wydatków: 1 200 zł (prognoza)',
    ],
    ['bulkTags.start', { add: ['umowa 7'], remove: ['dawne'] }, 'zmiana tagów: +umowa 7, −dawne'],
    ['imports.finish', { kind: 'import', tag: 'klienci' }, 'import: klienci'],
    ['monitors.bulkTag', { add: ['umowa 7'] }, 'monitor'],
    ['personal.reveal', { kind: 'filter' }, 'filtr'],
  ])('of %s is described from %j', (action, target_about, words) => {
    expect(wordFor({ action, target_about })).toBe(words)
  })

  it('is shown with its number when that is meaningful', () => {
    expect(wordFor({ action: 'krs.pdf', target: '0000000018' })).toBe('0000000018')
    expect(wordFor({ action: 'personal.reveal', target: '184', target_about: { kind: 'event' } })).toBe('zdarzenie 184')
    expect(wordFor({ target_about: { period_start: '2026-10-31T23:00:00.000Z' } }, 'en')).toBe(
      'statement: November 2026',
    )
  })
})
