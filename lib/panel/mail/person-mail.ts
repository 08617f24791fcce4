import { defaultLocale, isLocale, type Locale } from '@/lib/domain/format/locales'
import { mailRow } from '@/lib/features/deliveries/queue'
import { insertMail } from '@/lib/features/deliveries/statements/mails'
import type { UserTable } from '@/lib/features/members/tables'
import type { Db } from '@/lib/storage/storage'

import type { MailWords } from './mail-layout'

/** The language that a person reads. */
export const localeOf = ({ locale }: Pick<UserTable, 'locale'>): Locale => (isLocale(locale) ? locale : defaultLocale)

export type PersonMail = {
  /** An account of the person: what is kept of the mail goes with it. */
  readonly accountId: string
  readonly to: string
  readonly words: MailWords
  readonly now: Date
}

/**
 * Puts a mail to one person into the outbox, in the caller's transaction where there is one; it is sent by `deliverSoon` or the
 * job that delivers. Only with an SMTP server: it never waits for one.
 */
export const putPersonMail = (db: Db, { accountId, to, words, now }: PersonMail): Promise<void> =>
  insertMail(
    db,
    mailRow(
      { account_id: accountId, rule_id: null, kind: 'person', recipient: to, at: now.toISOString() },
      // No way out: nobody is taken off what is about themselves.
      { state: 'waiting', words: () => words, links: () => undefined },
    ),
  )
