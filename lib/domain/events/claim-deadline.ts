import { addDays, type Day, daysBetween, isWorkingDay } from '../calendar'
import { foldLine } from '../fold'

/** Art. 51 ust. 1 pkt 4 Prawo upadłościowe: thirty days from the notice in the register. */
export const CLAIM_DAYS = 30

/**
 * Titles under which KRZ publishes a declaration of bankruptcy; not those about the petition ("wniosku o ogłoszenie
 * upadłości"), and not those that change or lift the ruling.
 */
const DECLARATION =
  /^(obwieszczenie (o|postanowienia o|o wydaniu postanowienia o) ogloszeniu upadlosci|postanowienie o ogloszeniu upadlosci|ogloszenie upadlosci)\b/

interface TitledEvent {
  readonly source?: string | null | undefined
  readonly title?: string | null | undefined
}

/** True for an event that opens the period for lodging claims. */
export const opensClaims = ({ source, title }: TitledEvent): boolean =>
  source === 'krz' && typeof title === 'string' && DECLARATION.test(foldLine(title))

export interface ClaimDeadline {
  /** Last day for lodging a claim. */
  readonly lastDay: Day
  /** The thirtieth day was a Saturday or holiday, so the period ends on the next working day. */
  readonly isMoved: boolean
  /** Whole days left; 0 on the last day, negative afterwards. */
  readonly daysLeft: number
}

/**
 * Counted in Warsaw days; the day of the notice itself does not count (art. 111 § 2 k.c.), and art. 115 k.c. moves the
 * end.
 */
export function claimDeadline(published: Day, today: Day): ClaimDeadline {
  const thirtieth = addDays(published, CLAIM_DAYS)
  let lastDay = thirtieth
  while (!isWorkingDay(lastDay)) lastDay = addDays(lastDay, 1)
  return { lastDay, isMoved: lastDay !== thirtieth, daysLeft: daysBetween(today, lastDay) }
}
