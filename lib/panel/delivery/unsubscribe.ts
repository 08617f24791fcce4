import { inAccounts } from '@/lib/storage/engine/account-lock'
import { findMail } from '@/lib/storage/panel/delivery/mails'
import type { MailTable } from '@/lib/storage/panel/delivery/tables'
import type { Db, Storage } from '@/lib/storage/storage'

import { endBzpAlert, readsBzpAlert } from '../bzp/unsubscribe-alert'
import { endRule, readsRule } from '../rules/unsubscribe-rule'
import { mailIdIn } from './unsubscribe-links'

/** What a link stands for. `ended`: the rule or the alert is gone, or no longer writes to this mailbox. */
export type Subscription =
  | { readonly state: 'unknown' | 'ended' }
  | { readonly state: 'subscribed'; readonly mail: MailTable }

type Requested = { readonly storage: Pick<Storage, 'db'>; readonly secret: string; readonly token: string }

export async function readSubscription({ storage: { db }, secret, token }: Requested): Promise<Subscription> {
  const mailId = mailIdIn(secret, token)
  const mail = mailId === undefined ? undefined : await findMail(db, mailId)
  return mail ? subscriptionOf(db, mail) : { state: 'unknown' }
}

/** Whether what wrote a mail still writes to its reader. */
export async function isStillRead(db: Db, mail: MailTable): Promise<boolean> {
  return (await subscriptionOf(db, mail)).state === 'subscribed'
}

/** A mail without a message of an alert of tenders is a rule's. */
async function subscriptionOf(db: Db, mail: MailTable): Promise<Subscription> {
  const isRead = await (mail.send_id === null ? readsRule : readsBzpAlert)(db, mail)
  return isRead ? { state: 'subscribed', mail } : { state: 'ended' }
}

/** Takes the mailbox that a link was sent to off its rule or alert. Done twice it is done once. */
export async function unsubscribe(requested: Requested, now: Date): Promise<'unknown' | 'ended'> {
  const subscription = await readSubscription(requested)
  if (subscription.state !== 'subscribed') return subscription.state
  const { mail } = subscription
  const end = mail.send_id === null ? endRule : endBzpAlert
  await inAccounts(requested.storage, [mail.account_id], (tx) => end(tx, mail, now))
  return 'ended'
}
