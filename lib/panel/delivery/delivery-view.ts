import { monitoringReaders } from '@/lib/contract/operation'
import type { DeliveryAttempt, ListedDelivery } from '@/lib/contract/panel/deliveries'
import { rolesOfRule, ruleKindNames } from '@/lib/contract/panel/rule-conditions'
import { type DeliveryError, deliveryErrors } from '@/lib/domain/delivery/delivery-errors'
import type { DeliveryState } from '@/lib/domain/delivery/delivery-states'
import type { Role } from '@/lib/domain/roles'
import { HttpError } from '@/lib/http/errors'
import { findSeenDelivery, listAttempts, type SeenDelivery } from '@/lib/storage/panel/delivery/deliveries'
import { findSeenMail, listMailAttempts, type SeenMail } from '@/lib/storage/panel/delivery/mails'
import type { DeliveryAttemptTable, MailAttemptTable } from '@/lib/storage/panel/delivery/tables'
import type { MailTable } from '@/lib/storage/panel/spend/tables'
import type { Db } from '@/lib/storage/storage'

import type { PanelContext } from '../context'
import { channelSeer, mayChangeChannel } from './channel-view'
import { readMessage } from './message'

type Seeing = Pick<PanelContext, 'account' | 'user' | 'now'>

const isDeliveryError = (text: string | null): text is DeliveryError => deliveryErrors.some((each) => each === text)

export const mailSeer = ({ account, user }: Seeing) => ({
  accountId: account.id,
  userId: user.id,
  email: user.email,
  role: user.role,
  ruleKinds: ruleKindNames.filter((kind) => rolesOfRule[kind].read.includes(user.role)),
})

export async function readDelivery(db: Db, context: Seeing, id: string): Promise<ListedDelivery> {
  const row = await requireDelivery(db, context, id)
  return toListed(row, context)
}

export async function requireDelivery(db: Db, context: Seeing, id: string): Promise<SeenDelivery> {
  const row = await findSeenDelivery(db, channelSeer(context), id)
  if (!row) throw new HttpError('not_found', 'There is no such delivery')
  return row
}

export function toListed(row: SeenDelivery, { user, now }: Seeing): ListedDelivery {
  return {
    id: row.id,
    channel: row.channel_kind,
    channel_id: row.channel_id,
    receiver: row.channel_name,
    rule_id: row.rule_id,
    type: row.type,
    // One that cannot be read has its type.
    title: readMessage(row.message)?.title ?? row.type,
    message_id: row.message_id,
    sequence: row.sequence,
    state: row.state,
    attempts: row.attempts,
    created_at: row.created_at,
    delivered_at: row.delivered_at,
    next_at: row.state === 'waiting' ? row.next_at : null,
    status: row.last_status,
    latency_ms: row.last_latency_ms,
    error: isDeliveryError(row.last_error) ? row.last_error : null,
    answer: null,
    may_replay: isReplayable(row, now) && mayChangeChannel({ owner: row.channel_owner }, user),
  }
}

/** A test is made anew; what is under way is being sent already. */
export function isReplayable(row: SeenDelivery, now: Date): boolean {
  const isUnderWay = row.state === 'waiting' && (row.claimed_until ?? '') > now.toISOString()
  return row.type !== 'test' && row.channel_state === 'on' && row.channel_deleted_at === null && !isUnderWay
}

export const toAttempt = ({ delivery_id: _of, ...row }: DeliveryAttemptTable): DeliveryAttempt => ({
  ...row,
  error: isDeliveryError(row.error) ? row.error : null,
})

/**
 * Of spend alerts the same roles see addresses as in their list; of rules whoever may change them, and everybody their own.
 */
function seesRecipient(mail: SeenMail, { id, email, role }: Seeing['user']): boolean {
  if (mail.notice_id !== null) return mail.recipient === email || mail.rule_owner === id || mayChangeRule(mail, role)
  return role === 'owner' || role === 'finance'
}

const mayChangeRule = ({ rule_kind: kind }: SeenMail, role: Role): boolean =>
  ruleKindNames.some((name) => name === kind && rolesOfRule[name].write.includes(role))

const STATE_OF_MAIL: Readonly<Record<MailTable['state'], DeliveryState>> = {
  waiting: 'waiting',
  sent: 'delivered',
  failed: 'dead',
  unsent: 'cancelled',
}
export const mailStateOf = (state: DeliveryState): MailTable['state'] =>
  ({ waiting: 'waiting', delivered: 'sent', dead: 'failed', cancelled: 'unsent' } as const)[state]

export function toListedMail(mail: SeenMail, { user }: Seeing): ListedDelivery {
  const isSeen = seesRecipient(mail, user)
  return {
    id: mail.id,
    channel: 'email',
    channel_id: null,
    receiver: isSeen ? mail.recipient : null,
    rule_id: mail.alert_id,
    type: mail.kind === 'test' ? 'test' : 'alert',
    title: mail.subject,
    message_id: null,
    sequence: null,
    state: STATE_OF_MAIL[mail.state],
    attempts: mail.attempts,
    created_at: mail.created_at,
    delivered_at: mail.sent_at,
    next_at: mail.state === 'waiting' ? mail.next_at : null,
    status: null,
    latency_ms: null,
    error: errorOfMail(mail),
    // A server's words may repeat the address.
    answer: isSeen && errorOfMail(mail) === 'mail_refused' ? mail.last_error : null,
    may_replay: false,
  }
}

/** Why it went no further is our own word; anything else is the mail server's. */
function errorOfMail({ state, last_error: error }: SeenMail): DeliveryError | null {
  if (error === null) return null
  return state === 'unsent' && isDeliveryError(error) ? error : 'mail_refused'
}

const toMailAttempt = (
  { number, at, latency_ms, error, code }: MailAttemptTable,
  isSeen: boolean,
): DeliveryAttempt => ({
  number,
  at,
  latency_ms,
  status: code,
  error: error === null ? null : 'mail_refused',
  answer: isSeen ? error : null,
})

/** Channels carry what monitoring finds: whoever may not see that sees nothing that went through them, not by its id either. */
export const readsChannels = ({ user }: Pick<Seeing, 'user'>): boolean =>
  monitoringReaders.some((role) => role === user.role)

/** With its attempts; e-mails by the same id. */
export async function readWithHistory(db: Db, context: Seeing, id: string) {
  const row = readsChannels(context) ? await findSeenDelivery(db, channelSeer(context), id) : undefined
  if (row) {
    const history = (await listAttempts(db, id)).map(toAttempt)
    return { delivery: toListed(row, context), history }
  }
  const mail = await findSeenMail(db, mailSeer(context), id)
  if (!mail) throw new HttpError('not_found', 'There is no such delivery')
  const isSeen = seesRecipient(mail, context.user)
  const history = (await listMailAttempts(db, id)).map((each) => toMailAttempt(each, isSeen))
  return { delivery: toListedMail(mail, context), history }
}
