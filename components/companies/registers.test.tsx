import { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'

import { toPanelKey } from '@/lib/client/queries'
import { pricedCalls } from '@/lib/contract/prices'
import type { Locale } from '@/lib/domain/format/locales'
import { type CompanyPart, companyParts } from '@/lib/features/companies/domain/part-rows'
import { rendered } from '@/lib/testing/pages/rendered'
import english from '@/messages/en/companies-registers.json'
import englishPrice from '@/messages/en/price.json'
import englishNames from '@/messages/en/register-names.json'
import common from '@/messages/pl/common.json'
import registers from '@/messages/pl/companies-registers.json'
import layout from '@/messages/pl/layout.json'
import price from '@/messages/pl/price.json'
import names from '@/messages/pl/register-names.json'

import { AnnouncementsTab } from './announcements/announcements-tab'
import { ChangesTab } from './changes/changes-tab'
import type { CompanyTabProps } from './company-tab'
import { MentionsTab } from './mentions/mentions-tab'
import { RiskTab } from './risk/risk-tab'

const LONG = 'Ż'.repeat(200)
const RIGHT_TO_LEFT = 'شركة "مساهمة"'
const company = {
  id: 'a',
  krs: '0000123456',
  nip: '5213017228',
  regon: null,
  name: 'ZAKŁADY "ŻARIDAN" SPÓŁKA AKCYJNA',
  status: 'active',
  legal_form: null,
  city: null,
} as const
const number = company.krs
const tab: CompanyTabProps = { number, company, calls: pricedCalls() }

type StoredAnswers = Partial<Record<CompanyPart, readonly unknown[]>>
type RenderInput = {
  readonly stored?: StoredAnswers
  readonly locale?: Locale
  readonly hasMore?: boolean
  readonly permitted?: boolean
  readonly client?: QueryClient
}

const messagesOf = {
  pl: { 'companies-registers': registers, 'register-names': names, price, common, layout },
  en: { 'companies-registers': english, 'register-names': englishNames, price: englishPrice, common, layout },
}

/** Simulates a service with changes since a given day. */
function serviceWithChangesSince(day: string): QueryClient {
  const client = new QueryClient()
  const items = [{ source: 'krs_changes' as const, date_from: day, date_to: '2026-11-20' }]
  client.setQueryData(toPanelKey('reportOrders.ranges', {}), { items })
  return client
}

/** Renders a tab with these stored answers as its first HTML; parts without one were never requested. */
function renderTab(
  content: ReactNode,
  { stored = {}, locale = 'pl', hasMore = false, permitted = true, client = new QueryClient() }: RenderInput = {},
) {
  for (const part of companyParts) {
    const pages = (stored[part] ?? []).map((answer, index) => ({
      id: String(index),
      asked_at: '2026-11-20T10:00:00.000Z',
      asked_by: 'owner@acme.test',
      request_id: null,
      units: 1,
      sha256: '',
      answer,
      searched: 'ZAKŁADY ŻARIDAN',
    }))
    client.setQueryData(toPanelKey('companies.part', { params: { number, part } }), { part, pages, has_more: hasMore })
  }
  const rows = permitted
    ? (['companies.ask', 'monitors.list', 'bzp.list', 'uokik.document', 'reportOrders.ranges'] as const)
    : ([] as const)
  const html = rendered(content, { messages: messagesOf[locale], client, locale, permitted: rows })
  expect(html.replaceAll(/<[^>]*>/g, ' ')).not.toMatch(
    /NaN|Infinity|Invalid|undefined|null|\[object|\{\w+\}|company-registers/,
  )
  return html
}
const wordsOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')
const times = (html: string, words: string) => html.split(words).length - 1

describe('register tabs before the first query', () => {
  it.each([
    ['risk', <RiskTab key="r" {...tab} />, ['1 zapytanie']],
    ['changes', <ChangesTab key="c" {...tab} />, ['do 10 zapytań']],
    ['announcements', <AnnouncementsTab key="a" {...tab} />, ['do 50 zapytań', 'do 50 zapytań']],
    ['mentions', <MentionsTab key="m" {...tab} />, ['do 25 zapytań', 'do 25', 'do 25', 'do 50', 'do 25']],
  ] as const)('the %s tab shows its prices', (_, content, prices) => {
    const html = renderTab(content)
    expect(times(html, 'Zapytaj</button>')).toBe(prices.length)
    for (const each of prices) expect(html).toContain(each)
  })

  it('search for a name without its legal form and quote it as the register searches it', () => {
    const words = wordsOf(renderTab(<MentionsTab {...tab} />))
    expect(words).toContain('Szukamy tekstu „ZAKŁADY ŻARIDAN”')
    expect(words).toContain('Szukamy tekstu „ZAKŁADY "ŻARIDAN"”')
  })

  it('explain a missing or too short name, a missing NIP and a missing KRS number', () => {
    const nameless = wordsOf(renderTab(<MentionsTab {...tab} company={null} />))
    expect(times(nameless, 'nazwy tej firmy usługa nie podaje')).toBe(4)
    const odd = { ...company, krs: null, nip: null, name: 'AB' }
    expect(times(wordsOf(renderTab(<MentionsTab {...tab} company={odd} />)), 'Nazwa jest za krótka')).toBe(4)
    expect(renderTab(<MentionsTab {...tab} company={odd} />)).toContain('nie ma NIP-u tej firmy')
    expect(renderTab(<ChangesTab {...tab} company={odd} />)).toContain('nie ma numeru KRS')
  })

  it('show the reason instead of the button to a role without permission', () => {
    const html = renderTab(<AnnouncementsTab {...tab} />, { permitted: false })
    expect(html).not.toContain('Zapytaj')
    expect(times(html, 'Właściciel')).toBe(2)
  })
})

describe('risk tab', () => {
  const risk = (answer: unknown, more: RenderInput = {}) =>
    renderTab(<RiskTab {...tab} />, { stored: { risk: [answer] }, ...more })

  it('shows a result without findings', () => {
    const html = risk({ score: 0, level: 'low', factors: [] })
    expect(html).toContain('Nic nie znaleziono')
    expect(html).toContain('aria-valuetext="0 na 100, niskie"')
  })

  it('shows answers with hardly any fields', () => {
    expect(wordsOf(risk({}))).toContain('Nic nie znaleziono')
    expect(risk({})).not.toContain('role="meter"')
    expect(wordsOf(risk('a text'))).toContain('w postaci, której panel nie zna')
    const html = risk({
      score: 50,
      level: RIGHT_TO_LEFT,
      factors: [{}, { code: 'x', description: LONG, points: 5 }],
    })
    expect(html).toContain(LONG)
    expect(html.indexOf('+5')).toBeGreaterThan(0)
  })

  it('shows the largest finding first, with texts in both languages and its evidence', () => {
    const factors = [
      { code: 'young', description: 'd', points: 5, score_without: 60, evidence: [] },
      {
        code: 'krz_recent',
        description: 'd',
        points: 25,
        score_without: 40,
        evidence: [{ source: 'krz', day: '2026-11-02', title: 'Obwieszczenie', id: 'a' }],
      },
    ]
    const words = wordsOf(risk({ score: 65, level: 'high', factors }))
    expect(words.indexOf('Obwieszczenia w KRZ z ostatnich 30 dni')).toBeLessThan(words.indexOf('Zarejestrowana mniej'))
    expect(words).toContain('Bez tego: 40.')
    // For a remote service, it is unknown when a finding expires.
    expect(words).not.toContain('policzą się mniej')
    expect(wordsOf(risk({ score: 65, level: 'high', factors }, { locale: 'en' }))).toContain(
      'KRZ announcements of the last 30 days',
    )
    expect(risk({ factors })).toContain(`/companies/${number}?tab=announcements`)
  })
})

describe('changes tab', () => {
  const row = {
    id: 'a',
    change_date: '2026-11-02',
    entry_number: 7,
    field: 'nazwa',
    section: 'Dział 1',
    old_value: 'A',
    new_value: 'B',
  }
  const changes = (items: readonly unknown[], more: RenderInput = {}) =>
    renderTab(<ChangesTab {...tab} />, { stored: { changes: [{ items }] }, ...more })

  it('shows an empty list', () => {
    expect(wordsOf(changes([]))).toContain('Nie znaleziono zmian')
    expect(wordsOf(changes([]))).toContain('od 20 lis 2025 do 20 lis 2026')
    expect(wordsOf(changes([]))).not.toContain('Usługa ma dziś')
    expect(wordsOf(changes([], { client: serviceWithChangesSince('2026-11-06') }))).toContain(
      'Usługa ma dziś takie wpisy dopiero od 6 lis 2026',
    )
    expect(wordsOf(changes([], { client: serviceWithChangesSince('2025-11-20') }))).not.toContain('Usługa ma dziś')
  })

  it('shows rows with missing, unknown and mistyped fields', () => {
    const html = changes([
      {},
      { ...row, field: 'nowe.pole' },
      { ...row, new_value: RIGHT_TO_LEFT + LONG.repeat(3) },
      'x',
      null,
      { ...row, field: 3 },
    ])
    const words = wordsOf(html)
    expect(words).toContain('3 pozycji nie pokazujemy')
    expect(words).toContain('Pole bez nazwy')
    expect(words).toContain('nowe.pole')
    expect(html).toContain('aria-expanded="false"')
    expect(html).toContain('dir="auto"')
  })

  it('says that newer changes are on the next page only while there is one', () => {
    expect(changes([row])).not.toContain('na następnej stronie')
    expect(wordsOf(changes([row], { hasMore: true }))).toContain('kończy się na 2 lis 2026')
  })

  it('reports an unreadable answer as one item that is not shown', () => {
    expect(wordsOf(renderTab(<ChangesTab {...tab} />, { stored: { changes: ['x'] } }))).toContain(
      '1 pozycji nie pokazujemy',
    )
  })
})

describe('announcements tab', () => {
  const announced = (published_on: string, more: object = {}) => ({
    id: published_on,
    source: 'krz',
    published_on,
    title: 'Obwieszczenie o ogłoszeniu upadłości',
    ...more,
  })
  const krz = (items: readonly unknown[]) =>
    wordsOf(renderTab(<AnnouncementsTab {...tab} />, { stored: { krz: [{ items }], msig: [{ items: [] }] } }))

  it('shows the newest first, with the deadline for claims, including one that has passed', () => {
    const words = krz([announced('2026-01-05'), announced('2026-11-12', { row: { debtor_krs: number, court: 'Sąd' } })])
    expect(words.indexOf('12 lis 2026')).toBeLessThan(words.indexOf('5 sty 2026'))
    expect(words).toContain('Zgłoszenie wierzytelności do 14 gru 2026')
    expect(words).toContain('zostały 24 dni')
    expect(words).toContain('Zgłoszenie wierzytelności było możliwe do 4 lut 2026')
    expect(words).toContain('termin minął')
    expect(words).toContain('firma jest dłużnikiem')
    expect(words).toContain('Brak ogłoszeń w MSiG')
  })

  it('shows announcements with hardly any fields', () => {
    const words = krz([{}, announced('kiedyś', { title: null, row: { advisors: 'x', tresc_text: 5, court: {} } })])
    expect(times(words, 'Ogłoszenie bez tytułu')).toBe(2)
    expect(words).toContain('kiedyś')
  })

  it('masks a personal number in a text', () => {
    expect(krz([announced('2026-11-12', { row: { tresc_text: 'PESEL 44051401359' } })])).not.toContain('44051401359')
  })
})

describe('mentions tab', () => {
  const mentions = (stored: StoredAnswers, locale: Locale = 'pl') =>
    renderTab(<MentionsTab {...tab} />, { stored, locale })

  it('shows empty lists', () => {
    const none = [{ items: [], total: 0, next_cursor: null }]
    const words = wordsOf(mentions({ knf: none, uokik: none, clauses: none, sudop: none, tenders: none }))
    for (const each of [
      'Nie ma na liście ostrzeżeń KNF',
      'Brak decyzji UOKiK',
      'Brak klauzul',
      'Brak pomocy',
      'Brak ogłoszeń w BZP',
    ])
      expect(words).toContain(each)
    expect(words).not.toContain('Nie jest wyrokiem')
  })

  it('shows entries with hardly any fields', () => {
    const odd = [{ items: [{}, { name: LONG, title: RIGHT_TO_LEFT, parties: null, url: 'javascript:alert(1)' }, 7] }]
    const html = mentions({ knf: odd, uokik: odd, clauses: odd, sudop: odd, tenders: odd })
    expect(times(html, '1 pozycji nie pokazujemy')).toBe(5)
    expect(html).not.toContain('javascript:')
    // A decision without an id has no file.
    expect(html).not.toContain('Pobierz PDF')
    expect(html).not.toMatch(/rozstrzygni/)
  })

  it('marks same and similar names, and shows the price of a decision', () => {
    const items = [
      { id: 'ab', number: 'RGD-2/2026', parties: ['Zakłady Żaridan S.A.'], fined: true, appealed: false },
      { id: 'cd', number: 'RGD-3/2026', parties: ['Żaridan Plus'] },
    ]
    const words = wordsOf(mentions({ uokik: [{ items, total: 2 }] }))
    expect(words.indexOf('ta sama nazwa')).toBeLessThan(words.indexOf('podobna nazwa'))
    expect(words).toContain('Pobierz PDF 1 pobranie PDF')
    expect(wordsOf(mentions({ uokik: [{ items }] }, 'en'))).toContain('similar name')
  })

  it('adds state aid by year, counts equal cases separately and shows how many cases the sums cover', () => {
    const grant = {
      granted_on: '2026-02-03',
      nominal_value_pln: '1000.10',
      gross_value_pln: '500.05',
      measure_name: 'SA.1',
    }
    const words = wordsOf(
      mentions({
        sudop: [{ items: [{ ...grant, id: 'a' }, { ...grant, id: 'b' }, { gross_value_pln: 'x' }], total: 7 }],
      }),
    )
    expect(words).toContain('Sumy obejmują 3 z 7 przypadków')
    expect(words).toContain('2 przypadki są takie same')
    expect(words).toContain('2 000,20 zł')
    expect(words).toContain('1 000,10 zł')
    expect(words).toContain('1 kwoty nie dało się dodać')
  })

  it('recognises the contracting authority by its NIP and otherwise shows an unknown role', () => {
    const items = [
      { id: 'a', title: 'Dostawa', authority_nip: company.nip, notice_type: 'ContractNotice' },
      { id: 'b', title: 'Usługi', description: `Wykonawca: X, NIP ${company.nip}.`, notice_type: 'TenderResultNotice' },
    ]
    const words = wordsOf(mentions({ tenders: [{ items, total: 2 }] }))
    expect(times(words, 'ten sam numer')).toBe(2)
    expect(times(words, 'rola nieznana')).toBe(1)
    expect(words).toContain('zamawiający')
  })
})
