import { formatDateTime, formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { routes } from '@/lib/domain/routes'
import { recordAudit } from '@/lib/features/audit/audit'
import type { ChannelTable } from '@/lib/features/deliveries/tables'
import { listOwnersToTell } from '@/lib/features/members/statements/members'
import { findUser } from '@/lib/features/members/statements/users'
import { composeMail, type MailWords } from '@/lib/panel/mail/mail-layout'
import { localeOf, putPersonMail } from '@/lib/panel/mail/person-mail'
import type { Delivering } from '@/lib/panel/outgoing/outgoing'
import type { Posted } from '@/lib/panel/outgoing/post'
import { wordsIn } from '@/lib/panel/words'
import { findAccount } from '@/lib/service/accounts/statements/accounts'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import type { Db } from '@/lib/storage/storage'

import { beginFailing, endFailing, endWaiting, findChannel, updateChannel } from './statements'

const HOUR_MS = 3_600_000
/** Longer than between any two attempts at one message: what failed longer ago is no beginning of this. */
const GAP_MS = 24 * HOUR_MS
/** A channel at which every attempt failed for so long is turned off. */
const FAILING_MS = 5 * 24 * HOUR_MS
/** Between two notes of failures. */
const NOTED_MS = 60_000

type Failed = { readonly now: Date; readonly why: Pick<Posted, 'error' | 'status' | 'reason'> }

/**
 * Since when nothing went, and that it is turned off after five days. The log has one line when it begins, however much is tried; the
 * list of deliveries has every attempt.
 */
export async function noteFailure(of: Delivering, { id }: ChannelTable, { now, why }: Failed): Promise<void> {
  const channel = await findChannel(of.storage.db, id)
  if (!channel) return
  const { failing_since: since, last_failed_at: last } = channel
  const isNew = since === null || last === null || now.getTime() - Date.parse(last) > GAP_MS
  if (!isNew && now.getTime() - Date.parse(since) >= FAILING_MS) {
    await turnOff(of, channel, { reason: 'failing', now })
    return
  }
  if (!isNew && now.getTime() - Date.parse(last) < NOTED_MS) return
  const at = now.toISOString()
  if (!isNew) {
    await updateChannel(of.storage.db, id, { last_failed_at: at })
    return
  }
  const before = new Date(now.getTime() - GAP_MS).toISOString()
  if (await beginFailing(of.storage.db, id, { at, before })) {
    const { error, status, reason } = why
    of.log.warn(
      { channel: id, receiver: receiverOf(channel), error, status, reason },
      'the receiver of a channel does not take messages; they wait and are tried again',
    )
  }
}

/** It takes them again. */
export async function noteEndOfFailure(of: Delivering, channel: ChannelTable): Promise<void> {
  const { id, failing_since: since } = channel
  if (since === null || !(await endFailing(of.storage.db, id))) return
  of.log.info({ channel: id, receiver: receiverOf(channel), since }, 'the receiver of a channel takes messages again')
}

/** Its host: the rest of the address may be a secret. */
const receiverOf = ({ url_shown: url }: ChannelTable): string => (URL.canParse(url) ? new URL(url).host : '')

type Off = { readonly reason: 'gone' | 'failing'; readonly now: Date }

/** Turned off by what its receiver answered: entered in the log, and told to who made it and to owners. What waits is dead, to be replayed. */
export async function turnOff(of: Delivering, { id, account_id: accountId }: ChannelTable, off: Off): Promise<void> {
  const { storage, mail } = of
  await inAccounts(storage, [accountId], async (db) => {
    const channel = await findChannel(db, id)
    if (!channel || channel.state === 'off' || channel.deleted_at !== null) return
    const at = off.now.toISOString()
    await updateChannel(db, id, { state: 'off', off_reason: off.reason, updated_at: at })
    const ended = await endWaiting(db, id, { state: 'dead', last_error: 'channel_off' })
    await recordAudit(db, {
      accountId,
      actor: 'panel',
      action: 'channels.turnOff',
      target: id,
      after: { name: channel.name, off_reason: off.reason, waiting: ended },
      now: off.now,
    })
    // Goes with what is being sent.
    if (mail.mailer) await tell(db, channel, { ...off, ended, panelUrl: mail.panelUrl })
  })
}

type Told = Off & { readonly ended: number; readonly panelUrl: string | undefined }

/** An own channel is its owner's alone, also what became of it. */
async function tell(db: Db, channel: ChannelTable, { reason, now, ended, panelUrl }: Told): Promise<void> {
  const maker = channel.created_by === null ? undefined : await findUser(db, channel.created_by)
  const owners = channel.owner === '' ? await listOwnersToTell(db, channel.account_id) : []
  const readers = new Map([...(maker ? [maker] : []), ...owners].map((reader) => [reader.email, reader]))
  const account = (await findAccount(db, channel.account_id))?.name ?? ''
  const facts = { account, name: channel.name, reason, waiting: ended, at: now.toISOString(), panelUrl }
  for (const [to, reader] of readers) {
    await putPersonMail(db, { accountId: channel.account_id, to, words: channelOffMail(localeOf(reader), facts), now })
  }
}

type Facts = {
  readonly account: string
  readonly name: string
  readonly reason: 'gone' | 'failing'
  /** Messages that waited. */
  readonly waiting: number
  readonly at: string
  readonly panelUrl: string | undefined
}

/** To who made a channel, and to owners: it was turned off. */
function channelOffMail(language: Locale, { account, name, reason, waiting, at, panelUrl }: Facts): MailWords {
  const { words: t } = wordsIn(language, 'mails', 'channels')
  return composeMail({
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
