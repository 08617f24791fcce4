import type { Day } from '@/lib/domain/calendar'
import { pickChange } from '@/lib/service/sample/krs-changes'
import type { KrsChangeRow } from '@/lib/service/sample/report-rows'
import { rng } from '@/lib/service/sample/rng'
import { uuidFrom } from '@/lib/service/sample/stable-uuid'
import { subjectsWith } from '@/lib/service/sample/subjects'

/** The row and the words for it in a list, which the row itself has no field for. */
export type TitledKrsChange = { title: string; row: KrsChangeRow }

/** A change in the court register on a Warsaw day. `seed` is its number within the day, from 0. */
export function makeTitledKrsChange(seed: number, day: Day): TitledKrsChange {
  const random = rng(`krs|${day}|${seed}`)
  const status = random.weighted([
    ['active', 88],
    ['liquidation', 5],
    ['bankruptcy', 3],
    ['restructuring', 2],
    ['deregistered', 2],
  ] as const)
  const subject = random.pick(subjectsWith(status))
  const { title, ...change } = pickChange(random, subject)(random, subject, day)
  const row = {
    id: uuidFrom('krs', day, seed),
    change_date: day,
    krs: subject.krs,
    nip: subject.nip,
    entity_name: subject.name,
    ...change,
    entry_number: random.int(2, 60),
  }
  return { title, row }
}

export const makeKrsChangeRow = (seed: number, day: Day): KrsChangeRow => makeTitledKrsChange(seed, day).row
