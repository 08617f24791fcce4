import { formatDateTime, formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { routes } from '@/lib/domain/routes'
import { type Pool, pools } from '@/lib/domain/usage/pools'

import { composeMail, type MailWords } from '../mail/mail-layout'
import type { AlertPost } from './alert-mail'

/** A threshold in percent of a pool that was reached, with the numbers of that moment. */
export type FiredPool = {
  readonly pool: Pool
  readonly threshold: number
  /** ISO. */
  readonly at: string
  readonly used: number
  readonly limit: number
  /** When the pool renews; null where the service does not say. */
  readonly ends_at: string | null
}

const texts = {
  pl: {
    headline: (pool: string, percent: string, threshold: string) => `${pool}: zużyto ${percent}% (próg ${threshold}%)`,
    pools: { lookups: 'Zapytania', rdf: 'Jednostki RDF', pdf: 'Pobrania PDF', wpv: 'Biała lista VAT' },
    account: 'Konto',
    used: 'Wykorzystano',
    of: (used: string, limit: string) => `${used} z ${limit}`,
    renews: 'Pula odnowi się',
    zone: 'czas warszawski',
    unknown: 'brak danych',
    at: 'Stan na',
    sold: 'Co będzie po wyczerpaniu puli, zależy od planu i limitu wydatków.',
    monthly: (end: string | undefined) =>
      `Gdy pula się skończy, zapytania będą odrzucane (błąd 402) do ${end ?? 'końca okresu rozliczeniowego'}.`,
    daily: (end: string | undefined) =>
      `Gdy pula się skończy, zapytania będą odrzucane (błąd 402) do ${end ?? 'północy czasu warszawskiego'}.`,
    over: 'Ten czas już się skończył; pula zaczęła się od nowa.',
    once: { monthly: 'Ten próg zgłaszamy raz w okresie rozliczeniowym.', daily: 'Ten próg zgłaszamy raz na dobę.' },
    open: 'Zużycie w panelu',
    unsubscribe: 'Wypisz mnie z tej reguły',
  },
  en: {
    headline: (pool: string, percent: string, threshold: string) =>
      `${pool}: ${percent}% used (alert at ${threshold}%)`,
    pools: { lookups: 'Lookups', rdf: 'RDF units', pdf: 'PDF downloads', wpv: 'VAT white list' },
    account: 'Account',
    used: 'Used',
    of: (used: string, limit: string) => `${used} of ${limit}`,
    renews: 'The pool renews',
    zone: 'Warsaw time',
    unknown: 'unknown',
    at: 'As of',
    sold: 'What happens once the pool is used up depends on the plan and the spend cap.',
    monthly: (end: string | undefined) =>
      `Once the pool is empty, calls are refused (402) until ${end ?? 'the end of the billing period'}.`,
    daily: (end: string | undefined) =>
      `Once the pool is empty, calls are refused (402) until ${end ?? 'midnight, Warsaw time'}.`,
    over: 'That time has ended; the pool began anew.',
    once: {
      monthly: 'This threshold is reported once in a billing period.',
      daily: 'This threshold is reported once a day.',
    },
    open: 'Usage in the panel',
    unsubscribe: 'Unsubscribe me from this rule',
  },
} as const satisfies Record<Locale, unknown>

/** `Biała lista VAT: zużyto 83% (próg 80%)`. */
export const poolHeadline = (language: Locale, { pool, threshold, used, limit }: FiredPool): string =>
  texts[language].headline(
    texts[language].pools[pool],
    formatInteger(limit === 0 ? 0 : Math.floor((used * 100) / limit), language),
    formatInteger(threshold, language),
  )

/** How much is used, and when the pool renews. */
export const poolLines = (language: Locale, fired: FiredPool): string[] => [
  ...[...rowsOf(language, fired), atRow(language, fired)].map(([label, value]) => `${label}: ${value}`),
  beyond(language, fired),
]

/** What a threshold of a pool says: numbers of usage, the account's name, and no other data. */
export function poolMail(language: Locale, fired: FiredPool, { account, panelUrl, unsubscribe }: AlertPost): MailWords {
  const t = texts[language]
  const headline = poolHeadline(language, fired)
  return composeMail({
    subject: `${headline} – ${account.name}`,
    headline,
    rows: [[t.account, account.name], ...rowsOf(language, fired), atRow(language, fired)],
    notes: [beyond(language, fired), t.once[pools[fired.pool].reset]],
    link: panelUrl === undefined ? undefined : { text: t.open, url: `${panelUrl}${routes.usage}` },
    unsubscribe: unsubscribe && { text: t.unsubscribe, url: unsubscribe.page },
  })
}

function rowsOf(language: Locale, { used, limit, ends_at: end }: FiredPool): (readonly [string, string])[] {
  const t = texts[language]
  return [
    [t.used, t.of(formatInteger(used, language), formatInteger(limit, language))],
    [t.renews, end === null ? t.unknown : `${formatDateTime(end, language)} (${t.zone})`],
  ]
}

const atRow = (language: Locale, { at }: FiredPool): readonly [string, string] => [
  texts[language].at,
  `${formatDateTime(at, language)} (${texts[language].zone})`,
]

function beyond(language: Locale, { pool, ends_at: end, at }: FiredPool): string {
  const t = texts[language]
  const { reset, sellsOverage } = pools[pool]
  if (end !== null && end <= at) return t.over
  return sellsOverage ? t.sold : t[reset](end === null ? undefined : formatDateTime(end, language))
}
