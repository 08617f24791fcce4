import type { Advisor, KrzRow } from '@/lib/contract/announcement'
import { addDays, type Day } from '@/lib/domain/calendar'
import { dottedDay } from '@/lib/service/documents/polish'

import { rng } from '../rng'
import { bankruptcyCourtOf, type Court } from './courts'
import { workingDayUpTo } from './entry-days'
import { advisorOf, advisorRoles } from './krz-advisors'
import type { KrzDebtor } from './krz-debtors'
import type { KrzStage } from './krz-stages'

/** One stage of a debtor's case. `number` and the year of `openedOn` form the signature. */
export type KrzCase = {
  readonly debtor: KrzDebtor
  readonly stage: KrzStage
  readonly number: number
  readonly openedOn: Day
}

const courtOf = ({ debtor }: KrzCase): Court => bankruptcyCourtOf(debtor.place, rng(`court|${debtor.key}`).chance(0.5))

export const signatureOf = (of: KrzCase): string =>
  `${courtOf(of).code}/${of.stage.repertory}/${of.number}/${of.openedOn.slice(0, 4)}`

function adviserIn({ debtor, stage, number }: KrzCase): { advisors: Advisor[]; phrase: string } {
  if (stage.role === null) return { advisors: [], phrase: '' }
  const { advisor, licence } = advisorOf(`${debtor.key}|${number}`, stage.role)
  const phrase = `${advisorRoles[stage.role].noun} ${advisor.name}, nr licencji doradcy restrukturyzacyjnego ${licence}`
  return { advisors: [advisor], phrase }
}

const arrangementDayOf = ({ openedOn }: KrzCase): Day => workingDayUpTo(addDays(openedOn, -3))

/** The last working day before the announcement, in the notation of the texts. */
export const decidedOn = (day: Day): string => dottedDay(workingDayUpTo(addDays(day, -1)))

function textOf(of: KrzCase, day: Day, advisor: string): string {
  return of.stage.text({
    court: courtOf(of).name,
    signature: signatureOf(of),
    debtor: of.debtor.phrase,
    advisor,
    decidedOn: decidedOn(day),
    arrangementDay: dottedDay(arrangementDayOf(of)),
    meetingDay: dottedDay(workingDayUpTo(addDays(day, 28))),
  })
}

const NUMBERS_FROM = 9000

/** An announcement of the debtors' register on a Warsaw day. `place` is its number within the day, from 1. */
export function makeKrzRow(of: KrzCase, { id, day, place }: { id: string; day: Day; place: number }): KrzRow {
  const { debtor, stage } = of
  const court = courtOf(of)
  const { advisors, phrase } = adviserIn(of)
  return {
    id,
    announcement_date: day,
    advisors,
    attributes: stage.subcategory === 'Ustalenie dnia układowego' ? { dzien_ukladowy: arrangementDayOf(of) } : {},
    signature: signatureOf(of),
    number: `${day.replaceAll('-', '')}/${String(NUMBERS_FROM + place).padStart(5, '0')}`,
    title: stage.title,
    court: court.name,
    court_division: court.division,
    rodzaj_sprawy: stage.repertory,
    category: stage.category,
    subcategory: stage.subcategory,
    ...debtor.fields,
    tresc_text: textOf(of, day, phrase),
  }
}
