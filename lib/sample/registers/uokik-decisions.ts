import type { UokikDecision } from '@/lib/contract/registers'
import type { Day } from '@/lib/domain/calendar'

import uokik from '../data/uokik.json'
import { rng, type Rng } from '../rng'
import { uuidOf } from '../stable-uuid'
import { entryDays } from './entry-days'
import { makeSubjects, pickRegistered, type Subject } from './subjects'

export type SampleDecision = { readonly item: UokikDecision; readonly subject: Pick<Subject, 'krs' | 'nip'> | null }

const COUNT = 800
const YEARS = 13

const CONSUMERS = ['Klauzule niedozwolone', 'Praktyki naruszające zbiorowe interesy konsumentów'] as const
const COMPETITION = [
  'Porozumienia ograniczające konkurencję',
  'Nadużywanie pozycji dominującej',
  'Kontrola koncentracji',
] as const
const REGIONAL = [...CONSUMERS, ...COMPETITION, 'Nieudzielenie informacji'] as const

type Office = { code: string; region: string; practices: readonly string[]; since: number }
const branch = (code: string, town: string): Office => ({
  code,
  region: `Delegatura ${town}`,
  practices: REGIONAL,
  since: 0,
})
const offices: readonly Office[] = [
  branch('RBG', 'w Bydgoszczy'),
  branch('RGD', 'w Gdańsku'),
  branch('RKT', 'w Katowicach'),
  branch('RKR', 'w Krakowie'),
  branch('RLU', 'w Lublinie'),
  branch('RŁO', 'w Łodzi'),
  branch('RPZ', 'w Poznaniu'),
  branch('RWR', 'we Wrocławiu'),
  { code: 'DOK', region: 'Centrala', practices: COMPETITION, since: 0 },
  { code: 'DDK', region: 'Centrala', practices: CONSUMERS, since: 0 },
  { code: 'DZP', region: 'Centrala', practices: ['Zatory płatnicze'], since: 2020 },
]
/** Above every real number of an office and year, so that no real decision is matched. */
export const BEFORE_FIRST = 900
const SLASH_SINCE = 2017

/** `RKR-937-2013` until 2016, `RGD-902/2026` since; payment delays are `DZP 948/2023`. */
function formatNumber(code: string, number: number, year: number): string {
  if (code === 'DZP') return `${code} ${number}/${year}`
  return year < SLASH_SINCE ? `${code}-${number}-${year}` : `${code}-${number}/${year}`
}

function partiesOf(random: Rng, day: Day): Subject[] {
  const count = random.weighted([
    [1, 80],
    [2, 15],
    [3, 5],
  ])
  return Array.from({ length: count }, () => pickRegistered(random, makeSubjects(), day))
}

type Party = Pick<Subject, 'krs' | 'nip' | 'name'>
type Input = {
  readonly day: Day
  readonly office: Office
  readonly number: number
  readonly parties?: readonly Party[]
}

export const officeOf = (random: Rng, year: number): Office => random.pick(offices.filter(({ since }) => since <= year))

/** The decision with a given index, which is unique; by default against companies of the sample. */
export function makeDecision(index: number, { day, office, number, parties: knownParties }: Input) {
  const random = rng(`uokik|${index}`)
  const year = Number(day.slice(0, 4))
  const parties = knownParties ?? partiesOf(random, day)
  const item: UokikDecision = {
    id: uuidOf(random).replaceAll('-', '').toUpperCase(),
    number: formatNumber(office.code, number, year),
    decided_on: day,
    case_signature: `${office.code}.61${random.int(0, 1)}.${number * 10}.${year - random.int(0, 1)}`,
    parties: [...new Set(parties.map(({ name }) => name))],
    practice: random.pick(office.practices),
    fined: random.chance(0.45),
    industry: random.pick(uokik.industries),
    region: office.region,
    appealed: random.chance(0.2),
  }
  return { item, subject: parties[0] ?? null }
}

/** Oldest first; numbers of an office ascend within a year. */
export function makeDecisions(today: Day): SampleDecision[] {
  const lastNumbers = new Map<string, number>()
  return entryDays('uokik', COUNT, { today, years: YEARS }).map((day, index) => {
    const year = Number(day.slice(0, 4))
    const office = officeOf(rng(`uokik-office|${index}`), year)
    const number = (lastNumbers.get(`${office.code}|${year}`) ?? BEFORE_FIRST) + 1
    lastNumbers.set(`${office.code}|${year}`, number)
    return makeDecision(index, { day, office, number })
  })
}

const NUMBERED = /^(\p{L}+)\D(\d+)\D(\d{4})$/u

/** The last number by office and year (`RBG|2026`) among numbers of decisions. */
export function lastNumbersAmong(numbers: readonly string[]): Record<string, number> {
  const last: Record<string, number> = {}
  for (const text of numbers) {
    const [, office, number, year] = NUMBERED.exec(text) ?? []
    const key = `${office}|${year}`
    if (office !== undefined) last[key] = Math.max(last[key] ?? BEFORE_FIRST, Number(number))
  }
  return last
}
