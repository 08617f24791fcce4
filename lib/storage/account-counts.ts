import { expressionBuilder } from 'kysely'

import type { Database } from './tables'

/** What an account has at this moment, counted, not summed: monitors, filters, live sessions of enabled users. */
export function countsOfAccount(accountId: string, now: string) {
  const e = expressionBuilder<Database>()
  return [
    e.fn
      .coalesce(
        e.selectFrom('monitor_counts').select('monitors').where('account_id', '=', accountId).$asScalar(),
        e.lit(0),
      )
      .as('monitors'),
    e
      .selectFrom('filters')
      .select((c) => c.fn.countAll<number>().as('n'))
      .where('filters.account_id', '=', accountId)
      .$asScalar()
      .$notNull()
      .as('filters'),
    e
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select((c) => c.fn.countAll<number>().as('n'))
      .where('sessions.account_id', '=', accountId)
      .where('sessions.expires_at', '>', now)
      .where('sessions.revoked_at', 'is', null)
      .where('users.disabled_at', 'is', null)
      .$asScalar()
      .$notNull()
      .as('active_sessions'),
  ] as const
}
