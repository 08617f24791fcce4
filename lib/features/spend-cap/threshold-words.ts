import { readInstant } from '@/lib/domain/calendar'
import {
  formatDateTime,
  formatGrosz,
  formatInteger,
  formatNetGrosz,
  formatNetZloty,
  formatZloty,
} from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { routes } from '@/lib/domain/routes'
import { aboutPln } from '@/lib/domain/usage/outlook'
import { type Pool, pools } from '@/lib/domain/usage/pools'
import { type AccountMeter, readStanding } from '@/lib/domain/usage/standing'
import { wordsIn } from '@/lib/panel/words'

import type { AlertBasis, AlertFigures, AlertMeasure } from './domain/spend-alert'

/** A reached threshold, with the numbers of that moment. */
export type ReachedMoneyThreshold = {
  readonly firing: {
    readonly measure: AlertMeasure
    readonly basis: AlertBasis
    readonly threshold: number
    /** ISO 8601. */
    readonly at: string
  }
  readonly figures: AlertFigures
  readonly meter: AccountMeter
}

/** A reached threshold in percent of a pool, with the numbers of that moment. */
export type ReachedPoolThreshold = {
  readonly pool: Pool
  readonly threshold: number
  /** ISO 8601. */
  readonly at: string
  readonly used: number
  readonly limit: number
  /** When the pool renews; null if the service does not report it. */
  readonly ends_at: string | null
}

type Fact = readonly [label: string, value: string]

type ThresholdWords = {
  /** The current value and the threshold. */
  readonly headline: string
  readonly facts: readonly Fact[]
  /**
   * What happens, or has happened, at 100 %, which is the essential information for the reader. Undefined if there is
   * no limit.
   */
  readonly consequence: string | undefined
  /** How often the threshold is reported. */
  readonly frequency: string
  readonly page: { readonly text: string; readonly path: string }
}

const spendWords = (locale: Locale) => wordsIn(locale, 'mails', 'spend')

const momentIn = (locale: Locale, iso: string): string =>
  `${formatDateTime(iso, locale)} (${spendWords(locale).words.zone})`

/** `Wydano 62% limitu (próg 50%): 309,76 zł z 500 zł`. */
export function moneyWords(locale: Locale, reached: ReachedMoneyThreshold): ThresholdWords {
  const { words: t } = spendWords(locale)
  const { at, basis } = reached.firing
  return {
    headline: moneyHeadline(locale, reached),
    facts: [...moneyFacts(locale, reached), [t.at, momentIn(locale, at)]],
    consequence: consequence(locale, reached),
    frequency: t.once[basis === 'cap' ? 'cap' : 'monthly'],
    page: { text: t.money.open, path: routes.spendCap },
  }
}

/** `Biała lista VAT: zużyto 83% (próg 80%)`. */
export function poolWords(locale: Locale, reached: ReachedPoolThreshold): ThresholdWords {
  const { words: t, say } = spendWords(locale)
  const { pool, threshold, at, used, limit, ends_at: end } = reached
  const figures = { part: formatInteger(used, locale), whole: formatInteger(limit, locale) }
  return {
    headline: say('pool.headline', {
      pool: t.pool.names[pool],
      percent: formatInteger(limit === 0 ? 0 : Math.floor((used * 100) / limit), locale),
      at: formatInteger(threshold, locale),
    }),
    facts: [
      [t.pool.used, say('of', figures)],
      [t.pool.renews, end === null ? t.unknown : momentIn(locale, end)],
      [t.at, momentIn(locale, at)],
    ],
    consequence: endOfPool(locale, reached),
    frequency: t.once[pools[pool].reset],
    page: { text: t.pool.open, path: routes.usage },
  }
}

function endOfPool(locale: Locale, { pool, ends_at: end, at }: ReachedPoolThreshold): string {
  const { words: t, say } = spendWords(locale)
  const { reset, sellsOverage } = pools[pool]
  if (end !== null && end <= at) return t.pool.over
  if (sellsOverage) return t.pool.sold
  return say('pool.empty', { end: end === null ? t.endOf[reset] : formatDateTime(end, locale) })
}

function moneyHeadline(locale: Locale, reached: ReachedMoneyThreshold): string {
  const { say } = spendWords(locale)
  const { figures, firing } = reached
  const { measure, basis, threshold } = firing
  const at = formatInteger(threshold, locale)
  const money = moneyOf(locale, measure)
  const grosz = figures.grosz[measure] ?? 0
  if (basis === 'pln') return say(`money.pln.${measure}`, { amount: money(grosz), at: formatZloty(threshold, locale) })
  if (basis === 'included') {
    const [units, included] = [figures.units[measure] ?? 0, figures.included ?? 0]
    const proportion = say('of', { part: formatInteger(units, locale), whole: formatInteger(included, locale) })
    return say(`money.included.${measure}`, { percent: percentOf(units, included, locale), at, of: proportion })
  }
  const { capGrosz } = figures
  if (capGrosz === null) return say('money.stopped', { at })
  const proportion = say('of', { part: money(grosz), whole: formatZloty(capGrosz / 100, locale) })
  if (isBelow(reached)) return `${say('money.stopped', { at })}: ${proportion}`
  return say(`money.cap.${measure}`, { percent: percentOf(grosz, capGrosz, locale), at, of: proportion })
}

/** Estimates are shown without groszy. */
const moneyOf = (locale: Locale, measure: AlertMeasure) => (grosz: number) =>
  measure === 'forecast' ? formatZloty(aboutPln(grosz), locale) : formatGrosz(grosz, locale)

/** Whole percent, rounded down, so that it never shows a value that is not reached yet; 100 if the whole is zero. */
const percentOf = (part: number, whole: number, locale: Locale): string =>
  formatInteger(whole === 0 ? 100 : Math.floor((part * 100) / whole), locale)

/** True if the whole cap counts as reached although less was spent: the rest is too small for a unit. */
function isBelow({ firing: { basis, measure, threshold }, figures }: ReachedMoneyThreshold): boolean {
  const grosz = figures.grosz[measure] ?? 0
  const { capGrosz, isCapUsedUp } = figures
  return basis === 'cap' && isCapUsedUp && (grosz === 0 || capGrosz === null || grosz * 100 < threshold * capGrosz)
}

function moneyFacts(locale: Locale, { figures, meter }: ReachedMoneyThreshold): Fact[] {
  const { words: t } = spendWords(locale)
  const money = (grosz: number | null) => (grosz === null ? t.unknown : formatNetGrosz(grosz, locale))
  const { period_start: start, period_end: end } = meter
  const period = start && end ? `${formatDateTime(start, locale)} – ${momentIn(locale, end)}` : t.unknown
  return [
    [t.money.period, period],
    [t.money.spent, money(figures.grosz.actual)],
    [t.money.expected, expectedText(locale, figures)],
    [t.money.limit, money(figures.capGrosz)],
    [t.money.used, unitsText(locale, figures)],
  ]
}

/** Estimates are shown without groszy; an estimate that the cap bounds is shown as the bound. */
function expectedText(locale: Locale, { grosz: { actual, forecast }, uncappedGrosz }: AlertFigures): string {
  const { words: t, say } = spendWords(locale)
  if (forecast === null) return t.unknown
  const formatEstimate = (grosz: number) => formatNetZloty(aboutPln(grosz, actual ?? 0), locale)
  if (uncappedGrosz !== undefined)
    return say('money.atMost', { most: formatEstimate(forecast), open: formatEstimate(uncappedGrosz) })
  return forecast === actual
    ? formatNetGrosz(forecast, locale)
    : say('money.about', { amount: formatEstimate(forecast) })
}

function unitsText(locale: Locale, { units, included }: AlertFigures): string {
  const { words: t, say } = spendWords(locale)
  if (units.actual === null) return t.unknown
  const used = formatInteger(units.actual, locale)
  return included === null ? used : say('money.inPlan', { used, included: formatInteger(included, locale) })
}

function consequence(locale: Locale, { firing, figures, meter }: ReachedMoneyThreshold): string | undefined {
  const { words: t, say } = spendWords(locale)
  const endsAt = meter.period_end ?? undefined
  if ((readInstant(endsAt) ?? Infinity) <= Date.parse(firing.at)) return t.money.over
  const end = readInstant(endsAt) === undefined ? t.endOf.monthly : formatDateTime(endsAt ?? '', locale)
  const { terms, stop } = readStanding(meter)
  if (figures.isCapUsedUp)
    return figures.capGrosz === null ? t.money.unnamed : `${t.money.nothingFits} ${say('money.blocked', { end })}`
  if (stop !== null) return stop === 'pool' ? say('money.blockedAtPlan', { end }) : t.money.refused
  return atTheEnd(locale, { terms, capGrosz: figures.capGrosz, end })
}

type ConsequenceInput = Pick<AlertFigures, 'capGrosz'> & {
  readonly terms: ReturnType<typeof readStanding>['terms']
  readonly end: string
}

/** What happens once the plan or the cap is used up. */
function atTheEnd(locale: Locale, { terms, capGrosz, end }: ConsequenceInput): string | undefined {
  const { say } = spendWords(locale)
  if (terms === 'unlimited') return undefined
  if (terms !== 'paid') return say('money.blocksHard', { end })
  if (capGrosz === null) return undefined
  return capGrosz === 0
    ? say('money.blocksAtPlan', { end })
    : say('money.blocksAtCap', { cap: formatZloty(capGrosz / 100, locale), end })
}
