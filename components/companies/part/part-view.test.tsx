import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'

import { panelQuery } from '@/lib/client/queries'
import { pricedCalls } from '@/lib/contract/prices'
import type { Locale } from '@/lib/domain/format/locales'
import type { CompanyAnswer } from '@/lib/features/companies/contract'
import type { CompanyPart } from '@/lib/features/companies/domain/part-rows'
import { RENDERED_AT, rendered } from '@/lib/testing/pages/rendered'
import enPrice from '@/messages/en/price.json'
import common from '@/messages/pl/common.json'
import layout from '@/messages/pl/layout.json'
import price from '@/messages/pl/price.json'

import { PartView } from './part-view'

vi.mock('next/navigation', () => ({ usePathname: () => '/companies/0000000018' }))

const NUMBER = '0000000018'
const page = (overrides: Partial<CompanyAnswer['pages'][number]> = {}) => ({
  id: 'page-1',
  asked_at: RENDERED_AT.toISOString(),
  asked_by: 'anna@acme.test',
  request_id: 'req-7',
  units: 1,
  sha256: 'a'.repeat(64),
  answer: {},
  searched: null,
  ...overrides,
})

interface RenderInput {
  readonly part?: CompanyPart
  readonly pages?: CompanyAnswer['pages']
  readonly hasMore?: boolean
  readonly permitted?: readonly ['companies.ask'] | readonly []
  readonly spendingForbidden?: readonly ['companies.ask'] | readonly []
  readonly locale?: Locale
}

function renderPart({ part = 'record', pages, hasMore = false, locale = 'pl', ...permissions }: RenderInput): string {
  const client = new QueryClient()
  if (pages !== undefined)
    client.setQueryData(panelQuery('companies.part', { params: { number: NUMBER, part } }).queryKey, {
      part,
      pages,
      has_more: hasMore,
    })
  const view = (
    <PartView number={NUMBER} part={part} calls={pricedCalls()} title="TITLE" about="ABOUT">
      {(all) => `PAGES ${all.length}`}
    </PartView>
  )
  return rendered(view, {
    client,
    locale,
    messages: { common, layout, price: locale === 'pl' ? price : enPrice },
    permitted: ['companies.ask'],
    ...permissions,
  }).replaceAll(/<[^>]*>/g, ' ')
}

it('shows a skeleton until stored answers are loaded', () => {
  expect(renderPart({})).toContain('TITLE')
  expect(renderPart({})).not.toMatch(/ABOUT|Zapytaj/)
})

it('shows what a query buys and its price before the first query', () => {
  const words = renderPart({ pages: [] })
  expect(words).toMatch(/ABOUT.*Zapytaj.*1 zapytanie/s)
  expect(words).not.toMatch(/ponownie|PAGES/)
  expect(renderPart({ pages: [], part: 'whiteList' })).toContain('1 sprawdzenie białej listy')
  expect(renderPart({ pages: [], part: 'krz' })).toContain('do 50 zapytań')
  expect(renderPart({ pages: [], part: 'changes' })).toContain('do 10 zapytań')
})

it('shows the answer with its time, cost, author and request number', () => {
  const words = renderPart({ pages: [page()] })
  expect(words).toMatch(/stan z\s+20 lis 2026, 12:00/)
  expect(words).toMatch(/zapłacono: 1 zapytanie.*PAGES 1.*Zapytaj ponownie.*anna@acme\.test.*req-7/s)
  expect(words).not.toMatch(/wczoraj|sprzed|Pokaż więcej|ABOUT/)
})

it.each([
  ['2026-11-19T23:30:00.000Z', undefined],
  ['2026-11-19T22:30:00.000Z', '(wczoraj)'],
  ['2026-11-14T11:00:00.000Z', '(sprzed 6 dni)'],
])('shows the age of an answer of %s', (askedAt, age) => {
  const words = renderPart({ pages: [page({ asked_at: askedAt })] })
  if (age === undefined) expect(words).not.toMatch(/wczoraj|sprzed/)
  else expect(words).toContain(age)
})

it('adds up the cost of the pages and offers the next page', () => {
  const words = renderPart({
    part: 'knf',
    pages: [page({ units: 25 }), page({ id: 'page-2', units: 7 })],
    hasMore: true,
  })
  expect(words).toMatch(/zapłacono: 32 zapytania.*PAGES 2.*Pokaż więcej/s)
  expect(renderPart({ part: 'knf', pages: [page({ units: 25 }), page({ id: 'page-2', units: null })] })).not.toContain(
    'zapłacono',
  )
})

it('hides facts that the service did not send', () => {
  const words = renderPart({ pages: [page({ units: null, request_id: null })] })
  expect(words).toContain('PAGES 1')
  expect(words).not.toMatch(/zapłacono|nr zapytania/)
})

it('shows why a role may not query, and still shows stored answers', () => {
  expect(renderPart({ pages: [], spendingForbidden: ['companies.ask'] })).toContain(
    'Wydawanie jednostek jest niedostępne dla roli',
  )
  const storedText = renderPart({ pages: [page()], spendingForbidden: ['companies.ask'] })
  expect(storedText).toContain('PAGES 1')
})

it('shows the part in English', () => {
  expect(renderPart({ pages: [page({ asked_at: '2026-11-14T11:00:00.000Z' })], locale: 'en' })).toMatch(
    /as of\s+14 Nov 2026, 12:00\s+\(6 days ago\).*paid: 1 lookup.*Query again.*queried by anna@acme\.test/s,
  )
})
