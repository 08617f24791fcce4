import { consumerTrack, largeConsumerTrack } from '@/lib/service/sample/krz-consumer-stages'
import { restructuringTracks } from '@/lib/service/sample/krz-restructuring-stages'
import { bankruptcyTrack, dismissedTrack, type KrzStage } from '@/lib/service/sample/krz-stages'
import { makePersons, type Person } from '@/lib/service/sample/persons'
import type { KrzRow } from '@/lib/service/sample/report-rows'
import { rng, type Rng } from '@/lib/service/sample/rng'
import { subjectsWith, type Subject } from '@/lib/service/sample/subjects'
import { makeNip } from '@/lib/service/sample/synthetic-identifiers'

type DebtorFields = Pick<
  KrzRow,
  | 'debtor_kind'
  | 'debtor_name'
  | 'debtor_pesel'
  | 'debtor_nip'
  | 'debtor_krs'
  | 'debtor_legal_form'
  | 'debtor_miejscowosc'
  | 'debtor_country'
  | 'debtor_birth_date'
>

export type KrzDebtor = { key: string; fields: DebtorFields; phrase: string; track: readonly KrzStage[] }

const CONSUMERS = 600
const TRADERS = 60
const TRADER_NIP_FROM = 30_000
const LARGE_ESTATE_SHARE = 0.1

const personFields = (person: Person, debtor_nip: string | null) => ({
  debtor_name: person.name,
  debtor_pesel: person.pesel,
  debtor_nip,
  debtor_krs: null,
  debtor_legal_form: null,
  debtor_miejscowosc: person.city,
  debtor_country: 'Polska',
  debtor_birth_date: person.birth_date,
})

function consumer(random: Rng): KrzDebtor {
  const person = random.pick(makePersons(CONSUMERS))
  const large = rng(`estate|${person.pesel}`).chance(LARGE_ESTATE_SHARE)
  return {
    key: person.pesel,
    fields: {
      debtor_kind: 'Osoba fizyczna nieprowadząca działalności gospodarczej',
      ...personFields(person, null),
    },
    phrase: `${person.name}, miejsce zamieszkania: ${person.city}`,
    track: large ? largeConsumerTrack : consumerTrack,
  }
}

function trader(random: Rng): KrzDebtor {
  const index = random.int(0, TRADERS - 1)
  const person = makePersons(CONSUMERS + TRADERS).at(CONSUMERS + index)
  if (person === undefined) throw new RangeError('no such trader')
  const nip = makeNip(TRADER_NIP_FROM + index)
  return {
    key: person.pesel,
    fields: {
      debtor_kind: 'Osoba fizyczna prowadząca działalność gospodarczą',
      ...personFields(person, nip),
    },
    phrase: `${person.name} (działalność gospodarcza, miejsce wykonywania: ${person.city}), NIP ${nip}`,
    track: bankruptcyTrack,
  }
}

function trackOf({ krs, status }: Subject): readonly KrzStage[] {
  if (status === 'bankruptcy') return bankruptcyTrack
  if (status === 'restructuring') return rng(`track|${krs}`).pick(restructuringTracks)
  return dismissedTrack
}

function company(random: Rng): KrzDebtor {
  const status = random.weighted([
    ['bankruptcy', 50],
    ['restructuring', 32],
    ['active', 14],
    ['liquidation', 4],
  ] as const)
  const subject = random.pick(subjectsWith(status))
  return {
    key: subject.krs,
    fields: {
      debtor_kind: 'Podmiot niebędący osobą fizyczną',
      debtor_name: subject.name,
      debtor_pesel: null,
      debtor_nip: subject.nip,
      debtor_krs: subject.krs,
      debtor_legal_form: subject.legal_form,
      debtor_miejscowosc: subject.city,
      debtor_country: 'Polska',
      debtor_birth_date: null,
    },
    phrase: `${subject.name}, siedziba: ${subject.city}, KRS ${subject.krs}, NIP ${subject.nip}`,
    track: trackOf(subject),
  }
}

/** Consumers are about three rows of five, as in the real register. */
export const pickDebtor = (random: Rng): KrzDebtor =>
  random.weighted([
    [consumer, 60],
    [trader, 9],
    [company, 31],
  ] as const)(random)
