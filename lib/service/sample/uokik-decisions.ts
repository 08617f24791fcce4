import type { UokikDecision } from '@/lib/contract/registers'
import type { Day } from '@/lib/domain/calendar'
import { entryDays } from '@/lib/service/sample/entry-days'
import { rng, type Rng } from '@/lib/service/sample/rng'
import { uuidOf } from '@/lib/service/sample/stable-uuid'
import { makeSubjects, type Subject } from '@/lib/service/sample/subjects'

export type SampleDecision = { readonly item: UokikDecision; readonly subject: Subject | null }

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
const INDUSTRIES = [
  'Handel detaliczny',
  'Usługi finansowe',
  'Telekomunikacja',
  'Energetyka',
  'Budownictwo i deweloperzy',
  'Transport',
  'Turystyka',
  'Gospodarka odpadami',
  'Rolnictwo i żywność',
  'Edukacja',
] as const

/** Above every real number of an office and year, so that no decision of a real company is met. */
const NUMBERS_FROM = 901
const SLASH_SINCE = 2017

/** `RKR-937-2013` until 2016, `RGD-902/2026` since; payment delays are written `DZP 948/2023`. */
function formatNumber(code: string, number: number, year: number): string {
  if (code === 'DZP') return `${code} ${number}/${year}`
  return year < SLASH_SINCE ? `${code}-${number}-${year}` : `${code}-${number}/${year}`
}

function partiesOf(random: Rng): Subject[] {
  const count = random.weighted([
    [1, 80],
    [2, 15],
    [3, 5],
  ])
  return Array.from({ length: count }, () => random.pick(makeSubjects()))
}

/** Oldest first; numbers of an office go up within a year. */
export function makeDecisions(today: Day): SampleDecision[] {
  const given = new Map<string, number>()
  return entryDays('uokik', COUNT, { today, years: YEARS }).map((decided_on, index) => {
    const random = rng(`uokik|${index}`)
    const year = Number(decided_on.slice(0, 4))
    const office = random.pick(offices.filter(({ since }) => since <= year))
    const number = given.get(`${office.code}|${year}`) ?? NUMBERS_FROM
    given.set(`${office.code}|${year}`, number + 1)
    const parties = partiesOf(random)
    const item = {
      id: uuidOf(random).replaceAll('-', '').toUpperCase(),
      number: formatNumber(office.code, number, year),
      decided_on,
      case_signature: `${office.code}.61${random.int(0, 1)}.${number * 10}.${year - random.int(0, 1)}`,
      parties: [...new Set(parties.map(({ name }) => name))],
      practice: random.pick(office.practices),
      fined: random.chance(0.45),
      industry: random.pick(INDUSTRIES),
      region: office.region,
      appealed: random.chance(0.2),
    }
    return { item, subject: parties[0] ?? null }
  })
}
