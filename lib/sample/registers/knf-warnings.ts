import knfSections from '@/data/knf-sections.json'
import type { KnfWarning } from '@/lib/contract/registers'
import { addDays, type Day } from '@/lib/domain/calendar'
import { dottedDay } from '@/lib/service/documents/polish'

import knf from '../data/knf.json'
import { rng, type Rng } from '../rng'
import { uuidOf } from '../stable-uuid'
import { prosecutorSeats } from './courts'
import { entryDays, workingDayUpTo } from './entry-days'
import { makeSubjects, pickRegistered, type Subject } from './subjects'

export type SampleWarning = { readonly item: KnfWarning; readonly subject: Pick<Subject, 'krs' | 'nip'> | null }

/** About the length of the real list in 2023. The distribution over sections is invented. */
const COUNT = 560
const YEARS = 15
const SHARES: Readonly<Record<number, number>> = { 1: 150, 2: 170, 5: 20, 9: 90, 10: 60 }
const OTHER_SHARE = 14
const weights = knfSections.map(({ section }) => [section, SHARES[section] ?? OTHER_SHARE] as const)

/** Invented like the names of companies.json: two meaningless halves and a claimed business. */
const brand = (random: Rng): string =>
  `${random.pick(knf.first)}${random.pick(knf.second)} ${random.pick(knf.trades)} ${random.pick(knf.forms)}`

const COMPANY_SHARE = 0.2
const pickSubject = (random: Rng, day: Day): Subject | null =>
  random.chance(COMPANY_SHARE) ? pickRegistered(random, makeSubjects(), day) : null

/** The list shows a single number, of any type. */
const identifierOf = ({ krs, nip, regon }: Company, random: Rng): string =>
  random.weighted([
    [`KRS ${krs}`, 6],
    [`NIP ${nip}`, 3],
    [`REGON ${regon}`, regon === null ? 0 : 1],
  ])

const prosecutorOf = (random: Rng): string => `Prokuratura Okręgowa ${random.pick(prosecutorSeats)}`

const RESOLVED_SHARE = 0.55
const NOTES_SHARE = 0.4

function resolutionOf(random: Rng, notifiedOn: Day, today: Day) {
  const resolved_on = workingDayUpTo(addDays(notifiedOn, random.int(60, 1500)))
  if (!random.chance(RESOLVED_SHARE) || resolved_on >= today) return { rulings: null, resolved_on: null }
  return { rulings: `${random.pick(knf.rulings)} z dnia ${dottedDay(resolved_on)} r.`, resolved_on }
}

type Company = Pick<Subject, 'krs' | 'nip' | 'name'> & { readonly regon: string | null }
type WarningInput = {
  readonly index: number
  readonly notifiedOn: Day
  readonly today: Day
  /** The company that it names; by default a company of the sample or an unknown one. */
  readonly subject?: Company
}

/** The entry with a given number, which is unique. */
export function makeWarning({ index, notifiedOn, today, subject: requestedSubject }: WarningInput): SampleWarning {
  const random = rng(`knf|${index}`)
  const subject = requestedSubject ?? pickSubject(random, notifiedOn)
  const item = {
    id: uuidOf(random),
    section: random.weighted(weights),
    name: subject?.name ?? brand(random),
    identifier: subject && identifierOf(subject, random),
    prosecutor: prosecutorOf(random),
    notes: random.chance(NOTES_SHARE) ? random.pick(knf.notes) : null,
    notified_on: notifiedOn,
    ...resolutionOf(random, notifiedOn, today),
  }
  return { item, subject }
}

/** Oldest first. */
export const makeWarnings = (today: Day): SampleWarning[] =>
  entryDays('knf', COUNT, { today, years: YEARS }).map((notifiedOn, index) => makeWarning({ index, notifiedOn, today }))
