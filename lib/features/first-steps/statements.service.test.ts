import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'

import * as firstSteps from './statements'

describeStatements([firstSteps], (store, statements) => {
  it('find rules and checks of the account only', async () => {
    const [a, other] = [await store.account(), await store.account()]
    const user_id = await store.member(a)
    expect(await statements.hasRule(store.db, a)).toBe(false)
    expect(await statements.hasWhiteListRun(store.db, a)).toBe(false)
    await store.db
      .insertInto('rules')
      .values(store.row('rules', { id: `r-${a}`, account_id: a, owner: user_id }))
      .execute()
    const run = store.row('white_list_runs', { id: `w-${a}`, account_id: a })
    await store.db.insertInto('white_list_runs').values(run).execute()
    expect(await statements.hasRule(store.db, a)).toBe(true)
    expect(await statements.hasWhiteListRun(store.db, a)).toBe(true)
    expect(await statements.hasRule(store.db, other)).toBe(false)
    expect(await statements.hasWhiteListRun(store.db, other)).toBe(false)
  })

  it('compare the age of the account', async () => {
    const a = await store.account({ created_at: minute(10) })
    expect(await statements.isAccountSince(store.db, a, minute(10))).toBe(true)
    expect(await statements.isAccountSince(store.db, a, minute(9))).toBe(false)
  })
})
