import type { Locale } from '@/lib/domain/format/locales'

/** What feeds say, in the language of whose they are. */
export const feedWords = {
  pl: {
    claims: 'Ostatni dzień zgłaszania wierzytelności',
    claimsNote:
      'Wyliczony z dnia obwieszczenia w KRZ (30 dni, koniec przesunięty na dzień roboczy). Sprawdź obwieszczenie.',
    lifted: 'Późniejsze obwieszczenie mówi o uchyleniu ogłoszenia upadłości.',
    monitored: 'monitorowany podmiot',
    announced: 'Obwieszczenie z dnia',
    daily: (day: string) => `Wygasają raporty dzienne z ${day}`,
    custom: 'Wygasa raport na zamówienie',
    reports: (count: number) => `Liczba raportów: ${count}`,
    more: 'Nie wszystkie terminy są w tym kalendarzu',
    moreNote: 'Są tu tylko terminy z najnowszych obwieszczeń. Starsze są w panelu.',
    event: 'Zdarzenie',
    open: 'Panel',
  },
  en: {
    claims: 'Last day for lodging claims',
    claimsNote:
      'Counted from the day of the notice in KRZ (30 days, its end moved to a working day). Check the notice.',
    lifted: 'A later notice says that the declaration of bankruptcy was lifted.',
    monitored: 'a monitored subject',
    announced: 'Notice of',
    daily: (day: string) => `Daily reports of ${day} expire`,
    custom: 'A custom report expires',
    reports: (count: number) => `Reports: ${count}`,
    more: 'Not all deadlines are in this calendar',
    moreNote: 'Only deadlines of the newest notices are here. Older ones are in the panel.',
    event: 'Event',
    open: 'Panel',
  },
} as const satisfies Record<Locale, unknown>
