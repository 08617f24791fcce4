import companies from '@/data/companies.json'
import { type Day, addDays } from '@/lib/domain/calendar'

import { type Rng, rng } from '../rng'
import { workingDayUpTo } from './entry-days'

type Company = {
  readonly krs: string
  readonly legal_form: string
  readonly registered_on: Day
  readonly share_capital: number | null
}

/** Simple joint-stock companies exist since 1 July 2021 (Dz.U. 2019 poz. 1655 as amended). */
const FIRST_SIMPLE_COMPANY: Day = '2021-07-01'
const DAYS_OF_SIMPLE_COMPANIES = 1500
/** The minimum capital was lowered on 8 January 2009 (Dz.U. 2008 nr 217 poz. 1381). */
const CAPITAL_LOWERED: Day = '2009-01-08'
const LEAST_CAPITAL: Readonly<Record<string, readonly [before: number, since: number]>> = {
  'SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ': [50_000, 5_000],
  'SPÓŁKA AKCYJNA': [500_000, 100_000],
}

/**
 * Moves the registration to a working day on which the legal form existed, and sets at least the minimum capital of
 * that day.
 */
function adjustToLaw<C extends Company>(company: C): C {
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

export const subjectStatuses = ['active', 'liquidation', 'bankruptcy', 'restructuring', 'deregistered'] as const
export type SubjectStatus = (typeof subjectStatuses)[number]

/**
 * A synthetic company. `share_capital` is in PLN; `registry_type` P is the register of entrepreneurs, S that of
 * associations.
 */
export type Subject = {
  id: string
  krs: string
  nip: string
  regon: string
  name: string
  legal_form: string
  city: string
  province: string
  street: string
  registry_type: string
  registered_on: string
  status: SubjectStatus
  vat_status: string
  share_capital: number | null
}

const statusOf = (text: string): SubjectStatus => subjectStatuses.find((status) => status === text) ?? 'active'

const subjects: readonly Subject[] = companies.map((company) =>
  adjustToLaw({ ...company, status: statusOf(company.status) }),
)
const byKrs = new Map(subjects.map((subject) => [subject.krs, subject]))
const byStatus = new Map(
  subjectStatuses.map((status) => [status, subjects.filter((subject) => subject.status === status)]),
)

/** The 2000 companies of data/companies.json, adjusted to the law. */
export const makeSubjects = (): Subject[] => [...subjects]

export const subjectsWith = (status: SubjectStatus): readonly Subject[] => byStatus.get(status) ?? []
export const findSubject = (krs: string): Subject | undefined => byKrs.get(krs)

export function pickRegistered(random: Rng, from: readonly Subject[], day: Day): Subject {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const subject = random.pick(from)
    if (subject.registered_on <= day) return subject
  }
  return random.pick(from.filter(({ registered_on }) => registered_on <= day))
}

const ATTEMPTS = 50
