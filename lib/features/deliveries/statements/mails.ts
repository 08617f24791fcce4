import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { insertNew } from '@/lib/storage/engine/insert-new'
import { TEAM_OWNER } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

import type { DeliveryTable, MailTable } from '../tables'

/** Queues an e-mail in its account's e-mail channel, which is created with the first e-mail. */
export async function insertMail(db: Db, mail: DeliveryTable): Promise<void> {
  const { account_id, created_at } = mail
  const texts = { name: '', sealed_url: '', url_shown: '', created_at, updated_at: created_at }
  const channel = { ...texts, id: account_id, account_id, owner: TEAM_OWNER, kind: 'email', state: 'on' } as const
  await insertNew(db, 'channels', channel, ['id'])
  await db.insertInto('deliveries').values(mail).execute()
}

export const findMail = (db: Db, id: string): Promise<MailTable | undefined> =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('recipient', 'is not', null)
    .$narrowType<{ recipient: string }>()
    .executeTakeFirst()

/** Cancels waiting mails from a rule or an alert to one mailbox. */
export async function cancelWaitingMails(db: AccountTx, target: { alertId: string; recipient: string }): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ state: 'cancelled' })
    .where('rule_id', '=', target.alertId)
    .where('recipient', '=', target.recipient)
    .where('state', '=', 'waiting')
    .execute()
}

type MailboxChange = {
  readonly accountIds: readonly string[]
  readonly userId: string
  readonly from: string
  readonly to: string
}

/**
 * Redirects a member's waiting mails to their new address, for rules that notify them as a member. Addresses that were
 * typed in stay unchanged.
 */
export async function moveWaitingMails(db: AccountTx, { accountIds, userId, from, to }: MailboxChange): Promise<void> {
  if (accountIds.length === 0) return
  const notifyingRules = db
    .selectFrom('rule_targets')
    .select('rule_id')
    .where('kind', '=', 'member')
    .where('target', '=', userId)
  await db
    .updateTable('deliveries')
    .set({ recipient: to })
    .where('channel_id', 'in', [...accountIds])
    .where('recipient', '=', from)
    .where('state', '=', 'waiting')
    .where('notice_id', 'is not', null)
    .where('rule_id', 'in', notifyingRules)
    .execute()
}

/** Rows per statement, so that other transactions can run in between. */
const ERASE_BATCH = 500

/**
 * Erases bodies of e-mails that were sent or never will be: those of rules of one account, or of all accounts. The rows
 * stay because their unsubscribe links must keep working.
 */
export async function eraseMailsBefore(db: Db, before: string, accountId?: string): Promise<void> {
  for (let erased = ERASE_BATCH; erased === ERASE_BATCH;) {
    const result = await db
      .updateTable('deliveries')
      .set({ body_text: '', body_html: '' })
      .where('id', 'in', (e) =>
        e
          .selectFrom('deliveries')
          .select('id')
          .where('created_at', '<', before)
          .where('state', '!=', 'waiting')
          .where('body_text', '!=', '')
          .$if(accountId !== undefined, (q) =>
            q.where('channel_id', '=', accountId ?? '').where('notice_id', 'is not', null),
          )
          .limit(ERASE_BATCH),
      )
      .executeTakeFirst()
    erased = Number(result.numUpdatedRows)
  }
}
