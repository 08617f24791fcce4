import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { lookupsLeft, toOverage, type LookupPool } from '@/lib/service/metering/lookup-pool'

import { addDays, daysOfMonth, monthBounds, startOfDay } from '../calendar'
import { aboutPln, makeOutlook } from './outlook'
import { findRemedy, type Sentence, makeSentences } from './outlook-sentences'

const month = '2026-11'
const { start: period_start, end: period_end } = monthBounds(month)

/** An account's state in the service at some moment of a month. */
const account = fc.record({
  included: fc.option(fc.integer({ min: 0, max: 3000 }), { nil: null, freq: 8 }),
  unitGrosz: fc.constantFrom(0, 5, 7, 8),
  trial: fc.boolean(),
  isInactive: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
  capPln: fc.option(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60 })), { nil: null, freq: 6 }),
  /** The cap before its last change. */
  capBeforePln: fc.integer({ min: 0, max: 60 }),
  perDay: fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 30, maxLength: 30 }),
  day: fc.integer({ min: 1, max: 30 }),
  hour: fc.integer({ min: 0, max: 23 }),
  ageDays: fc.integer({ min: 0, max: 60 }),
  reportsAllowance: fc.boolean(),
})
type Generated = typeof account extends fc.Arbitrary<infer A> ? A : never

/** Charges units one by one as the service does: what does not fit is refused. */
function charge(pool: LookupPool, units: number): LookupPool {
  const left = lookupsLeft(pool)
  const chargedUnits = left === null ? units : Math.min(units, left)
  return {
    ...pool,
    used: pool.used + chargedUnits,
    overageGrosz: pool.overageGrosz + toOverage(pool, chargedUnits).overage_grosz,
  }
}

function worldOf(generated: Generated) {
  const { included, unitGrosz, trial, isInactive, capPln, capBeforePln, perDay, day, hour, ageDays, reportsAllowance } =
    generated
  const today = addDays(`${month}-01`, day - 1)
  const now = new Date(startOfDay(today).getTime() + hour * 3_600_000)
  const since = new Date(now.getTime() - ageDays * 86_400_000).toISOString()
  const dates = daysOfMonth(month).filter((date) => date <= today)
  const used = dates.map((date, at) => ({
    date,
    requested: startOfDay(addDays(date, 1)).toISOString() <= since ? 0 : (perDay[at] ?? 0),
  }))
  let pool: LookupPool = { included, used: 0, overageGrosz: 0, unitGrosz, spendCapPln: capBeforePln, trial }
  const days = used.map(({ date, requested }) => {
    const before = pool.used
    pool = charge(pool, requested)
    return { date, lookups: pool.used - before, rdf: 0, pdfs: 0 }
  })
  const live: LookupPool = { ...pool, spendCapPln: capPln }
  const left = isInactive ? 0 : lookupsLeft(live)
  const meter = {
    period_start,
    period_end,
    included,
    used: live.used,
    overage_grosz: live.overageGrosz,
    unit_grosz: unitGrosz,
    trial,
    spend_cap_pln: capPln,
    max_overage_pln: capPln ?? 1000,
    ...(reportsAllowance && { allowance: left }),
  }
  const outlook = makeOutlook(meter, days, { now, since, isInactive })
  return { live, left, meter, now, since, days, outlook, sentences: makeSentences(outlook, meter), isInactive }
}

const has = (sentences: readonly Sentence[], ...keys: readonly Sentence['key'][]) =>
  sentences.some(({ key }) => keys.includes(key))
const runs = { numRuns: 300, seed: 20_261_122 }
const forEach = (check: (world: ReturnType<typeof worldOf>) => void) =>
  fc.assert(
    fc.property(account, (generated) => check(worldOf(generated))),
    runs,
  )

describe('the outlook of a generated account, for any plan, cap, spending, state and day', () => {
  it('shows the units left that the service grants, even when the service does not report them', () => {
    forEach(({ outlook, left }) => {
      expect(outlook.standing.left).toBe(left)
    })
  })

  it('reports paid calls as blocked exactly when the service refuses the next one', () => {
    forEach(({ sentences, left, outlook }) => {
      const isBlockReported = has(
        sentences,
        'inactive',
        'closed',
        'stoppedCap',
        'stoppedZero',
        'stoppedHard',
        'stoppedTrial',
      )
      expect(isBlockReported).toBe(left === 0)
      expect(outlook.standing.stop !== null).toBe(left === 0)
    })
  })

  it('forecasts what the service would charge, and nothing above the cap', () => {
    forEach(({ outlook: { forecast, payable, spentGrosz = 0 }, live, isInactive }) => {
      if (forecast === null) return
      const more = Math.max(0, forecast.open.units - live.used)
      const after = isInactive ? live : charge(live, more)
      expect(forecast.atEnd).toEqual({ units: after.used, grosz: after.overageGrosz })
      if (payable.kind === 'frozen') expect(after.overageGrosz).toBe(payable.grosz)
      if (payable.kind === 'expected') expect(after.overageGrosz).toBe(payable.grosz)
      if (payable.kind === 'capped') {
        expect(after.overageGrosz).toBeLessThanOrEqual(payable.mostGrosz)
        expect(payable.uncappedGrosz).toBeGreaterThanOrEqual(after.overageGrosz)
      }
      if (payable.kind === 'nothing') expect(after.overageGrosz).toBe(0)
      expect(aboutPln(forecast.atEnd.grosz, spentGrosz) * 100).toBeGreaterThanOrEqual(spentGrosz)
    })
  })

  it('gives a maximum amount that no use, however large, exceeds', () => {
    forEach(({ outlook: { payable }, live, isInactive }) => {
      const maxCharge = isInactive ? live : charge(live, 1_000_000)
      if ('mostGrosz' in payable && payable.mostGrosz !== undefined)
        expect(maxCharge.overageGrosz).toBeLessThanOrEqual(payable.mostGrosz)
      if (payable.kind === 'frozen') expect(maxCharge.overageGrosz).toBe(payable.grosz)
      if (payable.kind === 'nothing') expect(maxCharge.overageGrosz).toBe(0)
    })
  })

  it('reports a capped amount only when the cap is reached', () => {
    forEach(({ outlook: { forecast, payable }, live }) => {
      if (payable.kind !== 'capped' || forecast === null) return
      const { units } = forecast.open
      expect(charge(live, units + 1 - live.used).used).toBeLessThanOrEqual(units)
    })
  })

  it('names no instant before now or after the period', () => {
    forEach(({ sentences, now }) => {
      for (const at of sentences.flatMap((sentence) => ('at' in sentence ? [sentence.at] : []))) {
        expect(Date.parse(at)).toBeGreaterThanOrEqual(now.getTime())
        expect(Date.parse(at)).toBeLessThan(Date.parse(period_end))
      }
    })
  })

  it('reports that the plan lasts or runs out only when the forecast agrees', () => {
    forEach(({ outlook: { forecast }, sentences, live: { included } }) => {
      if (forecast === null || included === null) return
      if (has(sentences, 'lasts')) expect(forecast.open.units).toBeLessThanOrEqual(included)
      if (has(sentences, 'runsOut', 'runsOutStops')) expect(forecast.open.units).toBeGreaterThanOrEqual(included)
    })
  })

  it('offers a higher cap exactly when it lifts the stop', () => {
    forEach(({ outlook, meter, live, left, isInactive }) => {
      const lifted = isInactive ? 0 : lookupsLeft({ ...live, spendCapPln: 1000 })
      expect(findRemedy(outlook, meter, true) === 'raise').toBe(left === 0 && lifted !== 0 && !isInactive)
    })
  })

  it('has no forecast for an account that is not three whole days old', () => {
    forEach(({ outlook: { forecast }, since, now }) => {
      if (now.getTime() - Date.parse(since) < 3 * 86_400_000) expect(forecast).toBeNull()
    })
  })
})

describe('the sentences of an outlook', () => {
  const days = Array.from({ length: 20 }, (_, n) => ({ date: addDays(`${month}-01`, n), lookups: 1000 }))
  const now = new Date('2026-11-20T23:00:00.000Z')
  const meter = {
    period_start,
    period_end,
    included: 20_000,
    used: 22_170,
    overage_grosz: 17_360,
    unit_grosz: 8,
    spend_cap_pln: 500,
    max_overage_pln: 500,
  }
  const keys = (fields: object, facts = {}, ledgerDays = days) => {
    const changedMeter = { ...meter, ...fields }
    return makeSentences(makeOutlook(changedMeter, ledgerDays, { now, ...facts }), changedMeter).map(({ key }) => key)
  }
  const within = { used: 15_000, overage_grosz: 0 }

  it.each([
    [{}, ['capped']],
    [{ spend_cap_pln: 1000 }, ['capped']],
    [{ spend_cap_pln: 184, overage_grosz: 18_400 }, ['stoppedCap', 'frozen']],
    [{ spend_cap_pln: 0, ...within, used: 20_000 }, ['stoppedZero', 'frozen']],
    [{ spend_cap_pln: 0, ...within }, ['zeroCap', 'runsOutStops']],
    [{ ...within, used: 12_000, spend_cap_pln: 700 }, ['runsOut', 'expected']],
    [{ ...within, used: 3000 }, ['lasts', 'mostOtherwise']],
    [{ ...within, unit_grosz: 0 }, ['hard', 'runsOutStops']],
    [{ ...within, unit_grosz: 0, used: 20_000 }, ['stoppedHard']],
    [{ ...within, trial: true }, ['trial', 'runsOutStops']],
    [{ ...within, included: null }, ['unlimited']],
    [{ ...within, allowance: 0 }, ['closed']],
    [{ period_end: '2026-11-20T22:00:00.000Z' }, []],
  ])('for %j are %j', (fields, expected) => {
    const wide =
      'spend_cap_pln' in fields && fields.spend_cap_pln === 1000 ? days.map((day) => ({ ...day, lookups: 9000 })) : days
    expect(keys(fields, {}, wide)).toEqual(expected)
  })

  it('contain only the maximum while there is no forecast, and the account state before all else', () => {
    expect(keys({}, { since: '2026-11-20T22:59:00.000Z' }, [])).toEqual(['most'])
    expect(keys({}, { isInactive: true })).toEqual(['inactive'])
    expect(keys({}, { isRefused: true })).toEqual(['stoppedCap', 'most'])
  })
})
