import type { ChannelTable } from '@/lib/features/deliveries/tables'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { countWritten, wroteRow } from '@/lib/storage/engine/outcome'
import { ownedRows, TEAM_OWNER } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

/** Those that people make. */
type PostKind = Exclude<ChannelTable['kind'], 'email'>
export type PostChannel = ChannelTable & { readonly kind: PostKind }

export const channelRows = ownedRows('channels', { whose: 'owner', isMade: true, isKept: true, hiddenKind: 'email' })

/** Channels that a rule of an owner, or of the team (`TEAM_OWNER`), may speak through; those of everybody without one. */
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

/** Also a deleted one. */
export const findChannel = channelRows.read
export const updateChannel = channelRows.update

/** What its messages are numbered from. */
export async function insertChannelSequence(tx: AccountTx, { id }: Pick<ChannelTable, 'id'>): Promise<void> {
  await tx.insertInto('channel_sequences').values({ channel_id: id, value: 0 }).execute()
}

/** What waits, and what is dead, by channel of an account. */
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

/** How many rules of an account tell each of its channels, whosever they are. */
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

/** What waits goes no more. How many. */
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

/** What waits is due now; what is being sent stays as it is. */
export async function hastenWaiting(db: AccountTx, channelId: string, now: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ next_at: now })
    .where('channel_id', '=', channelId)
    .where('state', '=', 'waiting')
    .where('next_at', '>', now)
    .execute()
}

/** Its receiver began to fail: false where that is known already, by this process or another. `before`: a failure up to then is over. */
export const beginFailing = (db: Db, id: string, { at, before }: { at: string; before: string }): Promise<boolean> =>
  db
    .updateTable('channels')
    .set({ failing_since: at, last_failed_at: at })
    .where('id', '=', id)
    .where((e) =>
      e.or([e('failing_since', 'is', null), e('last_failed_at', 'is', null), e('last_failed_at', '<', before)]),
    )
    .$call(wroteRow)

/** Its receiver fails no more: false where that is known already. */
export const endFailing = (db: Db, id: string): Promise<boolean> =>
  db
    .updateTable('channels')
    .set({ failing_since: null, last_failed_at: null })
    .where('id', '=', id)
    .where('failing_since', 'is not', null)
    .$call(wroteRow)

/** The last attempt at it went well. Written seldom, since every delivery would. */
export async function noteDelivered(
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

/** Takes the channel's next moment, where its pace is limited: false when another process has it. */
export const takeMoment = (db: Db, id: string, { now, next }: { now: string; next: string }): Promise<boolean> =>
  db
    .updateTable('channels')
    .set({ paused_until: next })
    .where('id', '=', id)
    .where((e) => e.or([e('paused_until', 'is', null), e('paused_until', '<=', now)]))
    .$call(wroteRow)

/** Nothing goes before; a longer pause stays. */
export async function pauseChannel(db: Db, id: string, until: string): Promise<void> {
  await db
    .updateTable('channels')
    .set({ paused_until: until })
    .where('id', '=', id)
    .where((e) => e.or([e('paused_until', 'is', null), e('paused_until', '<', until)]))
    .execute()
}
