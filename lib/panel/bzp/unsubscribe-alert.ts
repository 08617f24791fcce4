import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { deleteRecipient, findBzpAlert, listTold, updateBzpAlert } from '@/lib/storage/panel/bzp/alerts'
import { settleTelling } from '@/lib/storage/panel/bzp/handing-over'
import type { BzpAlertTable } from '@/lib/storage/panel/bzp/tables'
import { dropWaitingMails } from '@/lib/storage/panel/delivery/mails'
import type { MailTable } from '@/lib/storage/panel/delivery/tables'
import { TEAM } from '@/lib/storage/panel/saved-views/saved-views'
import { findUserByEmail } from '@/lib/storage/people/users'
import type { Db } from '@/lib/storage/storage'

import { recordAudit } from '../audit/audit'

/** Whether an alert of tenders still writes to the reader of a mail. */
export async function readsBzpAlert(db: Db, mail: MailTable): Promise<boolean> {
  const alert = await alertOf(db, mail)
  if (!alert || alert.delivery === 'none') return false
  return (await listTold(db, alert)).some(({ email }) => email === mail.recipient)
}

const alertOf = async (db: Db, { rule_id: id, account_id: accountId }: MailTable) => {
  const alert = id === null ? undefined : await findBzpAlert(db, id)
  return alert?.account_id === accountId ? alert : undefined
}

/** Takes the reader off the team's alert; an own one tells nobody any more. Done twice it is done once. */
export async function endBzpAlert(db: AccountTx, mail: MailTable, now: Date): Promise<void> {
  const alert = await alertOf(db, mail)
  const user = await findUserByEmail(db, mail.recipient)
  if (!alert || !user || !(await readsBzpAlert(db, mail))) return
  await dropWaitingMails(db, { alertId: alert.id, recipient: mail.recipient })
  if (alert.owner === TEAM) return leaveTeam(db, alert, { mail, userId: user.id, now })
  await updateBzpAlert(db, alert.id, { delivery: 'none', updated_at: now.toISOString() })
  await settleTelling(db, alert.id)
}

type Leaving = { readonly mail: MailTable; readonly userId: string; readonly now: Date }

async function leaveTeam(db: AccountTx, alert: BzpAlertTable, { mail, userId, now }: Leaving): Promise<void> {
  const emails = async () => (await listTold(db, alert)).map(({ email }) => email)
  const before = { name: alert.name, recipients: await emails() }
  await deleteRecipient(db, alert.id, userId)
  await updateBzpAlert(db, alert.id, { updated_at: now.toISOString() })
  await recordAudit(db, {
    accountId: alert.account_id,
    actor: mail.recipient,
    action: 'bzpAlerts.unsubscribe',
    target: alert.id,
    before,
    after: { name: alert.name, recipients: await emails() },
    now,
  })
}
