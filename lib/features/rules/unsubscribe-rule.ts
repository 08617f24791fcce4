import type { Locale } from '@/lib/domain/format/locales'
import { normaliseMailbox } from '@/lib/domain/mailbox'
import { recordAudit } from '@/lib/features/audit/audit'
import { cancelWaitingMails } from '@/lib/features/deliveries/statements/mails'
import { cancelWaitingOf } from '@/lib/features/deliveries/statements/queued'
import type { MailTable } from '@/lib/features/deliveries/tables'
import { composeMail, type MailWords } from '@/lib/panel/mail/mail-layout'
import { localeOf, putPersonMail } from '@/lib/panel/mail/person-mail'
import { wordsIn } from '@/lib/panel/words'
import { findAccount } from '@/lib/service/accounts/statements/accounts'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { TEAM_OWNER } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

import { type Recipients, recipientsOf } from './recipients'
import { lastHitNumber } from './statements/hits'
import {
  deleteTarget,
  findRule,
  listReaders,
  listTargets,
  replaceTargets,
  type RuleReader,
  updateRule,
} from './statements/rules'
import type { RuleTable } from './tables'

type UnsubscribeMailInput = {
  readonly account: string
  readonly rule: string
  /** Address of the member who left. */
  readonly unsubscribedAddress: string
  readonly wasLast: boolean
}

/** The e-mail that tells an owner who unsubscribed from a team rule, and who still receives it. */
function unsubscribedMail(
  locale: Locale,
  { account, rule, unsubscribedAddress, wasLast }: UnsubscribeMailInput,
): MailWords {
  const { words: t } = wordsIn(locale, 'mails', 'unsubscribed')
  return composeMail({
    locale,
    subject: `${t.headline} – ${account}`,
    headline: t.headline,
    rows: [
      [t.account, account],
      [t.rule, rule],
      [t.left, unsubscribedAddress],
    ],
    notes: [wasLast ? t.last : t.others],
  })
}

/** The rule that still writes to the reader of an e-mail; undefined if the account is blocked. */
export const findRuleOfMail = async (db: Db, mail: MailTable): Promise<RuleTable | undefined> =>
  (await findRuleOfReader(db, mail))?.rule

type RuleOfReader = {
  readonly rule: RuleTable
  readonly reader: Recipients['mails'][number]
  readonly accountName: string
}

async function findRuleOfReader(db: Db, mail: MailTable): Promise<RuleOfReader | undefined> {
  const rule = mail.rule_id === null ? undefined : await findRule(db, mail.rule_id)
  if (rule?.account_id !== mail.account_id || rule.enabled === 0 || rule.timing === 'none') return undefined
  const account = await findAccount(db, rule.account_id)
  if (!account || account.state === 'inactive') return undefined
  const { mails } = await recipientsOf(db, rule)
  const mailbox = normaliseMailbox(mail.recipient)
  const reader = mails.find(({ email }) => normaliseMailbox(email) === mailbox)
  return reader && { rule, reader, accountName: account.name }
}

/**
 * If the rule has no recipient left, its messages go to the owners, who are asked to decide; without owners it has no
 * recipients. Owners are also notified when an outside address leaves, because no members page shows it.
 */
async function notifyOwners(
  db: AccountTx,
  { rule, reader, accountName }: RuleOfReader,
  { mail, now }: { readonly mail: MailTable; readonly now: Date },
): Promise<void> {
  const owners = await otherOwners(db, rule, mail.recipient)
  const wasLast = (await listTargets(db, rule.id)).length === 0
  const targets = owners.map(({ user_id: target }) => ({ kind: 'member', target }) as const)
  if (wasLast) await replaceTargets(db, rule.id, targets)
  if (!wasLast && reader.target.kind !== 'address') return
  for (const owner of owners) {
    const words = unsubscribedMail(localeOf(owner), {
      account: accountName,
      rule: rule.name,
      unsubscribedAddress: mail.recipient,
      wasLast,
    })
    await putPersonMail(db, { accountId: rule.account_id, to: owner.email, words, now })
  }
}

/** Owners who can decide about the team's rules, except the one who leaves. */
async function otherOwners(db: Db, { account_id: accountId }: RuleTable, email: string): Promise<RuleReader[]> {
  const readers = await listReaders(db, accountId)
  return readers.filter((each) => each.role === 'owner' && normaliseMailbox(each.email) !== normaliseMailbox(email))
}

/** Tender matches are still collected, because the panel shows them. */
const silencedFields = ({ kind }: RuleTable) => (kind === 'tender' ? ({ timing: 'none' } as const) : { enabled: 0 })

/** Removes the reader from a team rule; a user's own rule is disabled. Idempotent. */
export async function unsubscribeFromRule(db: AccountTx, mail: MailTable, now: Date): Promise<void> {
  const ruleOfReader = await findRuleOfReader(db, mail)
  if (!ruleOfReader) return
  const { rule, reader } = ruleOfReader
  await cancelWaitingMails(db, { alertId: rule.id, recipient: mail.recipient })
  const waiting = { accountId: rule.account_id, ruleIds: [rule.id], reason: 'rule_off' } as const
  if (rule.owner !== TEAM_OWNER) {
    await cancelWaitingOf(db, waiting)
    return updateRule(db, rule.id, {
      ...silencedFields(rule),
      updated_at: now.toISOString(),
      last_notified_hit: await lastHitNumber(db, rule.account_id),
    })
  }
  const emails = async () => (await recipientsOf(db, rule)).mails.map(({ email }) => email)
  const before = { name: rule.name, recipients: await emails(), enabled: true }
  await deleteTarget(db, reader.target)
  // A mailbox may occur twice: as a member's and as an outside address.
  const duplicate = await findRuleOfReader(db, mail)
  if (duplicate) await deleteTarget(db, duplicate.reader.target)
  await notifyOwners(db, ruleOfReader, { mail, now })
  const hasRecipients = (await listTargets(db, rule.id)).length > 0
  const disabledFields = hasRecipients
    ? {}
    : { ...silencedFields(rule), last_notified_hit: await lastHitNumber(db, rule.account_id) }
  if (!hasRecipients) await cancelWaitingOf(db, waiting)
  await updateRule(db, rule.id, { updated_at: now.toISOString(), ...disabledFields })
  await recordAudit(db, {
    accountId: rule.account_id,
    actor: mail.recipient,
    action: 'rules.unsubscribe',
    target: rule.id,
    before,
    after: { name: rule.name, recipients: await emails(), enabled: hasRecipients },
    now,
  })
}
