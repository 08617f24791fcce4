import { expect, it } from 'vitest'

import { type AccountFacts, readStanding } from '@/lib/domain/usage/standing'
import { RENDERED_AT, rendered } from '@/lib/testing/pages/rendered'
import pl from '@/messages/pl/meters.json'

import { LookupsCard } from './lookups-card'
import { LeftRow } from './overage-rows'
import { toPoolViews } from './pools'

/** The plan has 100 units, and a cap of 10 zł pays for 125 more. */
function renderCard(used: number, facts: AccountFacts = {}): string {
  const overage = Math.max(0, used - 100)
  const period = { period_start: '2026-10-31T23:00:00.000Z', period_end: '2026-11-30T23:00:00.000Z' }
  const meter = {
    ...period,
    included: 100,
    used,
    overage_units: overage,
    overage_grosz: overage * 8,
    unit_grosz: 8,
    document_units: 0,
    trial: false,
    trial_requests: 0,
    spend_cap_pln: 10,
    max_overage_pln: 10,
    allowance: 225 - used,
  }
  const summary = { ...period, counts: { lookups: used }, limits: { lookups: 100 } }
  const [pool] = toPoolViews({ summary, meter, days: [], now: RENDERED_AT, refusals: {} })
  if (pool === undefined) throw new Error('There is no pool of lookups.')
  const standing = readStanding(meter, facts)
  const card = (
    <>
      <LookupsCard pool={pool} meter={meter} standing={standing} now={RENDERED_AT} />
      <LeftRow standing={standing} />
    </>
  )
  return rendered(card, { messages: { meters: pl } })
}

it('shows the unit price while units can be bought', () => {
  expect(renderCard(60)).toContain('ponad plan 0,08 zł netto za zapytanie')
})

it('shows the units bought, but no price, once calls are blocked', () => {
  expect(renderCard(225)).toContain('125 jednostek ponad plan')
  expect(renderCard(225)).not.toContain('za zapytanie')
})

it('shows how much is left, except to an inactive account, which is refused whatever is left', () => {
  expect(renderCard(60).match(/ozostało do blokady/g)).toHaveLength(2)
  expect(renderCard(60, { isInactive: true })).not.toContain('ozostało do blokady')
})
