import type { Db } from '../../storage'
import type { MailTable } from './tables'

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

type Moved = {
  readonly accountIds: readonly string[]
  readonly userId: string
  readonly from: string
  readonly to: string
}

/**
 * What waits for a member goes to their new address: of rules that tell them as a member. What somebody typed
 * as an address stays as it was typed.
 */
export async function moveWaitingMails(db: Db, { accountIds, userId, from, to }: Moved): Promise<void> {
  if (accountIds.length === 0) return
  const telling = db
    .selectFrom('rule_targets')
    .select('rule_id')
    .where('kind', '=', 'member')
    .where('target', '=', userId)
  await db
    .updateTable('mails')
    .set({ recipient: to })
    .where('account_id', 'in', [...accountIds])
    .where('recipient', '=', from)
    .where('state', '=', 'waiting')
    .where('notice_id', 'is not', null)
    .where('alert_id', 'in', telling)
    .execute()
}

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

const dueMails = (db: Db, now: string) =>
  db
    .selectFrom('mails')
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .where((e) => e.or([e('claimed_until', 'is', null), e('claimed_until', '<=', now)]))

/** Accounts that have mails whose turn it is. */
export async function listDueMailAccounts(db: Db, now: string): Promise<string[]> {
  const rows = await dueMails(db, now).select('account_id').distinct().orderBy('account_id').execute()
  return rows.map(({ account_id: id }) => id)
}

/** Ids of an account's mails whose turn it is, in the order in which they were written. */
export async function listDueMails(
  db: Db,
  accountId: string,
  { now, limit }: { now: string; limit: number },
): Promise<string[]> {
  const rows = await dueMails(db, now)
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('next_at')
    .orderBy('id')
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

/**
 * What came of an attempt; of one that lasted longer than its claim, and failed, nothing where another process has sent the mail
 * meanwhile, or nobody is to get it any more. A mail to a person about themselves is not kept once it went or failed: it may hold a link. */
export async function settleMail(db: Db, { id, ...outcome }: Outcome): Promise<void> {
  if (outcome.state !== 'waiting') await eraseBody(db, id)
  await db
    .updateTable('mails')
    .set({ ...outcome, claimed_until: null })
    .where('id', '=', id)
    .$if(outcome.state !== 'sent', (query) => query.where('state', '=', 'waiting'))
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
