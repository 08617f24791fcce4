import { randomUUID } from 'node:crypto'

import type { PanelParsed } from '@/lib/contract/panel-table'
import { MAX_CHANNELS } from '@/lib/contract/panel/channels'
import { type AddressFault, isRetiredConnector } from '@/lib/domain/delivery/delivery-errors'
import { HttpError, ValidationError } from '@/lib/http/errors'
import { lockAccount } from '@/lib/storage/engine/account-lock'
import {
  countChannels,
  endWaiting,
  hastenWaiting,
  insertChannel,
  updateChannel,
} from '@/lib/storage/panel/delivery/channels'
import type { ChannelTable } from '@/lib/storage/panel/delivery/tables'
import { TEAM } from '@/lib/storage/panel/saved-views/saved-views'
import type { Db } from '@/lib/storage/storage'

import { type AuditedChange, recordAuditIn, toAuditEvent } from '../audit/audit'
import type { PanelContext, PanelHandlersOf } from '../context'
import { readEndpoint, resolveFault } from './address-guard'
import { sealForChannel } from './channel-secrets'
import { sendChannelTest } from './channel-test'
import { readChannel, readChannels, requireChangeableChannel, requireChannel } from './channel-view'
import type { Outgoing } from './outgoing'
import { newSecret } from './webhook-form'

const HOUR_MS = 3_600_000

export const channelHandlers: PanelHandlersOf<'channels'> = {
  'channels.list': async (_input, context) => ({ items: await readChannels(context.storage.db, context) }),
  'channels.create': ({ body }, context) => createChannel(body, context),
  'channels.update': async ({ params, body }, context) => {
    const { db } = context.storage
    requireChangeableChannel(await requireChannel(db, context, params.id), context)
    const url = body.url === undefined ? undefined : await requireAddress(body.url, context)
    await changeChannel(params.id, { ...body, url }, context)
    return readChannel(db, context, params.id)
  },
  'channels.delete': async ({ params }, context) => {
    await changing(context, params.id, async (db, channel) => {
      const at = context.now.toISOString()
      const secrets = { sealed_url: '', sealed_secret: null, sealed_previous_secret: null }
      await updateChannel(db, channel.id, { ...secrets, state: 'off', updated_at: at, deleted_at: at })
      const waiting = await endWaiting(db, channel.id, { state: 'cancelled', last_error: 'channel_off' })
      return { action: 'channels.delete', before: { ...factsOf(channel), waiting } }
    })
    return undefined
  },
  'channels.rotateSecret': ({ params, body }, context) => rotateSecret(params.id, body, context),
  'channels.test': ({ params }, context) => sendChannelTest(params.id, context),
}

async function createChannel(body: PanelParsed<'channels.create'>['body'], context: PanelContext) {
  const { account, user, now, secrets, storage } = context
  const { kind, name, is_team: isTeam } = body
  const owner = isTeam ? TEAM : user.id
  requireChangeableChannel({ owner }, context)
  const url = await requireAddress(body.url, context)
  const id = randomUUID()
  const secret = kind === 'webhook' ? newSecret() : null
  const at = now.toISOString()
  const row: ChannelTable = {
    id,
    account_id: account.id,
    owner,
    kind,
    name,
    ...addressColumns(context, id, url),
    sealed_secret: secret === null ? null : sealForChannel(secrets, id, secret),
    sealed_previous_secret: null,
    previous_secret_until: null,
    state: 'on',
    off_reason: null,
    failing_since: null,
    last_failed_at: null,
    paused_until: null,
    last_delivered_at: null,
    created_by: user.id,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  }
  await inAccount(context, async (db) => {
    if ((await countChannels(db, account.id)) >= MAX_CHANNELS) {
      throw new HttpError('limit', `An account has at most ${MAX_CHANNELS} channels`, {
        extra: { limit: MAX_CHANNELS },
      })
    }
    await insertChannel(db, row)
    await audit(db, context, { action: 'channels.create', target: id, after: factsOf(row) })
  })
  return { channel: await readChannel(storage.db, context, id), secret }
}

type Change = { readonly name: string; readonly url: URL | undefined; readonly state: 'on' | 'off' }

function changeChannel(id: string, { name, url, state }: Change, context: PanelContext): Promise<void> {
  return changing(context, id, async (db, before) => {
    const address = url ? addressColumns(context, id, url) : {}
    const isTurned = state !== before.state
    const fresh = { failing_since: null, last_failed_at: null, paused_until: null }
    const change = {
      name,
      ...address,
      ...((url !== undefined || isTurned) && fresh),
      ...(isTurned && { state, off_reason: state === 'off' ? ('by_hand' as const) : null }),
      updated_at: context.now.toISOString(),
    }
    await updateChannel(db, id, change)
    // What failed at the old address is not late at the new one.
    if (url !== undefined) await hastenWaiting(db, id, context.now.toISOString())
    const off = { state: 'dead', last_error: 'channel_off' } as const
    const ended = isTurned && state === 'off' ? { waiting: await endWaiting(db, id, off) } : {}
    const after = { ...factsOf({ ...before, ...change }), ...ended }
    return { action: 'channels.update', before: factsOf(before), after }
  })
}

async function rotateSecret(id: string, body: PanelParsed<'channels.rotateSecret'>['body'], context: PanelContext) {
  const { now, secrets, storage } = context
  const secret = newSecret()
  await changing(context, id, async (db, channel) => {
    if (channel.sealed_secret === null) throw new HttpError('invalid', 'Only webhooks are signed')
    const until = channel.previous_secret_until
    if (!body.force && until !== null && until > now.toISOString()) {
      throw new HttpError('secret_overlap', 'The secret before still signs; another rotation would end it at once', {
        extra: { until },
      })
    }
    const keptUntil = new Date(now.getTime() + body.keep_hours * HOUR_MS).toISOString()
    const isKept = body.keep_hours > 0
    await updateChannel(db, id, {
      sealed_secret: sealForChannel(secrets, id, secret),
      sealed_previous_secret: isKept ? channel.sealed_secret : null,
      previous_secret_until: isKept ? keptUntil : null,
      updated_at: now.toISOString(),
    })
    const after = { name: channel.name, overlap_until: isKept ? keptUntil : null }
    return { action: 'channels.rotateSecret', after }
  })
  return { channel: await readChannel(storage.db, context, id), secret }
}

/** 422 at the address, by a word that the page has a text for. */
async function requireAddress(text: string, { outgoing }: PanelContext): Promise<URL> {
  const read = readEndpoint(text, outgoing.allowed)
  const fault = 'fault' in read ? read.fault : await faultOf(read.url, outgoing)
  if (fault === undefined && 'url' in read) return read.url
  throw new ValidationError([
    { loc: ['body', 'url'], msg: 'Nothing is sent to this address', type: fault ?? 'not_an_address' },
  ])
}

const faultOf = async (url: URL, outgoing: Outgoing): Promise<AddressFault | undefined> =>
  isRetiredConnector(url) ? 'retired_connector' : resolveFault(url, outgoing)

const addressColumns = ({ secrets }: PanelContext, id: string, url: URL) => ({
  sealed_url: sealForChannel(secrets, id, url.href),
  url_shown: shownUrl(url),
})

const HINT = 4
/** Of a path that may be a secret only its end, where it is long enough to tell two apart and nothing more. */
function shownUrl({ origin, pathname, search }: URL): string {
  const rest = `${pathname}${search}`
  if (rest === '/') return origin
  return `${origin}/…${rest.length > HINT * 3 ? rest.slice(-HINT) : ''}`
}

const factsOf = ({ kind, name, url_shown, owner, state }: ChannelTable) => ({
  name,
  channel_kind: kind,
  channel_address: url_shown,
  is_team: owner === TEAM,
  enabled: state === 'on',
})

/** What is decided on a channel follows one another, under the account's lock. */
function inAccount<T>({ storage, account }: PanelContext, work: (db: Db) => Promise<T>): Promise<T> {
  return storage.db.transaction().execute(async (db) => {
    await lockAccount(db, storage.engine, account.id)
    return work(db)
  })
}

/** The change and its entry in the audit log are there together or not at all. */
function changing(
  context: PanelContext,
  id: string,
  work: (db: Db, channel: ChannelTable) => Promise<Omit<AuditedChange, 'target'>>,
): Promise<void> {
  return inAccount(context, async (db) => {
    const channel = await requireChannel(db, context, id)
    requireChangeableChannel(channel, context)
    await audit(db, context, { ...(await work(db, channel)), target: id })
  })
}

const audit = (db: Db, context: PanelContext, change: AuditedChange): Promise<void> =>
  recordAuditIn({ db, engine: context.storage.engine }, toAuditEvent(context, change))
