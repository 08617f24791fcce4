import { describe, expect, it } from 'vitest'

import { type PoolName, poolsOf, type PoolsInput } from './pools'

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
const ready: PoolsInput = { summary, meter, days, now }

function pool(name: PoolName, change: Partial<PoolsInput> = {}) {
  const found = poolsOf({ ...ready, ...change }).find((each) => each.name === name)
  if (!found) throw new Error(`no pool ${name}`)
  return found
}
const withUsed = (lookups: number) => ({ ...summary, counts: { ...summary.counts, lookups } })

describe('poolsOf', () => {
  it('gives the four pools in the order of the page', () => {
    expect(poolsOf(ready).map(({ name }) => name)).toEqual(['lookups', 'rdf', 'pdf', 'wpv'])
  })

  it('says when a pool runs out at the pace of the last week', () => {
    const { verdict, tone } = pool('lookups')
    expect(verdict.kind === 'runs_out' && verdict.at).toMatch(/^2026-11-2[34]T/)
    expect(tone).toBe('warn')
  })

  it('says that a pool lasts, and keeps its bar calm however full it is', () => {
    expect(pool('rdf').verdict).toEqual({ kind: 'lasts' })
    const nearlyFull = { ...summary, counts: { ...summary.counts, pdfs: 499 } }
    const idle = days.map((day) => ({ ...day, pdfs: 0 }))
    expect(pool('pdf', { summary: nearlyFull, days: idle })).toMatchObject({
      verdict: { kind: 'lasts' },
      tone: 'normal',
    })
  })

  it('resets the white list at the end of its own day', () => {
    expect(pool('wpv').verdict).toEqual({ kind: 'resets', at: summary.daily.day_end })
    expect(pool('wpv').pace).toBeCloseTo(0.638, 2)
    expect(pool('lookups').pace).toBeCloseTo(0.654, 2)
  })

  it('lets lookups run over until the cap, and nothing else', () => {
    expect(pool('lookups', { summary: withUsed(22_308) }).verdict).toEqual({ kind: 'over', units: 2308 })
    const blocked = { ...meter, allowance: 0 }
    const at = summary.period_end
    expect(pool('lookups', { summary: withUsed(22_308), meter: blocked }).verdict).toEqual({ kind: 'exhausted', at })
    const trial = { ...meter, trial: true, allowance: 0 }
    expect(pool('lookups', { summary: withUsed(20_000), meter: trial }).verdict).toEqual({ kind: 'exhausted', at })
    const full = { ...summary, counts: { ...summary.counts, rdf: 2000 } }
    expect(pool('rdf', { summary: full })).toMatchObject({ verdict: { kind: 'exhausted', at }, tone: 'danger' })
  })

  it('judges overrun lookups without the meter by their own figures', () => {
    expect(pool('lookups', { summary: withUsed(22_308), meter: undefined }).verdict.kind).toBe('over')
    expect(pool('lookups', { summary: withUsed(20_000), meter: undefined }).verdict.kind).toBe('exhausted')
  })

  it('reads no limit, no allowance and no field apart', () => {
    const limits = { lookups: null, rdf: 0, wpv_checks: null }
    const counts = { ...summary.counts, rdf: 0 }
    const odd = { ...summary, limits, counts }
    expect(pool('lookups', { summary: odd })).toMatchObject({ limit: null, verdict: { kind: 'unlimited' } })
    expect(pool('rdf', { summary: odd }).verdict.kind).toBe('not_included')
    expect(pool('pdf', { summary: odd })).toMatchObject({ limit: undefined, verdict: { kind: 'unknown' } })
    expect(pool('wpv', { summary: odd }).verdict.kind).toBe('unlimited')
  })

  it('survives an answer with nothing in it', () => {
    const pools = poolsOf({ summary: {}, meter: undefined, days: [], now })
    expect(pools.map(({ verdict }) => verdict.kind)).toEqual(['unknown', 'unknown', 'unknown', 'unknown'])
  })

  it('says the reset while there are too few days for a forecast', () => {
    const early = new Date('2026-11-02T10:00:00.000Z')
    const verdict = pool('rdf', { now: early, days: days.slice(0, 2) }).verdict
    expect(verdict).toEqual({ kind: 'resets', at: summary.period_end })
  })

  it('forecasts nothing alarming from zero use', () => {
    const unused = { ...summary, counts: { lookups: 0, rdf: 0, pdfs: 0 } }
    const zeros = days.map((day) => ({ ...day, lookups: 0, rdf: 0, pdfs: 0 }))
    expect(
      poolsOf({ ...ready, summary: unused, days: zeros })
        .slice(0, 3)
        .map(({ verdict }) => verdict.kind),
    ).toEqual(['lasts', 'lasts', 'lasts'])
  })
})
