import type { SudopCase } from '@/lib/contract/registers'
import type { Day } from '@/lib/domain/calendar'

import sudopMeasures from '../data/sudop-measures.json'

/** `gross_share`: how much of the nominal value is aid; a loan or a guarantee is little. Numbers are invented. */
type Measure = Pick<SudopCase, 'measure_number' | 'measure_name' | 'legal_basis' | 'purpose' | 'form'> & {
  readonly gross_share: number
}
/**
 * De minimis aid is aid that nobody has to be told of, and that has no number. Article 46 of the act of 2004 was repealed on 1 June 2025 by
 * the act of 20 March 2025 (Dz.U. 2025 poz. 620). `from` and `until` are the days of its legal basis, both included.
 */
type Program = Measure & { readonly from?: Day; readonly until?: Day }

const programs: readonly Program[] = sudopMeasures
/** A measure is there from the year in its number on. */
const isBegun = ({ measure_number: number }: Measure, day: Day): boolean =>
  number === null || (/\((\d{4})/.exec(number)?.[1] ?? '') <= day.slice(0, 4)

/** What aid can be granted by on a day. */
export const measuresOn = (day: Day): Measure[] =>
  programs.flatMap(({ from, until, ...measure }) =>
    (from ?? day) <= day && day <= (until ?? day) && isBegun(measure, day) ? [measure] : [],
  )
