import { unsubscribeFromRule, findRuleOfMail } from '@/lib/features/rules/unsubscribe-rule'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import type { Db, Storage } from '@/lib/storage/storage'

import { findMail } from './statements/mails'
import type { MailTable } from './tables'
import { mailIdIn } from './unsubscribe-links'

/** State of the subscription behind a link. `ended`: the rule was deleted, or no longer writes to this mailbox. */
export type Subscription =
  | { readonly state: 'unknown' | 'ended' }
  | { readonly state: 'subscribed'; readonly mail: MailTable; readonly kind: string }

type UnsubscribeInput = { readonly storage: Pick<Storage, 'db'>; readonly secret: string; readonly token: string }

export async function readSubscription({ storage: { db }, secret, token }: UnsubscribeInput): Promise<Subscription> {
  const mailId = mailIdIn(secret, token)
  const mail = mailId === undefined ? undefined : await findMail(db, mailId)
  return mail ? subscriptionOf(db, mail) : { state: 'unknown' }
}

export async function isStillSubscribed(db: Db, mail: MailTable): Promise<boolean> {
  return (await subscriptionOf(db, mail)).state === 'subscribed'
}

async function subscriptionOf(db: Db, mail: MailTable): Promise<Subscription> {
  const rule = await findRuleOfMail(db, mail)
  return rule ? { state: 'subscribed', mail, kind: rule.kind } : { state: 'ended' }
}

/** Removes the mailbox that a link was sent to from its rule. Repeated calls have no further effect. */
export async function unsubscribe(input: UnsubscribeInput, now: Date): Promise<'unknown' | 'ended'> {
  const subscription = await readSubscription(input)
  if (subscription.state !== 'subscribed') return subscription.state
  const { mail } = subscription
  await inAccounts(input.storage, [mail.account_id], (tx) => unsubscribeFromRule(tx, mail, now))
  return 'ended'
}
