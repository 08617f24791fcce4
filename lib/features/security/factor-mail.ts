import type { Logger } from 'pino'

import { formatDateTime } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { routes } from '@/lib/domain/routes'
import { deliverSoon } from '@/lib/features/deliveries/sender'
import { listMembershipsOf } from '@/lib/features/members/statements/members'
import { findUser } from '@/lib/features/members/statements/users'
import { composeMail, type MailWords } from '@/lib/panel/mail/mail-layout'
import type { MailService } from '@/lib/panel/mail/mailer'
import { localeOf, putPersonMail } from '@/lib/panel/mail/person-mail'
import { wordsIn } from '@/lib/panel/words'
import type { Storage } from '@/lib/storage/storage'

/** A change in how a person signs in, reported by e-mail. */
export type FactorChange =
  | 'appAdded'
  | 'appRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'passkeyCopied'
  | 'codesRenewed'
  | 'codeUsed'
  | 'reset'

type FactorMailInput = {
  readonly change: FactorChange
  readonly email: string
  readonly at: Date
  readonly panelUrl: string | undefined
}

function factorMailWords(locale: Locale, { change, email, at, panelUrl }: FactorMailInput): MailWords {
  const { words: t } = wordsIn(locale, 'mails', 'factor')
  return composeMail({
    locale,
    subject: t[change],
    headline: t[change],
    rows: [
      [t.account, email],
      [t.at, `${formatDateTime(at.toISOString(), locale)} (${t.zone})`],
    ],
    notes: [change === 'reset' ? t.resetAdvice : t.advice],
    link: panelUrl === undefined ? undefined : { text: t.link, url: `${panelUrl}${routes.settingsSecurity}` },
  })
}

export type NotifyFactorChange = (userId: string, change: FactorChange, at: Date) => void
type MailDependencies = { readonly storage: Storage; readonly mail: MailService; readonly log: Logger }

/** Notifies the person by e-mail if an SMTP server is configured; a failed e-mail does not undo the change. */
export const factorNotifier =
  (deps: MailDependencies): NotifyFactorChange =>
  (userId, change, at) => {
    if (deps.mail.mailer === null) return
    queueFactorMail(deps, userId, { change, at }).catch((error: unknown) =>
      deps.log.warn({ err: error, change }, 'an e-mail about a change of the second factor could not be created'),
    )
  }

async function queueFactorMail(
  deps: MailDependencies,
  userId: string,
  { change, at }: Pick<FactorMailInput, 'change' | 'at'>,
): Promise<void> {
  const { db } = deps.storage
  const [user, [membership]] = await Promise.all([findUser(db, userId), listMembershipsOf(db, userId)])
  if (!user || !membership) return
  const mailInput = { change, at, email: user.email, panelUrl: deps.mail.panelUrl }
  const words = factorMailWords(localeOf(user), mailInput)
  await putPersonMail(db, { accountId: membership.account_id, to: user.email, words, now: at })
  deliverSoon({ ...deps, now: at })
}
