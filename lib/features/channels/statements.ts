import type { ChannelTable } from '@/lib/features/deliveries/tables'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { countWritten, wroteRow } from '@/lib/storage/engine/outcome'
import { ownedRows, TEAM_OWNER } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

type PostKind = Exclude<ChannelTable['kind'], 'email'>
export type PostChannel = ChannelTable & { readonly kind: PostKind }

export const channelRows = ownedRows('channels', {
  ownership: 'owner',
  hasCreator: true,
  isSoftDeleted: true,
  hiddenKind: 'email',
})

/** Channels that rules of an owner, or of the team (`TEAM_OWNER`), may use; all channels without an owner. */
export const listChannelsFor = (db: Db, accountId: string, owner?: string): Promise<PostChannel[]> =>
  ofAccount(db, 'channels', accountId)
    .selectAll()
    .$if(owner !== undefined, (q) =>
      q.where('owner', 'in', owner === TEAM_OWNER ? [TEAM_OWNER] : [owner ?? TEAM_OWNER, TEAM_OWNER]),
    )
    .where('deleted_at', 'is', null)
    .where('kind', '!=', 'email')
    .$narrowType<{ kind: PostKind }>()
    .orderBy('name')
    .orderBy('id')
    .execute()

/** Includes deleted channels. */
export const findChannel = channelRows.read
export const updateChannel = channelRows.update

/** Creates the counter of the channel's message numbers. */
export async function insertChannelSequence(tx: AccountTx, { id }: Pick<ChannelTable, 'id'>): Promise<void> {
  await tx.insertInto('channel_sequences').values({ channel_id: id, value: 0 }).execute()
}

export const countByChannel = (db: Db, accountId: string) =>
  db
    .selectFrom('deliveries')
    .innerJoin('channels', 'channels.id', 'deliveries.channel_id')
    .select(['deliveries.channel_id', 'deliveries.state'])
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('channels.account_id', '=', accountId)
    .where('deliveries.state', 'in', ['waiting', 'dead'])
    .where('deliveries.type', '!=', 'test')
    .groupBy(['deliveries.channel_id', 'deliveries.state'])
    .execute()

/** Number of rules by channel, regardless of their owners. */
export const countRulesByChannel = (db: Db, accountId: string) =>
  db
    .selectFrom('rule_targets')
    .innerJoin('rules', 'rules.id', 'rule_targets.rule_id')
    .select('rule_targets.target as channel_id')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('rules.account_id', '=', accountId)
    .where('rule_targets.kind', '=', 'channel')
    .groupBy('rule_targets.target')
    .execute()

/** Ends all waiting messages with this outcome. Returns their number. */
export const endWaiting = (
  db: AccountTx,
  channelId: string,
  outcome: { readonly state: 'dead' | 'cancelled'; readonly last_error: string | null },
): Promise<number> =>
  db
    .updateTable('deliveries')
    .set(outcome)
    .where('channel_id', '=', channelId)
    .where('state', '=', 'waiting')
    .$call(countWritten)

/** Makes waiting messages due now; running attempts are not affected. */
export async function makeWaitingDue(db: AccountTx, channelId: string, now: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ next_at: now })
    .where('channel_id', '=', channelId)
    .where('state', '=', 'waiting')
    .where('next_at', '>', now)
    .execute()
}

/**
 * Marks a channel as failing; false if it already is, also when another process marked it. Failures up to `before`
 * count as ended.
 */
export const markFailing = (db: Db, id: string, { at, before }: { at: string; before: string }): Promise<boolean> =>
  db
    .updateTable('channels')
    .set({ failing_since: at, last_failed_at: at })
    .where('id', '=', id)
    .where((e) =>
      e.or([e('failing_since', 'is', null), e('last_failed_at', 'is', null), e('last_failed_at', '<', before)]),
    )
    .$call(wroteRow)

/** Ends the failing state; false if it had already ended. */
export const clearFailing = (db: Db, id: string): Promise<boolean> =>
  db
    .updateTable('channels')
    .set({ failing_since: null, last_failed_at: null })
    .where('id', '=', id)
    .where('failing_since', 'is not', null)
    .$call(wroteRow)

/** Records a successful attempt. Throttled, because every delivery would cause a write. */
export async function recordDelivered(
  db: Db,
  id: string,
  { now, before }: { now: string; before: string },
): Promise<void> {
  await db
    .updateTable('channels')
    .set({ last_delivered_at: now, failing_since: null, last_failed_at: null })
    .where('id', '=', id)
    .where((e) =>
      e.or([
        e('failing_since', 'is not', null),
        e('last_delivered_at', 'is', null),
        e('last_delivered_at', '<', before),
      ]),
    )
    .execute()
}

/** Claims the next send slot of a channel with a limited pace; false if another process has claimed it. */
export const claimSendSlot = (db: Db, id: string, { now, next }: { now: string; next: string }): Promise<boolean> =>
  db
    .updateTable('channels')
    .set({ paused_until: next })
    .where('id', '=', id)
    .where((e) => e.or([e('paused_until', 'is', null), e('paused_until', '<=', now)]))
    .$call(wroteRow)

/** Delays all messages of the channel; an existing longer pause stays. */
export async function pauseChannel(db: Db, id: string, until: string): Promise<void> {
  await db
    .updateTable('channels')
    .set({ paused_until: until })
    .where('id', '=', id)
    .where((e) => e.or([e('paused_until', 'is', null), e('paused_until', '<', until)]))
    .execute()
}
