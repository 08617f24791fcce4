import { groupBy } from '@/lib/domain/collections/group-by'
import { listChannelsFor } from '@/lib/features/channels/statements'
import { sentStates } from '@/lib/features/deliveries/domain/delivery-states'
import { countByNotice } from '@/lib/features/deliveries/statements/deliveries'
import { TEAM_OWNER } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

import type { RuleChannel, RuleNotice } from './contract/rules'

/** A channel with its owner: a user's id, or `TEAM_OWNER` for the team. */
export type OwnedChannel = RuleChannel & { readonly owner: string }

/** Lists the account's channels that are not deleted, by name. `mayUseChannel` decides which rules may use one. */
export async function listRuleChannels(db: Db, accountId: string): Promise<readonly OwnedChannel[]> {
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

/** Team rules may use team channels only; a user's rules may also use that user's channels. */
export const mayUseChannel = (owner: string, channel: Pick<OwnedChannel, 'owner'>): boolean =>
  channel.owner === TEAM_OWNER || channel.owner === owner

type Delivery = RuleNotice['deliveries'][number]
type NoticeCounts = Awaited<ReturnType<typeof countByNotice>>

/**
 * Delivery results of these messages, e-mails first: one row per mailbox, and one per channel that the user may see.
 */
export async function listNoticeDeliveries(
  db: Db,
  viewer: Parameters<typeof countByNotice>[1],
  noticeIds: readonly string[],
): Promise<ReadonlyMap<string | null, Delivery[]>> {
  const counts = await countByNotice(db, viewer, noticeIds)
  const byCopy = groupBy(counts, (row) => `${row.notice_id} ${row.channel_id} ${row.recipient}`)
  const copies = [...byCopy.values()].flatMap((rows) => {
    const [worst] = rows.toSorted((a, b) => statesWorstFirst.indexOf(a.state) - statesWorstFirst.indexOf(b.state))
    return worst ? [{ noticeId: worst.notice_id, delivery: toDelivery(worst, rows) }] : []
  })
  const byNotice = groupBy(copies, ({ noticeId }) => noticeId)
  return new Map([...byNotice].map(([id, noticeCopies]) => [id, noticeCopies.map(({ delivery }) => delivery)]))
}

/** Worst state first: when several messages were sent, the row shows the worst of them. */
const statesWorstFirst = ['dead', 'waiting', 'cancelled', 'delivered']

const toDelivery = (worst: NoticeCounts[number], rows: NoticeCounts): Delivery => ({
  kind: worst.recipient === null ? 'channel' : 'mail',
  recipient: worst.recipient ?? worst.name,
  messages: rows.reduce((sum, { count }) => sum + count, 0),
  state: sentStates[worst.state],
  sent_at: worst.state === 'delivered' ? worst.delivered_at : null,
  // For a cancelled e-mail the state already gives the reason; other errors are the mail server's text.
  error: worst.recipient !== null && worst.state === 'cancelled' ? null : worst.last_error,
})
