import { rng } from '../rng'
import type { Subject } from './subjects'

/** The first digit of a Polish postcode says its postal region. */
const REGIONS: Readonly<Record<string, string>> = {
  mazowieckie: '0',
  'warmińsko-mazurskie': '1',
  podlaskie: '1',
  lubelskie: '2',
  świętokrzyskie: '2',
  małopolskie: '3',
  podkarpackie: '3',
  śląskie: '4',
  opolskie: '4',
  dolnośląskie: '5',
  wielkopolskie: '6',
  lubuskie: '6',
  zachodniopomorskie: '7',
  pomorskie: '8',
  'kujawsko-pomorskie': '8',
  łódzkie: '9',
}

/** Made up, but of the right region; companies of one town share its first two digits. */
export function postcodeOf({ province, city, krs }: Pick<Subject, 'province' | 'city' | 'krs'>): string | null {
  const region = REGIONS[province]
  if (region === undefined) return null
  const second = rng(`postcode|${city}`).int(0, 9)
  return `${region}${second}-${String(rng(`postcode|${krs}`).int(1, 999)).padStart(3, '0')}`
}
