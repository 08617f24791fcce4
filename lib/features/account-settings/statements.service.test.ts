import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'

import * as settings from './statements'

describeStatements([settings], (store, statements) => {
  it('read and write account settings', async () => {
    const [a, b] = [await store.account(), await store.account()]
    const defaults = {
      first_steps_dismissed_at: null,
      account_id: a,
      second_factor_required_at: null,
      spending_roles: null,
      session_idle_minutes: null,
      event_months: null,
      audit_months: null,
      draft_days: null,
    }
    expect(await statements.readAccountSettings(store.db, a)).toEqual(defaults)
    await statements.updateAccountSettings(store.tx, a, { session_idle_minutes: 5 })
    await statements.updateAccountSettings(store.tx, a, { second_factor_required_at: minute(1) })
    expect([
      await statements.readAccountSettings(store.db, a),
      (await statements.readAccountSettings(store.db, b)).session_idle_minutes,
    ]).toEqual([{ ...defaults, session_idle_minutes: 5, second_factor_required_at: minute(1) }, null])
    const keepsAll = { event_months: null, audit_months: null, draft_days: null }
    expect(await statements.readRetentionDefaults(store.db)).toEqual(keepsAll)
    await statements.writeRetentionDefaults(store.db, { ...keepsAll, draft_days: 9 })
    expect([
      await statements.readRetentionDefaults(store.db),
      await store.db.transaction().execute(statements.lockRetentionDefaults),
    ]).toEqual([
      { ...keepsAll, draft_days: 9 },
      { ...keepsAll, draft_days: 9 },
    ])
  })
})
