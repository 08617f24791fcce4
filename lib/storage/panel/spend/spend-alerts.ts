import type { Db } from '../../storage'
import type { AlertFiringTable, MailTable, SpendAlertTable } from './tables'

export const listAlerts = (db: Db, accountId: string): Promise<SpendAlertTable[]> =>
  db
    .selectFrom('spend_alerts')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const findAlert = (db: Db, accountId: string, id: string): Promise<SpendAlertTable | undefined> =>
  db.selectFrom('spend_alerts').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()

export async function insertAlert(db: Db, alert: SpendAlertTable): Promise<void> {
  await db.insertInto('spend_alerts').values(alert).execute()
}

export async function updateAlert(db: Db, { id, ...change }: Partial<SpendAlertTable> & { id: string }): Promise<void> {
  await db.updateTable('spend_alerts').set(change).where('id', '=', id).execute()
}

export async function deleteAlert(db: Db, id: string): Promise<void> {
  await db.deleteFrom('spend_alerts').where('id', '=', id).execute()
}

/** Accounts that somebody wants to hear about. */
export async function listAlertedAccounts(db: Db) {
  return db
    .selectFrom('accounts')
    .select(['id', 'slug', 'name', 'sealed_api_key'])
    .where('id', 'in', db.selectFrom('spend_alerts').select('account_id').where('enabled', '=', 1))
    .orderBy('slug')
    .execute()
}

/** False when this threshold has been reached in this period, and under this cap, before, whichever process noticed. */
export async function insertFiring(db: Db, firing: AlertFiringTable): Promise<boolean> {
  const inserted = await db
    .insertInto('alert_firings')
    .values(firing)
    .onConflict((conflict) =>
      conflict.columns(['alert_id', 'period_start', 'measure', 'basis', 'threshold', 'cap_number']).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Newest first. */
export const listFirings = (db: Db, accountId: string, limit: number): Promise<AlertFiringTable[]> =>
  db
    .selectFrom('alert_firings')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .orderBy('threshold', 'desc')
    .limit(limit)
    .execute()

export async function insertMail(db: Db, mail: MailTable): Promise<void> {
  await db.insertInto('mails').values(mail).execute()
}

export const findMail = (db: Db, id: string): Promise<MailTable | undefined> =>
  db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()

/** What still waits to go from an alert to a mailbox will not be sent. */
export async function dropWaitingMails(db: Db, of: { alertId: string; recipient: string }): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'unsent', claimed_until: null })
    .where('alert_id', '=', of.alertId)
    .where('recipient', '=', of.recipient)
    .where('state', '=', 'waiting')
    .execute()
}

export const listMailsOf = (db: Db, firingIds: readonly string[]): Promise<MailTable[]> =>
  firingIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('mails')
        .selectAll()
        .where('firing_id', 'in', [...firingIds])
        .orderBy('recipient')
        .execute()

export async function countTestMails(db: Db, accountId: string, since: string): Promise<number> {
  const row = await db
    .selectFrom('mails')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('kind', '=', 'test')
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return row.n
}

/** Ids of mails whose turn it is, the longest waiting first. */
export async function listDueMails(db: Db, now: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .where((e) => e.or([e('claimed_until', 'is', null), e('claimed_until', '<=', now)]))
    .orderBy('next_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The mail, when it is the caller's to send until `until`; undefined when another process has it or has sent it. */
export const claimMail = (db: Db, claim: { id: string; now: string; until: string }): Promise<MailTable | undefined> =>
  db
    .updateTable('mails')
    .set({ claimed_until: claim.until })
    .where('id', '=', claim.id)
    .where('state', '=', 'waiting')
    .where('next_at', '<=', claim.now)
    .where((e) => e.or([e('claimed_until', 'is', null), e('claimed_until', '<=', claim.now)]))
    .returningAll()
    .executeTakeFirst()

type Outcome = Pick<MailTable, 'id' | 'state' | 'attempts' | 'last_error' | 'sent_at' | 'next_at'>

/** What came of an attempt. A mail to a person about themselves is not kept once it went or failed: it may hold a link. */
export async function settleMail(db: Db, { id, ...outcome }: Outcome): Promise<void> {
  if (outcome.state !== 'waiting') await eraseBody(db, id)
  await db
    .updateTable('mails')
    .set({ ...outcome, claimed_until: null })
    .where('id', '=', id)
    .execute()
}

async function eraseBody(db: Db, id: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ body_text: '', body_html: '' })
    .where('id', '=', id)
    .where('kind', '=', 'person')
    .execute()
}
