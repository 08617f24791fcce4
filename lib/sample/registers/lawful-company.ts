import { addDays, type Day } from '@/lib/domain/calendar'

import { rng } from '../rng'
import { workingDayUpTo } from './entry-days'

type Company = {
  readonly krs: string
  readonly legal_form: string
  readonly registered_on: Day
  readonly share_capital: number | null
}

/** Since 1 July 2021 there are simple joint-stock companies (Dz.U. 2019 poz. 1655 as changed). */
const FIRST_SIMPLE_COMPANY: Day = '2021-07-01'
const DAYS_OF_SIMPLE_COMPANIES = 1500
/** The least capital of before 8 January 2009 (Dz.U. 2008 nr 217 poz. 1381) and since. */
const CAPITAL_LOWERED: Day = '2009-01-08'
const LEAST_CAPITAL: Readonly<Record<string, readonly [before: number, since: number]>> = {
  'SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ': [50_000, 5_000],
  'SPÓŁKA AKCYJNA': [500_000, 100_000],
}

/** A company registered on a day on which courts work and its form was there, with the capital that the law wanted then. */
export function lawful<C extends Company>(company: C): C {
  const registered_on = workingDayUpTo(firstDayOf(company))
  return { ...company, registered_on, share_capital: capitalOf({ ...company, registered_on }) }
}

function firstDayOf({ legal_form, krs, registered_on }: Company): Day {
  if (legal_form !== 'PROSTA SPÓŁKA AKCYJNA' || registered_on >= FIRST_SIMPLE_COMPANY) return registered_on
  return addDays(FIRST_SIMPLE_COMPANY, rng(`simple-company|${krs}`).int(0, DAYS_OF_SIMPLE_COMPANIES))
}

function capitalOf({ legal_form, registered_on, share_capital }: Company): number | null {
  const least = LEAST_CAPITAL[legal_form]
  if (least === undefined || share_capital === null) return share_capital
  return Math.max(share_capital, least[registered_on < CAPITAL_LOWERED ? 0 : 1])
}
