import type { SudopCase } from '@/lib/contract/registers'
import type { Day } from '@/lib/domain/calendar'

/** `gross_share`: how much of the nominal value is aid; a loan or a guarantee is little. Numbers are invented. */
type Measure = Pick<SudopCase, 'measure_number' | 'measure_name' | 'legal_basis' | 'purpose' | 'form'> & {
  readonly gross_share: number
}
/** `from` and `until` are the days of its legal basis, both included. */
type Program = Measure & { readonly from?: Day; readonly until?: Day }

/** Aid that nobody has to be told of, and that has no number. */
const DE_MINIMIS = 'pomoc de minimis'

const programs: readonly Program[] = [
  {
    // Repealed on 1 June 2025 by the act of 20 March 2025 (Dz.U. 2025 poz. 620).
    until: '2025-05-31',
    measure_number: null,
    measure_name: 'Pomoc de minimis na wyposażenie stanowiska pracy',
    legal_basis: 'art. 46 ustawy z dnia 20 kwietnia 2004 r. o promocji zatrudnienia i instytucjach rynku pracy',
    purpose: DE_MINIMIS,
    form: 'refundacja',
    gross_share: 1,
  },
  {
    from: '2025-06-01',
    measure_number: null,
    measure_name: 'Pomoc de minimis na wyposażenie stanowiska pracy',
    legal_basis: 'ustawa z dnia 20 marca 2025 r. o rynku pracy i służbach zatrudnienia',
    purpose: DE_MINIMIS,
    form: 'refundacja',
    gross_share: 1,
  },
  {
    measure_number: 'SA.900102(2021/X)',
    measure_name: 'Dofinansowanie do wynagrodzeń pracowników niepełnosprawnych',
    legal_basis:
      'art. 26a ustawy z dnia 27 sierpnia 1997 r. o rehabilitacji zawodowej i społecznej oraz zatrudnianiu osób niepełnosprawnych',
    purpose: 'pomoc na zatrudnienie pracowników niepełnosprawnych',
    form: 'dotacja',
    gross_share: 1,
  },
  {
    measure_number: null,
    measure_name: 'Ulgi w spłacie zobowiązań podatkowych',
    legal_basis: 'art. 67b § 1 pkt 2 ustawy z dnia 29 sierpnia 1997 r. – Ordynacja podatkowa',
    purpose: DE_MINIMIS,
    form: 'rozłożenie na raty podatku',
    gross_share: 0.04,
  },
  {
    measure_number: 'SA.900104(2024/X)',
    measure_name: 'Zwolnienia z podatku od nieruchomości na nowe inwestycje',
    legal_basis: 'art. 7 ust. 3 ustawy z dnia 12 stycznia 1991 r. o podatkach i opłatach lokalnych',
    purpose: 'regionalna pomoc inwestycyjna',
    form: 'zwolnienie z podatku',
    gross_share: 1,
  },
  {
    measure_number: 'SA.900105(2025/X)',
    measure_name: 'Lokalny program szkoleń dla przedsiębiorców',
    legal_basis: 'uchwała organu stanowiącego jednostki samorządu terytorialnego',
    purpose: 'pomoc na szkolenia',
    form: 'dotacja',
    gross_share: 1,
  },
  {
    measure_number: null,
    measure_name: 'Regionalny fundusz pożyczkowy',
    legal_basis: 'uchwała organu stanowiącego jednostki samorządu terytorialnego',
    purpose: DE_MINIMIS,
    form: 'pożyczka preferencyjna',
    gross_share: 0.07,
  },
  {
    measure_number: 'SA.900107(2022/X)',
    measure_name: 'Poręczenia dla małych i średnich przedsiębiorców',
    legal_basis: 'uchwała organu stanowiącego jednostki samorządu terytorialnego',
    purpose: 'pomoc dla MŚP',
    form: 'poręczenie',
    gross_share: 0.05,
  },
]

/** A measure is there from the year in its number on. */
const isBegun = ({ measure_number: number }: Measure, day: Day): boolean =>
  number === null || (/\((\d{4})/.exec(number)?.[1] ?? '') <= day.slice(0, 4)

/** What aid can be granted by on a day. */
export const measuresOn = (day: Day): Measure[] =>
  programs.flatMap(({ from, until, ...measure }) =>
    (from ?? day) <= day && day <= (until ?? day) && isBegun(measure, day) ? [measure] : [],
  )
