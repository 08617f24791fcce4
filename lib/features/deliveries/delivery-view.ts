import { monitoringReaders } from '@/lib/contract/operation'
import type { Role } from '@/lib/domain/roles'
import { channels } from '@/lib/features/channels/channel-view'
import { rolesOfRule, ruleKindNames } from '@/lib/features/rules/contract/conditions'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext } from '@/lib/panel/context'
import { asViewer } from '@/lib/panel/owned'
import type { Db } from '@/lib/storage/storage'

import type { DeliveryAttempt, ListedDelivery } from './contract'
import { type DeliveryError, deliveryErrors } from './domain/delivery-errors'
import { readMessage } from './message'
import { type DeliveryViewer, findVisibleDelivery, listAttempts, type VisibleDelivery } from './statements/deliveries'

type ViewerContext = Pick<PanelContext, 'account' | 'user' | 'now'>

const isDeliveryError = (text: string | null): text is DeliveryError => deliveryErrors.some((each) => each === text)

/** Channels carry monitoring results: users who may not see those see no delivery through a channel, not even by id. */
export const deliveryViewer = (context: ViewerContext): DeliveryViewer => {
  const { email, role } = context.user
  return {
    ...asViewer(context),
    email,
    seesMonitoring: monitoringReaders.some((each) => each === role),
    ruleKinds: ruleKindNames.filter((kind) => rolesOfRule[kind].read.includes(role)),
  }
}

export async function requireDelivery(db: Db, context: ViewerContext, id: string): Promise<VisibleDelivery> {
  const row = await findVisibleDelivery(db, deliveryViewer(context), id)
  if (!row) throw new HttpError('not_found', 'There is no such delivery')
  return row
}

export const readDelivery = async (db: Db, context: ViewerContext, id: string): Promise<ListedDelivery> =>
  toListed(await requireDelivery(db, context, id), context)

export async function readWithHistory(db: Db, context: ViewerContext, id: string) {
  const row = await requireDelivery(db, context, id)
  const isAnswerSeen = row.recipient === null || maySeeRecipient(row, context.user)
  const history = (await listAttempts(db, id)).map(({ delivery_id: _deliveryId, ...attempt }): DeliveryAttempt => ({
    ...attempt,
    error: isDeliveryError(attempt.error) ? attempt.error : null,
    answer: isAnswerSeen ? attempt.answer : null,
  }))
  return { delivery: toListed(row, context), history }
}

export const toListed = (row: VisibleDelivery, context: ViewerContext): ListedDelivery => ({
  id: row.id,
  channel: row.channel_kind,
  rule_id: row.rule_id,
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  created_at: row.created_at,
  delivered_at: row.delivered_at,
  next_at: row.state === 'waiting' ? row.next_at : null,
  ...(row.recipient === null ? postFacts(row, context) : mailFacts(row, context)),
})

const postFacts = (row: VisibleDelivery, { user, now }: ViewerContext) => ({
  channel_id: row.channel_id,
  receiver: row.channel_name,
  title: readMessage(row.message)?.title ?? row.type,
  message_id: row.message_id,
  sequence: row.sequence,
  status: row.last_status,
  latency_ms: row.last_latency_ms,
  error: isDeliveryError(row.last_error) ? row.last_error : null,
  answer: null,
  may_replay: isReplayable(row, now) && channels.mayChange({ owner: row.channel_owner }, { user }),
})

/**
 * Tests are created again and e-mails are sent by their rule, so neither is replayed; nor is a delivery that is being
 * sent.
 */
export function isReplayable(row: VisibleDelivery, now: Date): boolean {
  const isUnderWay = row.state === 'waiting' && (row.claimed_until ?? '') > now.toISOString()
  const isOpen = row.channel_state === 'on' && row.channel_deleted_at === null
  return row.recipient === null && row.type !== 'test' && isOpen && !isUnderWay
}

/**
 * The reason of a cancellation is one of the panel's codes; any other text comes from the mail server and may repeat
 * the address.
 */
function mailFacts(row: VisibleDelivery, { user }: ViewerContext) {
  const isSeen = maySeeRecipient(row, user)
  const isPanelCode = row.state === 'cancelled' && isDeliveryError(row.last_error)
  const error = row.last_error === null ? null : isPanelCode ? (row.last_error as DeliveryError) : 'mail_refused'
  return {
    channel_id: null,
    receiver: isSeen ? row.recipient : null,
    title: row.subject ?? row.type,
    message_id: null,
    sequence: null,
    status: null,
    latency_ms: null,
    error,
    answer: isSeen && error === 'mail_refused' ? row.last_error : null,
    may_replay: false,
  } as const
}

/**
 * Addresses of spend alerts are visible to the roles that see them in the list of alerts; those of rules to users who
 * may change the rule, and to each recipient.
 */
function maySeeRecipient(mail: VisibleDelivery, { id, email, role }: ViewerContext['user']): boolean {
  if (mail.notice_id !== null) return mail.recipient === email || mail.rule_owner === id || mayChangeRule(mail, role)
  return role === 'owner' || role === 'finance'
}

const mayChangeRule = ({ rule_kind: kind }: VisibleDelivery, role: Role): boolean =>
  ruleKindNames.some((name) => name === kind && rolesOfRule[name].write.includes(role))
