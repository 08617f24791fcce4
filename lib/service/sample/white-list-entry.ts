import type { WhiteListSubject } from '@/lib/contract/white-list'
import { addDays, type Day } from '@/lib/domain/calendar'
import { makeName, pickSex } from '@/lib/service/sample/persons'
import { rng, type Rng } from '@/lib/service/sample/rng'
import { makePesel } from '@/lib/service/sample/synthetic-identifiers'

type DateField = 'registration_legal_date' | 'registration_denial_date' | 'restoration_date' | 'removal_date'
type BasisField = 'registration_denial_basis' | 'restoration_basis' | 'removal_basis'
/** When and why a company was entered, refused, removed and entered again; nulls where it was not. */
export type WhiteListHistory = Pick<WhiteListSubject, DateField | BasisField>
type Person = WhiteListSubject['representatives'][number]

const NOTHING: WhiteListHistory = {
  registration_legal_date: null,
  registration_denial_date: null,
  restoration_date: null,
  removal_date: null,
  registration_denial_basis: null,
  restoration_basis: null,
  removal_basis: null,
}
/** Nothing happened to a sample company after this day, so its past does not depend on today. */
const LAST_DAY: Day = '2025-12-31'
const ACT = 'ustawy z dnia 11 marca 2004 r. o podatku od towarów i usług'

export type WhiteListCompany = {
  readonly nip: string
  readonly status: string
  readonly vat_status: string
  readonly registered_on: Day | null
}

/** What the list says of the past of a company: in order, none before its registration, the same at every call. */
export function historyOf({ nip, vat_status, status, registered_on }: WhiteListCompany): WhiteListHistory {
  if (registered_on === null) return NOTHING
  const random = rng(`white-list|${nip}`)
  const entered = later(registered_on, random.int(0, 30))
  const rest = { entered, random }
  if (vat_status !== 'Niezarejestrowany') return registered(rest)
  return unregistered({ ...rest, removed: status === 'deregistered' || random.chance(0.5) })
}

const later = (day: Day, days: number): Day => {
  const moved = addDays(day, days)
  if (moved <= LAST_DAY) return moved
  return day < LAST_DAY ? LAST_DAY : day
}

type Course = { readonly entered: Day; readonly random: Rng }

function registered({ entered, random }: Course): WhiteListHistory {
  const history = { ...NOTHING, registration_legal_date: entered }
  if (!random.chance(0.03)) return history
  const removal_date = later(entered, random.int(200, 1200))
  return {
    ...history,
    removal_date,
    removal_basis: `art. 96 ust. 9a pkt 2 ${ACT}`,
    restoration_date: later(removal_date, random.int(10, 60)),
    restoration_basis: `art. 96 ust. 9g ${ACT}`,
  }
}

function unregistered({ entered, random, removed }: Course & { readonly removed: boolean }): WhiteListHistory {
  if (removed) {
    return {
      ...NOTHING,
      registration_legal_date: entered,
      removal_date: later(entered, random.int(200, 1800)),
      removal_basis: `art. 96 ust. 9 pkt 2 ${ACT}`,
    }
  }
  if (!random.chance(0.3)) return NOTHING
  return {
    ...NOTHING,
    registration_denial_date: later(entered, random.int(5, 40)),
    registration_denial_basis: `art. 96 ust. 4a pkt 1 ${ACT}`,
  }
}

/** Nobody: the list names representatives of those who were removed, and of no active company. */
export function representativesOf(nip: string): Person[] {
  const random = rng(`representatives|${nip}`)
  const sex = pickSex(random)
  const [first_name = '', last_name = ''] = makeName(random, sex).split(' ')
  return [{ company_name: null, first_name, last_name, pesel: makePesel(random, sex).pesel, nip: null }]
}
