import { describe, expect, it } from 'vitest'

import { type Pool, poolNames } from '@/lib/domain/usage/pools'

import { toPoolViews, type PoolsInput } from './pools'

const now = new Date('2026-11-20T14:19:00.000Z')
const summary = {
  period_start: '2026-10-31T23:00:00.000Z',
  period_end: '2026-11-30T23:00:00.000Z',
  counts: { lookups: 17_402, rdf: 620, pdfs: 290 },
  limits: { lookups: 20_000, rdf: 2000, pdfs: 500, wpv_checks: 5000 },
  daily: {
    day_start: '2026-11-19T23:00:00.000Z',
    day_end: '2026-11-20T23:00:00.000Z',
    wpv_checks: 612,
    wpv_checks_limit: 5000,
  },
}
const days = Array.from({ length: 20 }, (_, index) => ({
  date: `2026-11-${String(index + 1).padStart(2, '0')}`,
  lookups: 870,
  rdf: 31,
  pdfs: 14,
}))
const meter = { included: 20_000, used: 17_402, allowance: 5000, trial: false }
const input: PoolsInput = { summary, meter, days, now, refusals: {} }

function pool(name: Pool, change: Partial<PoolsInput> = {}) {
  const found = toPoolViews({ ...input, ...change }).find((each) => each.name === name)
  if (!found) throw new Error(`no pool ${name}`)
  return found
}
const withUsed = (lookups: number) => ({ ...summary, counts: { ...summary.counts, lookups } })
/** A meter that has charged everything used above its plan. */
const charged = (used: number) => ({ ...meter, used, overage_units: Math.max(0, used - meter.included) })

describe('toPoolViews', () => {
  it('returns every pool in the order of the page', () => {
    const shown = toPoolViews(input).map(({ name }) => name)
    expect(shown).toEqual(poolNames)
    const known = ['lookups', 'rdf', 'pdf', 'wpv']
    expect(shown.filter((name) => known.includes(name))).toEqual(known)
  })

  it('predicts when a pool runs out at the pace of the last week', () => {
    const { verdict, tone } = pool('lookups')
    expect(verdict.kind === 'runs_out' && verdict.at).toMatch(/^2026-11-2[34]T/)
    expect(tone).toBe('warn')
  })

  it('reports that a pool lasts, but shows a warning from 75 % on', () => {
    expect(pool('rdf').verdict).toEqual({ kind: 'lasts' })
    const nearlyFull = { ...summary, counts: { ...summary.counts, pdfs: 499 } }
    const idle = days.map((day) => ({ ...day, pdfs: 0 }))
    expect(pool('pdf', { summary: nearlyFull, days: idle })).toMatchObject({
      verdict: { kind: 'lasts' },
      tone: 'warn',
    })
    const half = { ...summary, counts: { ...summary.counts, pdfs: 374 } }
    expect(pool('pdf', { summary: half, days: idle }).tone).toBe('normal')
  })

  it('resets the white list at the end of its own day', () => {
    expect(pool('wpv')).toMatchObject({ resetsAt: summary.daily.day_end, verdict: { kind: 'unknown' } })
    expect(pool('rdf').resetsAt).toBe(summary.period_end)
    expect(pool('wpv').pace).toBeCloseTo(0.638, 2)
    expect(pool('lookups').pace).toBeCloseTo(0.654, 2)
  })

  it('allows only lookups to exceed the plan, up to the cap', () => {
    expect(pool('lookups', { meter: charged(22_308) }).verdict).toEqual({ kind: 'over', units: 2308 })
    const blocked = { ...meter, used: 22_308, allowance: 0 }
    expect(pool('lookups', { summary: withUsed(22_308), meter: blocked }).verdict).toEqual({ kind: 'exhausted' })
    const trial = { ...meter, used: 20_000, trial: true, allowance: 0 }
    expect(pool('lookups', { summary: withUsed(20_000), meter: trial }).verdict).toEqual({ kind: 'exhausted' })
    const full = { ...summary, counts: { ...summary.counts, rdf: 2000 } }
    expect(pool('rdf', { summary: full })).toMatchObject({ verdict: { kind: 'exhausted' }, tone: 'danger' })
  })

  it('takes lookups above the plan from the summary if the meter is missing', () => {
    const above = { kind: 'above', used: 22_308, limit: 20_000, units: undefined }
    expect(pool('lookups', { summary: withUsed(22_308), meter: undefined }).verdict).toEqual(above)
    expect(pool('lookups', { summary: withUsed(20_000), meter: undefined }).verdict.kind).toBe('exhausted')
  })

  it('distinguishes an unlimited, a missing and an unknown limit', () => {
    const limits = { lookups: null, rdf: 0, wpv_checks: null }
    const counts = { ...summary.counts, rdf: 0 }
    const odd = { ...summary, limits, counts }
    expect(pool('lookups', { meter: { ...meter, included: null } })).toMatchObject({
      limit: null,
      verdict: { kind: 'unlimited' },
    })
    expect(pool('rdf', { summary: odd }).verdict.kind).toBe('not_included')
    expect(pool('pdf', { summary: odd })).toMatchObject({ limit: undefined, verdict: { kind: 'limit_unknown' } })
    expect(pool('wpv', { summary: odd }).verdict.kind).toBe('unlimited')
  })

  it('is red after a 402 in its own pool, whatever the meter reports', () => {
    const seenAt = now.getTime() - 60_000
    const refusal = { reason: 'monthly', pool: 'rdf', words: 'no', seenAt, until: seenAt + 900_000 } as const
    const figures = { limit: undefined, used: undefined, resetsAt: undefined }
    const refusals = { rdf: { ...refusal, ...figures }, overage: { ...refusal, ...figures, pool: 'overage' } }
    expect(pool('rdf', { refusals })).toMatchObject({ tone: 'danger', verdict: { kind: 'refused', seenAt } })
    expect(pool('lookups', { refusals })).toMatchObject({ tone: 'danger', verdict: { kind: 'refused', seenAt } })
    expect(pool('pdf', { refusals }).verdict.kind).not.toBe('refused')
  })

  it('returns the stop set by the spend cap and the projected use', () => {
    expect(pool('lookups')).toMatchObject({ limit: 20_000, stop: 22_402 })
    expect(pool('lookups').projected).toBeGreaterThan(20_000)
    expect(pool('rdf')).toMatchObject({ stop: 2000 })
    expect(pool('lookups', { meter: { ...meter, allowance: null } }).stop).toBeNull()
    expect(pool('lookups', { meter: { used: 17_402 } }).stop).toBeUndefined()
    expect(pool('lookups', { meter: { ...meter, trial: true } }).stop).toBe(20_000)
  })

  it('reports stopped for an inactive account and if the service allows no more units', () => {
    const verdicts = (change: Partial<PoolsInput>) =>
      toPoolViews({ ...input, ...change }).map(({ verdict }) => verdict.kind)
    expect(verdicts({ facts: { isInactive: true } })).toEqual(poolNames.map(() => 'stopped'))
    const closed = pool('lookups', { meter: { ...meter, allowance: 0 } })
    expect(closed).toMatchObject({ verdict: { kind: 'stopped' }, tone: 'danger', projected: undefined })
  })

  it('projects no more units than the service allows', () => {
    expect(pool('lookups', { meter: { ...meter, allowance: 3000 } })).toMatchObject({ stop: 20_402, projected: 20_402 })
    const spentUp = { ...meter, used: 22_308, unit_grosz: 8, overage_grosz: 18_464, spend_cap_pln: 184, allowance: 0 }
    expect(pool('lookups', { summary: withUsed(22_308), meter: spentUp }).projected).toBeUndefined()
  })

  it('shows no warning for figures of a past period', () => {
    const later = new Date('2026-12-01T08:00:00.000Z')
    const full = { ...summary, counts: { ...summary.counts, rdf: 2000 } }
    expect(pool('rdf', { summary: full, now: later })).toMatchObject({
      verdict: { kind: 'ended' },
      tone: 'normal',
      projected: undefined,
    })
  })

  it.each([-5, 1e300, 0.5])('rejects %d as a count and returns the received value', (value) => {
    const odd = { ...summary, counts: { ...summary.counts, rdf: value } }
    expect(pool('rdf', { summary: odd })).toMatchObject({ used: undefined, verdict: { kind: 'unusable', value } })
    const limits = { ...summary.limits, rdf: value }
    expect(pool('rdf', { summary: { ...summary, limits } })).toMatchObject({
      limit: undefined,
      tone: 'normal',
      verdict: { kind: 'limit_unusable', value },
    })
  })

  it('lets lookups exceed the plan if the service sets no limit', () => {
    const free = { ...meter, allowance: null }
    const meterAtLimit = { ...free, used: 20_000, overage_units: 0 }
    expect(pool('lookups', { meter: meterAtLimit }).verdict).toEqual({ kind: 'over', units: 0 })
  })

  it('returns the units that were charged, not the use above the current plan', () => {
    const ofSmallerPlan = { ...charged(154_048), overage_units: 0, allowance: 0 }
    expect(pool('lookups', { meter: ofSmallerPlan }).above).toEqual({
      kind: 'above',
      used: 154_048,
      limit: 20_000,
      units: 0,
    })
    const mixed = { ...charged(23_912), overage_units: 3872 }
    expect(pool('lookups', { meter: mixed }).verdict).toMatchObject({ kind: 'above', units: 3872 })
  })

  it('takes the used lookups from the meter, not from the summary', () => {
    expect(pool('lookups', { summary: withUsed(17_999), meter: charged(17_402) }).used).toBe(17_402)
  })

  it.each(['soon', '', '9999-12-31T23:59:59Z', '+275760-09-13T00:00:00Z'])(
    'rejects %j as the end of a period',
    (end) => {
      const odd = { ...summary, period_end: end, daily: { ...summary.daily, day_start: end } }
      expect(pool('rdf', { summary: odd })).toMatchObject({
        resetsAt: undefined,
        pace: undefined,
        projected: undefined,
        verdict: { kind: 'unknown' },
      })
      expect(pool('wpv', { summary: odd })).toMatchObject({ resetsAt: summary.daily.day_end, pace: undefined })
    },
  )

  it('returns unknown verdicts for an empty answer', () => {
    const pools = toPoolViews({ summary: {}, meter: undefined, days: [], now, refusals: {} })
    expect(pools.map(({ verdict }) => verdict.kind)).toEqual(poolNames.map(() => 'unknown'))
  })

  it('returns the reset time while there are too few days for a forecast', () => {
    const early = new Date('2026-11-02T10:00:00.000Z')
    const rdf = pool('rdf', { now: early, days: days.slice(0, 2) })
    expect(rdf).toMatchObject({ verdict: { kind: 'unknown' }, projected: undefined, resetsAt: summary.period_end })
  })

  it('does not predict a shortage from zero use', () => {
    const unused = { ...summary, counts: { lookups: 0, rdf: 0, pdfs: 0 } }
    const zeros = days.map((day) => ({ ...day, lookups: 0, rdf: 0, pdfs: 0 }))
    const verdicts = (since: string | undefined) =>
      toPoolViews({ ...input, summary: unused, days: zeros, facts: { since } })
        .slice(0, 3)
        .map(({ verdict }) => verdict.kind)
    expect(verdicts('2026-01-01T00:00:00.000Z')).toEqual(['lasts', 'lasts', 'lasts'])
    // For an account that is new or of unknown age, zeros prove nothing.
    expect(verdicts('2026-11-20T14:18:00.000Z')).toEqual(['unknown', 'unknown', 'unknown'])
    expect(verdicts(undefined)).toEqual(['unknown', 'unknown', 'unknown'])
  })
})
