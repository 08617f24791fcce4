import type { Context } from '@/lib/service/http/context'
import { EMPTY_SUBJECT, insertSubjects } from '@/lib/service/registers/statements/subjects'
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
  ...EMPTY_SUBJECT,
  ...subject,
  main_activity: mainActivityOf(subject),
  postcode: postcodeOf(subject),
})

const toPerson = ({ id, pesel, name, city }: Person): SubjectTable => ({
  ...EMPTY_SUBJECT,
  id,
  kind: 'person',
  pesel,
  name,
  city,
})
