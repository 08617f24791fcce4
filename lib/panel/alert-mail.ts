import { formatDateTime, formatGrosz, formatInteger, formatZloty } from '@/lib/domain/format'
import type { Locale } from '@/lib/domain/locales'
import { routes } from '@/lib/domain/routes'
import type { AlertFigures } from '@/lib/domain/spend-alert'
import type { AlertFiringTable, MailTable } from '@/lib/storage/finance-tables'

import type { Meter } from './cap-history'

export type MailWords = Pick<MailTable, 'subject' | 'body_text' | 'body_html'>

type Fired = {
  readonly account: { readonly name: string }
  readonly firing: Pick<AlertFiringTable, 'measure' | 'basis' | 'threshold' | 'at'>
  readonly figures: AlertFigures
  readonly meter: Pick<Meter, 'period_start' | 'period_end'>
  readonly panelUrl: string | undefined
}

const texts = {
  pl: {
    money: { actual: 'Wydatki osiągnęły próg', forecast: 'Prognoza wydatków osiągnęła próg' },
    units: { actual: 'Zużycie osiągnęło próg', forecast: 'Prognoza zużycia osiągnęła próg' },
    cap: (t: string) => `${t}% limitu`,
    included: (t: string) => `${t}% jednostek w planie`,
    account: 'Konto',
    period: 'Okres rozliczeniowy',
    zone: 'czas warszawski',
    spent: 'Nadwyżka teraz',
    expected: 'Prognoza na koniec okresu',
    limit: 'Limit wydatków',
    used: 'Zużyte jednostki',
    of: 'z',
    at: 'Stan z',
    unknown: 'brak danych',
    open: 'Limit i historia zmian',
    once: 'Ten próg zgłaszamy raz w okresie rozliczeniowym.',
    testSubject: 'Wiadomość próbna alertu wydatków',
    test: 'To jest wiadomość próbna z panelu. Alerty wydatków tego konta będą przychodzić na ten adres.',
  },
  en: {
    money: { actual: 'Spending has reached', forecast: 'Forecast spending has reached' },
    units: { actual: 'Usage has reached', forecast: 'Forecast usage has reached' },
    cap: (t: string) => `${t}% of the cap`,
    included: (t: string) => `${t}% of the units in the plan`,
    account: 'Account',
    period: 'Billing period',
    zone: 'Warsaw time',
    spent: 'Overage now',
    expected: 'Forecast for the end of the period',
    limit: 'Spend cap',
    used: 'Units used',
    of: 'of',
    at: 'As of',
    unknown: 'unknown',
    open: 'The cap and its history',
    once: 'This threshold is reported once in a billing period.',
    testSubject: 'Test message of the spend alert',
    test: 'This is a test message from the panel. Spend alerts of this account will come to this address.',
  },
} as const

/** What an alert says. Numbers of money and usage, the account's name, and no other data. */
export function alertMail(language: Locale, fired: Fired): MailWords {
  const t = texts[language]
  const { measure, basis, at } = fired.firing
  const what = t[basis === 'included' ? 'units' : 'money'][measure]
  const headline = `${what}: ${thresholdText(language, fired.firing)}`
  return compose({
    subject: `${headline} – ${fired.account.name}`,
    headline,
    rows: [...rowsOf(language, fired), [t.at, `${formatDateTime(at, language)} (${t.zone})`]],
    note: t.once,
    link: linkOf(language, fired.panelUrl),
  })
}

export function testMail(
  language: Locale,
  given: Pick<Fired, 'account' | 'panelUrl'> & { readonly at: Date },
): MailWords {
  const t = texts[language]
  return compose({
    subject: `${t.testSubject} – ${given.account.name}`,
    headline: t.testSubject,
    rows: [
      [t.account, given.account.name],
      [t.at, `${formatDateTime(given.at, language)} (${t.zone})`],
    ],
    note: t.test,
    link: linkOf(language, given.panelUrl),
  })
}

function thresholdText(language: Locale, { basis, threshold }: Pick<Fired['firing'], 'basis' | 'threshold'>): string {
  return basis === 'pln' ? formatZloty(threshold, language) : texts[language][basis](formatInteger(threshold, language))
}

type Row = readonly [label: string, value: string]

function rowsOf(language: Locale, { account, figures, meter }: Fired): readonly Row[] {
  const t = texts[language]
  const money = (grosz: number | null) => (grosz === null ? t.unknown : formatGrosz(grosz, language))
  const { period_start: start, period_end: end } = meter
  const period =
    start && end ? `${formatDateTime(start, language)} – ${formatDateTime(end, language)} (${t.zone})` : t.unknown
  return [
    [t.account, account.name],
    [t.period, period],
    [t.spent, money(figures.grosz.actual)],
    [t.expected, money(figures.grosz.forecast)],
    [t.limit, money(figures.capGrosz)],
    [t.used, unitsText(language, figures)],
  ]
}

function unitsText(language: Locale, { units, included }: AlertFigures): string {
  const t = texts[language]
  if (units.actual === null) return t.unknown
  const used = formatInteger(units.actual, language)
  return included === null ? used : `${used} ${t.of} ${formatInteger(included, language)}`
}

/** Only with a known address: a link made from a request's Host could be anybody's. */
const linkOf = (language: Locale, panelUrl: string | undefined) =>
  panelUrl === undefined ? undefined : { text: texts[language].open, url: `${panelUrl}${routes.spendCap}` }

type Parts = {
  readonly subject: string
  readonly headline: string
  readonly rows: readonly Row[]
  readonly note: string
  readonly link: { readonly text: string; readonly url: string } | undefined
}

function compose({ subject, headline, rows, note, link }: Parts): MailWords {
  const lines = rows.map(([label, value]) => `${label}: ${value}`)
  const linkLines = link ? ['', `${link.text}: ${link.url}`] : []
  const cell = 'padding:4px 16px 4px 0;vertical-align:top'
  const table = rows
    .map(
      ([label, value]) =>
        `<tr><td style="${cell};color:#6a6d66">${html(label)}</td><td style="${cell}">${html(value)}</td></tr>`,
    )
    .join('')
  const anchor = link ? `<p><a href="${html(link.url)}" style="color:#14532d">${html(link.text)}</a></p>` : ''
  return {
    // One line, whatever the account is called.
    subject: subject.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 200),
    body_text: `${[headline, '', ...lines, '', note, ...linkLines].join('\n')}\n`,
    body_html:
      `<!doctype html><html><body style="font:14px/1.5 sans-serif;color:#191a17">` +
      `<p style="font-size:16px;font-weight:600">${html(headline)}</p><table style="border-collapse:collapse">${table}</table>` +
      `<p style="color:#6a6d66">${html(note)}</p>${anchor}</body></html>`,
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const html = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
