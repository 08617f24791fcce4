import type { SudopCase } from '@/lib/contract/registers'
import type { Day } from '@/lib/domain/calendar'

import { authoritiesOf } from '../bzp/bzp-authorities'
import sudopMeasures from '../data/sudop-measures.json'
import { rng, type Rng } from '../rng'
import { uuidOf } from '../stable-uuid'
import { entryDays } from './entry-days'
import { pickRegistered, type Subject, subjectsWith } from './subjects'

/**
 * `gross_share`: fraction of the nominal value that is aid; it is small for a loan or a guarantee. Numbers are
 * invented.
 */
type Measure = Pick<SudopCase, 'measure_number' | 'measure_name' | 'legal_basis' | 'purpose' | 'form'> & {
  readonly gross_share: number
}
/**
 * De minimis aid does not require notification and has no number. Article 46 of the act of 2004 was repealed on 1 June
 * 2025 by the act of 20 March 2025 (Dz.U. 2025 poz. 620). `from` and `until` bound the legal basis, both inclusive.
 */
type Program = Measure & { readonly from?: Day; readonly until?: Day }

const programs: readonly Program[] = sudopMeasures
/** A measure exists from the year in its number on. */
const hasBegun = ({ measure_number: number }: Measure, day: Day): boolean =>
  number === null || (/\((\d{4})/.exec(number)?.[1] ?? '') <= day.slice(0, 4)

const measuresOn = (day: Day): Measure[] =>
  programs.flatMap(({ from, until, ...measure }) =>
    (from ?? day) <= day && day <= (until ?? day) && hasBegun(measure, day) ? [measure] : [],
  )

type Beneficiary = Pick<Subject, 'krs' | 'nip' | 'name'>
export type SampleCase = { readonly item: SudopCase; readonly subject: Beneficiary }

const COUNT = 5000
/** Each grant whose index is a multiple of this has an identical second row, as happens in the real register. */
const TWINS_EVERY = 600
const YEARS = 4
const PROVIDERS = 150

const SIZES = [
  ['mikroprzedsiębiorca', 45],
  ['mały przedsiębiorca', 30],
  ['średni przedsiębiorca', 17],
  ['inny przedsiębiorca', 8],
] as const

/** Grosz in SUDOP's notation of amounts: `12500.00`. */
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

/** The grant with a given index, which is unique; by default to a random company of the sample. */
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
    const sampleCase = makeCase(index, day)
    if (index % TWINS_EVERY !== 0) return [sampleCase]
    return [sampleCase, { ...sampleCase, item: { ...sampleCase.item, id: uuidOf(rng(`sudop-twin|${index}`)) } }]
  })
