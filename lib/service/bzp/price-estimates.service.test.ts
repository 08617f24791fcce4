import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { priceCalls, readPoolHeadroom } from '@/components/meters/price'
import { pricedCalls } from '@/lib/contract/prices'
import type { ApiMeter, UsageSummary } from '@/lib/contract/usage'
import { insertCompany } from '@/lib/testing/companies'
import { krsOf, nipOf } from '@/lib/testing/identifiers'
import { insertWarnings, knfItem } from '@/lib/testing/register-entries'
import { rounds, seedFor } from '@/lib/testing/rounds'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

/** The largest number of items that a generated call requests. */
const MAX_ITEMS = 60

/** An account close to one of its limits: plan, state, limits, cap and previous usage. */
const account = fc.record({
  plan: fc.constantFrom('standard', 'pro', 'pro', 'enterprise'),
  state: fc.constantFrom('active', 'active', 'active', 'trial', 'inactive'),
  lookups: fc.option(fc.integer({ min: 0, max: 40 }), { nil: null, freq: 8 }),
  wpv_checks: fc.integer({ min: 0, max: 70 }),
  spendCapPln: fc.constantFrom(0, 1, 2, 4, null),
  spent: fc.integer({ min: 0, max: 50 }),
})
const callInput = fc.record({
  name: fc.constantFrom('record.get', 'records.get', 'knf.warnings', 'wpv.records'),
  count: fc.integer({ min: 1, max: MAX_ITEMS }),
})

describe.each(sqliteOnly)('the price estimate before a call, on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
    await insertCompany(service.storage, { krs: krsOf(1), nip: nipOf(1) })
    await insertWarnings(
      service,
      Array.from({ length: MAX_ITEMS }, () => knfItem()),
    )
  })
  afterAll(() => service.stop())

  const callOf = (name: string) => {
    const found = pricedCalls().find((call) => call.name === name)
    if (!found) throw new Error(`no price of ${name}`)
    return found
  }

  /** Makes the calls of one client one after another, as the panel, because some plans have no API access. */
  async function makeCalls(accountId: string, name: string, count: number) {
    const principal = service.principalOf(accountId)
    const { most = count } = callOf(name)
    const sizes = name === 'record.get' ? Array<number>(count).fill(1) : chunksOf(count, most)
    const path = { 'records.get': '/v1/records', 'wpv.records': '/v1/wpv/records' }[name]
    const answers: { readonly status: number; readonly body: { readonly items?: readonly unknown[] } }[] = []
    for (const size of sizes) {
      const identifiers = Array.from({ length: size }, (_, at) => ({ nip: nipOf(at + 1) }))
      const single = name === 'record.get' ? `/v1/record?krs=${krsOf(1)}` : `/v1/knf/warnings?limit=${size}`
      answers.push(
        await (path === undefined
          ? service.requestAs<{ items?: unknown[] }>(principal, 'GET', single)
          : service.requestAs<{ items?: unknown[] }>(principal, 'POST', path, { identifiers })),
      )
    }
    return answers
  }

  const readUsage = async (accountId: string) => {
    const principal = service.principalOf(accountId)
    const meter = await service.requestAs<ApiMeter>(principal, 'GET', '/v1/usage/api')
    const summary = await service.requestAs<UsageSummary>(principal, 'GET', '/v1/usage/summary')
    return { meter: meter.body, summary: summary.body }
  }

  it('matches what the service accepts, returns and charges', async () => {
    await fc.assert(
      fc.asyncProperty(
        account,
        callInput,
        async ({ state, spent, lookups, wpv_checks, ...accountOptions }, { name, count }) => {
          const { accountId } = await service.createAccount({
            ...accountOptions,
            state,
            limits: { lookups, wpv_checks },
          })
          if (spent > 0) await makeCalls(accountId, 'knf.warnings', spent)
          const before = await readUsage(accountId)
          const call = callOf(name)
          const facts = { isInactive: state === 'inactive' }
          const price = priceCalls(call, count, readPoolHeadroom(call.pool, { ...before, facts }))
          const answers = await makeCalls(accountId, name, count)
          const after = await readUsage(accountId)
          const passed = answers.filter(({ status }) => status === 200)
          const used =
            call.pool === 'wpv'
              ? after.summary.daily.wpv_checks - before.summary.daily.wpv_checks
              : after.meter.used - before.meter.used
          expect({
            calls: passed.length,
            units: used,
            grosz: after.meter.overage_grosz - before.meter.overage_grosz,
          }).toEqual({ calls: price.accepted?.calls, units: price.accepted?.units, grosz: price.grosz })
          expect(answers.every(({ status }) => status === 200 || status === 402)).toBe(true)
          expect(passed.length === 0).toBe(price.fit === 'refused')
          if (call.by === 'item') expect(passed[0]?.body.items?.length ?? 0).toBe(price.accepted?.items)
        },
      ),
      { numRuns: rounds({ long: 400, short: 40 }), seed: seedFor('estimates', 20_261_122) },
    )
  })
})

const chunksOf = (count: number, maxSize: number): readonly number[] =>
  Array.from({ length: Math.ceil(count / maxSize) }, (_, at) => Math.min(maxSize, count - at * maxSize))
