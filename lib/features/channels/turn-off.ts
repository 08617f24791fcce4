import { formatDateTime, formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { routes } from '@/lib/domain/routes'
import { recordAudit } from '@/lib/features/audit/audit'
import type { ChannelTable } from '@/lib/features/deliveries/tables'
import { listOwnersToNotify } from '@/lib/features/members/statements/members'
import { findUser } from '@/lib/features/members/statements/users'
import { composeMail, type MailWords } from '@/lib/panel/mail/mail-layout'
import { localeOf, putPersonMail } from '@/lib/panel/mail/person-mail'
import type { DeliveryContext } from '@/lib/panel/outgoing/outgoing'
import type { PostResult } from '@/lib/panel/outgoing/post'
import { wordsIn } from '@/lib/panel/words'
import { findAccount } from '@/lib/service/accounts/statements/accounts'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import type { Db } from '@/lib/storage/storage'

import { markFailing, clearFailing, endWaiting, findChannel, updateChannel } from './statements'

const HOUR_MS = 3_600_000
/**
 * A failure longer ago than this does not belong to the current series; attempts at one message are closer together.
 */
const MAX_FAILURE_GAP_MS = 24 * HOUR_MS
/** A channel is turned off after failing for this time. */
const TURN_OFF_AFTER_MS = 5 * 24 * HOUR_MS
/** Minimum time between two writes of a failure. */
const FAILURE_WRITE_INTERVAL_MS = 60_000

type FailureInput = { readonly now: Date; readonly why: Pick<PostResult, 'error' | 'status' | 'reason'> }

/**
 * Records since when all attempts fail, and turns the channel off after five days. Only the beginning is logged,
 * because the list of deliveries contains every attempt.
 */
export async function recordFailure(
  context: DeliveryContext,
  { id }: ChannelTable,
  { now, why }: FailureInput,
): Promise<void> {
  const channel = await findChannel(context.storage.db, id)
  if (!channel) return
  const { failing_since: since, last_failed_at: last } = channel
  const isNew = since === null || last === null || now.getTime() - Date.parse(last) > MAX_FAILURE_GAP_MS
  if (!isNew && now.getTime() - Date.parse(since) >= TURN_OFF_AFTER_MS) {
    await turnOff(context, channel, { reason: 'failing', now })
    return
  }
  if (!isNew && now.getTime() - Date.parse(last) < FAILURE_WRITE_INTERVAL_MS) return
  const at = now.toISOString()
  if (!isNew) {
    await updateChannel(context.storage.db, id, { last_failed_at: at })
    return
  }
  const before = new Date(now.getTime() - MAX_FAILURE_GAP_MS).toISOString()
  if (await markFailing(context.storage.db, id, { at, before })) {
    const { error, status, reason } = why
    context.log.warn(
      { channel: id, receiver: receiverOf(channel), error, status, reason },
      'the receiver of a channel does not accept messages; they are queued and retried',
    )
  }
}

export async function recordRecovery(context: DeliveryContext, channel: ChannelTable): Promise<void> {
  const { id, failing_since: since } = channel
  if (since === null || !(await clearFailing(context.storage.db, id))) return
  context.log.info(
    { channel: id, receiver: receiverOf(channel), since },
    'the receiver of a channel accepts messages again',
  )
}

/** Only the host, because the rest of the address may be a secret. */
const receiverOf = ({ url_shown: url }: ChannelTable): string => (URL.canParse(url) ? new URL(url).host : '')

type TurnOffInput = { readonly reason: 'gone' | 'failing'; readonly now: Date }

/**
 * Turns a channel off because of its receiver's answers, with an audit entry and a mail to its creator and the owners.
 * Waiting messages become dead and can be replayed.
 */
export async function turnOff(
  context: DeliveryContext,
  { id, account_id: accountId }: ChannelTable,
  cause: TurnOffInput,
): Promise<void> {
  const { storage, mail } = context
  await inAccounts(storage, [accountId], async (db) => {
    const channel = await findChannel(db, id)
    if (!channel || channel.state === 'off' || channel.deleted_at !== null) return
    const at = cause.now.toISOString()
    await updateChannel(db, id, { state: 'off', off_reason: cause.reason, updated_at: at })
    const ended = await endWaiting(db, id, { state: 'dead', last_error: 'channel_off' })
    await recordAudit(db, {
      accountId,
      actor: 'panel',
      action: 'channels.turnOff',
      target: id,
      after: { name: channel.name, off_reason: cause.reason, waiting: ended },
      now: cause.now,
    })
    // The mail is sent by the sender that is already running.
    if (mail.mailer) await notifyReaders(db, channel, { ...cause, ended, panelUrl: mail.panelUrl })
  })
}

type TurnOffNotice = TurnOffInput & { readonly ended: number; readonly panelUrl: string | undefined }

/** Only its owner is notified about an own channel. */
async function notifyReaders(
  db: Db,
  channel: ChannelTable,
  { reason, now, ended, panelUrl }: TurnOffNotice,
): Promise<void> {
  const maker = channel.created_by === null ? undefined : await findUser(db, channel.created_by)
  const owners = channel.owner === '' ? await listOwnersToNotify(db, channel.account_id) : []
  const readers = new Map([...(maker ? [maker] : []), ...owners].map((reader) => [reader.email, reader]))
  const account = (await findAccount(db, channel.account_id))?.name ?? ''
  const facts = { account, name: channel.name, reason, waiting: ended, at: now.toISOString(), panelUrl }
  for (const [to, reader] of readers) {
    await putPersonMail(db, { accountId: channel.account_id, to, words: channelOffMail(localeOf(reader), facts), now })
  }
}

type ChannelOffMailInput = {
  readonly account: string
  readonly name: string
  readonly reason: 'gone' | 'failing'
  readonly waiting: number
  readonly at: string
  readonly panelUrl: string | undefined
}

function channelOffMail(
  language: Locale,
  { account, name, reason, waiting, at, panelUrl }: ChannelOffMailInput,
): MailWords {
  const { words: t } = wordsIn(language, 'mails', 'channels')
  return composeMail({
    locale: language,
    subject: `${t.off} – ${account}`,
    headline: `${t.off}: ${name}`,
    rows: [
      [t.account, account],
      [t.channel, name],
      [t.why, t.reasons[reason]],
      [t.waiting, formatInteger(waiting, language)],
      [t.at, `${formatDateTime(at, language)} (${t.zone})`],
    ],
    notes: [t.note],
    link:
      panelUrl === undefined ? undefined : { text: t.openChannels, url: `${panelUrl}${routes.notificationChannels}` },
  })
}
