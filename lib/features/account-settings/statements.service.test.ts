import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'

import * as settings from './statements'

describeStatements([settings], (at, on) => {
  it('of settings', async () => {
    const [a, b] = [await at.account(), await at.account()]
    const usual = {
      account_id: a,
      second_factor_required_at: null,
      spending_roles: null,
      session_idle_minutes: null,
      event_months: null,
      audit_months: null,
      draft_days: null,
    }
    expect(await on.readAccountSettings(at.db, a)).toEqual(usual)
    await on.updateAccountSettings(at.tx, a, { session_idle_minutes: 5 })
    await on.updateAccountSettings(at.tx, a, { second_factor_required_at: minute(1) })
    expect([
      await on.readAccountSettings(at.db, a),
      (await on.readAccountSettings(at.db, b)).session_idle_minutes,
    ]).toEqual([{ ...usual, session_idle_minutes: 5, second_factor_required_at: minute(1) }, null])
    const keepsAll = { event_months: null, audit_months: null, draft_days: null }
    expect(await on.readRetentionDefaults(at.db)).toEqual(keepsAll)
    await on.writeRetentionDefaults(at.db, { ...keepsAll, draft_days: 9 })
    expect([
      await on.readRetentionDefaults(at.db),
      await at.db.transaction().execute(on.lockRetentionDefaults),
    ]).toEqual([
      { ...keepsAll, draft_days: 9 },
      { ...keepsAll, draft_days: 9 },
    ])
  })
})
