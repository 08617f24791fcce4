import type { RiskAssessment } from '@/lib/contract/records'
import { formatDateTime, formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { pluralOf } from '@/lib/domain/format/plural'
import { shortName } from '@/lib/domain/format/short-name'
import { pages } from '@/lib/domain/pages'
import { monitorPath } from '@/lib/domain/routes'

import { askForRisk } from '../risk/asking'
import type { SaidRisk } from '../risk/compare'
import { requireMayPay, RISK } from '../risk/payers'
import { listRiskTroubles } from '../risk/troubles'
import type { RuleKindOf } from './kind'

/**
 * Codes that the embedded service gives. Its own descriptions are not said: those of a service elsewhere may name somebody.
 */
const words: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  pl: {
    status_deregistered: 'wykreślenie z rejestru',
    status_bankruptcy: 'upadłość',
    status_restructuring: 'restrukturyzacja',
    status_liquidation: 'likwidacja',
    krs_proceedings: 'wpis w KRS o postępowaniu',
    krz_recent: 'obwieszczenia w KRZ z ostatnich 30 dni',
    krz_older: 'starsze obwieszczenia w KRZ',
    knf_warning: 'lista ostrzeżeń publicznych KNF',
    vat_unregistered: 'brak rejestracji VAT',
    capital_minimum: 'kapitał nie wyższy niż ustawowe minimum',
    young: 'rejestracja mniej niż rok temu',
    board_changes: 'częste zmiany w zarządzie',
  },
  en: {
    status_deregistered: 'removed from the register',
    status_bankruptcy: 'bankruptcy',
    status_restructuring: 'restructuring',
    status_liquidation: 'liquidation',
    krs_proceedings: 'an entry in KRS about proceedings',
    krz_recent: 'announcements in KRZ of the last 30 days',
    krz_older: 'older announcements in KRZ',
    knf_warning: 'the list of public warnings of KNF',
    vat_unregistered: 'not registered for VAT',
    capital_minimum: 'share capital not above the legal minimum',
    young: 'registered less than a year ago',
    board_changes: 'frequent changes of the board',
  },
}

/** A code that nobody knows stays one. */
const riskFactorWord = (locale: Locale, code: string): string =>
  (Object.hasOwn(words[locale], code) ? words[locale][code] : undefined) ?? code

type Level = RiskAssessment['level']

const texts = {
  pl: {
    risen: {
      one: 'firma o wyższym ryzyku',
      few: 'firmy o wyższym ryzyku',
      many: 'firm o wyższym ryzyku',
      other: 'firmy o wyższym ryzyku',
    },
    first: {
      one: 'firma o wysokim ryzyku (pierwszy odczyt)',
      few: 'firmy o wysokim ryzyku (pierwszy odczyt)',
      many: 'firm o wysokim ryzyku (pierwszy odczyt)',
      other: 'firmy o wysokim ryzyku (pierwszy odczyt)',
    },
    both: 'Odczyty ryzyka',
    company: 'Firma bez nazwy',
    levels: { low: 'niskie', medium: 'średnie', high: 'wysokie' },
    rose: (from: string, to: string) => `Ryzyko wzrosło: ${from} → ${to}`,
    isFirst: (to: string) => `Pierwszy odczyt ryzyka: ${to}. Nie ma wcześniejszego, z którym można go porównać.`,
    before: (when: string) => `poprzedni odczyt ${when} (czas warszawski)`,
    factors: (names: string) => `Nowe lub większe czynniki: ${names}`,
    high: (names: string) => `Czynniki: ${names}`,
  },
  en: {
    risen: { one: 'company with a higher risk', other: 'companies with a higher risk' },
    first: {
      one: 'company with a high risk (first reading)',
      other: 'companies with a high risk (first reading)',
    },
    both: 'Risk readings',
    company: 'A company without a name',
    levels: { low: 'low', medium: 'medium', high: 'high' },
    rose: (from: string, to: string) => `The risk has risen: ${from} → ${to}`,
    isFirst: (to: string) => `First reading of the risk: ${to}. There is no earlier one to compare it with.`,
    before: (when: string) => `earlier reading ${when} (Warsaw time)`,
    factors: (names: string) => `New or greater factors: ${names}`,
    high: (names: string) => `Factors: ${names}`,
  },
} as const satisfies Record<Locale, unknown>

const levelWord = (locale: Locale, { score, level }: { readonly score: number; readonly level: Level }): string =>
  `${formatInteger(score, locale)} (${texts[locale].levels[level]})`

function headline(locale: Locale, { count, all }: Parameters<RuleKindOf<'risk'>['headline']>[1]): string {
  const t = texts[locale]
  // Sound: `find` wrote them.
  const firsts = (all as readonly SaidRisk[] | undefined)?.filter(({ from }) => from === null).length
  const number = formatInteger(count, locale)
  if (firsts === 0) return `${number} ${pluralOf(locale, t.risen, count)}`
  if (firsts === count) return `${number} ${pluralOf(locale, t.first, count)}`
  return `${t.both}: ${number}`
}

export const riskKind: RuleKindOf<'risk'> = {
  name: RISK,
  find: askForRisk,
  // Only the last two readings of a company are kept, and none was made for a rule that was not there.
  lookBack: () => Promise.resolve({ since: undefined, found: [] }),
  messageType: () => 'risk.reading',
  headline,
  say: (locale, content) => {
    const t = texts[locale]
    // Sound: written from a reading.
    const { identifier, name, from, to, factors, monitor_id: monitorId } = content as SaidRisk
    const level = levelWord(locale, to)
    const names = factors.map((code) => riskFactorWord(locale, code)).join(', ')
    const said = from
      ? `${t.rose(levelWord(locale, from), level)} · ${t.before(formatDateTime(from.read_at, locale))}`
      : t.isFirst(level)
    const number = `${identifier.kind.toUpperCase()} ${identifier.value}`
    return {
      title: `${name === null ? t.company : shortName(name)}, ${number}`,
      lead: `${name === null ? number : shortName(name)}: ${from ? t.rose(levelWord(locale, from), level) : t.isFirst(level)}`,
      lines: [said, ...(names === '' ? [] : [from ? t.factors(names) : t.high(names)])],
      path: monitorPath(monitorId),
    }
  },
  // The highest score first.
  rank: (content) => 100 - (content as SaidRisk).to.score,
  path: pages.monitors.path,
  requireMaySave: requireMayPay,
  listTroubles: listRiskTroubles,
}
