import type { Locale } from '@/lib/domain/format/locales'
import {
  type ReachedMoneyThreshold,
  type ReachedPoolThreshold,
  moneyWords,
  poolWords,
} from '@/lib/features/spend-cap/threshold-words'
import { composeMail, type MailWords } from '@/lib/panel/mail/mail-layout'
import { countIn, wordsIn } from '@/lib/panel/words'

import type { ReachedThreshold } from '../contract/rules'
import { whySent } from '../rule-mails'
import type { MailContext, HitDescription } from './kind'

/** A threshold that was reached. `also`: lower ones reached at the same moment and covered by this hit. */
export type SpendHitContent = { readonly period_start: string; readonly also: readonly number[] } & (
  | ({ readonly basis: 'money' } & ReachedMoneyThreshold)
  | ({ readonly basis: 'pool' } & ReachedPoolThreshold)
)

/** A hit may have another shape: the rule may have had another kind when it was found. */
const isSpendHitContent = (content: unknown): content is SpendHitContent =>
  typeof content === 'object' && content !== null && 'period_start' in content && 'also' in content

const thresholdWords = (locale: Locale, content: SpendHitContent) =>
  content.basis === 'pool' ? poolWords(locale, content) : moneyWords(locale, content)

/** Number of thresholds that fit into an e-mail subject. */
const MAX_IN_SUBJECT = 2

/** Lists the thresholds, newest first; falls back to their number if they are not known. */
export function spendHeadline(locale: Locale, count: number, all: readonly unknown[] | undefined): string {
  const { say } = wordsIn(locale, 'mails', 'found')
  const listed = (all ?? []).filter(isSpendHitContent).slice(0, MAX_IN_SUBJECT)
  if (listed.length === 0) return say('spend.reached', countIn(locale, count))
  const rest = count - listed.length
  const more = rest > 0 ? [say('spend.more', countIn(locale, rest))] : []
  return [...listed.map((content) => thresholdWords(locale, content).headline), ...more].join('; ')
}

export function describeSpend(locale: Locale, content: unknown): HitDescription {
  // Safe: `find` wrote it.
  const { headline, facts, consequence, page } = thresholdWords(locale, content as SpendHitContent)
  const lines = [...facts.map(([label, value]) => `${label}: ${value}`), consequence]
  return { title: headline, lines: lines.filter((line) => line !== undefined), path: page.path }
}

/**
 * A single threshold has a dedicated e-mail; several are sent as a list. The link is included only if the panel's
 * address is configured, because a request's Host header can be forged.
 */
export function mailOfSpend(
  locale: Locale,
  contents: readonly unknown[],
  { account, ruleName, panelUrl, unsubscribe }: MailContext,
): MailWords | undefined {
  const [only, ...others] = contents
  if (!isSpendHitContent(only) || others.length > 0) return undefined
  const { words: t } = wordsIn(locale, 'mails', 'spend')
  const { headline, facts, consequence, frequency, page } = thresholdWords(locale, only)
  return composeMail({
    locale,
    subject: `${headline} – ${account.name}`,
    headline,
    rows: [[t.account, account.name], ...facts],
    notes: [consequence, frequency, whySent(locale, ruleName)].filter((note) => note !== undefined),
    link: panelUrl === undefined ? undefined : { text: page.text, url: `${panelUrl}${page.path}` },
    unsubscribe: unsubscribe && { text: t.unsubscribe, url: unsubscribe.page },
  })
}

export function reachedIn(content: unknown): ReachedThreshold | undefined {
  if (!isSpendHitContent(content)) return undefined
  const also = [...content.also]
  if (content.basis === 'pool') {
    const { at, pool, threshold, used } = content
    return { at, measure: 'actual', basis: 'pool', pool, threshold, also, grosz: null, units: used }
  }
  const { firing, figures } = content
  const { measure } = firing
  return { ...firing, pool: null, also, grosz: figures.grosz[measure], units: figures.units[measure] }
}
