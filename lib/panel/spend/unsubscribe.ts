import { normaliseMailbox } from '@/lib/domain/mailbox'
import { lockAccount } from '@/lib/storage/engine/account-lock'
import { dropWaitingMails, findAlert, findMail, updateAlert } from '@/lib/storage/panel/spend/spend-alerts'
import type { MailTable, SpendAlertTable } from '@/lib/storage/panel/spend/tables'
import type { Db, Storage } from '@/lib/storage/storage'

import { recordAuditIn } from '../audit/audit'
import { endBzpAlert, readsBzpAlert } from '../bzp/unsubscribe-alert'
import { textsIn } from './stored-lists'
import { mailIdIn } from './unsubscribe-links'

/** What a link stands for. `ended`: the alert is gone, or no longer writes to this mailbox. */
export type Subscription =
  | { readonly state: 'unknown' | 'ended' }
  | {
      readonly state: 'subscribed'
      readonly mail: MailTable
      /** Undefined: the mail is of an alert of tenders, which has people for recipients. */
      readonly alert?: SpendAlertTable
      readonly others?: readonly string[]
    }

type Requested = { readonly storage: Pick<Storage, 'db' | 'engine'>; readonly secret: string; readonly token: string }

export async function readSubscription({ storage: { db }, secret, token }: Requested): Promise<Subscription> {
  const mailId = mailIdIn(secret, token)
  const mail = mailId === undefined ? undefined : await findMail(db, mailId)
  return mail ? subscriptionOf(db, mail) : { state: 'unknown' }
}

/** Whether an alert that wrote a mail still writes to its reader. */
export async function isStillRead(db: Db, mail: MailTable): Promise<boolean> {
  return (await subscriptionOf(db, mail)).state === 'subscribed'
}

async function subscriptionOf(db: Db, mail: MailTable): Promise<Subscription> {
  if (mail.send_id !== null) return (await readsBzpAlert(db, mail)) ? { state: 'subscribed', mail } : { state: 'ended' }
  const alert = mail.alert_id === null ? undefined : await findAlert(db, mail.account_id, mail.alert_id)
  if (!alert) return { state: 'ended' }
  const recipients = textsIn(alert.recipients)
  const others = recipients.filter((each) => normaliseMailbox(each) !== normaliseMailbox(mail.recipient))
  return others.length === recipients.length ? { state: 'ended' } : { state: 'subscribed', mail, alert, others }
}

/**
 * Takes the mailbox that a link was sent to off its alert. Done twice it is done once. An alert that nobody is left to read
 * is switched off; its owner sees both in the audit log.
 */
export async function unsubscribe(requested: Requested, now: Date): Promise<'unknown' | 'ended'> {
  const { engine } = requested.storage
  return requested.storage.db.transaction().execute(async (db) => {
    const storage = { db, engine }
    const first = await readSubscription({ ...requested, storage })
    if (first.state !== 'subscribed') return first.state
    if (!first.alert) {
      await endBzpAlert(storage, first.mail, now)
      return 'ended'
    }
    await lockAccount(db, engine, first.alert.account_id)
    const held = await readSubscription({ ...requested, storage })
    if (held.state !== 'subscribed' || !held.alert) return held.state === 'unknown' ? 'unknown' : 'ended'
    const { mail, alert, others = [] } = held
    const enabled = others.length === 0 ? 0 : alert.enabled
    await updateAlert(db, {
      id: alert.id,
      recipients: JSON.stringify(others),
      enabled,
      updated_at: now.toISOString(),
    })
    await dropWaitingMails(db, { alertId: alert.id, recipient: mail.recipient })
    await recordAuditIn(storage, {
      accountId: alert.account_id,
      actor: mail.recipient,
      action: 'spendAlert.unsubscribe',
      target: alert.id,
      before: { recipients: textsIn(alert.recipients), enabled: alert.enabled === 1 },
      after: { recipients: others, enabled: enabled === 1 },
      now,
    })
    return 'ended'
  })
}
