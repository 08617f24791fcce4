import { makeBzpNotice, type SampleNotice } from './bzp-notice'

/** Far above the indexes of daily notices, which are 10 000 a day since 2020. */
const AWARDS_FROM = 1_000_000_000

type Contractor = { readonly name: string; readonly nip: string }

/** The notice of a procedure's result, which names the contractor. `count` is unique among awards. */
export function makeAward(count: number, publishedAt: string, { name, nip }: Contractor): SampleNotice {
  const notice = makeBzpNotice(AWARDS_FROM + count, publishedAt)
  return {
    ...notice,
    notice_type: 'TenderResultNotice',
    offers_until: null,
    title: `Wynik postępowania: ${notice.title}`,
    description: `${notice.description} Zamówienia udzielono wykonawcy: ${name}, NIP ${nip}.`,
  }
}
