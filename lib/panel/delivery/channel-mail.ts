import { formatDateTime, formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { routes } from '@/lib/domain/routes'

import { composeMail, type MailWords } from '../mail/mail-layout'
import { wordsIn } from '../words'

type Facts = {
  readonly account: string
  readonly name: string
  readonly reason: 'gone' | 'failing'
  /** Messages that waited. */
  readonly waiting: number
  readonly at: string
  readonly panelUrl: string | undefined
}

/** To who made a channel, and to owners: it was turned off. */
export function channelOffMail(language: Locale, { account, name, reason, waiting, at, panelUrl }: Facts): MailWords {
  const { words: t } = wordsIn(language, 'mails', 'channels')
  return composeMail({
    subject: `${t.off} – ${account}`,
    headline: `${t.off}: ${name}`,
    rows: [
      [t.account, account],
      [t.channel, name],
      [t.why, t.reasons[reason]],
      [t.waiting, formatInteger(waiting, language)],
      [t.at, `${formatDateTime(at, language)} (${t.zone})`],
    ],
    notes: [t.note],
    link:
      panelUrl === undefined ? undefined : { text: t.openChannels, url: `${panelUrl}${routes.notificationChannels}` },
    unsubscribe: undefined,
  })
}
