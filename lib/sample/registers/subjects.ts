import companies from '@/data/companies.json'
import type { Day } from '@/lib/domain/calendar'

import type { Rng } from '../rng'
import { lawful } from './lawful-company'

export const subjectStatuses = ['active', 'liquidation', 'bankruptcy', 'restructuring', 'deregistered'] as const
export type SubjectStatus = (typeof subjectStatuses)[number]

/** A synthetic company. `share_capital` is in PLN; `registry_type` P is the register of entrepreneurs, S of associations. */
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
  lawful({ ...company, status: statusOf(company.status) }),
)
const byKrs = new Map(subjects.map((subject) => [subject.krs, subject]))
const byStatus = new Map(
  subjectStatuses.map((status) => [status, subjects.filter((subject) => subject.status === status)]),
)

/** The 2000 companies of data/companies.json, as the law has them. */
export const makeSubjects = (): Subject[] => [...subjects]

export const subjectsWith = (status: SubjectStatus): readonly Subject[] => byStatus.get(status) ?? []
export const findSubject = (krs: string): Subject | undefined => byKrs.get(krs)

/** One of those that were registered by a day. */
export function pickRegistered(random: Rng, from: readonly Subject[], day: Day): Subject {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const subject = random.pick(from)
    if (subject.registered_on <= day) return subject
  }
  return random.pick(from.filter(({ registered_on }) => registered_on <= day))
}

const ATTEMPTS = 50
