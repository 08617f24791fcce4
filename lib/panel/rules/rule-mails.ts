import { formatDateTime, formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { pluralOf } from '@/lib/domain/format/plural'
import { shortenText } from '@/lib/domain/format/shorten-text'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { pages } from '@/lib/domain/pages'

import type { UnsubscribeLinks } from '../delivery/unsubscribe-links'
import { composeMail, type MailRow, type MailWords } from '../mail/mail-layout'
import type { SaidHit } from './kinds/kind'

/** More are counted, and in the panel: with their lines about a hundred. */
export const MAX_TOLD_BY_RULE = 50

/** With the instant at which it was found. */
export type SaidFound = SaidHit & { readonly foundAt: string }

export type RuleMail = {
  readonly account: { readonly name: string }
  /** The page with what the rule found. */
  readonly path: string
  readonly ruleName: string
  readonly isDigest: boolean
  readonly count: number
  /** How many events of the service these are; undefined where they are too many to be read. */
  readonly given: number | undefined
  readonly headline: string
  /** The gravest first and of these the newest, at most `MAX_TOLD_BY_RULE`. */
  readonly said: readonly SaidFound[]
  readonly at: string
  readonly panelUrl: string | undefined
  readonly unsubscribe: UnsubscribeLinks | undefined
}

const texts = {
  pl: {
    digest: 'wiadomość zbiorcza',
    further: { one: 'kolejne', few: 'kolejne', many: 'kolejnych', other: 'kolejnego' },
    more: (further: string) => `i ${further} – zobacz w panelu`,
    and: (n: string) => `i jeszcze ${n}`,
    folded: (n: string) => `W usłudze zdarzeń jest ${n}: ogłoszenie, które podało kilka monitorów, liczymy raz.`,
    found: (when: string) => `Znaleziono ${when} (czas warszawski)`,
    account: 'Konto',
    at: 'Przygotowano',
    zone: 'czas warszawski',
    open: 'Otwórz w panelu',
    why: (rule: string) => `Wysłała ją reguła „${rule}”.`,
    unsubscribe: 'Wypisz mnie z tej reguły',
    testSubject: 'Wiadomość próbna reguły powiadomień',
    test: 'To jest wiadomość próbna z panelu. Na ten adres będą przychodzić wiadomości tej reguły.',
  },
  en: {
    digest: 'digest',
    further: { one: 'more', other: 'more' },
    more: (further: string) => `and ${further} – see the panel`,
    and: (n: string) => `and ${n} more`,
    folded: (n: string) => `The service has ${n} events: an announcement that several monitors gave counts once.`,
    found: (when: string) => `Found ${when} (Warsaw time)`,
    account: 'Account',
    at: 'Prepared',
    zone: 'Warsaw time',
    open: 'Open in the panel',
    why: (rule: string) => `Sent by the rule “${rule}”.`,
    unsubscribe: 'Unsubscribe me from this rule',
    testSubject: 'Test message of a notification rule',
    test: 'This is a test message from the panel. Messages of this rule will come to this address.',
  },
} as const satisfies Record<Locale, unknown>

/** The gravest by company and fact in the subject, then how many and from where, each of them with the way to it, and which rule sent it. */
export function ruleMail(locale: Locale, mail: RuleMail): MailWords {
  const t = texts[locale]
  const { count, said, account, isDigest, headline } = mail
  const rest = count - said.length
  const more = t.more(`${formatInteger(rest, locale)} ${pluralOf(locale, t.further, rest)}`)
  const title = messageTitle(locale, { lead: said[0]?.lead, count, headline })
  return composeMail({
    subject: `${title}${isDigest ? ` (${t.digest})` : ''} – ${account.name}`,
    headline,
    rows: [...said.map((each, index) => foundRow(locale, each, { index, mail })), ...facts(locale, mail)],
    notes: [
      ...(rest > 0 ? [more] : []),
      ...((mail.given ?? count) > count ? [t.folded(formatInteger(mail.given ?? count, locale))] : []),
      whySent(locale, mail.ruleName),
    ],
    ...linksOf(locale, mail, mail.path),
  })
}

const MAX_LEAD = 120

/** The company and the fact where one is said, else how many of what. */
export function messageTitle(
  locale: Locale,
  { lead, count, headline }: { readonly lead: string | undefined; readonly count: number; readonly headline: string },
): string {
  if (lead === undefined) return headline
  const shown = shortenText(lead, MAX_LEAD)
  return count === 1 ? shown : `${shown} ${texts[locale].and(formatInteger(count - 1, locale))}`
}

/** Which rule sent it. */
export const whySent = (locale: Locale, ruleName: string): string => texts[locale].why(maskPesels(ruleName))

function foundRow(
  locale: Locale,
  { title, lines, path, isDated, foundAt }: SaidFound,
  { index, mail }: { readonly index: number; readonly mail: RuleMail },
): MailRow {
  // What was found over a day or a week says of which time it is.
  const when = mail.isDigest && isDated !== true ? [texts[locale].found(formatDateTime(foundAt, locale))] : []
  const value = [title, ...lines, ...when] as const
  return mail.panelUrl === undefined || path === undefined
    ? [String(index + 1), value]
    : [String(index + 1), value, `${mail.panelUrl}${path}`]
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
