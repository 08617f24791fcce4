import type { Context } from '@/lib/service/http/context'
import { insertSubjects } from '@/lib/service/registers/statements/subjects'
import type { SubjectTable } from '@/lib/service/registers/tables'

import { mainActivityOf } from './registers/activities'
import { makePersons, type Person } from './registers/persons'
import { postcodeOf } from './registers/postcodes'
import { makeSubjects, type Subject } from './registers/subjects'

/** The number of persons that KRZ announcements name. */
const PERSONS = 660

export async function loadSubjects(db: Context['db']): Promise<void> {
  await insertSubjects(db, [...makeSubjects().map(toCompany), ...makePersons(PERSONS).map(toPerson)])
}

export const toCompany = ({ registry_type: _type, ...subject }: Subject): SubjectTable => ({
  ...subject,
  main_activity: mainActivityOf(subject),
  postcode: postcodeOf(subject),
  deregistered_on: null,
  kind: 'company',
  pesel: null,
})

const toPerson = ({ id, pesel, name, city }: Person): SubjectTable => ({
  id,
  kind: 'person',
  krs: null,
  nip: null,
  regon: null,
  pesel,
  name,
  legal_form: null,
  city,
  province: null,
  street: null,
  postcode: null,
  status: 'active',
  vat_status: null,
  share_capital: null,
  registered_on: null,
  deregistered_on: null,
  main_activity: null,
})
