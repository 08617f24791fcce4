import type { AuditDetails } from '@/lib/features/audit/domain/audit-words'
import { isRetiredConnector } from '@/lib/features/deliveries/domain/delivery-errors'
import type { ChannelTable } from '@/lib/features/deliveries/tables'
import type { PanelContext } from '@/lib/panel/context'
import { defineOwned } from '@/lib/panel/owned'
import { type VisibleRow, TEAM_OWNER } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

import { type Channel, MAX_CHANNELS, teamChannelRoles } from './contract'
import { channelRows, countByChannel, countRulesByChannel, endWaiting, updateChannel } from './statements'

const detailsOf = ({ kind, name, url_shown, owner, state }: ChannelTable): AuditDetails => ({
  name,
  channel_kind: kind,
  channel_address: url_shown,
  is_team: owner === TEAM_OWNER,
  enabled: state === 'on',
})

export const channels = defineOwned({
  rows: channelRows,
  noun: 'channels',
  label: 'channel',
  maxCount: MAX_CHANNELS,
  mayShareNames: true,
  teamRoles: teamChannelRoles,
  details: detailsOf,
  show: async (db, rows, context): Promise<Channel[]> => {
    const counts = await readCounts(db, context.account.id)
    return rows.map((channel) => toChannel(channel, counts, context))
  },
  erase: async (tx, { id }, { now }) => {
    const at = now.toISOString()
    const secrets = { sealed_url: '', sealed_secret: null, sealed_previous_secret: null }
    await updateChannel(tx, id, { ...secrets, state: 'off', updated_at: at, deleted_at: at })
    return { waiting: await endWaiting(tx, id, { state: 'cancelled', last_error: 'channel_off' }) }
  },
})

const readCounts = async (db: Db, accountId: string) => ({
  deliveries: await countByChannel(db, accountId),
  rules: await countRulesByChannel(db, accountId),
})
type Counts = Awaited<ReturnType<typeof readCounts>>

function toChannel(channel: VisibleRow<'channels'>, counts: Counts, { user, now }: PanelContext): Channel {
  const countOf = (state: 'waiting' | 'dead') =>
    counts.deliveries.find((each) => each.channel_id === channel.id && each.state === state)?.count ?? 0
  const { id, kind, name, url_shown, state, off_reason, failing_since, last_delivered_at, created_at, updated_at } =
    channel
  const until = channel.previous_secret_until
  return {
    id,
    // Safe: `channelRows` excludes the e-mail channel.
    kind: kind as Channel['kind'],
    name,
    is_team: channel.owner === TEAM_OWNER,
    is_own: channel.owner === user.id,
    may_change: channels.mayChange(channel, { user }),
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
