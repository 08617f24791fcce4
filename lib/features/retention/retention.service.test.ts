import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Monitor } from '@/lib/contract/monitors'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { nipOf, peselOf } from '@/lib/testing/identifiers'
import { panelContext } from '@/lib/testing/panel-context'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { retentionHandlers } from './handlers'

const DAY_MS = 86_400_000
const listInput = { query: { limit: 200 } }

describe.each(sqliteOnly)('retention of monitored persons on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine, now: '2026-01-10T11:00:00.000Z' })
  })
  afterAll(() => service.stop())

  async function createWatchingAccount() {
    service.clock.set('2026-01-10T11:00:00.000Z')
    const { accountId } = await service.createAccount()
    const watch = async (identifier_type: 'pesel' | 'nip', identifier_value: string, label: string) => {
      const body = { identifier_type, identifier_value, label, tags: ['umowa:1'] }
      return (await service.requestAs<Monitor>(service.principalOf(accountId), 'POST', '/v1/monitors', body)).body.id
    }
    const first = await watch('pesel', peselOf(1), 'pierwsza')
    const company = await watch('nip', nipOf(1), 'firma')
    service.clock.advance(200 * DAY_MS)
    const second = await watch('pesel', peselOf(2), 'druga')
    const list = () => retentionHandlers['retention.list'](listInput, panelContext(service, accountId))
    const entries = async () => {
      const rows = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 100 })
      return rows.map(({ action, target, before, after }) => ({ action, target, before, after }))
    }
    return { accountId, first, company, second, list, entries, context: () => panelContext(service, accountId) }
  }
  const labelsOf = ({ items }: { items: readonly { label: string | null }[] }) => items.map(({ label }) => label)

  it('lists persons beyond the period, longest first, and no companies', async () => {
    const { list } = await createWatchingAccount()
    expect(await list()).toMatchObject({ months: 12, persons: 2, overdue: 0, items: [] })
    service.clock.set('2027-01-11T11:00:00.000Z')
    expect(labelsOf(await list())).toEqual(['pierwsza'])
    service.clock.set('2028-01-11T11:00:00.000Z')
    const overdueList = await list()
    expect(overdueList).toMatchObject({ persons: 2, overdue: 2 })
    expect(labelsOf(overdueList)).toEqual(['pierwsza', 'druga'])
    expect(overdueList.items[0]).toMatchObject({
      tags: ['umowa:1'],
      renewed: null,
      identifier_type: 'pesel',
      subject_name: null,
    })
  })

  it('counts from the last renewal, which is recorded with its reason and without personal numbers', async () => {
    const { first, second, company, list, context, entries } = await createWatchingAccount()
    service.clock.set('2028-01-11T11:00:00.000Z')
    const body = { ids: [first, company], reason: `trwa proces ${peselOf(1)}` }
    expect(await retentionHandlers['retention.renew']({ body }, context())).toEqual({ renewed: 1 })
    expect(labelsOf(await list())).toEqual(['druga'])
    service.clock.advance(60_000)
    await retentionHandlers['retention.renew']({ body: { ids: [first, second], reason: 'nadal' } }, context())
    service.clock.set('2029-01-12T11:00:00.000Z')
    const { items } = await list()
    expect(items.map(({ renewed }) => renewed)).toEqual([
      { at: '2028-01-11T11:01:00.000Z', by: 'owner@example.test', reason: 'nadal' },
      { at: '2028-01-11T11:01:00.000Z', by: 'owner@example.test', reason: 'nadal' },
    ])
    const auditEntries = await entries()
    expect(auditEntries).toMatchObject([
      { action: 'retention.renew', target: first },
      { action: 'retention.renew', target: null },
    ])
    expect(JSON.stringify(auditEntries)).toContain('trwa proces')
    expect(JSON.stringify(auditEntries)).not.toContain(peselOf(1))
  })

  it('uses the period that the account has set, and records each change once', async () => {
    const { list, context, entries } = await createWatchingAccount()
    const set = (months: number) => retentionHandlers['retention.setMonths']({ body: { months } }, context())
    for (const months of [12, 3, 3]) expect(await set(months)).toEqual({ months })
    expect(labelsOf(await list())).toEqual(['pierwsza'])
    expect(await entries()).toEqual([
      { action: 'retention.setMonths', target: null, before: '{"months":12}', after: '{"months":3}' },
    ])
  })

  it('deletes monitors of persons, but not of companies', async () => {
    const { first, company, second, list, context, entries } = await createWatchingAccount()
    const body = { ids: [first, first, company, '00000000-0000-4000-8000-000000000000'] }
    expect(await retentionHandlers['retention.delete']({ body }, context())).toEqual({ deleted: 1 })
    service.clock.set('2030-01-11T11:00:00.000Z')
    expect((await list()).items.map(({ id }) => id)).toEqual([second])
    await expect(context().callService('monitors.get', { params: { id: company } })).resolves.toMatchObject({
      id: company,
    })
    const auditEntries = await entries()
    expect(auditEntries).toMatchObject([{ action: 'monitors.delete', target: first }])
    expect(JSON.stringify(auditEntries)).not.toContain(peselOf(1))
  })
})
