import { sql, expressionBuilder } from 'kysely'

import { dailyFigures, monthlyFigures, registers } from '@/lib/domain/usage/pools'
import { statement } from '@/lib/storage/engine/statement'
import type { Db } from '@/lib/storage/storage'
import type { Database } from '@/lib/storage/tables'

type SummaryInput = { readonly accountId: string; readonly month: string; readonly day: string; readonly now: string }

const zero = (column: string) => sql<number>`coalesce(${sql.ref(column)}, 0)`

const summary = statement((db, { accountId, month, day, now }: SummaryInput) =>
  db
    .selectFrom('accounts')
    .leftJoin('usage_months as m', (join) => join.onRef('m.account_id', '=', 'accounts.id').on('m.month', '=', month))
    .leftJoin('usage_days as d', (join) => join.onRef('d.account_id', '=', 'accounts.id').on('d.day', '=', day))
    .select([
      ...[...monthlyFigures, ...registers].map((column) => zero(`m.${column}`).as(column)),
      zero('m.pdfs_api').as('pdfs_api'),
      zero('m.reports').as('reports'),
      ...dailyFigures.map((column) => zero(`d.${column}`).as(column)),
      ...countsOfAccount(accountId, now),
    ])
    .where('accounts.id', '=', accountId),
)

/**
 * Everything in a usage summary in one statement, because it is the first query of every page of the panel. Zeros if
 * nothing was counted.
 */
export async function readUsageSummary(db: Db, requested: SummaryInput) {
  const [row] = await summary(db, requested)
  if (!row) throw new Error(`No account ${requested.accountId}`)
  return row
}

/** Current numbers, counted rather than summed: monitors, filters, live sessions of enabled members. */
function countsOfAccount(accountId: string, now: string) {
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
      .innerJoin('members', (join) =>
        join.onRef('members.account_id', '=', 'sessions.account_id').onRef('members.user_id', '=', 'sessions.user_id'),
      )
      .select((c) => c.fn.countAll<number>().as('n'))
      .where('sessions.account_id', '=', accountId)
      .where('sessions.expires_at', '>', now)
      .where('sessions.revoked_at', 'is', null)
      .where('users.disabled_at', 'is', null)
      .where('members.disabled_at', 'is', null)
      .$asScalar()
      .$notNull()
      .as('active_sessions'),
  ] as const
}
