import { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'

import { query } from '@/lib/client/queries'
import type { PricedCall } from '@/lib/contract/prices'
import type { Locale } from '@/lib/domain/format/locales'
import { rendered } from '@/lib/testing/pages/rendered'
import { wholeMeter, wholeSummary } from '@/lib/testing/usage-answers'
import commonEn from '@/messages/en/common.json'
import priceEn from '@/messages/en/price.json'
import statementsEn from '@/messages/en/statements.json'
import commonPl from '@/messages/pl/common.json'
import pricePl from '@/messages/pl/price.json'
import statementsPl from '@/messages/pl/statements.json'

import { ArchiveCard } from './archive/archive-card'
import { DocumentsView } from './documents/documents-view'
import { FiguresView } from './figures/figures-view'
import type { FiledList } from './use-filed-items'

const call = { method: 'GET', pool: 'rdf', isWhole: true } as const
const calls: readonly PricedCall[] = [
  { ...call, name: 'rdf.document', path: '/v1/rdf/documents/{id}', by: 'call', units: 5, freeAgainHours: 24 },
  {
    ...call,
    name: 'rdf.archive',
    path: '/v1/rdf/archive',
    by: 'item',
    units: 10,
    unitsFrom: 5,
    onlyPlan: 'enterprise',
  },
]
const permitted = ['rdf.document', 'rdf.archive'] as const

function renderHtml(content: ReactNode, locale: Locale = 'pl', plan_tier = 'pro'): string {
  const client = new QueryClient()
  client.setQueryData(query('usage.api', {}).queryKey, wholeMeter)
  client.setQueryData(query('usage.summary', {}).queryKey, { ...wholeSummary, plan_tier })
  const messages =
    locale === 'pl'
      ? { common: commonPl, price: pricePl, statements: statementsPl }
      : { common: commonEn, price: priceEn, statements: statementsEn }
  const html = rendered(content, { messages, locale, client, permitted })
  expect(html.replaceAll(/<[^>]*>/g, ' ')).not.toMatch(/NaN|Infinity|Invalid|undefined|\bnull\b|\[object|\{\w+\}/)
  return html
}
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
const noop = () => undefined

const figuresOf = (items: readonly unknown[], documents?: FiledList, locale?: Locale) =>
  renderHtml(<FiguresView number="0000000018" answer={{ items }} documents={documents} onShow={noop} />, locale)
const documentsOf = (answer: unknown, locale?: Locale) =>
  renderHtml(<DocumentsView answer={answer} calls={calls} shown={undefined} />, locale)

const year = (of: number, more: object = {}) => ({
  document_id: `of-${of}`,
  period_start: `${of}-01-01`,
  period_end: `${of}-12-31`,
  currency: 'PLN',
  revenue: 1_234_567,
  net_profit: 45_600,
  ...more,
})
const filedDocument = (id: string, more: object = {}) => ({
  id,
  kind_code: 18,
  kind: 'Roczne sprawozdanie finansowe',
  period_start: '2024-01-01',
  period_end: '2024-12-31',
  prepared_on: '2025-03-31',
  filed_on: '2025-06-30',
  file_name: 'sprawozdanie.xml',
  language: 'pl',
  ifrs: false,
  correction: false,
  size_bytes: 2345,
  pages: null,
  ...more,
})
const listOf = (items: readonly object[]): FiledList => ({
  // Safe: the fields of a document.
  items: items as FiledList['items'],
  askedAt: '2026-11-20T10:00:00.000Z',
})

describe.each(['pl', 'en'] as const)('figures in %s', (locale) => {
  it.each([
    ['a loss and amounts of a thousand billion', [year(2024, { revenue: 1e15, net_profit: -1e15 }), year(2023)]],
    ['another currency', [year(2024, { currency: 'EUR' }), year(2023)]],
    ['18 months', [year(2024, { period_start: '2023-07-01' }), year(2022)]],
    ['overlapping periods', [year(2024), year(2023, { period_end: '2024-06-30' })]],
    ['two statements of one period', [year(2024), year(2024, { document_id: 'other' }), year(2023)]],
    ['missing fields', [{}, { period_end: '2024-12-31', revenue: 5 }, { document_id: 'x' }]],
    ['invalid days', [year(2024, { period_start: 'wczoraj', period_end: '2024-99-99' })]],
    ['a null for every amount', [year(2024, { revenue: null, net_profit: null, currency: null })]],
  ])('are shown with %s', (_, items) => {
    expect(figuresOf(items, undefined, locale)).toContain('<table')
    expect(
      figuresOf(items, listOf([filedDocument('of-2024', { correction: true }), filedDocument('other')]), locale),
    ).toContain('<table')
  })
})

it('shows that figures are missing or unreadable', () => {
  expect(figuresOf([])).toContain('Brak danych finansowych')
  expect(renderHtml(<FiguresView number="1" answer="no" documents={undefined} onShow={noop} />)).toContain('nie zna')
})

it('shows an amount, its sign, its unit and its change', () => {
  const text = textOf(figuresOf([year(2024, { revenue: 2_469_134, net_profit: -45_600 }), year(2023)]))
  expect(text).toContain('2 469 zmiana: +100%')
  expect(text).toContain('−46 zmiana: nie do policzenia –')
  expect(text).toContain('tys. zł')
  expect(text).toContain('Rodzaju sprawozdań nie znamy')
  expect(textOf(figuresOf([year(2024, { currency: 'EUR' })]))).toContain('tys. EUR')
})

it('shows which of several statements is in the table', () => {
  const items = [year(2024), year(2024, { document_id: 'late', revenue: 9_000_000 })]
  const documents = listOf([
    filedDocument('of-2024'),
    filedDocument('late', { filed_on: '2025-09-01', correction: true }),
  ])
  const text = textOf(figuresOf(items, documents))
  expect(text).toContain('z 2 sprawozdań w tabeli jest korekta złożona 1 wrz 2025')
  expect(text).toContain('9 000')
  expect(text).not.toContain('1 235')
  expect(textOf(figuresOf(items))).toContain('w tabeli jest pierwsze z odpowiedzi usługi')
})

describe.each(['pl', 'en'] as const)('documents in %s', (locale) => {
  it.each([
    ['a document without anything but its id', [{ id: 'x' }]],
    [
      'only documents without figures',
      [filedDocument('a', { kind_code: 20, kind: 'Sprawozdanie z badania', file_name: 'badanie.pdf', pages: 7 })],
    ],
    ['an unknown kind', [filedDocument('a', { kind_code: 99, kind: 'Coś nowego' })]],
    ['an invalid language', [filedDocument('a', { language: 'zażółć' }), filedDocument('b', { language: '' })]],
    ['the same document twice', [filedDocument('a'), filedDocument('a')]],
    ['letters from right to left and a long name', [filedDocument('a', { file_name: `${'a'.repeat(200)}‮fdp.xml` })]],
    ['a period of 18 months', [filedDocument('a', { period_start: '2023-07-01' })]],
    ['250 documents', Array.from({ length: 250 }, (_, index) => filedDocument(String(index)))],
  ])('are shown with %s', (_, items) => {
    expect(documentsOf({ items }, locale)).toContain('<table')
    expect(documentsOf(items, locale)).toContain('<table')
  })
})

it('shows the kind, price and size of documents', () => {
  const text = textOf(documentsOf({ items: [filedDocument('a', { correction: true, ifrs: true, pages: 3 })] }))
  for (const words of ['korekta', 'MSSF', 'polski', '2,3 kB · 3 strony', '5 jednostek RDF'])
    expect(text).toContain(words)
  expect(textOf(documentsOf({ items: [filedDocument('a', { size_bytes: undefined })] }))).not.toContain('kB')
  // The retention of a remote service is unknown.
  expect(text).not.toContain('24 godzin')
  expect(documentsOf({ items: [] })).toContain('Brak dokumentów')
  expect(documentsOf(7)).toContain('nie zna')
})

it('shows forty documents at a time', () => {
  const text = textOf(documentsOf({ items: Array.from({ length: 250 }, (_, index) => filedDocument(String(index))) }))
  expect(text).toContain('250 dokumentów')
  expect(text).toContain('Pokaż jeszcze 40')
  expect(text.split('Roczne sprawozdanie finansowe').length - 1).toBe(40)
})

describe('archive card', () => {
  const archive = (documents: FiledList | undefined, plan?: string) =>
    textOf(renderHtml(<ArchiveCard number="0000000018" calls={calls} documents={documents} />, 'pl', plan))

  it('requires the Enterprise plan and the document list, then shows both prices', () => {
    expect(archive(undefined, 'pro')).toContain('Archiwum jest tylko w planie Enterprise.')
    expect(archive(undefined, 'enterprise')).toContain('Najpierw zapytaj o listę dokumentów')
    expect(archive(listOf([filedDocument('a', { kind_code: 20 })]), 'enterprise')).toContain(
      'nie ma rocznego sprawozdania',
    )
    const priced = archive(
      listOf([filedDocument('a'), filedDocument('b'), filedDocument('c', { kind_code: 20 })]),
      'enterprise',
    )
    expect(priced).toContain('2 sprawozdania na liście z 20 lis 2026, 11:00: od 10 do 20 jednostek RDF')
  })
})
