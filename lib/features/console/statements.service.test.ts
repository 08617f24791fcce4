import { expect, it } from 'vitest'

import { describeStatements } from '@/lib/testing/statements/describe-statements'

import * as calls from './statements'

describeStatements([calls], (store, statements) => {
  it('keep the newest console calls of a user, and list and clear them per user and account', async () => {
    const [a, b] = [await store.account(), await store.account()]
    const [userId, other] = [await store.member(a), await store.member(a)]
    const add = (operation: string, user_id = userId, account_id = a) =>
      statements.addConsoleCall(
        store.tx,
        store.row('console_calls', { account_id, user_id, operation, inputs: '{}' }),
        3,
      )
    const list = async (user = userId, limit = 9, accountId = a) =>
      (await statements.listConsoleCalls(store.db, { accountId, userId: user }, limit))
        .map(({ operation }) => operation)
        .join('')
    for (const operation of ['1', '2', '3']) await add(operation)
    await add('x', other)
    await add('y', userId, b)
    await add('4')
    expect([await list(), await list(userId, 2), await list(other), await list(userId, 9, b)]).toEqual([
      '432',
      '43',
      'x',
      'y',
    ])
    await statements.clearConsoleCalls(store.tx, { accountId: a, userId })
    expect([await list(), await list(other), await list(userId, 9, b)]).toEqual(['', 'x', 'y'])
  })
})
