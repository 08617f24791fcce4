import type { Locale } from '@/lib/domain/format/locales'

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
export const riskFactorWord = (locale: Locale, code: string): string =>
  (Object.hasOwn(words[locale], code) ? words[locale][code] : undefined) ?? code
