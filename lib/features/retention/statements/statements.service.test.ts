import { expect, it } from 'vitest'

import { updateAccountSettings, writeRetentionDefaults } from '@/lib/features/account-settings/statements'
import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'

import * as periods from './periods'
import * as retention from './retention'

describeStatements([periods, retention], (at, on) => {
  it('of what is kept', async () => {
    const [a, b] = [await at.account(), await at.account()]
    expect(await on.readRetainedPeriod(at.db, a)).toEqual({ events_from: null, audit_from: null })
    await on.writeRetainedPeriod(at.tx, a, { events_from: minute(1) })
    await on.writeRetainedPeriod(at.tx, a, { audit_from: minute(2) })
    expect([await on.readRetainedPeriod(at.db, a), await on.readRetainedPeriod(at.db, b)]).toEqual([
      { events_from: minute(1), audit_from: minute(2) },
      { events_from: null, audit_from: null },
    ])
    await updateAccountSettings(at.tx, a, { event_months: 12 })
    const forgetting = async () =>
      (await on.listRetentionAccounts(at.db)).filter((row) => [a, b].includes(row.account_id))
    expect(await forgetting()).toEqual([{ account_id: a, event_months: 12, audit_months: null, draft_days: null }])
    await writeRetentionDefaults(at.db, { event_months: null, audit_months: null, draft_days: 30 })
    expect((await forgetting()).map((row) => [row.account_id, row.draft_days])).toEqual(
      [a, b].toSorted().map((id) => [id, 30]),
    )
  })

  it('of purposes', async () => {
    const [a, b] = [await at.account(), await at.account()]
    await on.writeRetentionMonths(at.tx, a, 6)
    expect([await on.readRetentionMonths(at.db, a), await on.readRetentionMonths(at.db, b)]).toEqual([6, undefined])
    const renewal = (name: string, account_id: string, monitor_id: string, moment: number) =>
      at.row('purpose_renewals', { id: `${name}-${a}`, account_id, monitor_id, renewed_at: minute(moment) })
    await on.insertRenewals(at.tx, [
      renewal('b', a, 'm', 2),
      renewal('a', a, 'm', 2),
      renewal('c', a, 'm', 1),
      renewal('d', a, 'n', 1),
      renewal('e', b, 'm', 9),
    ])
    const last = async (account: string) =>
      [...(await on.listLastRenewals(at.db, account))].map(([monitor, row]) => `${monitor}${row.id[0]}`).toSorted()
    expect(await last(a)).toEqual(['mb', 'nd'])
    await on.deleteRenewals(at.tx, a, 'm')
    expect([await last(a), await last(b)]).toEqual([['nd'], ['me']])
  })
})
