import type { DeliveryTable, MailTable } from '@/lib/features/deliveries/tables'
import { isStillSubscribed } from '@/lib/features/deliveries/unsubscribe'

import type { MailSendingContext } from '../outgoing/outgoing'
import type { PostResult } from '../outgoing/post'
import { MailServerAway } from './mail-server'
import { MailRefused, type Mailer, responseCodeOf, toMessage } from './mailer'

const SERVER_WAIT_MS = 30_000
const MAX_AGE_MS = 7 * 24 * 3_600_000

/** The attempt does not count, because the mail itself was not judged. */
export type PostponedAttempt = Pick<DeliveryTable, 'state' | 'last_error' | 'next_at'>

/** Whether a mail may be tried: a mail server is configured and accepts mails, as far as this process knows. */
export const mayTryMails = ({ mail: { mailer } }: Pick<MailSendingContext, 'mail'>): boolean =>
  mailer !== null && mailer.server?.mayTry() !== false

/** Makes one attempt to send an e-mail by SMTP. `isLast`: a user waits for its result. */
export async function sendMail(
  context: MailSendingContext,
  mail: MailTable,
  isLast: boolean,
): Promise<PostResult | PostponedAttempt> {
  const { storage, clock } = context
  const { last_error, next_at, recipient, subject, body_text, body_html } = mail
  // A recipient who unsubscribed or left while the mail waited does not get it.
  if (mail.type === 'alert' && !(await isStillSubscribed(storage.db, mail)))
    return { state: 'cancelled', last_error, next_at }
  // After this age the mail is outdated. Mails that the server answered for have their own retries.
  if (mail.attempts === 0 && clock().getTime() - Date.parse(mail.created_at) > MAX_AGE_MS)
    return { state: 'dead', last_error: 'The mail server was away for more than 7 days', next_at }
  const { mailer, unsubscribeLinks } = context.mail
  if (!mailer) return { state: 'waiting', last_error, next_at }
  const outgoing = {
    id: mail.id,
    to: recipient,
    subject: subject ?? '',
    text: body_text ?? '',
    html: body_html ?? '',
    // Only alerts have recipients that an owner typed in.
    unsubscribeUrl: mail.type === 'person' ? undefined : unsubscribeLinks(mail.id)?.oneClick,
  }
  return submitMail(context, mailer, { outgoing, isLast })
}

type SubmitInput = { readonly outgoing: Parameters<Mailer['send']>[0]; readonly isLast: boolean }

async function submitMail({ clock, log }: MailSendingContext, mailer: Mailer, { outgoing, isLast }: SubmitInput) {
  const startedAt = performance.now()
  const error: unknown = await mailer.send(outgoing).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  // It waits a while even when the server is back, because a server that fails on this one mail would otherwise never
  // get to the others.
  if (error instanceof MailServerAway && !isLast) {
    const next_at = new Date(clock().getTime() + SERVER_WAIT_MS).toISOString()
    return { state: 'waiting', last_error: 'The mail server does not accept e-mails now', next_at } as const
  }
  const latencyMs = Math.round(performance.now() - startedAt)
  if (error === null) return { status: null, latencyMs, error, answer: null, retryAfter: null }
  log.warn({ mail: outgoing.id, reason: toMessage(error) }, 'an e-mail was not sent')
  return {
    status: responseCodeOf(error),
    latencyMs,
    error: 'mail_refused',
    answer: toMessage(error),
    retryAfter: null,
    isFinal: error instanceof MailRefused,
  } as const
}
