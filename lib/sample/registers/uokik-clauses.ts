import type { UokikClause } from '@/lib/contract/registers'
import { addDays, type Day } from '@/lib/domain/calendar'

import uokik from '../data/uokik.json'
import { rng } from '../rng'
import { uuidOf } from '../stable-uuid'
import { workingDayUpTo } from './entry-days'
import { makeSubjects, pickRegistered, type Subject } from './subjects'

export type SampleClause = { readonly item: UokikClause; readonly subject: Pick<Subject, 'krs' | 'nip'> }

const COUNT = 400
/**
 * New clauses come only from proceedings that began before 17 April 2016 (act of 5 August 2015, Dz.U. 2015 poz. 1634,
 * art. 8 and 9), the last of which ended some years later.
 */
const LAST_DAY: Day = '2018-06-29'
const LAST_PROCEEDINGS = '16'
const DAYS_APART = 9
/** Minimum time from a claim to the entry of its clause. */
const PROCEEDINGS_DAYS = 400
/** Above every number in the real register. */
const FIRST_NUMBER = 90_001

/** Oldest first, each against one company of the sample; none of the future. */
export function makeClauses(): SampleClause[] {
  return Array.from({ length: COUNT }, (_, index): SampleClause => {
    const random = rng(`clause|${index}`)
    const entered_on = workingDayUpTo(addDays(LAST_DAY, (index - COUNT + 1) * DAYS_APART))
    const subject = pickRegistered(random, makeSubjects(), addDays(entered_on, -PROCEEDINGS_DAYS))
    const { clause, industry } = random.pick(uokik.clauses)
    const entryYear = entered_on.slice(2, 4)
    const item: UokikClause = {
      id: uuidOf(random),
      number: FIRST_NUMBER + index,
      entered_on,
      case_signature: `XVII AmC ${9000 + index}/${entryYear < LAST_PROCEEDINGS ? entryYear : LAST_PROCEEDINGS}`,
      parties: [subject.name],
      clause,
      industry,
    }
    return { item, subject }
  })
}
