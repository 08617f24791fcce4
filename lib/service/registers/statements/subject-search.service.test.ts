import { type Kysely, type Migration, sql } from 'kysely'
import { expect, it } from 'vitest'

import { readCompanyQuery } from '@/lib/domain/companies/company-name'
import { up as upOld } from '@/lib/storage/migrations/004-subject-search'
import { up } from '@/lib/storage/migrations/048-company-search'
import { bareSubject } from '@/lib/testing/companies'
import { nipOf } from '@/lib/testing/identifiers'
import { engines, startTestService } from '@/lib/testing/service'

import type { SubjectTable } from '../tables'
import { searchSubjects } from './subject-search'
import { insertSubjects, updateCompany } from './subjects'

const subject = (index: number, name: string, overrides: Partial<SubjectTable> = {}): SubjectTable =>
  bareSubject({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    nip: nipOf(index),
    name,
    ...overrides,
  })

const oldSubjects = [
  subject(1, 'Żółw Meble sp. z o.o.'),
  subject(2, 'Ąkord Meble', { status: 'deregistered' }),
  subject(3, 'Meblowska', { kind: 'person' }),
  subject(4, 'A-B-C Meble SPÓŁKA AKCYJNA W LIKWIDACJI'),
  subject(5, 'S.A.'),
  subject(6, 'Sklep Psa i Kota S.K.A.'),
]

it.each(engines)('a store of an older version finds the same as a new one on %s', async (engine) => {
  const service = await startTestService({ engine })
  const { db } = service.storage
  const stored = () =>
    db
      .selectFrom('subject_search')
      .select(['subject_id', 'name_key', 'form', 'words', 'place'])
      .orderBy('place')
      .execute()
  const find = async (q: string) => {
    const search = { query: readCompanyQuery(q), ids: [] }
    const { rows } = await searchSubjects(db, search, { after: undefined, limit: 10 })
    return rows.map(({ name }) => name)
  }
  await insertSubjects(db, oldSubjects)
  const rebuilt = await stored()
  const variants = await db.selectFrom('word_variants').selectAll().execute()

  for (const table of ['subject_search', 'word_variants']) await sql`drop table ${sql.table(table)}`.execute(db)
  if (engine === 'sqlite') await sql`drop table subject_words`.execute(db)
  await db.deleteFrom('sequences').where('name', '=', 'subjects').execute()
  const migrate = async (migration: Migration) => db.transaction().execute((tx) => migration.up(tx))
  await migrate({ up: (database: Kysely<unknown>) => upOld(database, engine) })
  await migrate({ up: (database: Kysely<unknown>) => up(database, engine) })

  // Places follow the order of the names as they were folded then.
  const withoutPlaces = (rows: Awaited<ReturnType<typeof stored>>) =>
    rows.map(({ place: _place, ...row }) => row).toSorted((a, b) => (a.subject_id < b.subject_id ? -1 : 1))
  expect(withoutPlaces(await stored())).toEqual(withoutPlaces(rebuilt))
  const sorted = (rows: readonly { variant: string; word: string }[]) =>
    rows.map(({ variant, word }) => `${variant}|${word}`).toSorted()
  expect(sorted(await db.selectFrom('word_variants').selectAll().execute())).toEqual(sorted(variants))

  await insertSubjects(db, [subject(7, 'Baza Meble')])
  expect(await find('meble')).toEqual([
    'A-B-C Meble SPÓŁKA AKCYJNA W LIKWIDACJI',
    'Żółw Meble sp. z o.o.',
    'Baza Meble',
    'Ąkord Meble',
  ])
  await service.stop()
})

it.each(engines)('a company is found by its current name, and last once it is struck off, on %s', async (engine) => {
  const service = await startTestService({ engine })
  const { db } = service.storage
  const find = async (q: string) => {
    const search = { query: readCompanyQuery(q), ids: [] }
    const { rows, total } = await searchSubjects(db, search, { after: undefined, limit: 10 })
    expect(total).toBe(rows.length)
    return rows.map(({ name }) => name)
  }
  await insertSubjects(db, [subject(1, 'Alfa Meble'), subject(2, 'Beta Meble')])
  await updateCompany(db, subject(1, '').id, { status: 'deregistered' })
  expect(await find('meble')).toEqual(['Beta Meble', 'Alfa Meble'])
  await updateCompany(db, subject(1, '').id, { name: 'Wyxoria S.A.', status: 'active' })
  expect(await find('meble')).toEqual(['Beta Meble'])
  expect(await find('wyxoria')).toEqual(['Wyxoria S.A.'])
  // Found by a mistyped word, because the words of the new name were added.
  expect(await find('wyxroia')).toEqual(['Wyxoria S.A.'])
  expect(await find('alfa')).toEqual([])
  await service.stop()
})
