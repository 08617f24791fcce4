import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'

import type { PanelAnswer } from '@/lib/client/client'
import { query } from '@/lib/client/queries'
import { pricedCalls } from '@/lib/contract/prices'
import { companyParts } from '@/lib/features/companies/domain/part-rows'
import { rendered } from '@/lib/testing/pages/rendered'
import common from '@/messages/pl/common.json'
import companiesRegisters from '@/messages/pl/companies-registers.json'
import companies from '@/messages/pl/companies.json'
import layout from '@/messages/pl/layout.json'
import price from '@/messages/pl/price.json'
import registerNames from '@/messages/pl/register-names.json'

import { TabSwitchProvider } from '../frame/tab-link'
import { SummaryTab } from './summary-tab'

vi.mock('next/navigation', () => ({ usePathname: () => '/companies/0000000018', useRouter: () => ({}) }))

type CompanyAnswer = PanelAnswer<'companies.get'>

const NUMBER = '0000000018'
const known = (part: CompanyAnswer['parts'][number]['part'], asked_at = '2026-11-16T09:00:00.000Z') => ({
  part,
  id: part,
  asked_at,
  asked_by: 'anna@acme.test',
  request_id: null,
  units: 1,
  sha256: 'a'.repeat(64),
})
const answer = (overrides: Partial<CompanyAnswer> = {}): CompanyAnswer => ({
  company: null,
  is_searched: true,
  number: NUMBER,
  monitors: [],
  events: [],
  parts: [],
  askable: [...companyParts],
  summary: { risk: null, vat: null, board: null, share_capital_pln: null, main_activity: null },
  spent: [],
  ...overrides,
})

interface RenderInput extends Partial<CompanyAnswer> {
  readonly included?: number
  readonly used?: number
  readonly allowance?: number
  readonly spendingForbidden?: readonly ['companies.ask'] | readonly []
}

function textOf({
  included = 1000,
  used = 0,
  allowance = 1200,
  spendingForbidden = [],
  ...overrides
}: RenderInput): string {
  const client = new QueryClient()
  const meter = {
    period: { start: '2026-10-31T23:00:00.000Z', end: '2026-11-30T23:00:00.000Z' },
    used,
    included,
    unit_grosz: 8,
    overage_grosz: 0,
    spend_cap_pln: 100,
    allowance,
  }
  client.setQueryData(query('usage.api', {}).queryKey, meter)
  const view = (
    <TabSwitchProvider value={{ number: NUMBER, onChange: () => undefined }}>
      <SummaryTab companyAnswer={answer(overrides)} calls={pricedCalls()} />
    </TabSwitchProvider>
  )
  return rendered(view, {
    client,
    messages: {
      common,
      companies,
      'companies-registers': companiesRegisters,
      layout,
      price,
      'register-names': registerNames,
    },
    permitted: ['companies.ask', 'monitors.list'],
    spendingForbidden,
  })
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

it('offers the four parts of the summary for their price, and says what is free', () => {
  const text = textOf({})
  expect(text).toContain('Pobierz 4 części')
  expect(text).toMatch(/3 zapytania \+ 1 sprawdzenie białej listy/)
  expect(text).toContain('Firma nie jest obserwowana')
  expect(text.match(/nie zapytano/g)).toHaveLength(5)
})

it('does not offer what is known, and shows it with its date', () => {
  const text = textOf({
    parts: [known('risk'), known('record'), known('changes')],
    summary: {
      risk: { score: 35, level: 'medium' },
      vat: null,
      board: null,
      share_capital_pln: 50_000,
      main_activity: '41.20.Z',
    },
  })
  expect(text).toMatch(/Ryzyko 35\/100 średnie stan z 16 lis 2026/)
  expect(text).toMatch(/Kapitał zakładowy 50 000 zł/)
  expect(text).toContain('41.20.Z')
  expect(text).toMatch(/Zapłacone wcześniej: Zmiany w KRS 16 lis 2026/)
  expect(text).toContain('Pobierz 2 części 1 zapytanie + 1 sprawdzenie białej listy')
})

it('offers nothing once everything is known', () => {
  expect(textOf({ parts: companyParts.map((part) => known(part)) })).not.toMatch(/Pobierz|Zapytaj/)
})

it('shows status and accounts of the white list, and the board with its last change', () => {
  const text = textOf({
    parts: [known('whiteList'), known('graph')],
    summary: {
      risk: null,
      vat: { status: 'Czynny', accounts: 5 },
      board: { members: 1, changed_on: '2026-11-16', is_cut: false },
      share_capital_pln: null,
      main_activity: null,
    },
  })
  expect(text).toMatch(/VAT czynny 5 rachunków/)
  expect(text).toMatch(/Zarząd 1 osoba zmiana 16 lis 2026/)
})

it('names the amount above the plan', () => {
  expect(textOf({ included: 10, used: 10 })).toMatch(/3 zapytania · 0,24 zł netto \+ 1 sprawdzenie/)
})

it('says before a press that queries are stopped, and where this can be changed', () => {
  expect(textOf({ included: 10, used: 10, allowance: 0 })).toMatch(
    /3 zapytania · limit wydatków jest osiągnięty · zobacz limit/,
  )
})

it('says why a role may not query', () => {
  expect(textOf({ spendingForbidden: ['companies.ask'] })).toContain('Wydawanie jednostek jest niedostępne dla roli')
})

it('shows monitors with label and tags, and events', () => {
  const text = textOf({
    monitors: [
      {
        id: 'm1',
        identifier_type: 'krs',
        identifier_value: NUMBER,
        label: 'Dostawca',
        tags: ['kluczowi'],
        created_at: '2026-09-03T09:00:00.000Z',
        last_event_at: null,
      },
    ],
    events: [
      {
        id: 7,
        source: 'krz',
        title: 'Ogłoszenie upadłości',
        created_at: '2026-11-19T09:00:00.000Z',
        day: '2026-11-19',
      },
    ],
  })
  expect(text).toMatch(/KRS 0000000018 Dostawca kluczowi obserwowana od 3 wrz 2026 · bez zdarzeń/)
  expect(text).toMatch(/Ogłoszenie upadłości KRZ 19 lis 2026, 10:00/)
})
