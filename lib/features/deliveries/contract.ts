import * as z from 'zod'

import { type PanelOperation, forEveryone, forReaders } from '@/lib/contract/panel-operation'
import { byId, count, instant, limit, uuid } from '@/lib/contract/values'

import { deliveryErrors } from './domain/delivery-errors'
import { deliveryChannels, deliveryStates } from './domain/delivery-states'

export const MAX_DELIVERIES_PAGE = 200

const attempt = z.object({
  number: count,
  at: instant,
  /** HTTP status or SMTP reply code; null without an answer. */
  status: count.nullable(),
  latency_ms: count,
  error: z.enum(deliveryErrors).nullable(),
  /**
   * Start of the receiver's answer, personal numbers masked; null if the user may not see it, e.g. for hidden e-mail
   * addresses.
   */
  answer: z.string().nullable(),
})
export type DeliveryAttempt = z.infer<typeof attempt>

export const listedDelivery = z.object({
  id: uuid,
  channel: z.enum(deliveryChannels),
  /** Null for e-mails. */
  channel_id: uuid.nullable(),
  /** Name of the channel, or the recipient of an e-mail; null if the user may not see the recipient. */
  receiver: z.string().nullable(),
  rule_id: z.string().nullable(),
  type: z.string(),
  title: z.string(),
  /** Lets a receiver recognise duplicates; null for e-mails. */
  message_id: z.string().nullable(),
  /** Grows with every message of the channel; null for e-mails. */
  sequence: count.nullable(),
  /**
   * `dead`: not retried automatically. `cancelled`: never sent, because its channel, rule or reader was removed before.
   */
  state: z.enum(deliveryStates),
  attempts: count,
  created_at: instant,
  delivered_at: instant.nullable(),
  /** Time of the next attempt; null if there is none. */
  next_at: instant.nullable(),
  status: count.nullable(),
  latency_ms: count.nullable(),
  error: z.enum(deliveryErrors).nullable(),
  answer: z.string().nullable(),
  may_replay: z.boolean(),
})
export type ListedDelivery = z.infer<typeof listedDelivery>

export const deliveryOperations = {
  'deliveries.list': {
    ...forEveryone.get,
    path: '/panel/deliveries',
    summary:
      'Sent and queued messages, newest first: e-mails of alerts, and messages through channels that the user can see',
    query: z.object({
      state: z.enum(deliveryStates).optional(),
      kind: z.enum(deliveryChannels).optional(),
      channel: uuid.optional(),
      rule: uuid.optional(),
      since: instant.optional(),
      cursor: z.string().max(200).optional(),
      limit: limit(MAX_DELIVERIES_PAGE, 50),
    }),
    response: z.object({ items: z.array(listedDelivery), next_cursor: z.string().nullable() }),
  },
  'deliveries.get': {
    ...forEveryone.get,
    path: '/panel/deliveries/{id}',
    summary: 'One delivery with its attempts, the first one first',
    params: byId,
    response: z.object({ delivery: listedDelivery, history: z.array(attempt) }),
  },
  'deliveries.replay': {
    ...forReaders.post,
    path: '/panel/deliveries/{id}/replay',
    summary: 'Send a message again, under the same id; 409 while its channel is off or it is being sent',
    params: byId,
    response: listedDelivery,
  },
  'deliveries.replayDead': {
    ...forReaders.post,
    path: '/panel/channels/{id}/replay',
    summary: 'Send again all dead messages of a channel since a given time; 409 while it is off',
    invalidates: ['panel.channels', 'panel.deliveries'],
    params: byId,
    body: z.object({ since: instant }),
    response: z.object({ replayed: count }),
  },
} as const satisfies Record<string, PanelOperation>
