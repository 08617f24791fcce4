import { endRule, ruleReadBy } from '@/lib/features/rules/unsubscribe-rule'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import type { Db, Storage } from '@/lib/storage/storage'

import { findMail } from './statements/mails'
import type { MailTable } from './tables'
import { mailIdIn } from './unsubscribe-links'

/** What a link stands for. `ended`: the rule is gone, or no longer writes to this mailbox. */
export type Subscription =
  | { readonly state: 'unknown' | 'ended' }
  | { readonly state: 'subscribed'; readonly mail: MailTable; readonly kind: string }

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

async function subscriptionOf(db: Db, mail: MailTable): Promise<Subscription> {
  const rule = await ruleReadBy(db, mail)
  return rule ? { state: 'subscribed', mail, kind: rule.kind } : { state: 'ended' }
}

/** Takes the mailbox that a link was sent to off its rule. Done twice it is done once. */
export async function unsubscribe(requested: Requested, now: Date): Promise<'unknown' | 'ended'> {
  const subscription = await readSubscription(requested)
  if (subscription.state !== 'subscribed') return subscription.state
  const { mail } = subscription
  await inAccounts(requested.storage, [mail.account_id], (tx) => endRule(tx, mail, now))
  return 'ended'
}
