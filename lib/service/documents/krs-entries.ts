import type { Day } from '@/lib/domain/calendar'
import type { KrsEntryTable } from '@/lib/storage/registers/tables'

import { dottedDay } from './polish-date'

export type Lifetime = { readonly since: Day | null; readonly until: Day | null }
type Row = Omit<KrsEntryTable, 'id' | 'company_id' | 'printed_on'>
export type NumberedEntry = Pick<Row, 'number' | 'entered_on'> & { readonly rows: readonly Row[] }

/** The numbered entries of a company; one may have changed several fields. */
export class KrsEntries {
  readonly all: readonly NumberedEntry[]

  /** `rows` ascending by number. */
  constructor(rows: readonly Row[]) {
    const numbers = [...new Set(rows.map(({ number }) => number))]
    this.all = numbers.map((number) => {
      const of = rows.filter((row) => row.number === number)
      return { number, entered_on: of[0]?.entered_on ?? '', rows: of }
    })
  }

  /** `nr 7 z 14.03.2019`; of a company without any, `nr 1`. */
  get last(): string {
    const last = this.all.at(-1)
    return last === undefined ? 'nr 1' : `nr ${last.number} z ${dottedDay(last.entered_on)}`
  }

  /**
   * `wpis 2 z 14.03.2019; wykreślono: wpis 5 z 02.06.2023`, by the entry of the day that changed one of the fields. What has no
   * day came with the registration.
   */
  describe({ since, until }: Lifetime, fields: readonly string[]): string {
    const introduced = since === null ? this.#name(this.all[0]) : this.#nameOf(since, fields)
    return until === null ? introduced : `${introduced}; wykreślono: ${this.#nameOf(until, fields)}`
  }

  #nameOf(day: Day, fields: readonly string[]): string {
    const ofDay = this.all.filter(({ entered_on }) => entered_on === day)
    const changed = ofDay.find(({ rows }) => rows.some(({ field }) => field !== null && fields.includes(field)))
    return this.#name(changed ?? ofDay[0])
  }

  #name(entry: NumberedEntry | undefined): string {
    return entry === undefined ? 'wpis 1' : `wpis ${entry.number} z ${dottedDay(entry.entered_on)}`
  }
}
