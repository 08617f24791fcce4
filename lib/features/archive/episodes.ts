import { reportName } from '@/lib/domain/events/sources'
import { formatDate, formatDateTime } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { routes } from '@/lib/domain/routes'
import { recordAudit } from '@/lib/features/audit/audit'
import type { PanelJobDependencies } from '@/lib/panel/job'
import { composeMail, type MailRow, type MailWords } from '@/lib/panel/mail/mail-layout'
import { localeOf, putPersonMail } from '@/lib/panel/mail/person-mail'
import { wordsIn } from '@/lib/panel/words'
import { findAccount } from '@/lib/service/accounts/statements/accounts'
import { type AccountTx, lockedAccountsOf, inAccounts } from '@/lib/storage/engine/account-lock'
import type { Storage } from '@/lib/storage/storage'

import { isUrgent } from './archive-fault'
import type { ArchiveFailure } from './domain/archive'
import {
  type ArchivingAccount,
  changeArchiveSettings,
  findArchiveSettings,
  listArchiveRecipients,
} from './statements/settings'
import type { ArchivedReportTable } from './tables'

const HOUR_MS = 3_600_000
/** A mail lists this many reports and only counts the rest. */
const MAX_NAMED = 20

export type Trouble = { readonly failure: ArchiveFailure; readonly text: string }

type NoticeDependencies = Pick<PanelJobDependencies, 'storage' | 'clock' | 'mail'>

/** Like `inAccounts`, but returns undefined if the account was deleted during a long run. */
export const inExistingAccount = <T>(storage: Storage, accountId: string, work: (tx: AccountTx) => Promise<T>) =>
  inAccounts(
    storage,
    async (db) => ((await findAccount(db, accountId)) === undefined ? [] : [accountId]),
    async (tx) => (lockedAccountsOf(tx).has(accountId) ? work(tx) : undefined),
  )

/** Turns collecting off after a failure that retrying cannot fix, and notifies once. */
export async function turnArchiveOff(
  dependencies: NoticeDependencies,
  account: ArchivingAccount,
  { failure, text }: Trouble,
): Promise<void> {
  const { storage, clock } = dependencies
  const { account_id: accountId } = account
  const now = clock()
  await inExistingAccount(storage, accountId, async (db) => {
    const settings = await findArchiveSettings(db, accountId)
    // Another process has turned it off, or a user has saved new settings in between.
    if (settings?.enabled !== 1 || settings.updated_at !== account.updated_at) return
    const at = now.toISOString()
    await changeArchiveSettings(db, accountId, {
      enabled: 0,
      state: 'off',
      off_reason: failure,
      failure,
      failure_text: text,
      failing_since: settings.failing_since ?? at,
      told_at: at,
    })
    const after = { failure, reason: text }
    await recordAudit(db, { accountId, actor: 'panel', action: 'archive.off', after, now })
    await notifyRecipients({ db, dependencies, account }, { kind: 'off', failure, text, at })
  })
}

/**
 * Updates the state after a run and notifies users: of a failure once it has lasted an hour, of a full disk at once,
 * and of the recovery. Each notification is also recorded in the audit log.
 */
export async function updateState(
  dependencies: NoticeDependencies,
  account: ArchivingAccount,
  trouble: Trouble | undefined,
): Promise<void> {
  const { storage, clock } = dependencies
  const { account_id: accountId } = account
  const now = clock()
  await inExistingAccount(storage, accountId, async (db) => {
    const settings = await findArchiveSettings(db, accountId)
    if (settings?.enabled !== 1 || settings.updated_at !== account.updated_at) return
    const episode = { db, dependencies, account, now }
    const before = { notifiedAt: settings.told_at, since: settings.failing_since }
    await (trouble === undefined ? recordWorking(episode, before) : recordFailing(episode, trouble, before))
  })
}

type PreviousState = { readonly notifiedAt: string | null; readonly since: string | null }

async function recordFailing(context: StateChange, trouble: Trouble, before: PreviousState): Promise<void> {
  const { db, account, now } = context
  const { account_id: accountId } = account
  const since = before.since ?? now.toISOString()
  const isDue = isUrgent(trouble.failure) || now.getTime() - Date.parse(since) >= HOUR_MS
  const notifiesNow = before.notifiedAt === null && isDue
  await changeArchiveSettings(db, accountId, {
    state: 'failing',
    failing_since: since,
    failure: trouble.failure,
    failure_text: trouble.text,
    told_at: notifiesNow ? now.toISOString() : before.notifiedAt,
  })
  if (!notifiesNow) return
  const after = { failure: trouble.failure, reason: trouble.text, first_at: since }
  await recordAudit(db, { accountId, actor: 'panel', action: 'archive.fail', after, now })
  await notifyRecipients(context, { kind: 'failing', ...trouble, at: since })
}

type StateChange = {
  readonly db: AccountTx
  readonly dependencies: NoticeDependencies
  readonly account: ArchivingAccount
  readonly now: Date
}

async function recordWorking(context: StateChange, { notifiedAt, since }: PreviousState): Promise<void> {
  const { db, account, now } = context
  const { account_id: accountId } = account
  const change = { state: 'ok', failing_since: null, failure: null, failure_text: null, told_at: null } as const
  await changeArchiveSettings(db, accountId, change)
  if (notifiedAt === null) return
  const event = { accountId, actor: 'panel', action: 'archive.recover', after: { first_at: since }, now } as const
  await recordAudit(db, event)
  await notifyRecipients(context, { kind: 'working', at: since ?? now.toISOString() })
}

type NotificationContext = Omit<StateChange, 'now'>

export async function notifyLost(context: NotificationContext, lost: readonly ArchivedReportTable[]): Promise<void> {
  const namedReports = lost
    .slice(0, MAX_NAMED)
    .map(({ report_date, source, format }) => ({ report_date, source, format }))
  await notifyRecipients(context, { kind: 'lost', reports: namedReports, more: lost.length - namedReports.length })
}

async function notifyRecipients(
  { db, dependencies, account }: NotificationContext,
  mailContent: ArchiveMail,
): Promise<void> {
  const { mail, clock } = dependencies
  if (mail.mailer === null) return
  for (const recipient of await listArchiveRecipients(db, account.account_id)) {
    const words = archiveMail(localeOf(recipient), {
      account: account.name,
      panelUrl: mail.panelUrl,
      about: mailContent,
    })
    await putPersonMail(db, { accountId: account.account_id, to: recipient.email, words, now: clock() })
  }
}

/** Fields of a report in the audit log. */
export const reportDetails = ({ report_date, source, format, generated_at }: ArchivedReportTable) => ({
  report_date,
  source,
  format,
  generated_at,
})

export const lossEvent = (row: ArchivedReportTable, because: string, now: Date) =>
  ({
    accountId: row.account_id,
    actor: 'panel',
    action: 'archive.lose',
    target: row.id,
    after: { ...reportDetails(row), because },
    now,
  }) as const

export const hasExpired = ({ expires_at }: Pick<ArchivedReportTable, 'expires_at'>, now: Date): boolean =>
  expires_at !== '' && Date.parse(expires_at) <= now.getTime()

type NamedReport = { readonly report_date: string; readonly source: string; readonly format: string }

/** Content of an e-mail about collecting reports. `at`: when the state began. */
type ArchiveMail =
  | {
      readonly kind: 'off' | 'failing'
      readonly failure: ArchiveFailure
      readonly text: string
      readonly at: string
    }
  | { readonly kind: 'working'; readonly at: string }
  | { readonly kind: 'lost'; readonly reports: readonly NamedReport[]; readonly more: number }

type ArchiveMailInput = { readonly account: string; readonly panelUrl: string | undefined; readonly about: ArchiveMail }

/** Sent to owners and compliance staff. It names reports by day, source and format, and no persons. */
function archiveMail(locale: Locale, { account, panelUrl, about }: ArchiveMailInput): MailWords {
  const { words: t } = wordsIn(locale, 'mails', 'archive')
  const subject = t.subjects[about.kind]
  return composeMail({
    locale,
    subject: `${subject} – ${account}`,
    headline: subject,
    rows: [[t.account, account], ...rowsOf(locale, about)],
    notes: [t.notes[about.kind]],
    link: panelUrl === undefined ? undefined : { text: t.open, url: `${panelUrl}${routes.reportArchive}` },
  })
}

function rowsOf(locale: Locale, content: ArchiveMail): MailRow[] {
  const { words: t, say } = wordsIn(locale, 'mails', 'archive')
  const since = (at: string): MailRow => [t.since, `${formatDateTime(at, locale)} (${t.zone})`]
  if (content.kind === 'working') return [since(content.at)]
  if (content.kind !== 'lost') {
    const answer: MailRow[] = content.text === '' ? [] : [[t.answer, content.text]]
    return [[t.reason, t.failures[content.failure]], ...answer, since(content.at)]
  }
  const lines = content.reports.map(
    ({ report_date, source, format }) =>
      `${formatDate(report_date, locale)} – ${reportName(source, locale)}, ${format.toUpperCase()}`,
  )
  const [first = '', ...rest] = content.more > 0 ? [...lines, say('more', { n: content.more })] : lines
  return [[t.reports, [first, ...rest]]]
}
