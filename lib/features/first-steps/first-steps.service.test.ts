import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { panelContext } from '@/lib/testing/panel-context'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { firstStepHandlers } from './handlers'

const MONTH_MS = 31 * 86_400_000

describe.each(sqliteOnly)('first steps on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  const read = (accountId: string) => firstStepHandlers['firstSteps.get']({}, panelContext(service, accountId))
  const watch = (accountId: string) =>
    service.requestAs(service.principalOf(accountId), 'POST', '/v1/monitors', {
      identifier_type: 'krs',
      identifier_value: '0000028860',
    })

  it('are ticked from what is stored, until all are done', async () => {
    const { accountId } = await service.createAccount()
    expect(await read(accountId)).toEqual({ is_shown: true, has_companies: false, has_rules: false, has_check: false })
    await watch(accountId)
    expect(await read(accountId)).toMatchObject({ is_shown: true, has_companies: true, has_rules: false })
  })

  it('are not shown to an account that has watched companies for a month', async () => {
    const { accountId } = await service.createAccount()
    await watch(accountId)
    service.clock.advance(MONTH_MS)
    expect(await read(accountId)).toMatchObject({ is_shown: false })
    const { accountId: newer } = await service.createAccount()
    expect(await read(newer)).toMatchObject({ is_shown: true })
  })

  it('are hidden for all members, and shown again, with a record of both', async () => {
    const { accountId } = await service.createAccount()
    const context = panelContext(service, accountId)
    await firstStepHandlers['firstSteps.dismiss']({ body: { is_dismissed: true } }, context)
    expect(await read(accountId)).toMatchObject({ is_shown: false })
    await firstStepHandlers['firstSteps.dismiss']({ body: { is_dismissed: false } }, context)
    expect(await read(accountId)).toMatchObject({ is_shown: true })
    const entries = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 10 })
    expect(entries.map(({ action }) => action)).toEqual(['firstSteps.dismiss', 'firstSteps.show'])
  })

  it('are hidden while the service does not say how many monitors there are', async () => {
    const { accountId } = await service.createAccount()
    const context = panelContext(service, accountId, { callService: () => Promise.reject(new Error('down')) })
    expect(await firstStepHandlers['firstSteps.get']({}, context)).toMatchObject({ has_companies: true })
  })
})
