import type { ReachedThreshold } from '@/lib/contract/panel/rules'
import { formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { countText, pluralOf } from '@/lib/domain/format/plural'
import { routes } from '@/lib/domain/routes'

import type { MailWords } from '../../mail/mail-layout'
import { alertHeadline, alertLines, alertMail, type AlertPost, type FiredAlert } from '../../spend/alert-mail'
import { type FiredPool, poolHeadline, poolLines, poolMail } from '../../spend/pool-mail'
import type { SaidHit } from './kind'

/** A threshold that was reached. `also`: lower ones of the same moment, for which it speaks. */
export type SaidSpend = { readonly period_start: string; readonly also: readonly number[] } & (
  | ({ readonly basis: 'money' } & FiredAlert)
  | ({ readonly basis: 'pool' } & FiredPool)
)

/** What `find` wrote: a rule may have told of something else before it was changed. */
const isSaidSpend = (content: unknown): content is SaidSpend =>
  typeof content === 'object' && content !== null && 'period_start' in content && 'also' in content

const headlineOf = (locale: Locale, said: SaidSpend): string =>
  said.basis === 'pool' ? poolHeadline(locale, said) : alertHeadline(locale, said)

/** A subject has room for so many. */
const MAX_NAMED = 2

const texts = {
  pl: {
    reached: {
      one: 'osiągnięty próg wydatków lub zużycia',
      few: 'osiągnięte progi wydatków lub zużycia',
      many: 'osiągniętych progów wydatków lub zużycia',
      other: 'osiągniętego progu wydatków lub zużycia',
    },
    more: {
      one: 'jeszcze jeden próg',
      few: 'jeszcze {n} progi',
      many: 'jeszcze {n} progów',
      other: 'jeszcze {n} progu',
    },
  },
  en: {
    reached: { one: 'threshold of spending or usage reached', other: 'thresholds of spending or usage reached' },
    more: { one: 'one more threshold', other: '{n} more thresholds' },
  },
} as const satisfies Record<Locale, unknown>

/** The thresholds themselves, the newest first; a number where nobody knows them. */
export function spendHeadline(locale: Locale, count: number, all: readonly unknown[] | undefined): string {
  const named = (all ?? []).filter(isSaidSpend).slice(0, MAX_NAMED)
  if (named.length === 0) return countText(locale, texts[locale].reached, count)
  const rest = count - named.length
  const more = pluralOf(locale, texts[locale].more, rest).replace('{n}', formatInteger(rest, locale))
  return [...named.map((said) => headlineOf(locale, said)), ...(rest > 0 ? [more] : [])].join('; ')
}

export function saySpend(locale: Locale, content: unknown): SaidHit {
  // Sound: `find` wrote it.
  const said = content as SaidSpend
  return {
    title: headlineOf(locale, said),
    lines: said.basis === 'pool' ? poolLines(locale, said) : alertLines(locale, said),
    path: said.basis === 'pool' ? routes.usage : routes.spendCap,
  }
}

/** The mail about one threshold has words of its own; several come as a list. */
export function mailOfSpend(locale: Locale, contents: readonly unknown[], post: AlertPost): MailWords | undefined {
  const [only, ...others] = contents
  if (!isSaidSpend(only) || others.length > 0) return undefined
  return only.basis === 'pool' ? poolMail(locale, only, post) : alertMail(locale, only, post)
}

/** How it is listed with the message that told it. */
export function reachedIn(content: unknown): ReachedThreshold | undefined {
  if (!isSaidSpend(content)) return undefined
  const also = [...content.also]
  if (content.basis === 'pool') {
    const { at, pool, threshold, used } = content
    return { at, measure: 'actual', basis: 'pool', pool, threshold, also, grosz: null, units: used }
  }
  const { firing, figures } = content
  const { measure } = firing
  return { ...firing, pool: null, also, grosz: figures.grosz[measure], units: figures.units[measure] }
}
