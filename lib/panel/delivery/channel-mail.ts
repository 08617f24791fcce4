import { formatDateTime, formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { routes } from '@/lib/domain/routes'

import { composeMail, type MailWords } from '../mail/mail-layout'

type Facts = {
  readonly account: string
  readonly name: string
  readonly reason: 'gone' | 'failing'
  /** Messages that waited. */
  readonly waiting: number
  readonly at: string
  readonly panelUrl: string | undefined
}

const texts = {
  pl: {
    subject: 'Kanał powiadomień wyłączony',
    account: 'Konto',
    channel: 'Kanał',
    why: 'Powód',
    reasons: {
      gone: 'odbiorca odpowiedział, że tego adresu już nie ma (410)',
      failing: 'przez 5 dni żadna próba doręczenia się nie powiodła',
    },
    waiting: 'Niedoręczone wiadomości',
    at: 'Stan na',
    zone: 'czas warszawski',
    note: 'Nic nie zginęło: po włączeniu kanału niedoręczone wiadomości można wysłać ponownie na stronie doręczeń.',
    open: 'Kanały powiadomień',
  },
  en: {
    subject: 'Notification channel turned off',
    account: 'Account',
    channel: 'Channel',
    why: 'Reason',
    reasons: {
      gone: 'the receiver answered that this address no longer exists (410)',
      failing: 'every attempt at delivery failed for 5 days',
    },
    waiting: 'Undelivered messages',
    at: 'As of',
    zone: 'Warsaw time',
    note: 'Nothing is lost: once the channel is on again, undelivered messages can be sent again from the page of deliveries.',
    open: 'Notification channels',
  },
} as const

/** To who made a channel, and to owners: it was turned off. */
export function channelOffMail(language: Locale, { account, name, reason, waiting, at, panelUrl }: Facts): MailWords {
  const t = texts[language]
  return composeMail({
    subject: `${t.subject} – ${account}`,
    headline: `${t.subject}: ${name}`,
    rows: [
      [t.account, account],
      [t.channel, name],
      [t.why, t.reasons[reason]],
      [t.waiting, formatInteger(waiting, language)],
      [t.at, `${formatDateTime(at, language)} (${t.zone})`],
    ],
    notes: [t.note],
    link: panelUrl === undefined ? undefined : { text: t.open, url: `${panelUrl}${routes.notificationChannels}` },
    unsubscribe: undefined,
  })
}
