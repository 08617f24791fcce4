import { QueryClient, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'

import { createClient } from '@/lib/client/client'
import { query } from '@/lib/client/queries'
import type { Locale } from '@/lib/domain/format/locales'
import { readPayment } from '@/lib/domain/usage/payment'
import { poolNames } from '@/lib/domain/usage/pools'
import { rendered } from '@/lib/testing/pages/rendered'
import en from '@/messages/en/common.json'
import poolsEn from '@/messages/en/pools.json'
import pl from '@/messages/pl/common.json'
import poolsPl from '@/messages/pl/pools.json'

import { FailedQuery, StaleLine } from './failed-query'
import { PaymentRefusal } from './payment/payment-refusal'
import { QueryView } from './query-states'

const messages = { pl: { common: pl, pools: poolsPl }, en: { common: en, pools: poolsEn } }

/** Renders a view's fallback and returns its text and HTML. */
function renderView(content: ReactNode, client: QueryClient, locale: Locale = 'pl') {
  const html = rendered(content, { messages: messages[locale], locale, client, permitted: ['usage.setSpendCap'] })
  const text = html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  expect(text).not.toMatch(/\[object|\{\w+\}|common\./)
  return { html, text }
}

/** A browser client that does not request anything during a render. */
const testClient = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false, refetchOnMount: false } } })

const input = { query: {} }
const filters = query('filters.list', input)

function Filters() {
  return (
    <QueryView
      query={useQuery(filters)}
      skeleton={<p>skeleton</p>}
      contentName="filtry"
      isEmpty={({ items }) => items.length === 0}
      empty={<p>none yet</p>}
    >
      {({ items }) => <p>{items.map(({ name }) => name).join(', ')}</p>}
    </QueryView>
  )
}

/** What a failed view loads and shows. */
const FailedFilters = () => <FailedQuery query={useQuery(filters)} contentName="filtry" />
const StaleFilters = () => <StaleLine query={useQuery(filters)} />

type Answer = { readonly status?: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }

/** The client after this answer to the query; `null` simulates a lost connection. */
async function clientAfter(answer: Answer | null, client: QueryClient = testClient()): Promise<QueryClient> {
  const call = createClient(() => {
    if (answer === null) return Promise.reject(new TypeError('Failed to fetch'))
    const { status = 200, body, headers = {} } = answer
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return Promise.resolve(new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } }))
  })
  await client.fetchQuery({ ...filters, queryFn: () => call('filters.list', input) }).catch(() => undefined)
  return client
}

const filter = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Szpitale',
  content: {},
  created_at: '2026-11-01T10:00:00Z',
  updated_at: '2026-11-01T10:00:00Z',
}
const list = (...items: unknown[]) => ({ body: { items, total: items.length, next_cursor: null } })

describe('a query view', () => {
  it('shows a skeleton while loading', () => {
    const { html, text } = renderView(<Filters />, testClient())
    expect(text).toBe('skeleton')
    expect(html).not.toContain('role="alert"')
  })

  it('shows the loaded data and nothing else', async () => {
    expect(renderView(<Filters />, await clientAfter(list(filter))).text).toBe('Szpitale')
  })

  it('shows the empty text if there is no data', async () => {
    expect(renderView(<Filters />, await clientAfter(list())).text).toBe('none yet')
  })

  it('keeps the data after a failed refetch and shows when they were loaded', async () => {
    const client = await clientAfter({ status: 500, body: { detail: 'boom' } }, await clientAfter(list(filter)))
    expect(renderView(<Filters />, client).text).toBe('Szpitale')
    const { html, text } = renderView(<StaleFilters />, client)
    expect(text).toMatch(/^Nie udało się odświeżyć\. Stan na \d{2}:\d{2}\. Spróbuj ponownie$/)
    expect(html).toContain('role="status"')
    expect(html).not.toContain('role="alert"')
  })
})

const requestId = 'req-of-the-service'
const requestIdHeaders = { 'x-request-id': requestId }
const html = { 'content-type': 'text/html' }
const wrong = { loc: ['query', 'x'], msg: 'wrong', type: 'x' }
const detail = (body: unknown) => ({ detail: body })
const panelError = (code: string) => detail({ code, message: 'of the panel' })
type Case = {
  readonly what: string
  readonly answer: Answer | null
  readonly words: string
  readonly requestId?: string
}

/**
 * Answers as the panel's server sends them; lib/server/upstream covers the translation of a remote service's answers.
 */
const cases: readonly Case[] = [
  { what: 'a lost connection', answer: null, words: pl.failed.network },
  { what: '401', answer: { status: 401, body: panelError('session_expired') }, words: pl.failed.unauthorized },
  {
    what: 'a refused key',
    answer: { status: 502, body: panelError('upstream_unauthorized') },
    words: pl.failed.upstreamKey,
  },
  {
    what: 'an unreachable service',
    answer: { status: 502, body: panelError('upstream_unreachable') },
    words: pl.failed.upstreamGone,
  },
  { what: '403', answer: { status: 403, body: panelError('role_required') }, words: pl.failed.forbidden },
  {
    what: 'no right to spend',
    answer: { status: 403, body: panelError('spending_not_allowed') },
    words: pl.failed.spending,
  },
  {
    what: '422',
    answer: { status: 422, body: detail([wrong]), headers: requestIdHeaders },
    words: 'Kod odpowiedzi: 422',
    requestId,
  },
  {
    what: '429',
    answer: { status: 429, body: panelError('rate_limited'), headers: { 'retry-after': '4' } },
    words: 'Za dużo zapytań naraz. Spróbuj za 4 sekundy.',
  },
  {
    what: '429 that does not say how long',
    answer: { status: 429, body: panelError('rate_limited') },
    words: 'Spróbuj za 30 sekund.',
  },
  {
    what: '500',
    answer: { status: 500, body: detail('boom'), headers: requestIdHeaders },
    words: pl.failed.server,
    requestId,
  },
  {
    what: '503 of a proxy',
    answer: { status: 503, body: '<h1>down</h1>', headers: { ...requestIdHeaders, ...html } },
    words: pl.failed.server,
    requestId,
  },
  { what: '504', answer: { status: 504, body: panelError('upstream_timeout') }, words: pl.failed.timeout },
  {
    what: 'HTML',
    answer: { body: '<script>alert(1)</script>', headers: { ...requestIdHeaders, ...html } },
    words: pl.failed.shape,
    requestId,
  },
  { what: 'a wrong shape', answer: { body: null, headers: requestIdHeaders }, words: pl.failed.shape, requestId },
  {
    what: 'a list of something else',
    answer: { ...list({ name: 5 }), headers: requestIdHeaders },
    words: pl.failed.shape,
    requestId,
  },
]

describe('a query view after a failure', () => {
  it.each(cases)('reports $what once, with a retry button', async ({ answer, words, ...expected }) => {
    const client = await clientAfter(answer)
    expect(renderView(<Filters />, client).text).not.toContain('skeleton')
    const { html: viewHtml, text } = renderView(<FailedFilters />, client)
    expect(text).toContain('Nie udało się wczytać: filtry')
    expect(text).toContain(words)
    expect(viewHtml.split('role="alert"')).toHaveLength(2)
    expect(text).toContain('Spróbuj ponownie')
    if (expected.requestId === undefined) expect(text).not.toContain(pl.failed.requestId)
    else expect(text).toContain(`${pl.failed.requestId}: ${expected.requestId}`)
    expect(viewHtml).not.toContain('<script')
  })

  it.each(cases)('reports $what in English', async ({ answer }) => {
    const { text } = renderView(<FailedFilters />, await clientAfter(answer), 'en')
    expect(text).toContain('Could not load')
    expect(text).not.toMatch(/[ąćęłńóśźż]/i)
  })
})

const resets = '2026-11-30T23:00:00.000Z'
const refusals: readonly (readonly [pool: string, words: RegExp])[] = [
  ...poolNames.map((pool) => [pool, new RegExp(`pula jest wyczerpana: ${poolsPl[pool].inText}\\.`)] as const),
  ['overage', /^Limit wydatków jest osiągnięty\..*Podniesienie limitu odblokuje wywołania od razu/],
  ['plan', /^Plan konta tego nie obejmuje\./],
  ['subscription', /^Subskrypcja konta jest nieaktywna\./],
  ['one-of-tomorrow', /^Usługa odrzuciła zapytanie: wymaga opłaty \(błąd API 402\)/],
]

describe('a payment refusal (402)', () => {
  const refused = async (body: object, locale: Locale = 'pl') => {
    const client = await clientAfter({ status: 402, body: detail({ code: 'payment_required', ...body }) })
    const payment = readPayment(client.getQueryState(filters.queryKey)?.error)
    expect(payment).toBeDefined()
    return renderView(payment && <PaymentRefusal payment={payment} />, client, locale).text
  }

  it.each(refusals)('for %s names the limit and quotes the message of the service', async (pool, words) => {
    const text = await refused({ pool, message: `Words about ${pool}`, limit: 500, used: 500, resets_at: resets })
    expect(text).toMatch(words)
    // In details, because it is in another language than the reason.
    expect(text).toMatch(/Komunikat usługi ?Words about/)
    expect(text).toContain(pool === 'overage' ? 'Zużyto 5,00 zł z 5,00 zł.' : 'Zużyto 500 z 500.')
    expect(text).toContain('Odnowi się za 10 dni 12 godz.: 1 gru 2026, 00:00 (czas warszawski).')
  })

  it.each(refusals)('for %s is shown in English', async (pool) => {
    const text = await refused({ pool, limit: null, used: null, resets_at: null }, 'en')
    expect(text).not.toMatch(/[ąćęłńóśźż]/i)
    expect(text.length).toBeGreaterThan(20)
  })

  it('shows no figures and no reset time if the service did not send them', async () => {
    const text = await refused({ pool: 'rdf', limit: null, used: null, resets_at: null })
    expect(text).not.toMatch(/Zużyto|Odnowi się|Komunikat/)
  })

  it('shows that the reset time has passed', async () => {
    expect(await refused({ pool: 'rdf', resets_at: '2026-11-20T10:59:00.000Z' })).toContain('Miało się odnowić')
  })
})
