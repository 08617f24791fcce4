import type { Db } from '../../storage'

export type Cancelling = {
  readonly accountId: string
  readonly ruleIds: readonly string[]
  readonly reason: 'rule_deleted' | 'rule_off' | 'rule_muted'
}

/**
 * What these rules said and what still waits, in channels and as e-mails, goes no more, and says why. Tests are left alone, since somebody
 * looks at what comes of them. How many. Within a transaction that holds the account.
 */
export async function cancelWaitingOf(db: Db, { accountId, ruleIds, reason }: Cancelling): Promise<number> {
  if (ruleIds.length === 0) return 0
  const posted = await db
    .updateTable('deliveries')
    .set({ state: 'cancelled', last_error: reason })
    // By what waits in each channel, which has an index.
    .where('channel_id', 'in', (e) => e.selectFrom('channels').select('id').where('account_id', '=', accountId))
    .where('state', '=', 'waiting')
    .where('rule_id', 'in', [...ruleIds])
    .where('type', '!=', 'test')
    .executeTakeFirst()
  const mailed = await db
    .updateTable('mails')
    .set({ state: 'unsent', last_error: reason, claimed_until: null })
    .where('account_id', '=', accountId)
    .where('state', '=', 'waiting')
    .where('alert_id', 'in', [...ruleIds])
    .where('kind', '=', 'alert')
    .executeTakeFirst()
  return Number(posted.numUpdatedRows) + Number(mailed.numUpdatedRows)
}
