import { expect, it } from 'vitest'

import type { OverageDay } from '@/lib/domain/usage/overage-bill'
import { rendered } from '@/lib/testing/pages/rendered'
import en from '@/messages/en/meters.json'
import pl from '@/messages/pl/meters.json'

import { NearCapNote, OverageNote } from './overage-note'

/** 3 units at 8 gr, and one at 5 gr after a switch to a larger plan. */
const meter = {
  period_start: '2026-10-31T23:00:00.000Z',
  period_end: '2026-11-30T23:00:00.000Z',
  included: 2,
  used: 6,
  overage_units: 4,
  overage_grosz: 29,
  unit_grosz: 5,
  document_units: 0,
  trial: false,
  trial_requests: 0,
  spend_cap_pln: null,
  max_overage_pln: 1000,
  allowance: 19_994,
}
const days = [
  { date: '2026-11-02', overage_units: 3, overage_grosz: 24 },
  { date: '2026-11-03', overage_units: 1, overage_grosz: 5 },
]

function renderNote(
  locale: 'pl' | 'en',
  overrides: Partial<typeof meter>,
  overageDays: readonly OverageDay[] | undefined,
): string {
  const messages = { meters: locale === 'pl' ? pl : en }
  return rendered(<OverageNote meter={{ ...meter, ...overrides }} days={overageDays} />, { messages, locale })
}

it('explains an amount charged at several prices, without an alarm', () => {
  expect(renderNote('pl', {}, days)).toContain(
    'text-muted">Naliczono po więcej niż jednej cenie: 4 jednostki za 0,29 zł, średnio 7,25 gr. Każda jednostka zachowuje cenę z dnia naliczenia. Teraz jednostka kosztuje 0,05 zł.',
  )
  expect(renderNote('en', {}, days)).toContain('4 units for PLN 0.29, 7.25 gr on average.')
  expect(renderNote('en', {}, undefined)).toContain('Charged at more than one unit price')
})

it('shows the previous unit price, and no current price if the plan sells no overage', () => {
  const before = [{ date: '2026-11-02', overage_units: 4, overage_grosz: 32 }]
  expect(renderNote('pl', { overage_grosz: 32 }, before)).toContain(
    'Naliczono po 0,08 zł, ostatnio 2 lis. Teraz jednostka kosztuje 0,05 zł.',
  )
  expect(renderNote('pl', { overage_grosz: 32, unit_grosz: 0 }, before)).toContain(
    'Naliczono po 0,08 zł, ostatnio 2 lis. Obecny plan nie sprzedaje nadwyżki.',
  )
})

it('raises an alarm if the days add up to another amount', () => {
  expect(renderNote('pl', { overage_grosz: 31 }, days)).toContain(
    'text-danger-ink">Liczby się nie zgadzają: 4 × 0,05 zł to nie 0,31 zł.',
  )
})

it('shows nothing if units × price equals the amount', () => {
  expect(renderNote('pl', { overage_grosz: 20 }, days)).not.toMatch(/Naliczono|nie zgadzają/)
})

it('warns about the spend cap from three quarters of it on, and not before', () => {
  const near = { overage_units: 9375, overage_grosz: 75_000, unit_grosz: 8, used: 9377, allowance: 3125 }
  expect(renderNote('pl', near, undefined)).toContain('bg-warn-soft')
  expect(renderNote('pl', { ...near, overage_units: 9374, overage_grosz: 74_992 }, undefined)).not.toContain(
    'bg-warn-soft',
  )
  expect(renderNote('pl', { ...near, allowance: 0 }, undefined)).not.toContain('bg-warn-soft')
})

it('shows the warning without a link next to a button to the spend cap', () => {
  const near = { ...meter, overage_units: 9375, overage_grosz: 75_000, unit_grosz: 8, used: 9377, allowance: 3125 }
  const html = rendered(<NearCapNote meter={near} hasLink={false} />, { messages: { meters: pl } })
  expect(html).toContain(pl.overage.noteCap)
  expect(html).not.toContain('<a ')
})
