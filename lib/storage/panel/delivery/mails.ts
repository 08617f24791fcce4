import { monitoringReaders } from '@/lib/contract/operation'
import type { Role } from '@/lib/domain/roles'

import type { Db } from '../../storage'
import { TEAM } from '../saved-views/saved-views'
import type { MailTable } from '../spend/tables'
import type { DeliveryPlace } from './deliveries'
import type { MailAttemptTable } from './tables'

type Seer = {
  readonly accountId: string
  readonly userId: string
  readonly email: string
  readonly role: Role
  /** Kinds of rules that the role may have. */
  readonly ruleKinds: readonly string[]
}

const readsMonitoring = (role: Role): boolean => monitoringReaders.some((each) => each === role)

/**
 * E-mails of alerts that the user may see: those of spend alerts everybody, those of rules whoever sees the rule. Of a rule that is gone nobody can tell whose it was: its reader alone. Never a person's.
 */
const seenMails = (db: Db, { accountId, userId, email, role, ruleKinds }: Seer) =>
  db
    .selectFrom('mails')
    .leftJoin('rules', (join) => join.onRef('rules.id', '=', 'mails.alert_id').on('mails.notice_id', 'is not', null))
    .select([
      'mails.id',
      'mails.kind',
      'mails.notice_id',
      'mails.alert_id',
      'rules.owner as rule_owner',
      'rules.kind as rule_kind',
      'mails.recipient',
      'mails.subject',
      'mails.state',
      'mails.attempts',
      'mails.next_at',
      'mails.created_at',
      'mails.sent_at',
      'mails.last_error',
    ])
    .where('mails.account_id', '=', accountId)
    .where('mails.kind', 'in', ['alert', 'test'])
    .where((e) =>
      e.or([
        e('mails.notice_id', 'is', null),
        ...(readsMonitoring(role)
          ? [e.and([e('mails.notice_id', 'is not', null), e('rules.id', 'is', null), e('mails.recipient', '=', email)])]
          : []),
        ...(ruleKinds.length > 0
          ? [e.and([e('rules.kind', 'in', [...ruleKinds]), e('rules.owner', 'in', [userId, TEAM])])]
          : []),
      ]),
    )
export type SeenMail = Pick<
  MailTable,
  | 'id'
  | 'kind'
  | 'notice_id'
  | 'alert_id'
  | 'recipient'
  | 'subject'
  | 'state'
  | 'attempts'
  | 'next_at'
  | 'created_at'
  | 'sent_at'
  | 'last_error'
> & { readonly rule_owner: string | null; readonly rule_kind: string | null }

type MailQuery = {
  readonly state?: MailTable['state'] | undefined
  /** The alert that it is of. */
  readonly alertId?: string | undefined
  readonly since?: string | undefined
  readonly after?: DeliveryPlace | undefined
  readonly limit: number
}

/** The newest first. */
export const listSeenMails = (
  db: Db,
  seer: Seer,
  { state, alertId, since, after, limit }: MailQuery,
): Promise<SeenMail[]> =>
  seenMails(db, seer)
    .$if(state !== undefined, (q) => q.where('mails.state', '=', state ?? 'waiting'))
    .$if(alertId !== undefined, (q) => q.where('mails.alert_id', '=', alertId ?? ''))
    .$if(since !== undefined, (q) => q.where('mails.created_at', '>=', since ?? ''))
    .$if(after !== undefined, (q) =>
      q.where((e) =>
        e.or([
          e('mails.created_at', '<', after?.at ?? ''),
          e.and([e('mails.created_at', '=', after?.at ?? ''), e('mails.id', '<', after?.id ?? '')]),
        ]),
      ),
    )
    .orderBy('mails.created_at', 'desc')
    .orderBy('mails.id', 'desc')
    .limit(limit)
    .execute()

export const findSeenMail = (db: Db, seer: Seer, id: string): Promise<SeenMail | undefined> =>
  seenMails(db, seer).where('mails.id', '=', id).executeTakeFirst()

export const listMailAttempts = (db: Db, mailId: string): Promise<MailAttemptTable[]> =>
  db.selectFrom('mail_attempts').selectAll().where('mail_id', '=', mailId).orderBy('number').execute()

/** Of a claim that ran out two processes may write the same attempt: the first one stands. */
export async function insertMailAttempt(db: Db, attempt: MailAttemptTable): Promise<void> {
  await db
    .insertInto('mail_attempts')
    .values(attempt)
    .onConflict((conflict) => conflict.columns(['mail_id', 'number']).doNothing())
    .execute()
}

/** What e-mails of rules said, once they are sent or never will be. Their rows stay: the links in them still end what they are of. */
export async function eraseRuleMailsBefore(db: Db, accountId: string, before: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ body_text: '', body_html: '' })
    .where('account_id', '=', accountId)
    .where('notice_id', 'is not', null)
    .where('created_at', '<', before)
    .where('state', '!=', 'waiting')
    .where('body_text', '!=', '')
    .execute()
}

/** Rows of one statement, so that others have the store in between. */
const ERASED_AT_ONCE = 500

/** The same of all accounts, and of mails of every kind: what was sent, or never will be, is listed without what it said. */
export async function eraseMailsBefore(db: Db, before: string): Promise<void> {
  for (let erased = ERASED_AT_ONCE; erased === ERASED_AT_ONCE;) {
    const result = await db
      .updateTable('mails')
      .set({ body_text: '', body_html: '' })
      .where('id', 'in', (e) =>
        e
          .selectFrom('mails')
          .select('id')
          .where('created_at', '<', before)
          .where('state', '!=', 'waiting')
          .where('body_text', '!=', '')
          .limit(ERASED_AT_ONCE),
      )
      .executeTakeFirst()
    erased = Number(result.numUpdatedRows)
  }
}
