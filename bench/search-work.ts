/**
 * Bundled and run by `npm run bench:search`: `fill` adds companies to the store at DATA_DIR or DATABASE_URL up to the
 * given number; `measure` also times the service's search, alternating with a LIKE on the same names. Prints a line of
 * JSON.
 */
import { sql } from 'kysely'

import { chunksOf } from '@/lib/domain/collections/chunks'
import { rng } from '@/lib/sample/rng'
import { makeNip } from '@/lib/sample/synthetic-identifiers'
import type { Context } from '@/lib/service/http/context'
import { searchHandlers } from '@/lib/service/registers/search'
import { EMPTY_SUBJECT, insertSubjects } from '@/lib/service/registers/statements/subjects'
import type { SubjectTable } from '@/lib/service/registers/tables'
import { openStorage } from '@/lib/storage/open'
import type { Db, Engine } from '@/lib/storage/storage'

import { nameOf } from './search-names'
import queries from './search-queries.json'

const COMPANIES = 100_000
const BATCH = 5_000
const ROUNDS = 10
const FIRST_NIP = 300_000

function companyAt(index: number): SubjectTable {
  const random = rng(`bench|${index}`)
  return {
    ...EMPTY_SUBJECT,
    id: `b0000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    krs: `0008${String(index).padStart(6, '0')}`,
    nip: makeNip(FIRST_NIP + index),
    name: nameOf(index, random),
    city: random.pick(['Warszawa', 'Kraków', 'Łódź', 'Gdańsk', 'Poznań']),
    status: random.chance(0.12) ? 'deregistered' : 'active',
    registered_on: '2019-05-06',
  }
}

async function fill(db: Db, engine: Engine): Promise<void> {
  const { count } = await db
    .selectFrom('subject_search')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const missing = Array.from({ length: COMPANIES - count }, (_, index) => index)
  for (const part of chunksOf(missing, BATCH)) {
    await db.transaction().execute((transaction) => insertSubjects(transaction, part.map(companyAt)))
  }
  if (engine === 'postgres') await sql`analyze subject_search, subjects`.execute(db)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

async function measure(db: Db) {
  const search = searchHandlers['search.list']
  // Safe: the search reads nothing else of its context.
  const context = { db } as unknown as Context
  const searchFor = (q: string) => Promise.resolve(search({ query: { q, limit: 20 } }, context))
  const like = (q: string) =>
    sql`select id, name from subjects where lower(name) like ${`%${q.toLowerCase()}%`} order by id limit 21`.execute(db)
  const times: Record<string, number[]> = {}
  const likes: number[] = []
  const totals: Record<string, number> = {}
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const q of queries) {
      const ms = await timed(async () => {
        totals[q] = (await searchFor(q)).total
      })
      const likeMs = await timed(() => like(q))
      // The first round fills caches.
      if (round === 0) continue
      times[q] = [...(times[q] ?? []), ms]
      likes.push(likeMs)
    }
  }
  return { times, likes, totals }
}

const storage = await openStorage({
  dataDir: process.env['DATA_DIR'] ?? '',
  databaseUrl: process.env['DATABASE_URL'] || undefined,
})
const fillMs = await timed(() => fill(storage.db, storage.engine))
const measured = process.argv[2] === 'measure' ? await measure(storage.db) : undefined
await storage.close()
process.stdout.write(`${JSON.stringify({ fillMs, ...measured })}\n`)
