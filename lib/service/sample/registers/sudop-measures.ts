import type { SudopCase } from '@/lib/contract/registers'

/** `gross_share`: how much of the nominal value is aid; a loan or a guarantee is little. Numbers are invented. */
type Measure = Pick<SudopCase, 'measure_number' | 'measure_name' | 'legal_basis' | 'purpose' | 'form'> & {
  readonly gross_share: number
}

export const measures: readonly Measure[] = [
  {
    measure_number: 'SA.900101(2024/X)',
    measure_name: 'Pomoc de minimis na wyposażenie stanowiska pracy',
    legal_basis: 'art. 46 ustawy z dnia 20 kwietnia 2004 r. o promocji zatrudnienia i instytucjach rynku pracy',
    purpose: 'pomoc de minimis',
    form: 'refundacja',
    gross_share: 1,
  },
  {
    measure_number: 'SA.900102(2023/X)',
    measure_name: 'Dofinansowanie do wynagrodzeń pracowników niepełnosprawnych',
    legal_basis:
      'art. 26a ustawy z dnia 27 sierpnia 1997 r. o rehabilitacji zawodowej i społecznej oraz zatrudnianiu osób niepełnosprawnych',
    purpose: 'pomoc na zatrudnienie pracowników niepełnosprawnych',
    form: 'dotacja',
    gross_share: 1,
  },
  {
    measure_number: 'SA.900103(2022/X)',
    measure_name: 'Ulgi w spłacie zobowiązań podatkowych',
    legal_basis: 'art. 67b § 1 pkt 2 ustawy z dnia 29 sierpnia 1997 r. – Ordynacja podatkowa',
    purpose: 'pomoc de minimis',
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
    measure_number: 'SA.900106(2023/X)',
    measure_name: 'Regionalny fundusz pożyczkowy',
    legal_basis: 'uchwała organu stanowiącego jednostki samorządu terytorialnego',
    purpose: 'pomoc de minimis',
    form: 'pożyczka preferencyjna',
    gross_share: 0.07,
  },
  {
    measure_number: 'SA.900107(2025/X)',
    measure_name: 'Poręczenia dla małych i średnich przedsiębiorców',
    legal_basis: 'uchwała organu stanowiącego jednostki samorządu terytorialnego',
    purpose: 'pomoc dla MŚP',
    form: 'poręczenie',
    gross_share: 0.05,
  },
]
