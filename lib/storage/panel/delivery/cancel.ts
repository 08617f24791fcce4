import type { Db } from '../../storage'

type Waiting = {
  readonly accountId: string
  readonly ruleIds: readonly string[]
}
export type Cancelling = Waiting & { readonly reason: 'rule_deleted' | 'rule_off' | 'rule_muted' }

/**
 * What these rules said and what still waits, in channels and as e-mails, goes no more, and says why. Tests are left alone, since somebody
 * looks at what comes of them. How many. Within a transaction that holds the account.
 */
export async function cancelWaitingOf(db: Db, { reason, ...waiting }: Cancelling): Promise<number> {
  if (waiting.ruleIds.length === 0) return 0
  const gone = await waitingOf(db, waiting).set({ state: 'cancelled', last_error: reason }).executeTakeFirst()
  return Number(gone.numUpdatedRows)
}

type TakenOut = Waiting & {
  /** Ids of those that the rules still write to. */
  readonly channels: readonly string[]
}

/** What waits in channels that the rules write to no more is cancelled; who gets an e-mail is looked at when it is sent. How many. */
export async function cancelTakenOut(db: Db, { channels, ...waiting }: TakenOut): Promise<number> {
  const gone = await waitingOf(db, waiting)
    .where('channel_id', 'not in', [waiting.accountId, ...channels])
    .set({ state: 'cancelled', last_error: 'channel_removed' })
    .executeTakeFirst()
  return Number(gone.numUpdatedRows)
}

const waitingOf = (db: Db, { accountId, ruleIds }: Waiting) =>
  db
    .updateTable('deliveries')
    // By what waits in each channel, which has an index.
    .where('channel_id', 'in', (e) => e.selectFrom('channels').select('id').where('account_id', '=', accountId))
    .where('state', '=', 'waiting')
    .where('rule_id', 'in', [...ruleIds])
    .where('type', '!=', 'test')
