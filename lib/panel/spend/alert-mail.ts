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
import type { AlertBasis, AlertFigures, AlertMeasure } from '@/lib/domain/usage/spend-alert'
import { type AccountMeter, readStanding } from '@/lib/domain/usage/standing'

import type { UnsubscribeLinks } from '../delivery/unsubscribe-links'
import { composeMail, type MailWords } from '../mail/mail-layout'

/** A threshold that was reached, with the numbers of that moment. */
export type FiredAlert = {
  readonly firing: {
    readonly measure: AlertMeasure
    readonly basis: AlertBasis
    readonly threshold: number
    /** ISO. */
    readonly at: string
  }
  readonly figures: AlertFigures
  readonly meter: AccountMeter
}

/** To whom a mail goes and where its links lead. */
export type AlertPost = {
  readonly account: { readonly name: string }
  readonly panelUrl: string | undefined
  readonly unsubscribe: UnsubscribeLinks | undefined
}

const texts = {
  pl: {
    stopped: (t: string, of: string) => `Płatne zapytania wstrzymane (próg ${t}% limitu)${of}`,
    of: (part: string, whole: string) => `${part} z ${whole}`,
    cap: {
      actual: (p: string, t: string, of: string) => `Wydano ${p}% limitu (próg ${t}%): ${of}`,
      forecast: (p: string, t: string, of: string) => `Prognoza: ${p}% limitu (próg ${t}%): ${of}`,
    },
    included: {
      actual: (p: string, t: string, of: string) => `Zużyto ${p}% jednostek w planie (próg ${t}%): ${of}`,
      forecast: (p: string, t: string, of: string) => `Prognoza: ${p}% jednostek w planie (próg ${t}%): ${of}`,
    },
    pln: {
      actual: (amount: string, t: string) => `Nadwyżka ${amount} (próg ${t})`,
      forecast: (amount: string, t: string) => `Prognoza nadwyżki: około ${amount} (próg ${t})`,
    },
    over: 'Ten okres już się skończył; nowy zaczął się od zera.',
    account: 'Konto',
    period: 'Okres rozliczeniowy',
    zone: 'czas warszawski',
    spent: 'Nadwyżka',
    expected: 'Prognoza na koniec okresu',
    about: (amount: string) => `około ${amount}`,
    atMost: (most: string, open: string) => `najwyżej ${most}; bez limitu około ${open}`,
    limit: 'Limit wydatków',
    used: 'Zużyte jednostki',
    inPlan: 'w planie',
    at: 'Stan na',
    unknown: 'brak danych',
    open: 'Limit i historia zmian',
    once: 'Ten próg zgłaszamy raz w okresie rozliczeniowym.',
    onceForCap: 'Ten próg zgłaszamy raz w okresie rozliczeniowym, a po zmianie limitu od nowa.',
    end: (when: string | undefined) => (when === undefined ? 'końca okresu rozliczeniowego' : when),
    blocked: (end: string) =>
      `Płatne zapytania są wstrzymane do ${end} (błąd API 402). Podniesienie limitu odblokuje je od razu.`,
    nothingFits: 'Kolejna jednostka nie mieści się już w limicie.',
    unnamed: 'Usługa wstrzymała płatne zapytania, a limitu nie podała (błąd API 402).',
    blockedAtPlan: (end: string) =>
      `Jednostki w planie są zużyte. Płatne zapytania są wstrzymane do ${end} (błąd API 402).`,
    refused: 'Usługa wstrzymała płatne zapytania (błąd API 402).',
    blocksAtCap: (cap: string, end: string) =>
      `Po wyczerpaniu limitu ${cap} płatne zapytania staną (błąd 402) do ${end}.`,
    blocksAtPlan: (end: string) =>
      `Płatna nadwyżka jest wyłączona (limit 0 zł): po wyczerpaniu jednostek w planie płatne zapytania zostaną wstrzymane do ${end} (błąd API 402).`,
    blocksHard: (end: string) =>
      `Po wyczerpaniu jednostek w planie płatne zapytania zostaną wstrzymane do ${end} (błąd API 402).`,
    unsubscribe: 'Wypisz mnie z tej reguły',
  },
  en: {
    stopped: (t: string, of: string) => `Paid calls blocked (alert at ${t}% of the cap)${of}`,
    of: (part: string, whole: string) => `${part} of ${whole}`,
    cap: {
      actual: (p: string, t: string, of: string) => `${p}% of the cap spent (alert at ${t}%): ${of}`,
      forecast: (p: string, t: string, of: string) => `Forecast: ${p}% of the cap (alert at ${t}%): ${of}`,
    },
    included: {
      actual: (p: string, t: string, of: string) => `${p}% of the included units used (alert at ${t}%): ${of}`,
      forecast: (p: string, t: string, of: string) => `Forecast: ${p}% of the included units (alert at ${t}%): ${of}`,
    },
    pln: {
      actual: (amount: string, t: string) => `Overage ${amount} (alert at ${t})`,
      forecast: (amount: string, t: string) => `Overage forecast: about ${amount} (alert at ${t})`,
    },
    over: 'This period has ended; the new one began from zero.',
    account: 'Account',
    period: 'Billing period',
    zone: 'Warsaw time',
    spent: 'Overage',
    expected: 'Forecast for the end of the period',
    about: (amount: string) => `about ${amount}`,
    atMost: (most: string, open: string) => `at most ${most}; without the cap about ${open}`,
    limit: 'Spend cap',
    used: 'Units used',
    inPlan: 'included:',
    at: 'As of',
    unknown: 'unknown',
    open: 'The cap and its history',
    once: 'This threshold is reported once in a billing period.',
    onceForCap: 'This threshold is reported once in a billing period, and again after the cap is changed.',
    end: (when: string | undefined) => (when === undefined ? 'the end of the billing period' : when),
    blocked: (end: string) => `Paid calls return 402 until ${end}. Raising the cap unblocks them at once.`,
    nothingFits: 'One more unit no longer fits below the cap.',
    unnamed: 'The service has stopped paid calls (API error 402) and named no cap.',
    blockedAtPlan: (end: string) => `The included units are used up. Paid calls return 402 until ${end}.`,
    refused: 'The service answers paid calls with 402.',
    blocksAtCap: (cap: string, end: string) => `Once the cap of ${cap} is reached, paid calls stop (402) until ${end}.`,
    blocksAtPlan: (end: string) =>
      `Paid overage is off (cap PLN 0): when the included units are used up, paid calls return 402 until ${end}.`,
    blocksHard: (end: string) => `When the included units are used up, paid calls return 402 until ${end}.`,
    unsubscribe: 'Unsubscribe me from this rule',
  },
} as const

/** `Wydano 62% limitu (próg 50%): 309,76 zł z 500 zł`: how much it is, and which threshold that is told for. */
export function alertHeadline(language: Locale, fired: FiredAlert): string {
  const t = texts[language]
  const { figures, firing } = fired
  const { measure, basis, threshold } = firing
  const at = formatInteger(threshold, language)
  const money = moneyOf(language, measure)
  const grosz = figures.grosz[measure] ?? 0
  if (basis === 'pln') return t.pln[measure](money(grosz), formatZloty(threshold, language))
  if (basis === 'included') {
    const [units, included] = [figures.units[measure] ?? 0, figures.included ?? 0]
    const of = t.of(formatInteger(units, language), formatInteger(included, language))
    return t.included[measure](percentOf(units, included, language), at, of)
  }
  const { capGrosz } = figures
  const of = capGrosz === null ? '' : t.of(money(grosz), formatZloty(capGrosz / 100, language))
  if (isBelow(fired) || capGrosz === null) return t.stopped(at, of && `: ${of}`)
  return t.cap[measure](percentOf(grosz, capGrosz, language), at, of)
}

/** An estimate has no groszy. */
const moneyOf = (language: Locale, measure: AlertMeasure) => (grosz: number) =>
  measure === 'forecast' ? formatZloty(aboutPln(grosz), language) : formatGrosz(grosz, language)

/** Whole percent, down: never one that is not reached yet. Of a cap of nothing everything is all of it. */
const percentOf = (part: number, whole: number, language: Locale): string =>
  formatInteger(whole === 0 ? 100 : Math.floor((part * 100) / whole), language)

/** Where spending stands, and what follows of it. */
export const alertLines = (language: Locale, fired: FiredAlert): string[] => [
  ...[...rowsOf(language, fired), atRow(language, fired)].map(([label, value]) => `${label}: ${value}`),
  ...[consequence(language, fired)].filter((line) => line !== undefined),
]

/** What an alert says. Numbers of money and usage, the account's name, and no other data. */
export function alertMail(
  language: Locale,
  fired: FiredAlert,
  { account, panelUrl, unsubscribe }: AlertPost,
): MailWords {
  const t = texts[language]
  const { basis } = fired.firing
  const headline = alertHeadline(language, fired)
  return composeMail({
    subject: `${headline} – ${account.name}`,
    headline,
    rows: [[t.account, account.name], ...rowsOf(language, fired), atRow(language, fired)],
    notes: [consequence(language, fired), basis === 'cap' ? t.onceForCap : t.once].filter((note) => note !== undefined),
    link: linkOf(language, panelUrl),
    unsubscribe: unsubscribe && { text: t.unsubscribe, url: unsubscribe.page },
  })
}

/** All of the cap is reached though less was spent, or nothing: the rest is too small for a unit. */
function isBelow({ firing: { basis, measure, threshold }, figures }: FiredAlert): boolean {
  const grosz = figures.grosz[measure] ?? 0
  const { capGrosz, isCapUsedUp } = figures
  return basis === 'cap' && isCapUsedUp && (grosz === 0 || capGrosz === null || grosz * 100 < threshold * capGrosz)
}

function rowsOf(language: Locale, { figures, meter }: FiredAlert): (readonly [label: string, value: string])[] {
  const t = texts[language]
  const money = (grosz: number | null) => (grosz === null ? t.unknown : formatNetGrosz(grosz, language))
  const { period_start: start, period_end: end } = meter
  const period =
    start && end ? `${formatDateTime(start, language)} – ${formatDateTime(end, language)} (${t.zone})` : t.unknown
  return [
    [t.period, period],
    [t.spent, money(figures.grosz.actual)],
    [t.expected, expectedText(language, figures)],
    [t.limit, money(figures.capGrosz)],
    [t.used, unitsText(language, figures)],
  ]
}

const atRow = (language: Locale, { firing: { at } }: FiredAlert): readonly [label: string, value: string] => [
  texts[language].at,
  `${formatDateTime(at, language)} (${texts[language].zone})`,
]

/** An estimate has no groszy; what the cap stops is said as the bound that it is. */
function expectedText(language: Locale, { grosz: { actual, forecast }, openGrosz }: AlertFigures): string {
  const t = texts[language]
  if (forecast === null) return t.unknown
  const about = (grosz: number) => formatNetZloty(aboutPln(grosz, actual ?? 0), language)
  if (openGrosz !== undefined) return t.atMost(about(forecast), about(openGrosz))
  return forecast === actual ? formatNetGrosz(forecast, language) : t.about(about(forecast))
}

function unitsText(language: Locale, { units, included }: AlertFigures): string {
  const t = texts[language]
  if (units.actual === null) return t.unknown
  const used = formatInteger(units.actual, language)
  return included === null ? used : `${used} (${t.inPlan} ${formatInteger(included, language)})`
}

/** Only with a known address: a link made from a request's Host could be anybody's. */
const linkOf = (language: Locale, panelUrl: string | undefined) =>
  panelUrl === undefined ? undefined : { text: texts[language].open, url: `${panelUrl}${routes.spendCap}` }

/** What happens at 100 %, or has happened: to whoever acts on the mail, the one thing that matters. Nothing can where nothing limits. */
function consequence(language: Locale, { firing, figures, meter }: FiredAlert): string | undefined {
  const t = texts[language]
  const endsAt = meter.period_end ?? undefined
  if ((readInstant(endsAt) ?? Infinity) <= Date.parse(firing.at)) return t.over
  const end = t.end(readInstant(endsAt) === undefined ? undefined : formatDateTime(endsAt ?? '', language))
  const { terms, stop } = readStanding(meter)
  if (figures.isCapUsedUp) return figures.capGrosz === null ? t.unnamed : `${t.nothingFits} ${t.blocked(end)}`
  if (stop !== null) return stop === 'pool' ? t.blockedAtPlan(end) : t.refused
  return atTheEnd(language, { terms, capGrosz: figures.capGrosz, end })
}

type AtTheEnd = Pick<AlertFigures, 'capGrosz'> & {
  readonly terms: ReturnType<typeof readStanding>['terms']
  readonly end: string
}

/** What happens once the plan or the cap is used up. */
function atTheEnd(language: Locale, { terms, capGrosz, end }: AtTheEnd): string | undefined {
  const t = texts[language]
  if (terms === 'unlimited') return undefined
  if (terms !== 'paid') return t.blocksHard(end)
  if (capGrosz === null) return undefined
  return capGrosz === 0 ? t.blocksAtPlan(end) : t.blocksAtCap(formatZloty(capGrosz / 100, language), end)
}
