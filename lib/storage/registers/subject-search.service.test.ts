import { type Kysely, type Migration, sql } from 'kysely'
import { expect, it } from 'vitest'

import { bareSubject } from '@/lib/testing/companies'
import { nipOf } from '@/lib/testing/identifiers'
import { engines, startTestService } from '@/lib/testing/service'

import { up } from '../migrations/004-subject-search'
import { searchSubjects } from './subject-search'
import { insertSubjects } from './subjects'
import type { SubjectTable } from './tables'

const subject = (index: number, name: string, kind: SubjectTable['kind'] = 'company'): SubjectTable =>
  bareSubject({ id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`, kind, nip: nipOf(index), name })

it.each(engines)('companies of a store from before the search can be found on %s', async (engine) => {
  const service = await startTestService({ engine })
  const { db } = service.storage
  await sql`drop table subject_search`.execute(db)
  await db.deleteFrom('sequences').where('name', '=', 'subjects').execute()
  const old = [subject(1, 'Żółw Meble'), subject(2, 'Ąkord Meble'), subject(3, 'Meblowska', 'person')]
  await db.insertInto('subjects').values(old).execute()

  const migration: Migration = { up: (on: Kysely<unknown>) => up(on, engine) }
  await db.transaction().execute((on) => migration.up(on))
  await insertSubjects(db, [subject(4, 'Baza Meble')])
  const found = await searchSubjects(db, { text: 'meble', ids: [] }, { after: undefined, limit: 10 })
  expect(found.map(({ name, position }) => [position, name])).toEqual([
    [1, 'Ąkord Meble'],
    [2, 'Żółw Meble'],
    [3, 'Baza Meble'],
  ])
  await service.stop()
})
