import type { Day } from '@/lib/domain/calendar'
import type { RdfDocumentTable, RelationTable } from '@/lib/storage/register-tables'
import type { SubjectTable } from '@/lib/storage/tables'

import { dotted } from '../sample/polish-date'

export type Lifetime = { readonly since: Day | null; readonly until: Day | null }

/** The entries of a register: one for every day on which something came or went. */
export class KrsEntries {
  readonly days: readonly Day[]

  constructor(
    company: SubjectTable,
    relations: readonly RelationTable[],
    statements: readonly Pick<RdfDocumentTable, 'filed_on'>[],
  ) {
    const days = [
      company.registered_on,
      ...relations.flatMap(({ since, until }) => [since, until]),
      ...statements.map(({ filed_on }) => filed_on),
    ]
    this.days = [...new Set(days.filter((day) => day !== null))].toSorted((a, b) => Date.parse(a) - Date.parse(b))
  }

  /** `wpis 2 z 14.03.2019; wykreślono: wpis 5 z 02.06.2023`. What has no day came with the registration. */
  describe({ since, until }: Lifetime): string {
    const introduced = this.#name(since ?? this.days[0])
    return until === null ? introduced : `${introduced}; wykreślono: ${this.#name(until)}`
  }

  #name(day: Day | undefined): string {
    return day === undefined ? 'wpis 1' : `wpis ${this.days.indexOf(day) + 1} z ${dotted(day)}`
  }
}
