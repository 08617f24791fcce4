import type { IdentifierType } from '@/lib/domain/identifiers/identifiers'

import { makePersons } from './registers/persons'
import { findSubject, makeSubjects } from './registers/subjects'
import { rng, type Rng } from './rng'

export type SampleMonitor = {
  identifier: { type: IdentifierType; value: string }
  label: string | null
  subjectName: string | null
  tags: string[]
}
type WatchedIdentifier = Pick<SampleMonitor, 'identifier' | 'subjectName'>

const PERSONS = 600
const SHARE_OF_PERSONS = 0.025
const SHARE_OF_SUBJECT_IDS = 0.02
const UNKNOWN_KRS_FROM = 200_000

/** Percentage of monitors with each tag. */
const TAGS: readonly (readonly [tag: string, percent: number])[] = [
  ['dostawcy', 35],
  ['klienci', 28],
  ['transport', 9],
  ['audyt-q4', 9],
  ['kluczowi', 6],
  ['medyczne', 5],
  ['budowlane', 5],
  ['ryzyko A', 4],
  ['windykacja', 2],
]
const ALL_TAGS = [...TAGS.map(([tag]) => tag), 'do przeglądu']
const ALL_TAGS_EVERY = 500

const shuffled = <T>(items: readonly T[], seed: string): T[] => {
  const random = rng(seed)
  return items
    .map((item) => ({ item, rank: random.next() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

/**
 * The first `count` monitors of an account, all distinct: companies by NIP or KRS number, a few by subject id, some
 * persons by PESEL; then the same companies by their other number; then unassigned numbers, which make any count
 * possible.
 */
export function makeMonitors(slug: string, count: number): SampleMonitor[] {
  const random = rng(`monitors|${slug}`)
  const watched = [...companies(slug, count), ...people(slug, count)]
  watched.push(...unassignedNumbers(count - watched.length))
  return shuffled(watched.slice(0, count), `order|${slug}`).map((monitor, index) => ({
    ...monitor,
    label: labelOf(random),
    tags: index % ALL_TAGS_EVERY === ALL_TAGS_EVERY - 1 ? ALL_TAGS : tagsOf(random),
  }))
}

function companies(slug: string, count: number): WatchedIdentifier[] {
  const subjects = shuffled(makeSubjects(), `companies|${slug}`)
  const freePlaces = count - Math.round(count * SHARE_OF_PERSONS)
  const random = rng(`kinds|${slug}`)
  const numbers = subjects.map((subject) => {
    const kinds = random.chance(0.55) ? (['nip', 'krs'] as const) : (['krs', 'nip'] as const)
    const [first, second] = kinds.map((type) => ({
      identifier: { type, value: subject[type] },
      subjectName: subject.name,
    }))
    const byId: WatchedIdentifier = { identifier: { type: 'subject_id', value: subject.id }, subjectName: subject.name }
    return random.chance(SHARE_OF_SUBJECT_IDS) ? [byId, first, second] : [first, second, byId]
  })
  const isDefined = (item: WatchedIdentifier | undefined): item is WatchedIdentifier => item !== undefined
  return [0, 1, 2].flatMap((round) => numbers.map((choices) => choices[round]).filter(isDefined)).slice(0, freePlaces)
}

function people(slug: string, count: number): WatchedIdentifier[] {
  const chosen = shuffled(makePersons(PERSONS), `people|${slug}`)
  return chosen
    .slice(0, Math.round(count * SHARE_OF_PERSONS))
    .map(({ pesel, name }) => ({ identifier: { type: 'pesel', value: pesel }, subjectName: name }))
}

/** Numbers of the synthetic block that no sample company has. */
function unassignedNumbers(count: number): WatchedIdentifier[] {
  const numbers: WatchedIdentifier[] = []
  for (let index = 0; numbers.length < count; index += 1) {
    const value = `0009${UNKNOWN_KRS_FROM + index}`
    if (!findSubject(value)) numbers.push({ identifier: { type: 'krs', value }, subjectName: null })
  }
  return numbers
}

const tagsOf = (random: Rng): string[] => TAGS.filter(([, percent]) => random.chance(percent / 100)).map(([tag]) => tag)

const LABELS: readonly ((random: Rng) => string)[] = [
  (random) => `Umowa ${random.int(1, 240)}/${random.int(2023, 2026)}`,
  (random) => `Limit kupiecki ${random.int(1, 20) * 5} tys. zł`,
  (random) => `Oddział ${random.pick(['Lublin', 'Gdańsk', 'Łódź', 'Rzeszów', 'Szczecin'])}`,
  (random) => `Opiekun: ${random.pick(['M. Wrzos', 'A. Kłosek', 'Dział zakupów', 'Windykacja'])}`,
]
const SHARE_OF_LABELS = 0.22

const labelOf = (random: Rng): string | null => (random.chance(SHARE_OF_LABELS) ? random.pick(LABELS)(random) : null)
