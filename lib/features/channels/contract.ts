import * as z from 'zod'

import { monitoringWriters } from '@/lib/contract/operation'
import { type PanelOperation, forReaders } from '@/lib/contract/panel-operation'
import { byId, count, instant, line, noAnswer, uuid } from '@/lib/contract/values'
import { listedDelivery } from '@/lib/features/deliveries/contract'

export const MAX_CHANNEL_NAME_LENGTH = 80
/** Own and team channels of one account together. */
export const MAX_CHANNELS = 100
/** Limit for all channels of an account together. */
export const MAX_CHANNEL_TESTS_AN_HOUR = 30
const MAX_URL_LENGTH = 2000
/** How long the previous secret may sign in addition to the new one. */
export const MAX_OVERLAP_HOURS = 168
export const DEFAULT_OVERLAP_HOURS = 24

/** Channels over HTTP. E-mail has no channels of users: its recipients are part of rules. */
export const channelKinds = ['webhook', 'slack', 'teams'] as const
export type ChannelKind = (typeof channelKinds)[number]

/** Why the channel is off. `gone`: the receiver answered 410; `failing`: every attempt failed for five days. */
export const offReasons = ['by_hand', 'gone', 'failing'] as const

export const channel = z.object({
  id: uuid,
  kind: z.enum(channelKinds),
  name: z.string(),
  is_team: z.boolean(),
  is_own: z.boolean(),
  may_change: z.boolean(),
  /** The URL with its secret parts hidden: the paths of Slack and Teams URLs are secret. */
  url_shown: z.string(),
  /** The address is a retired Microsoft connector: messages do not arrive, so it has to be replaced. */
  is_retired: z.boolean(),
  state: z.enum(['on', 'off']),
  off_reason: z.enum(offReasons).nullable(),
  /** Set while every attempt fails. */
  failing_since: instant.nullable(),
  last_delivered_at: instant.nullable(),
  /** The previous secret also signs until then; null if it does not. */
  previous_secret_until: instant.nullable(),
  waiting: count,
  dead: count,
  /** Number of rules that use it, including those the user cannot see. */
  rules: count,
  /** E-mail of its creator; null once they have left the account. */
  created_by: z.string().nullable(),
  created_at: instant,
  updated_at: instant,
})
export type Channel = z.infer<typeof channel>

const name = line(MAX_CHANNEL_NAME_LENGTH).min(1)
const url = z.string().trim().min(1).max(MAX_URL_LENGTH)

/** `secret`: whsec_ and 32 random bytes, shown only once; null for channels without signatures. */
const withSecret = z.object({ channel, secret: z.string().nullable() })

export const teamChannelRoles = monitoringWriters

export const channelOperations = {
  'channels.list': {
    ...forReaders.get,
    path: '/panel/channels',
    summary: 'Channels for messages: those of the user and of the team, by name',
    response: z.object({ items: z.array(channel) }),
  },
  'channels.create': {
    ...forReaders.post,
    path: '/panel/channels',
    summary:
      'Add a channel; the secret that signs its webhooks is only in this answer. 422 for an address to which nothing may be sent',
    invalidates: ['panel.channels', 'panel.deliveries'],
    status: 201,
    idempotent: false,
    body: z.object({ kind: z.enum(channelKinds), name, url, is_team: z.boolean() }),
    response: withSecret,
  },
  'channels.update': {
    ...forReaders.put,
    path: '/panel/channels/{id}',
    summary:
      'Change a channel, and its address if one is given; when it is turned off, queued messages become dead and can be replayed',
    invalidates: ['panel.channels', 'panel.deliveries'],
    params: byId,
    body: z.object({ name, url: url.optional(), state: z.enum(['on', 'off']) }),
    response: channel,
  },
  'channels.delete': {
    ...forReaders.delete,
    ...noAnswer,
    path: '/panel/channels/{id}',
    summary: 'Delete a channel; queued messages are cancelled, delivered ones stay listed',
    invalidates: ['panel.channels', 'panel.deliveries'],
    params: byId,
  },
  'channels.rotateSecret': {
    ...forReaders.post,
    path: '/panel/channels/{id}/secret',
    summary:
      'A new secret, only in this answer; the previous one also signs for `keep_hours` hours. 409 while a previous one still does, unless forced',
    invalidates: ['panel.channels', 'panel.deliveries'],
    idempotent: false,
    params: byId,
    body: z.object({
      keep_hours: z.number().int().min(0).max(MAX_OVERLAP_HOURS).default(DEFAULT_OVERLAP_HOURS),
      force: z.boolean().default(false),
    }),
    response: withSecret,
  },
  'channels.test': {
    ...forReaders.post,
    path: '/panel/channels/{id}/test',
    summary: 'Send one test message now, and return its result',
    invalidates: ['panel.channels', 'panel.deliveries'],
    idempotent: false,
    params: byId,
    response: listedDelivery,
  },
} as const satisfies Record<string, PanelOperation>
