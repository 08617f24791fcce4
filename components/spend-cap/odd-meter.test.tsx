import { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'

import { OverageCard } from '@/components/meters/overage-card'
import { PoolsCard } from '@/components/meters/pools-card'
import { createClient, type OperationAnswer } from '@/lib/client/client'
import { query } from '@/lib/client/queries'
import { poolNames } from '@/lib/domain/usage/pools'
import { rendered } from '@/lib/testing/pages/rendered'
import { numbersAs, wholeMeter, wholeSummary } from '@/lib/testing/usage-answers'
import meters from '@/messages/pl/meters.json'
import spendCap from '@/messages/pl/spend-cap.json'

import { CapMeterCard } from './cap-meter-card'

const period = { period_start: '2026-11-10T11:00:00.000Z', period_end: '2026-11-25T11:00:00.000Z' }
const meter = { ...wholeMeter, ...period }
const today = { day_start: '2026-11-19T23:00:00.000Z', day_end: '2026-11-20T23:00:00.000Z' }
const summary = { ...wholeSummary, ...period, daily: { ...wholeSummary.daily, ...today } }

type MeterAnswers = { readonly meter?: unknown; readonly summary?: unknown }

type Card = (meter: OperationAnswer<'usage.api'>) => ReactNode

/** Renders a card with this answer of the service, read by the client as in the browser. */
async function renderCard(card: Card, overrides: MeterAnswers = {}): Promise<string> {
  const answers = await read(overrides)
  const client = new QueryClient()
  client.setQueryData(query('usage.api', {}).queryKey, answers.meter)
  client.setQueryData(query('usage.summary', {}).queryKey, answers.summary)
  client.setQueryData(query('usage.daily', { query: {} }).queryKey, { items: [] })
  const html = rendered(card(answers.meter), { messages: { meters, 'spend-cap': spendCap }, client })
  expect(wordsOf(html)).not.toMatch(/NaN|Infinity|Invalid|undefined|null|\[object|\{\w+\}/)
  return html
}

async function read(overrides: MeterAnswers) {
  const bodies: Readonly<Record<string, unknown>> = {
    '/v1/usage/api': overrides.meter ?? meter,
    '/v1/usage/summary': overrides.summary ?? summary,
  }
  const call = createClient((path) => Promise.resolve(Response.json(bodies[path])))
  return { meter: await call('usage.api', {}), summary: await call('usage.summary', {}) }
}
const pools = (overrides?: MeterAnswers) => renderCard(() => <PoolsCard />, overrides)
const overage = (overrides?: MeterAnswers) => renderCard(() => <OverageCard />, overrides)
const capCard = (overrides?: MeterAnswers) => renderCard((answer) => <CapMeterCard meter={answer} />, overrides)
const wordsOf = (html: string) => html.replaceAll(/<[^>]*>/g, '')
const countOf = (html: string, words: string) => html.split(words).length - 1

it('shows the amount and the bars for a readable meter', async () => {
  expect(countOf(await pools(), 'role="meter"')).toBe(4)
  expect(await overage()).toContain('184,64')
  const cap = await capCard()
  expect(cap).toContain('Pozostało do blokady')
  expect(cap).toContain('<time')
  expect(countOf(cap, 'role="meter"')).toBe(1)
})

describe.each([-5, 1e300, 0.5])('values of %d', (value) => {
  const overrides = { meter: numbersAs(meter, value), summary: numbersAs(summary, value) }

  it('are reported for each pool, without a bar', async () => {
    const html = await pools(overrides)
    expect(countOf(html, `usługa podała ${value}`)).toBe(4)
    expect(countOf(html, 'brak danych')).toBe(poolNames.length)
    expect(html).not.toContain('role="meter"')
  })

  it('are reported by field in the cost cards', async () => {
    const html = await overage(overrides)
    for (const field of ['overage_grosz', 'unit_grosz', 'spend_cap_pln', 'allowance'])
      expect(html).toContain(`Wartości ${value} w polu ${field} nie da się odczytać`)
    const cap = await capCard(overrides)
    expect(cap).toContain(`Wartości ${value} w polu overage_grosz nie da się odczytać`)
    expect(cap).toContain('pól included, used, unit_grosz, overage_grosz.')
    expect(cap).not.toContain('Pozostało do blokady')
    expect(`${html}${cap}`).not.toContain('role="meter"')
  })
})

describe.each(['soon', '', '9999-12-31T23:59:59Z', '+275760-09-13T00:00:00.000Z'])(
  '%j as the end of the period',
  (end) => {
    const overrides = {
      meter: { ...meter, period_end: end, spend_cap_pln: 100, max_overage_pln: 100, allowance: 0 },
      summary: { ...summary, period_end: end, daily: { ...summary.daily, day_end: end } },
    }

    it('is not shown as a time, neither in the pools nor as the end of blocked calls', async () => {
      expect(await pools(overrides)).not.toMatch(/odnowi się \d|miała się odnowić/)
      const cap = await capCard(overrides)
      expect(cap).toContain('płatne zapytania są wstrzymane (błąd API 402) do końca okresu rozliczeniowego.')
      expect(cap).not.toContain('<time')
    })
  },
)

it('reports each unreadable limit next to the units used', async () => {
  const limits = { lookups: 20_000, rdf: -1, wpv_checks: null }
  const html = await pools({ summary: { ...summary, limits } })
  const words = wordsOf(html)
  expect(words).toContain('620limit nieczytelny: -1')
  expect(words).toContain('290usługa nie podała limitu')
  expect(words).toMatch(/612.*bez limitu/)
  expect(countOf(html, 'role="meter"')).toBe(1)
})

it('shows the amount without a share if the cap is unknown', async () => {
  const overrides = { meter: { ...meter, spend_cap_pln: undefined, max_overage_pln: undefined, allowance: undefined } }
  for (const html of [await overage(overrides), await capCard(overrides)]) {
    expect(wordsOf(html)).toContain('184,64 zł netto obowiązującego limitu usługa nie podała')
    expect(html).not.toContain('role="meter"')
    expect(html).not.toContain('Pozostało do blokady')
  }
})

it('does not report a reached cap if nothing limits the lookups', async () => {
  const words = wordsOf(
    await capCard({ meter: { ...meter, spend_cap_pln: 100, max_overage_pln: 100, allowance: null } }),
  )
  expect(words).toContain('Pozostało do blokadybez limitu')
  expect(words).not.toContain('wstrzymane')
})
