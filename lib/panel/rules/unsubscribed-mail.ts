import type { Locale } from '@/lib/domain/format/locales'

import { composeMail, type MailWords } from '../mail/mail-layout'

const texts = {
  pl: {
    headline: 'Odbiorca wypisał się z reguły powiadomień zespołu',
    account: 'Konto',
    rule: 'Reguła',
    left: 'Kto',
    others: 'Reguła działa dalej i pisze do pozostałych odbiorców.',
    last: 'Był to ostatni odbiorca. Reguła działa dalej i pisze odtąd do właścicieli konta. Wybierz innych odbiorców albo wyłącz ją w Powiadomieniach.',
  },
  en: {
    headline: 'A recipient has left a notification rule of the team',
    account: 'Account',
    rule: 'Rule',
    left: 'Who',
    others: 'The rule continues and writes to its other recipients.',
    last: 'This was its last recipient. The rule continues and now writes to the owners of the account. Choose other recipients or turn it off under Notifications.',
  },
} as const satisfies Record<Locale, unknown>

type Unsubscribed = {
  readonly account: string
  readonly rule: string
  /** Address of who has left. */
  readonly left: string
  readonly wasLast: boolean
}

/** Tells an owner who has left a rule of the team by the link of a mail, and to whom it writes now. */
export function unsubscribedMail(locale: Locale, { account, rule, left, wasLast }: Unsubscribed): MailWords {
  const t = texts[locale]
  return composeMail({
    subject: `${t.headline} – ${account}`,
    headline: t.headline,
    rows: [
      [t.account, account],
      [t.rule, rule],
      [t.left, left],
    ],
    notes: [wasLast ? t.last : t.others],
    link: undefined,
    unsubscribe: undefined,
  })
}
