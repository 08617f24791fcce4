import { type Channel, teamChannelRoles } from '@/lib/contract/panel/channels'
import { isRetiredConnector } from '@/lib/domain/delivery/delivery-errors'
import type { Role } from '@/lib/domain/roles'
import { HttpError } from '@/lib/http/errors'
import {
  type ChannelSeer,
  countByChannel,
  countRulesByChannel,
  findSeenChannel,
  listSeenChannels,
  type SeenChannel,
} from '@/lib/storage/panel/delivery/channels'
import type { ChannelTable } from '@/lib/storage/panel/delivery/tables'
import { TEAM } from '@/lib/storage/panel/saved-views/saved-views'
import type { Db } from '@/lib/storage/storage'

import type { PanelContext } from '../context'

type Seeing = Pick<PanelContext, 'account' | 'user' | 'now'>

export const channelSeer = ({ account, user }: Seeing): ChannelSeer => ({ accountId: account.id, userId: user.id })

/** Own ones everybody who has them, the team's by role. */
export const mayChangeChannel = (
  { owner }: Pick<ChannelTable, 'owner'>,
  user: { readonly id: string; readonly role: Role },
): boolean => (owner === TEAM ? teamChannelRoles.some((role) => role === user.role) : owner === user.id)

export async function requireChannel(db: Db, context: Seeing, id: string): Promise<SeenChannel> {
  const channel = await findSeenChannel(db, channelSeer(context), id)
  if (!channel) throw new HttpError('not_found', 'There is no such channel')
  return channel
}

export function requireChangeableChannel(channel: Pick<ChannelTable, 'owner'>, { user }: Seeing): void {
  if (mayChangeChannel(channel, user)) return
  throw new HttpError('role_required', 'Your role may not change channels of the team', {
    extra: { roles: teamChannelRoles },
  })
}

export async function readChannels(db: Db, context: Seeing): Promise<Channel[]> {
  const channels = await listSeenChannels(db, channelSeer(context))
  const counts = await readCounts(db, context.account.id)
  return channels.map((channel) => toChannel(channel, counts, context))
}

export async function readChannel(db: Db, context: Seeing, id: string): Promise<Channel> {
  const channel = await requireChannel(db, context, id)
  return toChannel(channel, await readCounts(db, context.account.id), context)
}

const readCounts = async (db: Db, accountId: string) => ({
  deliveries: await countByChannel(db, accountId),
  rules: await countRulesByChannel(db, accountId),
})
type Counts = Awaited<ReturnType<typeof readCounts>>

function toChannel(channel: SeenChannel, counts: Counts, { user, now }: Seeing): Channel {
  const countOf = (state: 'waiting' | 'dead') =>
    counts.deliveries.find((each) => each.channel_id === channel.id && each.state === state)?.count ?? 0
  const { id, kind, name, url_shown, state, off_reason, failing_since, last_delivered_at, created_at, updated_at } =
    channel
  const until = channel.previous_secret_until
  return {
    id,
    kind,
    name,
    is_team: channel.owner === TEAM,
    is_own: channel.owner === user.id,
    may_change: mayChangeChannel(channel, user),
    url_shown,
    is_retired: URL.canParse(url_shown) && isRetiredConnector(new URL(url_shown)),
    state,
    off_reason,
    failing_since,
    last_delivered_at,
    previous_secret_until: until !== null && until > now.toISOString() ? until : null,
    waiting: countOf('waiting'),
    dead: countOf('dead'),
    rules: counts.rules.find((each) => each.channel_id === channel.id)?.count ?? 0,
    created_by: channel.maker,
    created_at,
    updated_at,
  }
}
