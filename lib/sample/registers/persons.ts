import cities from '@/data/cities.json'

import names from '../data/names.json'
import { rng, type Rng } from '../rng'
import { uuidFrom } from '../stable-uuid'
import { makePesel } from '../synthetic-identifiers'

/** A fictional person: a common first name, an invented surname and a birth date in the 19th century. */
export type Person = { id: string; pesel: string; name: string; birth_date: string; city: string }
export type Sex = 'male' | 'female'

export const pickSex = (random: Rng): Sex => random.pick(['male', 'female'])

export function makeName(random: Rng, sex: Sex): string {
  const surname = random.pick(names.surnameRoots) + random.pick(names.surnameEnds) + (sex === 'male' ? 'i' : 'a')
  return `${random.pick(names.first[sex])} ${surname}`
}

// Assumed population of a town whose population is unknown.
const SMALL_TOWN = 2000
const cityWeights = cities.map(([name, , population]) => [String(name), Number(population ?? SMALL_TOWN)] as const)

const generatedPersons: Person[] = []
const usedPesels = new Set<string>()
let nextIndex = 0

function addPerson(index: number): void {
  const random = rng(`brda-1|person|${index}`)
  const sex = pickSex(random)
  const name = makeName(random, sex)
  const { pesel, birth_date } = makePesel(random, sex)
  if (usedPesels.has(pesel)) return
  usedPesels.add(pesel)
  generatedPersons.push({ id: uuidFrom('person', pesel), pesel, name, birth_date, city: random.weighted(cityWeights) })
}

function generateUpTo(count: number): void {
  for (; generatedPersons.length < count; nextIndex += 1) addPerson(nextIndex)
}

/** The first `count` persons; a longer list begins with the same persons. */
export function makePersons(count: number): Person[] {
  generateUpTo(count)
  return generatedPersons.slice(0, count)
}

export function personAt(index: number): Person {
  generateUpTo(index + 1)
  const person = generatedPersons[index]
  if (person === undefined) throw new RangeError('no such person')
  return person
}
