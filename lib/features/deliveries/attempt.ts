import { mailRetryCycle, nextAttempt, postRetryCycle, readRetryAfter } from '@/lib/domain/back-off'
import { channelUrl, signingSecrets } from '@/lib/features/channels/channel-secrets'
import { slackBody, teamsBody } from '@/lib/features/channels/chat-forms'
import { findChannel, recordDelivered, pauseChannel } from '@/lib/features/channels/statements'
import { recordRecovery, recordFailure, turnOff } from '@/lib/features/channels/turn-off'
import { webhookBody, webhookHeaders } from '@/lib/features/channels/webhook-form'
import { sendMail } from '@/lib/panel/mail/mail-transport'
import type { DeliveryContext, MailSendingContext } from '@/lib/panel/outgoing/outgoing'
import { post, type PostResult } from '@/lib/panel/outgoing/post'
import { measureDelivery } from '@/lib/telemetry/outgoing'

import type { DeliveryError } from './domain/delivery-errors'
import { readMessage } from './message'
import { makeFollowersDue, insertAttempt, postponeFollowers, settleDelivery } from './statements/sending'
import type { ChannelTable, DeliveryTable, MailTable } from './tables'

const USER_AGENT = 'registers-panel/1 (+https://www.standardwebhooks.com)'
/** Minimum time between two writes that a channel works. */
const DELIVERED_WRITE_INTERVAL_MS = 10_000
/**
 * Longest pause of a channel whose receiver gave no Retry-After: the back-off of one message must not delay all others.
 */
const MAX_DEFAULT_PAUSE_MS = 60_000

type ClaimedDelivery = { readonly delivery: DeliveryTable; readonly holder: string; readonly isLast?: boolean }

export const isMail = (delivery: DeliveryTable): delivery is MailTable => delivery.recipient !== null

/**
 * Makes one attempt and records its outcome. The caller must hold the claim. With `isLast` a failure is not retried.
 */
export async function attemptDelivery(context: DeliveryContext, claim: ClaimedDelivery): Promise<PostResult> {
  const { delivery, isLast = false } = claim
  const channel = await findChannel(context.storage.db, delivery.channel_id)
  const at = context.clock()
  const result = channel
    ? await measureDelivery(channel.kind, () => send(context, channel, delivery))
    : unsentOutcome('channel_off')
  const { next, now } = await recordAttempt(context, claim, { result, at })
  // A message that was never sent proves nothing about the channel.
  if (channel && !isLast && result.error !== 'unreadable_message')
    await recordChannelOutcome(context, channel, { result, next, now })
  return result
}

/** Makes one attempt at an e-mail. Failures of the mail server itself are recorded by the mail server watch. */
export async function attemptMail(
  context: MailSendingContext,
  claim: ClaimedDelivery & { readonly delivery: MailTable },
): Promise<void> {
  const { delivery, holder, isLast = false } = claim
  const at = context.clock()
  const outcome = await sendMail(context, delivery, isLast)
  if ('error' in outcome) await recordAttempt(context, claim, { result: outcome, at })
  else await settleDelivery(context.storage.db, { id: delivery.id, ...outcome }, holder)
}

type AttemptResult = { readonly result: PostResult; readonly at: Date }

async function recordAttempt(
  { storage, clock }: MailSendingContext,
  claim: ClaimedDelivery,
  { result, at }: AttemptResult,
) {
  const { delivery, holder, isLast = false } = claim
  const now = clock()
  const newState = nextState(delivery, result, { now, at, isLast })
  await storage.db.transaction().execute(async (db) => {
    // Attempts of mails to a person about themselves are never listed, so they are not stored.
    if (delivery.type !== 'person')
      await insertAttempt(db, {
        delivery_id: delivery.id,
        number: newState.attempts,
        at: at.toISOString(),
        status: result.status,
        latency_ms: result.latencyMs,
        error: result.error,
        answer: result.answer,
      })
    await settleDelivery(db, newState, holder)
    if (newState.state === 'waiting') await postponeFollowers(db, delivery, newState.next_at)
    // Followers were postponed together with this delivery.
    if (newState.state === 'delivered' && delivery.attempts > 0) await makeFollowersDue(db, delivery, now.toISOString())
  })
  return { next: newState.next_at, now }
}

const unsentOutcome = (error: DeliveryError): PostResult => ({
  status: null,
  latencyMs: 0,
  error,
  answer: null,
  retryAfter: null,
})

async function send(context: DeliveryContext, channel: ChannelTable, delivery: DeliveryTable): Promise<PostResult> {
  const { secrets, outgoing } = context
  const url = channelUrl(secrets, channel)
  const form = formatMessage(context, channel, delivery)
  if (form === 'unreadable_message') return unsentOutcome(form)
  if (url === undefined || !form) return unsentOutcome('unreadable_secret')
  const headers = { accept: '*/*', 'user-agent': USER_AGENT, ...form.headers }
  return post({ ...outgoing, url, headers, body: form.body })
}

/** A message that cannot be formatted now never can be; retrying it would block all later messages of its subject. */
function formatMessage({ secrets, clock, log }: DeliveryContext, channel: ChannelTable, delivery: DeliveryTable) {
  try {
    return buildRequest(channel, delivery, { secrets: signingSecrets(secrets, channel, clock()), now: clock() })
  } catch (error) {
    log.error({ err: error, delivery: delivery.id }, 'a message cannot be rendered for its channel')
    return 'unreadable_message'
  }
}

type SigningOptions = { readonly secrets: readonly string[] | undefined; readonly now: Date }

function buildRequest({ kind }: ChannelTable, delivery: DeliveryTable, { secrets, now }: SigningOptions) {
  const message = readMessage(delivery.message)
  if (!message) throw new Error('The stored value is not a message')
  const headers = { 'content-type': 'application/json' }
  if (kind === 'slack') return { headers, body: slackBody(message, delivery.language) }
  if (kind === 'teams') return { headers, body: teamsBody(message, delivery.language) }
  if (!secrets) return undefined
  const body = webhookBody(message, delivery.sequence)
  return { body, headers: webhookHeaders({ id: message.id, body, now, secrets }) }
}

type AttemptTime = { readonly now: Date; readonly at: Date; readonly isLast: boolean }

function nextState(delivery: DeliveryTable, result: PostResult, { now, at, isLast }: AttemptTime) {
  const attempts = delivery.attempts + 1
  const retry_cycle_at = delivery.retry_cycle_at ?? at.toISOString()
  const next = isFinal(result, isLast)
    ? undefined
    : nextAttempt({
        cycle: isMail(delivery) ? mailRetryCycle : postRetryCycle,
        failures: attempts - delivery.retry_cycle_from,
        cycleStartedAt: Date.parse(retry_cycle_at),
        now: now.getTime(),
        requestedMs: readRetryAfter(result.retryAfter, now.getTime()),
        random: Math.random(),
      })
  const failedState = next === undefined ? 'dead' : 'waiting'
  return {
    id: delivery.id,
    attempts,
    retry_cycle_at,
    state: result.error === null ? 'delivered' : failedState,
    next_at: next === undefined ? delivery.next_at : new Date(next).toISOString(),
    delivered_at: result.error === null ? now.toISOString() : delivery.delivered_at,
    last_status: result.status,
    last_latency_ms: result.latencyMs,
    last_error: isMail(delivery) ? result.answer : result.error,
  } as const
}

const isFinal = ({ error, isFinal: isMarkedFinal }: PostResult, isLast: boolean): boolean =>
  isLast || isMarkedFinal === true || error === null || error === 'gone' || error === 'unreadable_message'

type ChannelOutcome = { readonly result: PostResult; readonly next: string; readonly now: Date }

async function recordChannelOutcome(
  context: DeliveryContext,
  channel: ChannelTable,
  { result, next, now }: ChannelOutcome,
): Promise<void> {
  const { db } = context.storage
  if (result.error === null) {
    const before = new Date(now.getTime() - DELIVERED_WRITE_INTERVAL_MS).toISOString()
    await recordRecovery(context, channel)
    await recordDelivered(db, channel.id, { now: now.toISOString(), before })
    return
  }
  if (result.error === 'gone') {
    await turnOff(context, channel, { reason: 'gone', now })
    return
  }
  // All messages of the channel wait while its receiver is overloaded, not only this one.
  const requestedMs = readRetryAfter(result.retryAfter, now.getTime())
  const longest = now.getTime() + (requestedMs ?? MAX_DEFAULT_PAUSE_MS)
  const until = new Date(requestedMs === undefined ? Math.min(longest, Date.parse(next)) : longest).toISOString()
  if (result.error === 'throttled' || requestedMs !== undefined) await pauseChannel(db, channel.id, until)
  await recordFailure(context, channel, { now, why: result })
}
