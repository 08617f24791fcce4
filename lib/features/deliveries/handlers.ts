import { type AuditedChange, recordChange } from '@/lib/features/audit/audit'
import { channels } from '@/lib/features/channels/channel-view'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'
import { deliveryContextOf } from '@/lib/panel/outgoing/outgoing'
import { type AccountTx, inAccount } from '@/lib/storage/engine/account-lock'

import type { ListedDelivery } from './contract'
import { deliveryViewer, isReplayable, readDelivery, readWithHistory, requireDelivery, toListed } from './delivery-view'
import { sendDeliveriesSoon } from './job'
import { type DeliveryCursor, listVisibleDeliveries, replayDead, replayDelivery } from './statements/deliveries'

export const deliveryHandlers: PanelHandlersOf<'deliveries'> = {
  'deliveries.list': async ({ query }, context) => {
    const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
    const { since, channel: channelId, rule: ruleId, limit, ...filter } = query
    const rows = await listVisibleDeliveries(context.storage.db, deliveryViewer(context), {
      ...filter,
      channelId,
      ruleId,
      since: since === undefined ? undefined : new Date(since).toISOString(),
      after,
      limit: limit + 1,
    })
    const items = rows.slice(0, limit).map((row) => toListed(row, context))
    const last = items.at(-1)
    return { items, next_cursor: rows.length > items.length && last ? writeCursor(last) : null }
  },
  'deliveries.get': ({ params }, context) => readWithHistory(context.storage.db, context, params.id),
  'deliveries.replay': async ({ params }, context) => {
    const { db } = context.storage
    await inAuditedTransaction(context, async (tx) => {
      const row = await requireDelivery(tx, context, params.id)
      channels.requireMayChange({ owner: row.channel_owner }, context)
      const isReplayStarted =
        isReplayable(row, context.now) && (await replayDelivery(tx, row.id, context.now.toISOString()))
      if (!isReplayStarted)
        throw new HttpError('not_replayable', 'Its channel is off or deleted, it is being sent, or it was a test')
      return { action: 'deliveries.replay', target: row.id, after: { name: row.channel_name } }
    })
    sendDeliveriesSoon(deliveryContextOf(context))
    return readDelivery(db, context, params.id)
  },
  'deliveries.replayDead': async ({ params, body }, context) => {
    let replayed = 0
    await inAuditedTransaction(context, async (db) => {
      const channel = await channels.require(db, context, params.id)
      channels.requireMayChange(channel, context)
      if (channel.state === 'off') throw new HttpError('not_replayable', 'The channel is off')
      const since = new Date(body.since).toISOString()
      replayed = await replayDead(db, channel.id, { since, now: context.now.toISOString() })
      return { action: 'deliveries.replayDead', target: channel.id, after: { name: channel.name, since, replayed } }
    })
    if (replayed > 0) sendDeliveriesSoon(deliveryContextOf(context))
    return { replayed }
  },
}

const CURSOR = /^(\d{4}-\d{2}-\d{2}T[\d:.]+Z)_([\da-f-]{36})$/
const writeCursor = ({ created_at: at, id }: ListedDelivery): string => `${at}_${id}`

function readCursor(text: string): DeliveryCursor {
  const [, at, id] = CURSOR.exec(text) ?? []
  if (at === undefined || id === undefined) throw new HttpError('invalid', 'The cursor does not belong to this list')
  return { at, id }
}

/** The change and its audit log entry are written in one transaction. */
function inAuditedTransaction(context: PanelContext, work: (db: AccountTx) => Promise<AuditedChange>): Promise<void> {
  return inAccount(context, async (db) => {
    const change = await work(db)
    await recordChange(db, context, change)
  })
}
