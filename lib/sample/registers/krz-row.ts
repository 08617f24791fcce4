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

const courtOf = ({ debtor }: KrzCase): Court =>
  bankruptcyCourtOf(debtor.numberInDay, rng(`court|${debtor.key}`).chance(0.5))

export const signatureOf = (krzCase: KrzCase): string =>
  `${courtOf(krzCase).code}/${krzCase.stage.repertory}/${krzCase.number}/${krzCase.openedOn.slice(0, 4)}`

function adviserIn({ debtor, stage, number }: KrzCase): { advisors: Advisor[]; phrase: string } {
  if (stage.role === null) return { advisors: [], phrase: '' }
  const { advisor, licence } = advisorOf(`${debtor.key}|${number}`, stage.role)
  const phrase = `${advisorRoles[stage.role].noun} ${advisor.name}, nr licencji doradcy restrukturyzacyjnego ${licence}`
  return { advisors: [advisor], phrase }
}

const arrangementDayOf = ({ openedOn }: KrzCase): Day => workingDayUpTo(addDays(openedOn, -3))

/** The last working day before the announcement, in the notation of the texts. */
export const decidedOn = (day: Day): string => dottedDay(workingDayUpTo(addDays(day, -1)))

function textOf(krzCase: KrzCase, day: Day, advisor: string): string {
  return krzCase.stage.text({
    court: courtOf(krzCase).name,
    signature: signatureOf(krzCase),
    debtor: krzCase.debtor.phrase,
    advisor,
    decidedOn: decidedOn(day),
    arrangementDay: dottedDay(arrangementDayOf(krzCase)),
    meetingDay: dottedDay(workingDayUpTo(addDays(day, 28))),
  })
}

const NUMBERS_FROM = 9000

/** An announcement of the debtors' register on a Warsaw day. `place` is its number within the day, from 1. */
export function makeKrzRow(krzCase: KrzCase, { id, day, place }: { id: string; day: Day; place: number }): KrzRow {
  const { debtor, stage } = krzCase
  const court = courtOf(krzCase)
  const { advisors, phrase } = adviserIn(krzCase)
  return {
    id,
    announcement_date: day,
    advisors,
    attributes: stage.subcategory === 'Ustalenie dnia układowego' ? { dzien_ukladowy: arrangementDayOf(krzCase) } : {},
    signature: signatureOf(krzCase),
    number: `${day.replaceAll('-', '')}/${String(NUMBERS_FROM + place).padStart(5, '0')}`,
    title: stage.title,
    court: court.name,
    court_division: court.division,
    rodzaj_sprawy: stage.repertory,
    category: stage.category,
    subcategory: stage.subcategory,
    ...debtor.fields,
    tresc_text: textOf(krzCase, day, phrase),
  }
}
