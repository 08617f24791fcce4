import { expect, it } from 'vitest'

import { updateAccountSettings, writeRetentionDefaults } from '@/lib/features/account-settings/statements'
import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'

import * as periods from './periods'
import * as retention from './retention'

describeStatements([periods, retention], (store, statements) => {
  it('store the retained period, and list the accounts with retention terms', async () => {
    const [a, b] = [await store.account(), await store.account()]
    expect(await statements.readRetainedPeriod(store.db, a)).toEqual({ events_from: null, audit_from: null })
    await statements.writeRetainedPeriod(store.tx, a, { events_from: minute(1) })
    await statements.writeRetainedPeriod(store.tx, a, { audit_from: minute(2) })
    expect([
      await statements.readRetainedPeriod(store.db, a),
      await statements.readRetainedPeriod(store.db, b),
    ]).toEqual([
      { events_from: minute(1), audit_from: minute(2) },
      { events_from: null, audit_from: null },
    ])
    await updateAccountSettings(store.tx, a, { event_months: 12 })
    const listAccounts = async () =>
      (await statements.listRetentionAccounts(store.db)).filter((row) => [a, b].includes(row.account_id))
    expect(await listAccounts()).toEqual([{ account_id: a, event_months: 12, audit_months: null, draft_days: null }])
    await writeRetentionDefaults(store.db, { event_months: null, audit_months: null, draft_days: 30 })
    expect((await listAccounts()).map((row) => [row.account_id, row.draft_days])).toEqual(
      [a, b].toSorted().map((id) => [id, 30]),
    )
  })

  it('store the retention months and the last renewals', async () => {
    const [a, b] = [await store.account(), await store.account()]
    await statements.writeRetentionMonths(store.tx, a, 6)
    expect([
      await statements.readRetentionMonths(store.db, a),
      await statements.readRetentionMonths(store.db, b),
    ]).toEqual([6, undefined])
    const renewal = (name: string, account_id: string, monitor_id: string, moment: number) =>
      store.row('purpose_renewals', { id: `${name}-${a}`, account_id, monitor_id, renewed_at: minute(moment) })
    await statements.insertRenewals(store.tx, [
      renewal('b', a, 'm', 2),
      renewal('a', a, 'm', 2),
      renewal('c', a, 'm', 1),
      renewal('d', a, 'n', 1),
      renewal('e', b, 'm', 9),
    ])
    const last = async (account: string) =>
      [...(await statements.listLastRenewals(store.db, account))]
        .map(([monitor, row]) => `${monitor}${row.id[0]}`)
        .toSorted()
    expect(await last(a)).toEqual(['mb', 'nd'])
    await statements.deleteRenewals(store.tx, a, 'm')
    expect([await last(a), await last(b)]).toEqual([['nd'], ['me']])
  })
})
