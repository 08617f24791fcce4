import { groupBy } from '@/lib/domain/collections/group-by'
import { listChannelsFor } from '@/lib/features/channels/statements'
import { sentStates } from '@/lib/features/deliveries/domain/delivery-states'
import { countByNotice } from '@/lib/features/deliveries/statements/deliveries'
import { TEAM_OWNER } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

import type { RuleChannel, RuleNotice } from './contract/rules'

/** A channel, and whose it is: a user's, or the team's (`TEAM_OWNER`). */
export type ChannelOf = RuleChannel & { readonly owner: string }

/** Every channel of an account that is not deleted, by name. What one of them may be used for `maySpeakThrough` tells. */
export async function listChannelsOf(db: Db, accountId: string): Promise<readonly ChannelOf[]> {
  const channels = await listChannelsFor(db, accountId)
  return channels.map(({ id, name, kind, owner, state }) => ({
    id,
    name,
    kind,
    owner,
    is_team: owner === TEAM_OWNER,
    is_active: state === 'on',
  }))
}

/** The team's rules speak through the team's channels, own ones through their owner's too. */
export const maySpeakThrough = (owner: string, channel: Pick<ChannelOf, 'owner'>): boolean =>
  channel.owner === TEAM_OWNER || channel.owner === owner

type Delivery = RuleNotice['deliveries'][number]
type Counted = Awaited<ReturnType<typeof countByNotice>>

/** How copies of these messages fared, e-mails first: one row for each mailbox, and for each channel that the user sees. */
export async function listNoticeDeliveries(
  db: Db,
  seer: Parameters<typeof countByNotice>[1],
  noticeIds: readonly string[],
): Promise<ReadonlyMap<string | null, Delivery[]>> {
  const counted = await countByNotice(db, seer, noticeIds)
  const byCopy = groupBy(counted, (row) => `${row.notice_id} ${row.channel_id} ${row.recipient}`)
  const copies = [...byCopy.values()].flatMap((rows) => {
    const [worst] = rows.toSorted((a, b) => badness.indexOf(a.state) - badness.indexOf(b.state))
    return worst ? [{ noticeId: worst.notice_id, delivery: toDelivery(worst, rows) }] : []
  })
  const byNotice = groupBy(copies, ({ noticeId }) => noticeId)
  return new Map([...byNotice].map(([id, own]) => [id, own.map(({ delivery }) => delivery)]))
}

/** What went wrong comes first: several messages are sent once all of them are. */
const badness = ['dead', 'waiting', 'cancelled', 'delivered']

const toDelivery = (worst: Counted[number], rows: Counted): Delivery => ({
  kind: worst.recipient === null ? 'channel' : 'mail',
  recipient: worst.recipient ?? worst.name,
  messages: rows.reduce((sum, { count }) => sum + count, 0),
  state: sentStates[worst.state],
  sent_at: worst.state === 'delivered' ? worst.delivered_at : null,
  // Why an e-mail went no further the state says; anything else is the mail server's words.
  error: worst.recipient !== null && worst.state === 'cancelled' ? null : worst.last_error,
})
