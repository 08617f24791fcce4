import type { BzpFilter } from '@/lib/contract/bzp'
import { type MarkedText, type Passage, whyMatches } from '@/lib/domain/bzp/why-matches'
import { formatDateTime, formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { countText } from '@/lib/domain/format/plural'
import { shortenText } from '@/lib/domain/format/shorten-text'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'

import type { UnsubscribeLinks } from '../delivery/unsubscribe-links'
import { composeMail, type MailRow, type MailWords } from '../mail/mail-layout'
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
    further: { one: 'kolejne', few: 'kolejne', many: 'kolejnych', other: 'kolejnego' },
    more: (further: string) => `i ${further} – zobacz w panelu`,
    and: (n: string) => `i jeszcze ${n}`,
    alert: 'Alert',
    account: 'Konto',
    at: 'Stan na',
    zone: 'czas warszawski',
    open: 'Wszystkie znalezione postępowania',
    unsubscribe: 'Wypisz mnie z tego alertu',
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
    further: { one: 'more', other: 'more' },
    more: (further: string) => `and ${further} – see the panel`,
    and: (n: string) => `and ${n} more`,
    alert: 'Alert',
    account: 'Account',
    at: 'As of',
    zone: 'Warsaw time',
    open: 'All procedures found',
    unsubscribe: 'Unsubscribe me from this alert',
    testSubject: 'Test message of a BZP alert',
    test: 'This is a test message from the panel. Procedures that this alert finds will come to this address.',
  },
} as const satisfies Record<Locale, unknown>

/** The first procedure in the subject, then how many and from where, by which alert, and each with why it was found and where it is. The alert's name, which its owner chose, is in no subject. */
export function foundMail(locale: Locale, mail: BzpMail): MailWords {
  const t = texts[locale]
  const { count, found, account, isDigest } = mail
  const headline = `${countText(locale, t.new, count)} ${t.in}`
  const rest = count - found.length
  const [alert, ...others] = facts(locale, mail)
  return composeMail({
    subject: `${titleOf(locale, mail)}${isDigest ? ` (${t.digest})` : ''} – ${account.name}`,
    headline,
    rows: [alert, ...found.map((each, index): MailRow => foundRow(locale, each, { index, mail })), ...others],
    notes: rest > 0 ? [t.more(countText(locale, t.further, rest))] : [],
    ...links(locale, mail),
  })
}

const MAX_LEAD = 120

/** The newest by its title and authority; of one that says neither, how many there are. */
function titleOf(locale: Locale, { found, count }: BzpMail): string {
  const t = texts[locale]
  const { title, authority } = found[0]?.notice ?? {}
  if (!title) return `${countText(locale, t.new, count)} ${t.in}`
  const lead = shortenText(`BZP: ${title}${authority ? ` (${authority})` : ''}`, MAX_LEAD)
  return count === 1 ? lead : `${lead} ${t.and(formatInteger(count - 1, locale))}`
}

/** With the way to the procedure among what the alert found. */
function foundRow(
  locale: Locale,
  found: Found,
  { index, mail }: { readonly index: number; readonly mail: BzpMail },
): MailRow {
  const { panelUrl, alertId, filter } = mail
  const value = foundLines(locale, found, filter)
  const tender = found.notice.tender_id ?? found.notice.id
  return panelUrl === undefined
    ? [String(index + 1), value]
    : [String(index + 1), value, `${matchesUrl(panelUrl, alertId)}&${new URLSearchParams({ tender }).toString()}`]
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
