import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ApiMeter, UsageDay } from '@/lib/contract/usage'
import { addDays, startOfDay } from '@/lib/domain/calendar'
import { withMeter } from '@/lib/testing/calls/metered'
import { insertCompany } from '@/lib/testing/companies'
import { history, type History, answersOfHistory } from '@/lib/testing/naive/naive-ledger'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { setPlan } from '../accounts/accounts'
import { verifyUsage } from './verify-usage'

type Plan = Pick<History['start'], 'included' | 'unitGrosz'>
const planOf = ({ included, unitGrosz }: Plan) => ({
  plan: unitGrosz === 0 ? ('standard' as const) : unitGrosz === 8 ? ('pro' as const) : ('enterprise' as const),
  limits: { lookups: included },
})

/** The cap of an inactive account cannot be changed, so such steps are left out. */
const withoutInactiveState = ({ changes, ...rest }: History): History => ({
  ...rest,
  namesCap: true,
  changes: changes.filter((each) => each.kind !== 'state' || each.state !== 'inactive'),
})

describe.each(sqliteOnly)('histories of plan, cap and state on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
    await insertCompany(service.storage)
  })
  afterAll(() => service.stop())

  let accountCount = 0
  async function replay({ start, changes }: History) {
    accountCount += 1
    service.clock.set('2026-11-01T08:00:00.000Z')
    const slug = `konto-${accountCount}`
    const { accountId, apiKey } = await service.createAccount({ slug, ...planOf(start) })
    for (const each of changes.toSorted((a, b) => a.day - b.day)) {
      service.clock.set(new Date(startOfDay(addDays('2026-11-01', each.day)).getTime() + 9 * 3_600_000).toISOString())
      if (each.kind === 'plan') await setPlan(service.service.dependencies, slug, planOf(each))
      else if (each.kind === 'state') await setPlan(service.service.dependencies, slug, { state: each.state })
      else if (each.kind === 'cap')
        await service.requestAs(service.principalOf(accountId), 'PUT', '/v1/usage/api/spend-cap', {
          spend_cap_pln: each.capPln,
        })
      // A charge that does not fit is refused as a whole.
      else
        await withMeter(service, { accountId, pool: 'lookups' }, (meter) => meter.charge(each.units)).catch(
          () => undefined,
        )
    }
    return { accountId, apiKey }
  }

  it('give the same meter and days as a ledger of single units', async () => {
    for (const sampled of fc.sample(history, { numRuns: 8, seed: 27 })) {
      const replayable = withoutInactiveState(sampled)
      const expectedAnswers = answersOfHistory(replayable)
      const { accountId } = await replay(replayable)
      const principal = service.principalOf(accountId)
      const { body: meter } = await service.requestAs<ApiMeter>(principal, 'GET', '/v1/usage/api')
      const { document_units: _documents, ...expected } = expectedAnswers.meter
      expect(meter).toMatchObject(expected)
      const { body: days } = await service.requestAs<{ items: UsageDay[] }>(
        principal,
        'GET',
        '/v1/usage/daily?month=2026-11',
      )
      expect(days.items.slice(0, expectedAnswers.days.length)).toEqual(expectedAnswers.days)
      expect(await verifyUsage(service, accountId)).toEqual([])
    }
  })

  // Case B05 of lib/testing/cases/README.md
  it('count calls around both clock changes on their own days, which add up to the meter', async () => {
    for (const [instants, days] of [
      [
        [
          '2026-10-24T21:59:59.000Z',
          '2026-10-25T00:30:00.000Z',
          '2026-10-25T01:30:00.000Z',
          '2026-10-25T22:59:59.000Z',
        ],
        [
          ['2026-10-24', 1],
          ['2026-10-25', 3],
        ],
      ],
      [
        [
          '2026-03-28T22:59:59.000Z',
          '2026-03-29T00:59:00.000Z',
          '2026-03-29T01:01:00.000Z',
          '2026-03-29T21:59:59.000Z',
        ],
        [
          ['2026-03-28', 1],
          ['2026-03-29', 3],
        ],
      ],
    ] as const) {
      service.clock.set(`${instants[0].slice(0, 7)}-01T08:00:00.000Z`)
      const { accountId, apiKey } = await service.createAccount({ limits: { lookups: 2 } })
      for (const instant of instants) {
        service.clock.set(instant)
        expect((await service.request(apiKey, 'GET', '/v1/record?krs=18')).status).toBe(200)
      }
      const { items } = (await service.request<{ items: UsageDay[] }>(apiKey, 'GET', '/v1/usage/daily')).body
      expect(items.filter(({ lookups }) => lookups > 0).map(({ date, lookups }) => [date, lookups])).toEqual(days)
      const { body: meter } = await service.request<ApiMeter>(apiKey, 'GET', '/v1/usage/api')
      expect(meter).toMatchObject({ used: 4, overage_units: 2 })
      expect(items.reduce((sum, { overage_grosz }) => sum + overage_grosz, 0)).toBe(meter.overage_grosz)
      expect(await verifyUsage(service, accountId)).toEqual([])
    }
  })

  it('store the user of a panel charge and the key of an API charge', async () => {
    service.clock.set('2026-11-20T08:00:00.000Z')
    const { accountId, apiKey } = await service.createAccount()
    await service.requestAs({ ...service.principalOf(accountId), userId: 'osoba' }, 'GET', '/v1/record?krs=18')
    await service.request(apiKey, 'GET', '/v1/record?krs=18')
    const rows = await service.storage.db
      .selectFrom('ledger')
      .select(['via', 'user_id', 'key_id'])
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute()
    expect(rows).toMatchObject([
      { via: 'panel', user_id: 'osoba', key_id: null },
      { via: 'api', user_id: null },
    ])
    expect(rows[1]?.key_id).not.toBeNull()
  })
})
