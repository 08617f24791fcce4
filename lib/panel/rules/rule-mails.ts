import { formatDateTime, formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { pages } from '@/lib/domain/pages'

import { composeMail, type MailRow, type MailWords } from '../mail/mail-layout'
import type { UnsubscribeLinks } from '../spend/unsubscribe-links'
import type { RuleKind, SaidHit } from './kinds/kind'

/** More are counted, and in the panel: with their lines about a hundred. */
export const MAX_TOLD_BY_RULE = 50

export type RuleMail = {
  readonly account: { readonly name: string }
  readonly kind: Pick<RuleKind, 'path'>
  readonly isDigest: boolean
  readonly count: number
  readonly headline: string
  /** The newest first, at most `MAX_TOLD_BY_RULE`. */
  readonly said: readonly SaidHit[]
  readonly at: string
  readonly panelUrl: string | undefined
  readonly unsubscribe: UnsubscribeLinks | undefined
}

const texts = {
  pl: {
    digest: 'wiadomość zbiorcza',
    more: (n: string) => `Oraz jeszcze ${n}, których tu nie wymieniono. Wszystkie są w panelu.`,
    account: 'Konto',
    at: 'Stan na',
    zone: 'czas warszawski',
    open: 'Otwórz w panelu',
    why: 'Tę wiadomość wysłała reguła powiadomień.',
    unsubscribe: 'Nie chcę dostawać tych wiadomości',
    testSubject: 'Wiadomość próbna reguły powiadomień',
    test: 'To jest wiadomość próbna z panelu. Na ten adres będą przychodzić wiadomości tej reguły.',
  },
  en: {
    digest: 'digest',
    more: (n: string) => `And ${n} more that are not listed here. All of them are in the panel.`,
    account: 'Account',
    at: 'As of',
    zone: 'Warsaw time',
    open: 'Open in the panel',
    why: 'This message was sent by a notification rule.',
    unsubscribe: 'Stop these messages',
    testSubject: 'Test message of a notification rule',
    test: 'This is a test message from the panel. Messages of this rule will come to this address.',
  },
} as const satisfies Record<Locale, unknown>

/** How many and from where, and each of them. What the rule is called stands nowhere: its name may be that of a person. */
export function ruleMail(locale: Locale, mail: RuleMail): MailWords {
  const t = texts[locale]
  const { count, said, account, isDigest, headline } = mail
  const rest = count - said.length
  return composeMail({
    subject: `${headline}${isDigest ? ` (${t.digest})` : ''} – ${account.name}`,
    headline,
    rows: [
      ...said.map(({ title, lines }, index): MailRow => [String(index + 1), [title, ...lines]]),
      ...facts(locale, mail),
    ],
    notes: [...(rest > 0 ? [t.more(formatInteger(rest, locale))] : []), t.why],
    ...linksOf(locale, mail, mail.kind.path),
  })
}

export function ruleTestMail(
  locale: Locale,
  mail: Pick<RuleMail, 'account' | 'at' | 'panelUrl' | 'unsubscribe'>,
): MailWords {
  const t = texts[locale]
  return composeMail({
    subject: `${t.testSubject} – ${mail.account.name}`,
    headline: t.testSubject,
    rows: facts(locale, mail),
    notes: [t.test],
    ...linksOf(locale, mail, pages.notifications.path),
  })
}

export const testTitle = (locale: Locale): string => texts[locale].testSubject
export const testText = (locale: Locale): string => texts[locale].test

function facts(locale: Locale, { account, at }: Pick<RuleMail, 'account' | 'at'>): MailRow[] {
  const t = texts[locale]
  return [
    [t.account, account.name],
    [t.at, `${formatDateTime(at, locale)} (${t.zone})`],
  ]
}

/** Only with a known address: a link made from a request's Host could be anybody's. */
const linksOf = (
  locale: Locale,
  { panelUrl, unsubscribe }: Pick<RuleMail, 'panelUrl' | 'unsubscribe'>,
  path: string,
) => ({
  link: panelUrl === undefined ? undefined : { text: texts[locale].open, url: `${panelUrl}${path}` },
  unsubscribe: unsubscribe && { text: texts[locale].unsubscribe, url: unsubscribe.page },
})
