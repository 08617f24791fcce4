import type { RiskAssessment } from '@/lib/contract/records'
import { formatDateTime, formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { shortName } from '@/lib/domain/format/short-name'
import { pages } from '@/lib/domain/pages'
import { monitorPath } from '@/lib/domain/routes'
import { countIn, wordsIn } from '@/lib/panel/words'

import type { RiskHitContent } from '../risk/compare'
import { requireMayPay, RISK } from '../risk/payers'
import { requestRiskReadings } from '../risk/reading-requests'
import { listRiskTroubles } from '../risk/troubles'
import type { RuleKindOf } from './kind'

/**
 * Translates the codes of the embedded service; an unknown code is shown unchanged. Descriptions of a remote service
 * are not shown, because they may name a person.
 */
function riskFactorWord(locale: Locale, code: string): string {
  const factors: Readonly<Record<string, string>> = wordsIn(locale, 'mails', 'found').words.risk.factors
  return (Object.hasOwn(factors, code) ? factors[code] : undefined) ?? code
}

type Level = RiskAssessment['level']

const levelWord = (locale: Locale, { score, level }: { readonly score: number; readonly level: Level }): string =>
  `${formatInteger(score, locale)} (${wordsIn(locale, 'mails', 'found').words.risk.levels[level]})`

function headline(locale: Locale, { count, all }: Parameters<RuleKindOf<'risk'>['headline']>[1]): string {
  const { say } = wordsIn(locale, 'mails', 'found')
  // Safe: `find` wrote them.
  const initialCount = (all as readonly RiskHitContent[] | undefined)?.filter(({ from }) => from === null).length
  if (initialCount === 0) return say('risk.risen', countIn(locale, count))
  if (initialCount === count) return say('risk.first', countIn(locale, count))
  return say('risk.both', { count: formatInteger(count, locale) })
}

export const riskKind: RuleKindOf<'risk'> = {
  name: RISK,
  find: requestRiskReadings,
  // Only the last two readings of a company are stored, and readings happen only for existing rules, so there is
  // nothing to preview.
  preview: () => Promise.resolve({ since: undefined, found: [] }),
  messageType: () => 'risk.reading',
  headline,
  describe: (locale, content) => {
    const { words: t, say } = wordsIn(locale, 'mails', 'found')
    // Safe: it was written from a reading.
    const { identifier, name, from, to, factors, monitor_id: monitorId } = content as RiskHitContent
    const level = levelWord(locale, to)
    const names = factors.map((code) => riskFactorWord(locale, code)).join(', ')
    const changeText = from
      ? say('risk.rose', { from: levelWord(locale, from), to: level })
      : say('risk.isFirst', { to: level })
    const before = from ? ` · ${say('risk.before', { when: formatDateTime(from.read_at, locale) })}` : ''
    const number = `${identifier.kind.toUpperCase()} ${identifier.value}`
    return {
      title: `${name === null ? t.risk.company : shortName(name)}, ${number}`,
      lead: `${name === null ? number : shortName(name)}: ${changeText}`,
      lines: [
        changeText + before,
        ...(names === '' ? [] : [say(from ? 'risk.newFactors' : 'risk.allFactors', { names })]),
      ],
      path: monitorPath(monitorId),
    }
  },
  // The highest score ranks first.
  rank: (content) => 100 - (content as RiskHitContent).to.score,
  path: pages.monitors.path,
  requireMaySave: requireMayPay,
  listTroubles: listRiskTroubles,
}
