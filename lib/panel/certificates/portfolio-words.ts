import type { Locale } from '@/lib/domain/format/locales'
import { pluralOf } from '@/lib/domain/format/plural'

/** What a statement about a portfolio says. `of`: numbers as they are written. */
const polish = {
  file: 'poswiadczenie-portfela',
  title: 'Poświadczenie monitoringu portfela',
  all: 'Wszystkie monitory konta',
  ofTag: (tag: string) => `Monitory z tagiem „${tag}”`,
  watches: (account: string, monitors: string, now: string) =>
    `Panel poświadcza, że konto „${account}” ma w chwili wystawienia, ${now}, monitory w liczbie ${monitors}, wymienione niżej z datą, od której istnieją.`,
  counts: (given: string, shown: string, repeated: string) =>
    `Usługa przekazała kontu zdarzenia tych monitorów w liczbie ${given} (tyle jest ich w /v1/updates). Panel i wiadomości pokazują ${shown}: to samo ogłoszenie o tym samym podmiocie, które podało kilka monitorów, liczą raz, więc powtórzeń jest ${repeated}.`,
  same: (given: string) =>
    `Usługa przekazała kontu zdarzenia tych monitorów w liczbie ${given} (tyle jest ich w /v1/updates) i tyle pokazuje panel: żadnego ogłoszenia nie podało kilka monitorów.`,
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
    `The panel certifies that account “${account}” has, at the time of issue, ${now}, monitors in number ${monitors}, listed below with the date since which they exist.`,
  counts: (given, shown, repeated) =>
    `The service gave the account events of these monitors in number ${given} (as many as /v1/updates has). The panel and its messages show ${shown}: the same announcement about the same subject that several monitors gave counts once, so there are ${repeated} repetitions.`,
  same: (given) =>
    `The service gave the account events of these monitors in number ${given} (as many as /v1/updates has), and so many the panel shows: no announcement was given by several monitors.`,
  asOf: (at) => `The copy of events was brought in line with the service on ${at}.`,
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
