import type { RuleChannel, RuleNotice } from '@/lib/contract/panel/rules'
import { groupBy } from '@/lib/domain/collections/group-by'
import { sentStates } from '@/lib/domain/delivery/delivery-states'
import { listChannelsFor } from '@/lib/storage/panel/delivery/channels'
import { countByNotice } from '@/lib/storage/panel/delivery/deliveries'
import { TEAM } from '@/lib/storage/panel/saved-views/saved-views'
import type { Db } from '@/lib/storage/storage'

/** A channel, and whose it is: a user's, or the team's (`TEAM`). */
export type ChannelOf = RuleChannel & { readonly owner: string }

/** Every channel of an account that is not deleted, by name. What one of them may be used for `maySpeakThrough` tells. */
export async function listChannelsOf(db: Db, accountId: string): Promise<readonly ChannelOf[]> {
  const channels = await listChannelsFor(db, accountId)
  return channels.map(({ id, name, kind, owner, state }) => ({
    id,
    name,
    kind,
    owner,
    is_team: owner === TEAM,
    is_active: state === 'on',
  }))
}

/** The team's rules speak through the team's channels, own ones through their owner's too. */
export const maySpeakThrough = (owner: string, channel: Pick<ChannelOf, 'owner'>): boolean =>
  channel.owner === TEAM || channel.owner === owner

type ChannelDelivery = { readonly notice_id: string; readonly delivery: RuleNotice['deliveries'][number] }
type Seer = Parameters<typeof countByNotice>[1]
type Counted = Awaited<ReturnType<typeof countByNotice>>

/** How copies of these messages fared that went to channels that the user sees, one row for each channel. */
export async function listChannelDeliveries(
  db: Db,
  seer: Seer,
  noticeIds: readonly string[],
): Promise<readonly ChannelDelivery[]> {
  const counted = await countByNotice(db, seer, noticeIds)
  const byCopy = groupBy(counted, ({ notice_id: notice, channel_id: channel }) => `${notice} ${channel}`)
  return [...byCopy.values()].flatMap((rows) => {
    const [worst] = rows.toSorted((a, b) => badness.indexOf(a.state) - badness.indexOf(b.state))
    return worst ? [toDelivery(worst, rows)] : []
  })
}

/** What went wrong comes first: several messages are sent once all of them are. */
const badness = ['dead', 'waiting', 'cancelled', 'delivered']

const toDelivery = (worst: Counted[number], rows: Counted): ChannelDelivery => ({
  notice_id: worst.notice_id ?? '',
  delivery: {
    kind: 'channel',
    recipient: worst.name,
    messages: rows.reduce((sum, { count }) => sum + count, 0),
    state: sentStates[worst.state],
    sent_at: worst.state === 'delivered' ? worst.delivered_at : null,
    error: worst.last_error,
  },
})
