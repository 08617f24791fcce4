import { normaliseMailbox } from '@/lib/domain/mailbox'
import { findAccount } from '@/lib/storage/accounts/accounts'
import { lockAccount } from '@/lib/storage/engine/account-lock'
import { cancelWaitingOf } from '@/lib/storage/panel/delivery/cancel'
import { lastHitNumber } from '@/lib/storage/panel/rules/hits'
import { deleteTarget, findRule, listTargets, lockRule, updateRule } from '@/lib/storage/panel/rules/rules'
import type { RuleTable } from '@/lib/storage/panel/rules/tables'
import { TEAM } from '@/lib/storage/panel/saved-views/saved-views'
import { dropWaitingMails } from '@/lib/storage/panel/spend/outbox'
import type { MailTable } from '@/lib/storage/panel/spend/tables'
import type { Db, Storage } from '@/lib/storage/storage'

import { recordAuditIn } from '../audit/audit'
import { type Recipients, recipientsOf } from './recipients'

/** Whether a rule still writes to the reader of a mail. Of a blocked account none does. */
export async function readsRule(db: Db, mail: MailTable): Promise<boolean> {
  return (await readingOf(db, mail)) !== undefined
}

async function readingOf(
  db: Db,
  mail: MailTable,
): Promise<{ readonly rule: RuleTable; readonly reader: Recipients['mails'][number] } | undefined> {
  const rule = mail.alert_id === null ? undefined : await findRule(db, mail.alert_id)
  if (rule?.account_id !== mail.account_id || rule.enabled === 0) return undefined
  const account = await findAccount(db, rule.account_id)
  if (!account || account.state === 'inactive') return undefined
  const { mails } = await recipientsOf(db, rule)
  const mailbox = normaliseMailbox(mail.recipient)
  const reader = mails.find(({ email }) => normaliseMailbox(email) === mailbox)
  return reader && { rule, reader }
}

/** Within a transaction: takes the reader off the team's rule; an own one is switched off. Done twice it is done once. */
export async function endRule(store: Pick<Storage, 'db' | 'engine'>, mail: MailTable, now: Date): Promise<void> {
  const { db, engine } = store
  await lockAccount(db, engine, mail.account_id)
  if (mail.alert_id !== null) await lockRule(store, mail.alert_id)
  const reading = await readingOf(db, mail)
  if (!reading) return
  const { rule, reader } = reading
  await dropWaitingMails(db, { alertId: rule.id, recipient: mail.recipient })
  const waiting = { accountId: rule.account_id, ruleIds: [rule.id], reason: 'rule_off' } as const
  if (rule.owner !== TEAM) {
    await cancelWaitingOf(db, waiting)
    return updateRule(db, rule.id, {
      enabled: 0,
      updated_at: now.toISOString(),
      told_up_to: await lastHitNumber(db, rule.account_id),
    })
  }
  const emails = async () => (await recipientsOf(db, rule)).mails.map(({ email }) => email)
  const before = { name: rule.name, recipients: await emails(), enabled: true }
  await deleteTarget(db, reader.target)
  // A mailbox may be there twice: as a member's, and as an address.
  const again = await readingOf(db, mail)
  if (again) await deleteTarget(db, again.reader.target)
  // A rule that nobody is left to read is switched off; who may change it sees both in the audit log.
  const isLeft = (await listTargets(db, rule.id)).length > 0
  const off = isLeft ? {} : { enabled: 0, told_up_to: await lastHitNumber(db, rule.account_id) }
  if (!isLeft) await cancelWaitingOf(db, waiting)
  await updateRule(db, rule.id, { updated_at: now.toISOString(), ...off })
  await recordAuditIn(store, {
    accountId: rule.account_id,
    actor: mail.recipient,
    action: 'rules.unsubscribe',
    target: rule.id,
    before,
    after: { name: rule.name, recipients: await emails(), enabled: isLeft },
    now,
  })
}
