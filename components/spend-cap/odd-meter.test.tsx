import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'

import { Intl } from '@/components/layout/intl'
import { ViewerProvider } from '@/components/layout/viewer'
import { OverageCard } from '@/components/meters/overage-card'
import { PoolsCard } from '@/components/meters/pools-card'
import { createClient, type OperationAnswer } from '@/lib/client/client'
import { query } from '@/lib/client/queries'
import { poolNames } from '@/lib/domain/usage/pools'
import meters from '@/messages/pl/meters.json'
import spendCap from '@/messages/pl/spend-cap.json'

import { CapMeterCard } from './cap-meter-card'

const NOW = new Date('2026-11-20T11:00:00.000Z')
const period = { period_start: '2026-11-10T11:00:00.000Z', period_end: '2026-11-25T11:00:00.000Z' }
const meter = {
  ...period,
  included: 20_000,
  used: 22_308,
  overage_units: 2308,
  overage_grosz: 18_464,
  unit_grosz: 8,
  document_units: 40,
  trial: false,
  trial_requests: 0,
  spend_cap_pln: 500,
  max_overage_pln: 500,
  allowance: 3942,
}
const summary = {
  plan: 'Pro',
  plan_tier: 'pro',
  ...period,
  counts: { lookups: 22_308, rdf: 620, pdfs: 290 },
  limits: { lookups: 20_000, rdf: 2000, pdfs: 500, wpv_checks: 5000 },
  daily: {
    day_start: '2026-11-19T23:00:00.000Z',
    day_end: '2026-11-20T23:00:00.000Z',
    wpv_checks: 612,
    wpv_checks_limit: 5000,
  },
}
const viewer = {
  email: 'owner@acme.test',
  role: 'owner',
  account: { slug: 'acme', name: 'Acme', plan: 'Pro' },
  mode: 'remote',
  permitted: [],
} as const

type Told = { readonly meter?: unknown; readonly summary?: unknown }

type Card = (meter: OperationAnswer<'usage.api'>) => ReactNode

/** A card as the page shows it once the service has told this, read by the client as the browser reads it. */
async function shown(card: Card, told: Told = {}): Promise<string> {
  const answers = await read(told)
  const client = new QueryClient()
  client.setQueryData(query('usage.api', {}).queryKey, answers.meter)
  client.setQueryData(query('usage.summary', {}).queryKey, answers.summary)
  client.setQueryData(query('usage.daily', { query: {} }).queryKey, { items: [] })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Intl locale="pl" messages={{ meters, 'spend-cap': spendCap }} now={NOW}>
        <ViewerProvider viewer={viewer}>{card(answers.meter)}</ViewerProvider>
      </Intl>
    </QueryClientProvider>,
  )
  const words = html.replaceAll(/<[^>]*>/g, '')
  expect(words).not.toMatch(/NaN|Infinity|Invalid|undefined|null|\[object|\{\w+\}/)
  return html.replaceAll('\u00A0', ' ')
}

async function read(told: Told) {
  const bodies: Readonly<Record<string, unknown>> = {
    '/v1/usage/api': told.meter ?? meter,
    '/v1/usage/summary': told.summary ?? summary,
  }
  const call = createClient((path) => Promise.resolve(Response.json(bodies[path])))
  return { meter: await call('usage.api', {}), summary: await call('usage.summary', {}) }
}
const pools = (told?: Told) => shown(() => <PoolsCard />, told)
const overage = (told?: Told) => shown(() => <OverageCard />, told)
const spent = (told?: Told) => shown((answer) => <CapMeterCard meter={answer} />, told)
const times = (html: string, words: string) => html.split(words).length - 1

/** Every number of an answer, however deep, as `value`. */
const numbersAs = (answer: unknown, value: unknown): unknown => {
  if (typeof answer === 'number') return value
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(Object.entries(answer).map(([key, field]) => [key, numbersAs(field, value)]))
}

it('is first a meter that can be read: amount and bars are there', async () => {
  expect(times(await pools(), 'role="meter"')).toBe(4)
  expect(await overage()).toContain('184,64')
  const cap = await spent()
  expect(cap).toContain('Pozostało do blokady')
  expect(cap).toContain('<time')
  expect(times(cap, 'role="meter"')).toBe(1)
})

describe.each([-5, 1e300, 0.5])('numbers of %d', (value) => {
  const told = { meter: numbersAs(meter, value), summary: numbersAs(summary, value) }

  it('are named one by one in the pools, which draw no bar', async () => {
    const html = await pools(told)
    expect(times(html, `usługa podała ${value}`)).toBe(4)
    expect(times(html, 'brak danych')).toBe(poolNames.length)
    expect(html).not.toContain('role="meter"')
  })

  it('are named by field where money is counted', async () => {
    const html = await overage(told)
    for (const field of ['overage_grosz', 'unit_grosz', 'spend_cap_pln', 'allowance'])
      expect(html).toContain(`Wartości ${value} w polu ${field} nie da się odczytać`)
    const cap = await spent(told)
    expect(cap).toContain(`Wartości ${value} w polu overage_grosz nie da się odczytać`)
    expect(cap).toContain('pól included, used, unit_grosz.')
    expect(cap).not.toContain('Pozostało do blokady')
    expect(`${html}${cap}`).not.toContain('role="meter"')
  })
})

describe.each(['soon', '', '9999-12-31T23:59:59Z', '+275760-09-13T00:00:00.000Z'])(
  '%j for the end of the period',
  (end) => {
    const told = {
      meter: { ...meter, period_end: end, spend_cap_pln: 100, max_overage_pln: 100, allowance: 0 },
      summary: { ...summary, period_end: end, daily: { ...summary.daily, day_end: end } },
    }

    it('names no moment: not in the pools, nor where paid calls are blocked until then', async () => {
      expect(await pools(told)).not.toMatch(/odnowi się \d|miała się odnowić/)
      const cap = await spent(told)
      expect(cap).toContain('płatne zapytania są wstrzymane (błąd API 402) do końca okresu rozliczeniowego.')
      expect(cap).not.toContain('<time')
    })
  },
)

const wordsOf = (html: string) => html.replaceAll(/<[^>]*>/g, '')

it('says of each limit alone that it cannot be read, beside what was used', async () => {
  const limits = { lookups: 20_000, rdf: -1, wpv_checks: null }
  const html = await pools({ summary: { ...summary, limits } })
  const words = wordsOf(html)
  expect(words).toContain('620limit nieczytelny: -1')
  expect(words).toContain('290usługa nie podała limitu')
  expect(words).toMatch(/612.*bez limitu/)
  expect(times(html, 'role="meter"')).toBe(1)
})

it('shows the amount without a share of a cap that nobody names', async () => {
  const told = { meter: { ...meter, spend_cap_pln: undefined, max_overage_pln: undefined, allowance: undefined } }
  for (const html of [await overage(told), await spent(told)]) {
    expect(wordsOf(html)).toContain('184,64 zł netto obowiązującego limitu usługa nie podała')
    expect(html).not.toContain('role="meter"')
    expect(html).not.toContain('Pozostało do blokady')
  }
})

it('does not call a cap reached where nothing limits the lookups', async () => {
  const words = wordsOf(await spent({ meter: { ...meter, spend_cap_pln: 100, max_overage_pln: 100, allowance: null } }))
  expect(words).toContain('Pozostało do blokadybez limitu')
  expect(words).not.toContain('wstrzymane')
})
