import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { PricedCall } from '@/lib/contract/prices'

import { countHeadroom, priceCalls, readCount, readPoolHeadroom, countUnits } from './price'

const base = { name: 'x', method: 'GET', path: '/v1/x', isWhole: true } as const
const record: PricedCall = { ...base, pool: 'lookups', by: 'call', units: 1 }
const records: PricedCall = { ...base, pool: 'lookups', by: 'identifier', units: 1, most: 50 }
const knf: PricedCall = { ...base, pool: 'lookups', by: 'item', units: 1, most: 1000, isWhole: false }
const changes: PricedCall = { ...knf, per: 10, most: 10_000 }
const archive: PricedCall = { ...base, pool: 'rdf', by: 'item', units: 10, unitsFrom: 5 }

const meter = {
  included: 20_000,
  used: 19_900,
  overage_grosz: 0,
  unit_grosz: 8,
  spend_cap_pln: 500,
  allowance: 6350,
}
const summary = {
  limits: { rdf: 2000, pdfs: 500, wpv_checks: 5000 },
  counts: { rdf: 1950, pdfs: 500 },
  daily: { wpv_checks: 4990, wpv_checks_limit: 5000 },
}
const answers = { meter, summary }
const price = (call: PricedCall, count: number) => priceCalls(call, count, readPoolHeadroom(call.pool, answers))

describe('the price of a call', () => {
  it('counts units per call, per identifier, per item and per ten items', () => {
    expect(countUnits(record, 3).to).toBe(3)
    expect(countUnits(records, 120).to).toBe(120)
    expect(countUnits(knf, 1000)).toEqual({ from: 1000, to: 1000 })
    expect([1, 10, 11].map((count) => countUnits(changes, count).to)).toEqual([1, 1, 2])
    expect(countUnits(archive, 12)).toEqual({ from: 60, to: 120 })
  })

  it('separates units within the plan from units charged above it', () => {
    expect(price(records, 100)).toEqual({
      units: { from: 100, to: 100 },
      calls: 2,
      fit: 'fits',
      accepted: { calls: 2, items: 100, units: 100 },
      grosz: 0,
      leftAfter: 6250,
    })
    expect(price(knf, 1000)).toMatchObject({ fit: 'overage', grosz: 900 * 8, calls: 1, leftAfter: 5350 })
  })

  it('cuts a list to the remaining units and charges only for those', () => {
    const nearly = { ...meter, used: 20_000, overage_grosz: 49_600, allowance: 50 }
    const room = readPoolHeadroom('lookups', { ...answers, meter: nearly })
    expect(priceCalls(knf, 1000, room)).toEqual({
      units: { from: 1000, to: 1000 },
      calls: 1,
      fit: 'cut',
      accepted: { calls: 1, items: 50, units: 50 },
      grosz: 400,
      leftAfter: 0,
    })
    expect(priceCalls(changes, 600, room)).toMatchObject({ fit: 'cut', accepted: { items: 500, units: 50 } })
  })

  it('accepts as many of several calls as fit, each in full or not at all', () => {
    const makeRoom = (remaining: number) => ({ unitsLeft: remaining, free: 0, unitGrosz: 8 })
    // 51 identifiers take two calls, of 50 and of one.
    expect(priceCalls(records, 51, makeRoom(50))).toMatchObject({
      fit: 'partly',
      calls: 2,
      accepted: { calls: 1, items: 50 },
      grosz: 400,
    })
    expect(priceCalls(records, 51, makeRoom(40))).toMatchObject({
      fit: 'partly',
      accepted: { calls: 1, items: 1 },
      grosz: 8,
    })
    expect(priceCalls(records, 50, makeRoom(49))).toMatchObject({
      fit: 'refused',
      accepted: { calls: 0, units: 0 },
      grosz: 0,
    })
    expect(price(record, 6351)).toMatchObject({ fit: 'partly', accepted: { calls: 6350, units: 6350 }, leftAfter: 0 })
  })

  it('charges nothing for refused calls', () => {
    expect(price(archive, 6)).toMatchObject({ fit: 'refused', units: { from: 30, to: 60 }, grosz: 0, leftAfter: 50 })
    expect(price(archive, 5)).toMatchObject({ fit: 'fits', leftAfter: 0 })
    const blocked = readPoolHeadroom('lookups', { ...answers, meter: { ...meter, allowance: 0 } })
    expect(priceCalls(knf, 1, blocked).fit).toBe('refused')
    for (const pool of ['lookups', 'rdf', 'pdf', 'wpv'])
      expect(readPoolHeadroom(pool, { ...answers, facts: { isInactive: true } })).toMatchObject({
        unitsLeft: 0,
        stop: 'inactive',
      })
  })

  it('returns the reason why no units remain', () => {
    const spent = { ...meter, used: 20_000, allowance: 0 }
    const stopOf = (overrides: object) =>
      readPoolHeadroom('lookups', { ...answers, meter: { ...spent, ...overrides } }).stop
    expect(stopOf({})).toBe('cap')
    expect(stopOf({ spend_cap_pln: 0 })).toBe('zero_cap')
    expect(stopOf({ unit_grosz: 0 })).toBe('pool')
    expect(stopOf({ used: 10 })).toBe('closed')
    expect(stopOf({ allowance: 1 })).toBeNull()
    expect(readPoolHeadroom('pdf', answers).stop).toBe('pool')
    expect(readPoolHeadroom('wpv', answers).stop).toBeUndefined()
  })

  it('distinguishes an unlimited from an unknown limit', () => {
    const unlimited = readPoolHeadroom('lookups', { ...answers, meter: { ...meter, included: null, allowance: null } })
    expect(priceCalls(knf, 1000, unlimited)).toMatchObject({ fit: 'unlimited', grosz: 0 })
    expect(countHeadroom(knf, 1000, unlimited)).toBeNull()
    const silent = readPoolHeadroom('rdf', { meter, summary: { limits: {}, counts: { rdf: 3 } } })
    expect(priceCalls(archive, 1, silent)).toMatchObject({ fit: 'unknown', grosz: undefined })
    expect(countHeadroom(archive, 1, silent)).toBeUndefined()
    expect(readPoolHeadroom('wpv', answers).unitsLeft).toBe(10)
    expect(readPoolHeadroom('pdf', answers).unitsLeft).toBe(0)
    expect(readPoolHeadroom('gold', answers).unitsLeft).toBeUndefined()
  })

  it('returns no amount if the unit price is unusable', () => {
    const uncapped = readPoolHeadroom('lookups', { ...answers, meter: { ...meter, allowance: null } })
    expect(priceCalls(knf, 1000, uncapped)).toMatchObject({ fit: 'overage', grosz: 7200 })
    const unpriced = readPoolHeadroom('lookups', { ...answers, meter: { ...meter, unit_grosz: 1e300 } })
    expect(priceCalls(knf, 1000, unpriced)).toMatchObject({ fit: 'overage', grosz: undefined })
  })
})

it('agrees with the headroom on which calls fit', () => {
  const calls = fc.constantFrom(record, records, knf, changes, archive)
  fc.assert(
    fc.property(
      calls,
      fc.integer({ min: 1, max: 2000 }),
      fc.integer({ min: 0, max: 50_000 }),
      (call, count, remaining) => {
        const room = { unitsLeft: remaining, free: remaining }
        const fitting = countHeadroom(call, count, room) ?? 0
        const { to } = countUnits(call, count)
        expect(fitting * to).toBeLessThanOrEqual(remaining)
        expect((fitting + 1) * to).toBeGreaterThan(remaining)
        expect(priceCalls(call, count, room).fit === 'fits').toBe(fitting >= 1)
        const { accepted, leftAfter } = priceCalls(call, count, room)
        expect((accepted?.units ?? 0) + (leftAfter ?? 0)).toBe(remaining)
        expect(accepted?.units).toBeLessThanOrEqual(to)
      },
    ),
  )
})

it.each([
  ['1', 1],
  [' 1 000 ', 1000],
  ['1000000', 1_000_000],
  ['1000001', undefined],
  ['0', undefined],
  ['-5', undefined],
  ['1,5', undefined],
  ['1e3', undefined],
  ['', undefined],
  ['99999999999999', undefined],
])('reads %j as %j', (text, count) => {
  expect(readCount(text)).toBe(count)
})
