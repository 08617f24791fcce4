import type { Locale } from '@/lib/domain/format/locales'
import { countText, pluralOf } from '@/lib/domain/format/plural'

const MONITORS = { one: 'monitor', few: 'monitory', many: 'monitorów', other: 'monitora' }
const EVENTS = { one: 'zdarzenie', few: 'zdarzenia', many: 'zdarzeń', other: 'zdarzenia' }

/** What a statement about a portfolio says. */
const polish = {
  file: 'poswiadczenie-portfela',
  title: 'Poświadczenie monitoringu portfela',
  all: 'Wszystkie monitory konta',
  ofTag: (tag: string) => `Monitory z tagiem „${tag}”`,
  watches: (account: string, monitors: number, now: string) =>
    `Panel poświadcza, że w chwili wystawienia, ${now}, konto „${account}” ma ${countText('pl', MONITORS, monitors)}. Wykaz niżej podaje, od kiedy każdy istnieje.`,
  counts: (given: number, shown: string, repeated: string) =>
    `Usługa przekazała kontu ${countText('pl', EVENTS, given)} tych monitorów (tyle jest w /v1/updates). Panel i wiadomości pokazują ${shown}, bo to samo ogłoszenie o tym samym podmiocie, które podało kilka monitorów, liczą raz (powtórzenia: ${repeated}).`,
  same: (given: number) =>
    `Usługa przekazała kontu ${countText('pl', EVENTS, given)} tych monitorów (tyle jest w /v1/updates) i tyle pokazuje panel: żadne ogłoszenie się nie powtarza.`,
  asOf: (at: string) => `Kopię zdarzeń uzgodniono z usługą ${at}.`,
  deleted: 'Zdarzenia monitorów, które usunięto, są policzone i wymienione.',
  tagged: 'Tag bierze się z chwili wystawienia: monitory, które miały go wcześniej, nie są tu ujęte.',
  facts: {
    scope: 'Zakres',
    monitors: 'Monitory',
    given: 'Zdarzenia w usłudze',
    shown: 'Zdarzenia po złożeniu powtórzeń',
    repeated: 'Powtórzenia',
  },
  monitors: ['Istnieje od', 'Identyfikator', 'Nazwa, etykieta i tagi'] as [string, string, string],
  by: (count: number, shown: string) =>
    pluralOf(
      'pl',
      { one: `podał ${shown} monitor`, few: `podały ${shown} monitory`, other: `podało ${shown} monitorów` },
      count,
    ),
}
type PortfolioWords = typeof polish

const english: PortfolioWords = {
  file: 'portfolio-certificate',
  title: 'Certificate of monitoring of a portfolio',
  all: 'All monitors of the account',
  ofTag: (tag) => `Monitors with tag “${tag}”`,
  watches: (account, monitors, now) =>
    `The panel certifies that at the time of issue, ${now}, the account “${account}” has ${countText('en', { one: 'monitor', other: 'monitors' }, monitors)}. The list below shows since when each exists.`,
  counts: (given, shown, repeated) =>
    `The service gave the account ${countText('en', { one: 'event', other: 'events' }, given)} of these monitors (as many as /v1/updates has). The panel and its messages show ${shown}, because the same announcement about the same subject from several monitors counts once (repetitions: ${repeated}).`,
  same: (given) =>
    `The service gave the account ${countText('en', { one: 'event', other: 'events' }, given)} of these monitors (as many as /v1/updates has), and the panel shows the same number: no announcement is repeated.`,
  asOf: (at) => `The copy of events was last compared with the service on ${at}.`,
  deleted: 'Events of monitors that were deleted are counted and listed.',
  tagged: 'The tag is that of the time of issue: monitors that had it before are not included.',
  facts: {
    scope: 'Scope',
    monitors: 'Monitors',
    given: 'Events in the service',
    shown: 'Events with repetitions folded',
    repeated: 'Repetitions',
  },
  monitors: ['Exists since', 'Identifier', 'Name, label and tags'],
  by: (count, shown) =>
    pluralOf('en', { one: `given by ${shown} monitor`, other: `given by ${shown} monitors` }, count),
}

export const portfolioWords: Readonly<Record<Locale, PortfolioWords>> = { pl: polish, en: english }
