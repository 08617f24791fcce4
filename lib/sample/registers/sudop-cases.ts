import type { SudopCase } from '@/lib/contract/registers'
import type { Day } from '@/lib/domain/calendar'

import { authoritiesOf } from '../bzp/bzp-authorities'
import { rng, type Rng } from '../rng'
import { uuidOf } from '../stable-uuid'
import { entryDays } from './entry-days'
import { pickRegistered, type Subject, subjectsWith } from './subjects'
import { measuresOn } from './sudop-measures'

type Beneficiary = Pick<Subject, 'krs' | 'nip' | 'name'>
export type SampleCase = { readonly item: SudopCase; readonly subject: Beneficiary }

const COUNT = 5000
/** Every so often two equal grants of a day are two rows, as upstream. */
const TWINS_EVERY = 600
const YEARS = 4
const PROVIDERS = 150

const SIZES = [
  ['mikroprzedsiębiorca', 45],
  ['mały przedsiębiorca', 30],
  ['średni przedsiębiorca', 17],
  ['inny przedsiębiorca', 8],
] as const

/** Grosz as SUDOP writes amounts: `12500.00`. */
const amount = (grosz: number): string =>
  `${Math.floor(grosz / 100)}.${String(Math.round(grosz) % 100).padStart(2, '0')}`

function amountsOf(random: Rng, grossShare: number) {
  const nominal = random.int(8, 4000) * random.pick([2500, 10_000, 12_345])
  const gross = Math.round(nominal * grossShare)
  const rate = random.int(4180, 4420) / 1000
  return {
    nominal_value_pln: amount(nominal),
    gross_value_pln: amount(gross),
    gross_value_eur: amount(Math.round(gross / rate)),
  }
}

/** The grant of a number, which no other grant has; to anybody of the sample unless said to whom. */
export function makeCase(index: number, granted_on: Day, beneficiary?: Beneficiary): SampleCase {
  const random = rng(`sudop|${index}`)
  const subject = beneficiary ?? pickRegistered(random, subjectsWith('active'), granted_on)
  const provider = random.pick(authoritiesOf(random.pick(['commune', 'county'])).slice(0, PROVIDERS))
  const { gross_share, ...measure } = random.pick(measuresOn(granted_on))
  const item = {
    id: uuidOf(random),
    granted_on,
    beneficiary_nip: subject.nip,
    beneficiary_name: subject.name,
    beneficiary_size: rng(`size|${subject.krs}`).weighted(SIZES),
    provider_nip: provider.nip,
    provider_name: provider.name,
    ...measure,
    ...amountsOf(random, gross_share),
  }
  return { item, subject }
}

/** Oldest first. */
export const makeCases = (today: Day): SampleCase[] =>
  entryDays('sudop', COUNT, { today, years: YEARS }).flatMap((day, index) => {
    const made = makeCase(index, day)
    if (index % TWINS_EVERY !== 0) return [made]
    return [made, { ...made, item: { ...made.item, id: uuidOf(rng(`sudop-twin|${index}`)) } }]
  })
