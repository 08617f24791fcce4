import { formatDateTime } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { routes } from '@/lib/domain/routes'
import { listAccountsOf } from '@/lib/features/members/statements/members'
import { findUser } from '@/lib/features/members/statements/users'
import type { UserTable } from '@/lib/features/members/tables'
import { composeMail, type MailWords } from '@/lib/panel/mail/mail-layout'
import type { MailService } from '@/lib/panel/mail/mailer'
import { localeOf, putPersonMail } from '@/lib/panel/mail/person-mail'
import { wordsIn } from '@/lib/panel/words'
import type { Db } from '@/lib/storage/storage'

export type ResetLinkMail = {
  readonly user: Pick<UserTable, 'email' | 'locale'>
  readonly panelUrl: string
  readonly token: string
  readonly expiresAt: string
  /** The owner who started the reset, if it was not the user. */
  readonly startedBy?: { readonly email: string; readonly accountName: string }
}

/** The mail with a password link. Its address is PANEL_URL, never the Host of a request. */
export function resetLinkMail({ user, panelUrl, token, expiresAt, startedBy }: ResetLinkMail): MailWords {
  const locale = localeOf(user)
  const { words: t, say } = wordsIn(locale, 'mails', 'password')
  return composeMail({
    locale,
    subject: t.setSubject,
    headline: t.set,
    rows: [
      [t.email, user.email],
      [t.until, timeText(expiresAt, locale)],
    ],
    notes: [startedBy ? say('startedBy', { who: startedBy.email, account: startedBy.accountName }) : t.asked, t.once],
    link: { text: t.set, url: `${panelUrl}${routes.signUp}?token=${token}` },
  })
}

export type PasswordChange = { readonly userId: string; readonly address: string | null; readonly now: Date }

/**
 * Mails a user that their password was changed, if mails are configured. It runs within the transaction of the change;
 * call `deliverSoon` afterwards.
 */
export async function putPasswordChangedMail(
  db: Db,
  { userId, address, now }: PasswordChange,
  mail: Pick<MailService, 'panelUrl'> & { readonly mailer: unknown },
): Promise<void> {
  const user = await findUser(db, userId)
  const [account] = await listAccountsOf(db, userId)
  if (!mail.mailer || !user || !account) return
  const locale = localeOf(user)
  const { words: t } = wordsIn(locale, 'mails', 'password')
  const words = composeMail({
    locale,
    subject: t.changed,
    headline: t.changed,
    rows: [
      [t.email, user.email],
      [t.at, timeText(now, locale)],
      ...(address === null ? [] : [[t.address, address] as const]),
    ],
    notes: [t.ended, t.notYou],
    link: mail.panelUrl === undefined ? undefined : { text: t.again, url: mail.panelUrl + routes.forgottenPassword },
  })
  await putPersonMail(db, { accountId: account.id, to: user.email, words, now })
}

const timeText = (instant: string | Date, locale: Locale): string =>
  `${formatDateTime(instant, locale)} (${wordsIn(locale, 'mails', 'password').words.zone})`
