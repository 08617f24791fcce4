import { type Kysely, sql } from 'kysely'

import { countsOfAccount } from './account-counts'
import { statement } from './statement'
import type { Database } from './tables'

type Asked = { readonly accountId: string; readonly month: string; readonly day: string; readonly now: string }

const zero = (column: string) => sql<number>`coalesce(${sql.ref(column)}, 0)`

const summary = statement((db, { accountId, month, day, now }: Asked) =>
  db
    .selectFrom('accounts')
    .leftJoin('usage_months as m', (join) => join.onRef('m.account_id', '=', 'accounts.id').on('m.month', '=', month))
    .leftJoin('usage_days as d', (join) => join.onRef('d.account_id', '=', 'accounts.id').on('d.day', '=', day))
    .select([
      zero('m.lookups').as('lookups'),
      zero('m.rejestr').as('rejestr'),
      zero('m.announcement').as('announcement'),
      zero('m.bzp').as('bzp'),
      zero('m.risk').as('risk'),
      zero('m.rdf').as('rdf'),
      zero('m.pdfs').as('pdfs'),
      zero('m.pdfs_api').as('pdfs_api'),
      zero('m.reports').as('reports'),
      zero('d.wpv_checks').as('wpv_checks'),
      ...countsOfAccount(accountId, now),
    ])
    .where('accounts.id', '=', accountId),
)

/** Everything a usage summary shows, in one statement: it is what every page of the panel asks first. Zeros where nothing was counted. */
export async function readUsageSummary(db: Kysely<Database>, asked: Asked) {
  const [row] = await summary(db, asked)
  if (!row) throw new Error(`No account ${asked.accountId}`)
  return row
}
