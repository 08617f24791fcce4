import { defaultLocale, isLocale, type Locale } from '@/lib/domain/format/locales'
import { mailRow } from '@/lib/features/deliveries/queue'
import { insertMail } from '@/lib/features/deliveries/statements/mails'
import type { UserTable } from '@/lib/features/members/tables'
import type { Db } from '@/lib/storage/storage'

import type { MailWords } from './mail-layout'

export const localeOf = ({ locale }: Pick<UserTable, 'locale'>): Locale => (isLocale(locale) ? locale : defaultLocale)

export type PersonMail = {
  /** An account of the person: the stored mail is deleted with it. */
  readonly accountId: string
  readonly to: string
  readonly words: MailWords
  readonly now: Date
}

/**
 * Puts a mail to one person into the outbox, within the caller's transaction; `deliverSoon` or the delivery job sends
 * it. Only works with an SMTP server, because such a mail never waits for one to be configured.
 */
export const putPersonMail = (db: Db, { accountId, to, words, now }: PersonMail): Promise<void> =>
  insertMail(
    db,
    mailRow(
      { account_id: accountId, rule_id: null, kind: 'person', recipient: to, at: now.toISOString() },
      // There is no unsubscribe link in mails about the person's own account.
      { state: 'waiting', words: () => words, links: () => undefined },
    ),
  )
