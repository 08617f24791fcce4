import { randomUUID } from 'node:crypto'

import { defaultLocale, isLocale, type Locale } from '@/lib/domain/format/locales'
import { insertMail } from '@/lib/storage/panel/spend/outbox'
import type { UserTable } from '@/lib/storage/people/tables'
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
 * job of the outbox. Only with an SMTP server: it never waits for one.
 */
export async function putPersonMail(db: Db, { accountId, to, words, now }: PersonMail): Promise<void> {
  const at = now.toISOString()
  await insertMail(db, {
    id: randomUUID(),
    account_id: accountId,
    send_id: null,
    notice_id: null,
    alert_id: null,
    kind: 'person',
    recipient: to,
    ...words,
    state: 'waiting',
    attempts: 0,
    next_at: at,
    created_at: at,
    sent_at: null,
    last_error: null,
    claimed_until: null,
  })
}
