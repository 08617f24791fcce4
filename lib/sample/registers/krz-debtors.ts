import type { KrzRow } from '@/lib/contract/announcement'

import { rng } from '../rng'
import { makeNip } from '../synthetic-identifiers'
import type { Locality } from './courts'
import { personAt, type Person } from './persons'

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

/** The debtor of a court case. `id` is that of the subject. */
export type KrzDebtor = { id: string; key: string; numberInDay: Locality; fields: DebtorFields; phrase: string }

/** Persons that the sample stores as subjects: consumers first, then traders. */
export const KNOWN_CONSUMERS = 600
export const KNOWN_TRADERS = 60
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
  // KRZ publishes the birth date of persons without a PESEL; these persons would have one of the 19th century.
  debtor_birth_date: null,
})

/** The person of this index; from `KNOWN_CONSUMERS` + `KNOWN_TRADERS` on they are in no other table. */
export function consumer(index: number): KrzDebtor {
  const person = personAt(index)
  return {
    id: person.id,
    key: person.pesel,
    numberInDay: person,
    fields: {
      debtor_kind: 'Osoba fizyczna nieprowadząca działalności gospodarczej',
      ...personFields(person, null),
    },
    phrase: `${person.name}, miejsce zamieszkania: ${person.city}`,
  }
}

/** Article 491¹ section 2: with a judge-commissioner. */
export const hasLargeEstate = ({ key }: KrzDebtor): boolean => rng(`estate|${key}`).chance(LARGE_ESTATE_SHARE)

export function trader(index: number): KrzDebtor {
  const person = personAt(KNOWN_CONSUMERS + index)
  const nip = makeNip(TRADER_NIP_FROM + index)
  return {
    id: person.id,
    key: person.pesel,
    numberInDay: person,
    fields: {
      debtor_kind: 'Osoba fizyczna prowadząca działalność gospodarczą',
      ...personFields(person, nip),
    },
    phrase: `${person.name} (działalność gospodarcza, miejsce wykonywania: ${person.city}), NIP ${nip}`,
  }
}

type Company = Locality & { id: string; krs: string; nip: string; name: string; legal_form: string | null }

export const companyDebtor = ({ id, krs, nip, name, legal_form, city, province }: Company): KrzDebtor => ({
  id,
  key: krs,
  numberInDay: { city, province },
  fields: {
    debtor_kind: 'Podmiot niebędący osobą fizyczną',
    debtor_name: name,
    debtor_pesel: null,
    debtor_nip: nip,
    debtor_krs: krs,
    debtor_legal_form: legal_form,
    debtor_miejscowosc: city ?? '',
    debtor_country: 'Polska',
    debtor_birth_date: null,
  },
  phrase: `${name}, siedziba: ${city}, KRS ${krs}, NIP ${nip}`,
})
