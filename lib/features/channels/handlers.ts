import type { PanelParsed } from '@/lib/features/contract'
import { type AddressFault, isRetiredConnector } from '@/lib/features/deliveries/domain/delivery-errors'
import { HttpError, ValidationError } from '@/lib/http/errors'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'
import { readEndpoint, resolveFault } from '@/lib/panel/outgoing/address-guard'
import type { Outgoing } from '@/lib/panel/outgoing/outgoing'
import { TEAM_OWNER } from '@/lib/storage/owned'

import { sealForChannel } from './channel-secrets'
import { sendChannelTest } from './channel-test'
import { channels } from './channel-view'
import { endWaiting, makeWaitingDue, insertChannelSequence } from './statements'
import { newSecret } from './webhook-form'

const HOUR_MS = 3_600_000
/** Earlier failures say nothing about a new address or a channel that was turned on again. */
const NO_FAILURES = { failing_since: null, last_failed_at: null, paused_until: null } as const

export const channelHandlers: PanelHandlersOf<'channels'> = {
  'channels.list': (_input, context) => channels.list(context),
  'channels.create': ({ body }, context) => createChannel(body, context),
  'channels.update': ({ params, body }, context) => changeChannel(params.id, body, context),
  'channels.delete': ({ params }, context) => channels.remove(params.id, context),
  'channels.rotateSecret': ({ params, body }, context) => rotateSecret(params.id, body, context),
  'channels.test': ({ params }, context) => sendChannelTest(params.id, context),
}

async function createChannel(body: PanelParsed<'channels.create'>['body'], context: PanelContext) {
  const { user, secrets } = context
  const { kind, name, is_team: isTeam } = body
  const owner = isTeam ? TEAM_OWNER : user.id
  channels.requireMayChange({ owner }, context)
  const url = await requireAddress(body.url, context)
  const secret = kind === 'webhook' ? newSecret() : null
  const channel = await channels.create(
    context,
    (base) => ({
      ...base,
      ...NO_FAILURES,
      ...addressColumns(context, base.id, url),
      owner,
      kind,
      name,
      sealed_secret: secret === null ? null : sealForChannel(secrets, base.id, secret),
      sealed_previous_secret: null,
      previous_secret_until: null,
      state: 'on',
      off_reason: null,
      last_delivered_at: null,
      created_by: user.id,
      deleted_at: null,
    }),
    { insertRelated: insertChannelSequence },
  )
  return { channel, secret }
}

async function changeChannel(id: string, body: PanelParsed<'channels.update'>['body'], context: PanelContext) {
  const { name, state } = body
  channels.requireMayChange(await channels.require(context.storage.db, context, id), context)
  const url = body.url === undefined ? undefined : await requireAddress(body.url, context)
  return channels.change({ id }, context, async (tx, before) => {
    const isStateChanged = state !== before.state
    const to = {
      name,
      ...(url && addressColumns(context, id, url)),
      ...((url !== undefined || isStateChanged) && NO_FAILURES),
      ...(isStateChanged && { state, off_reason: state === 'off' ? ('by_hand' as const) : null }),
    }
    // Waiting messages are sent to the new address at once, whatever delay the old one had caused.
    if (url !== undefined) await makeWaitingDue(tx, id, context.now.toISOString())
    const ending = { state: 'dead', last_error: 'channel_off' } as const
    return isStateChanged && state === 'off' ? { to, more: { waiting: await endWaiting(tx, id, ending) } } : { to }
  })
}

async function rotateSecret(id: string, body: PanelParsed<'channels.rotateSecret'>['body'], context: PanelContext) {
  const { now, secrets } = context
  const secret = newSecret()
  const channel = await channels.change({ id }, context, (_tx, { name, ...before }) => {
    if (before.sealed_secret === null) throw new HttpError('invalid', 'Only webhooks are signed')
    const until = before.previous_secret_until
    if (!body.force && until !== null && until > now.toISOString()) {
      throw new HttpError(
        'secret_overlap',
        'The previous secret still signs; another rotation would end it immediately',
        {
          extra: { until },
        },
      )
    }
    const overlaps = body.keep_hours > 0
    const overlapUntil = overlaps ? new Date(now.getTime() + body.keep_hours * HOUR_MS).toISOString() : null
    return {
      to: {
        sealed_secret: sealForChannel(secrets, id, secret),
        sealed_previous_secret: overlaps ? before.sealed_secret : null,
        previous_secret_until: overlapUntil,
      },
      verb: 'rotateSecret',
      after: { name, overlap_until: overlapUntil },
    }
  })
  return { channel, secret }
}

/** Throws a 422 for the address, with a code that the page has a text for. */
async function requireAddress(text: string, { outgoing }: PanelContext): Promise<URL> {
  const endpoint = readEndpoint(text, outgoing.allowed)
  const fault = 'fault' in endpoint ? endpoint.fault : await faultOf(endpoint.url, outgoing)
  if (fault === undefined && 'url' in endpoint) return endpoint.url
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

const HINT_LENGTH = 4
/** The path may be a secret, so only its last characters are shown, and only if it is much longer than that. */
function shownUrl({ origin, pathname, search }: URL): string {
  const rest = `${pathname}${search}`
  if (rest === '/') return origin
  return `${origin}/…${rest.length > HINT_LENGTH * 3 ? rest.slice(-HINT_LENGTH) : ''}`
}
