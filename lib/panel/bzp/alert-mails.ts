import type { BzpFilter } from '@/lib/contract/bzp'
import { type MarkedText, type Passage, whyMatches } from '@/lib/domain/bzp/why-matches'
import { formatDateTime, formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { pluralOf } from '@/lib/domain/format/plural'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'

import { composeMail, type MailRow, type MailWords } from '../mail/mail-layout'
import type { UnsubscribeLinks } from '../spend/unsubscribe-links'
import { matchesUrl } from './links'
import type { FoundNotice } from './match-view'

/** More are counted, and on the page. */
export const MAX_TOLD = 20

type Found = {
  readonly notice: FoundNotice
  /** Notices of the procedure that were found before. */
  readonly earlier: number
}

export type BzpMail = {
  readonly account: { readonly name: string }
  readonly alertId: string
  readonly alertName: string
  readonly filter: BzpFilter
  readonly isDigest: boolean
  readonly count: number
  /** At most `MAX_TOLD` of them. */
  readonly found: readonly Found[]
  readonly at: string
  readonly panelUrl: string | undefined
  readonly unsubscribe: UnsubscribeLinks | undefined
}

const texts = {
  pl: {
    new: {
      one: 'nowe postępowanie',
      few: 'nowe postępowania',
      many: 'nowych postępowań',
      other: 'nowego postępowania',
    },
    in: 'w BZP',
    digest: 'wiadomość zbiorcza',
    until: 'oferty do',
    noDeadline: 'bez terminu ofert',
    changed: 'zmiana',
    why: 'Pasuje',
    inText: 'w opisie',
    quoted: (text: string) => `„${text}”`,
    more: (n: string) => `Oraz jeszcze ${n}, których tu nie wymieniono.`,
    alert: 'Alert',
    account: 'Konto',
    at: 'Stan na',
    zone: 'czas warszawski',
    open: 'Wszystkie znalezione postępowania',
    unsubscribe: 'Nie chcę dostawać tych wiadomości',
    testSubject: 'Wiadomość próbna alertu BZP',
    test: 'To jest wiadomość próbna z panelu. Na ten adres będą przychodzić postępowania, które znajdzie ten alert.',
  },
  en: {
    new: { one: 'new procedure', other: 'new procedures' },
    in: 'in BZP',
    digest: 'digest',
    until: 'offers until',
    noDeadline: 'no deadline for offers',
    changed: 'changed',
    why: 'Matches',
    inText: 'in the description',
    quoted: (text: string) => `“${text}”`,
    more: (n: string) => `And ${n} more that are not listed here.`,
    alert: 'Alert',
    account: 'Account',
    at: 'As of',
    zone: 'Warsaw time',
    open: 'All procedures found',
    unsubscribe: 'Stop these messages',
    testSubject: 'Test message of a BZP alert',
    test: 'This is a test message from the panel. Procedures that this alert finds will come to this address.',
  },
} as const satisfies Record<Locale, unknown>

/** How many and from where, by which alert, and each with why it was found. The alert's name, which its owner chose, is in no subject. */
export function foundMail(locale: Locale, mail: BzpMail): MailWords {
  const t = texts[locale]
  const { count, found, account, isDigest, filter } = mail
  const headline = `${formatInteger(count, locale)} ${pluralOf(locale, t.new, count)} ${t.in}`
  const rest = count - found.length
  const [alert, ...others] = facts(locale, mail)
  return composeMail({
    subject: `${headline}${isDigest ? ` (${t.digest})` : ''} – ${account.name}`,
    headline,
    rows: [
      alert,
      ...found.map((each, index): MailRow => [String(index + 1), foundLines(locale, each, filter)]),
      ...others,
    ],
    notes: rest > 0 ? [t.more(formatInteger(rest, locale))] : [],
    ...links(locale, mail),
  })
}

export function bzpTestMail(locale: Locale, mail: Omit<BzpMail, 'filter' | 'isDigest' | 'count' | 'found'>): MailWords {
  const t = texts[locale]
  return composeMail({
    subject: `${t.testSubject} – ${mail.account.name}`,
    headline: t.testSubject,
    rows: facts(locale, mail),
    notes: [t.test],
    ...links(locale, mail),
  })
}

function foundLines(locale: Locale, { notice, earlier }: Found, filter: BzpFilter): readonly [string, ...string[]] {
  const t = texts[locale]
  const { id, title, authority, city, offers_until: until } = notice
  const place = [authority, city].filter(Boolean).join(', ')
  const deadline =
    until === undefined
      ? undefined
      : until === null
        ? t.noDeadline
        : `${t.until} ${formatDateTime(until, locale)} (${t.zone})`
  const name = earlier > 0 ? `${title ?? id} (${t.changed})` : (title ?? id)
  const more = [place, deadline, whyText(locale, notice, filter)]
  return [name, ...more.filter((line): line is string => line !== undefined && line !== '')]
}

/** The words that were hit in title and authority, else the sentence of the description; the authority's NIP and the code. */
function whyText(locale: Locale, notice: FoundNotice, filter: BzpFilter): string | undefined {
  const t = texts[locale]
  const { title, authority, passages, nip, cpv } = whyMatches(notice, filter)
  const words = new Set([title, authority].flatMap(hitsIn))
  const [passage] = words.size === 0 ? passages : []
  const parts = [
    ...[...words].map(t.quoted),
    ...(passage === undefined ? [] : [`${t.inText} ${t.quoted(cutText(passage))}`]),
    ...(nip === null ? [] : [`NIP ${nip}`]),
    ...(cpv?.isHit === true ? [`CPV ${cpv.code}`] : []),
  ]
  return parts.length === 0 ? undefined : `${t.why}: ${parts.join(', ')}`
}

const hitsIn = (marked: MarkedText | null): readonly string[] =>
  marked?.ranges.map(({ start, end }) => marked.text.slice(start, end).toLowerCase()) ?? []

const cutText = ({ text, isCutBefore, isCutAfter }: Passage): string =>
  `${isCutBefore ? '… ' : ''}${text}${isCutAfter ? ' …' : ''}`

type Facts = Pick<BzpMail, 'alertName' | 'account' | 'at'>

function facts(locale: Locale, { alertName, account, at }: Facts): [MailRow, ...MailRow[]] {
  const t = texts[locale]
  return [
    [t.alert, maskPesels(alertName)],
    [t.account, account.name],
    [t.at, `${formatDateTime(at, locale)} (${t.zone})`],
  ]
}

/** Only with a known address: a link made from a request's Host could be anybody's. */
const links = (
  locale: Locale,
  { panelUrl, alertId, unsubscribe }: Pick<BzpMail, 'panelUrl' | 'alertId' | 'unsubscribe'>,
) => ({
  link: panelUrl === undefined ? undefined : { text: texts[locale].open, url: matchesUrl(panelUrl, alertId) },
  unsubscribe: unsubscribe && { text: texts[locale].unsubscribe, url: unsubscribe.page },
})
