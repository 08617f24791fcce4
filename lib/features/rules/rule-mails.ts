import { formatDateTime, formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { shortenText } from '@/lib/domain/format/shorten-text'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { pages } from '@/lib/domain/pages'
import { composeMail, type MailLine, type MailRow, type MailWords } from '@/lib/panel/mail/mail-layout'
import { countIn, wordsIn } from '@/lib/panel/words'

import type { MailContext, HitDescription } from './kinds/kind'
import type { RuleNoticeTable } from './tables'

/** Further hits are only counted and shown in the panel; this many make about a hundred lines. */
export const MAX_HITS_IN_MAIL = 50

/** The text of a hit and the instant at which it was found. */
export type FoundHitDescription = HitDescription & { readonly foundAt: string }

export type RuleMail = MailContext & {
  /** Page with everything that the mail reports. */
  readonly path: string
  readonly isDigest: boolean
  readonly count: number
  /** Number of service events that these hits represent; undefined if they are too many to read. */
  readonly eventCount: number | undefined
  readonly headline: string
  /** The gravest first, then the newest; at most `MAX_HITS_IN_MAIL`. */
  readonly descriptions: readonly FoundHitDescription[]
  readonly at: string
}

/**
 * Builds the e-mail of a rule: the gravest hit in the subject, then the count with sources, the hits with their links,
 * and the name of the rule.
 */
export function ruleMail(locale: Locale, mail: RuleMail): MailWords {
  const { words: t, say } = wordsIn(locale, 'mails', 'rules')
  const { count, descriptions, account, isDigest, headline, eventCount = count } = mail
  const rest = count - descriptions.length
  const title = messageTitle(locale, { lead: descriptions[0]?.lead, count, headline })
  return composeMail({
    locale,
    subject: `${title}${isDigest ? ` (${t.digest})` : ''} – ${account.name}`,
    headline,
    rows: [...descriptions.map((each, index) => foundRow(locale, each, { index, mail })), ...facts(locale, mail)],
    notes: [
      ...(rest > 0 ? [say('more', countIn(locale, rest))] : []),
      ...(eventCount > count ? [say('folded', countIn(locale, eventCount))] : []),
      whySent(locale, mail.ruleName),
    ],
    // One hit has a page of its own.
    ...linksOf(locale, mail, (count === 1 ? descriptions[0]?.path : undefined) ?? mail.path),
  })
}

const MAX_LEAD = 120

/** Company and fact if available, else the number of hits. */
export function messageTitle(
  locale: Locale,
  { lead, count, headline }: { readonly lead: string | undefined; readonly count: number; readonly headline: string },
): string {
  if (lead === undefined) return headline
  const shortLead = shortenText(lead, MAX_LEAD)
  if (count === 1) return shortLead
  return `${shortLead} ${wordsIn(locale, 'mails', 'rules').say('and', { count: formatInteger(count - 1, locale) })}`
}

export const whySent = (locale: Locale, ruleName: string): string =>
  wordsIn(locale, 'mails', 'rules').say('why', { rule: maskPesels(ruleName) })

/** A message in a chat does not name its account otherwise. */
export const whySentBy = (locale: Locale, { account, rule }: { account: string; rule: string }): string =>
  wordsIn(locale, 'mails', 'rules').say('whyBy', { account, rule: maskPesels(rule) })

function foundRow(
  locale: Locale,
  { title, lines, path, isDated, foundAt, quoted = [] }: FoundHitDescription,
  { index, mail }: { readonly index: number; readonly mail: RuleMail },
): MailRow {
  // Hits of a day or a week each state their time.
  const { say } = wordsIn(locale, 'mails', 'rules')
  const when = mail.isDigest && isDated !== true ? [say('found', { when: formatDateTime(foundAt, locale) })] : []
  const markQuoted = (text: string): MailLine => {
    const part = quoted.find((each) => text.includes(each))
    return part === undefined ? text : { text, quoted: part }
  }
  const value = [markQuoted(title), ...lines.map(markQuoted), ...when] as const
  return mail.panelUrl === undefined || path === undefined
    ? [String(index + 1), value]
    : [String(index + 1), value, `${mail.panelUrl}${path}`]
}

export function ruleTestMail(locale: Locale, mail: MailContext & Pick<RuleMail, 'at'>): MailWords {
  const { words: t } = wordsIn(locale, 'mails', 'rules')
  return composeMail({
    locale,
    subject: `${t.testSubject} – ${mail.account.name}`,
    headline: t.testSubject,
    rows: facts(locale, mail),
    notes: [t.test, whySent(locale, mail.ruleName)],
    ...linksOf(locale, mail, pages.notifications.path),
  })
}

function facts(locale: Locale, { account, at }: Pick<RuleMail, 'account' | 'at'>): MailRow[] {
  const { words: t } = wordsIn(locale, 'mails', 'rules')
  return [
    [t.account, account.name],
    [t.at, `${formatDateTime(at, locale)} (${t.zone})`],
  ]
}

/** Links are included only if the panel's address is configured, because a request's Host header can be forged. */
function linksOf(
  locale: Locale,
  { panelUrl, unsubscribe }: Pick<MailContext, 'panelUrl' | 'unsubscribe'>,
  path: string,
) {
  const { words: t } = wordsIn(locale, 'mails', 'rules')
  return {
    link: panelUrl === undefined ? undefined : { text: t.open, url: `${panelUrl}${path}` },
    unsubscribe: unsubscribe && { text: t.unsubscribe, url: unsubscribe.page },
  }
}

export const ruleMailOf = (notice: RuleNoticeTable, recipient: string) =>
  ({
    account_id: notice.account_id,
    notice_id: notice.id,
    rule_id: notice.rule_id,
    kind: notice.kind === 'test' ? 'test' : 'alert',
    recipient,
    at: notice.at,
  }) as const
