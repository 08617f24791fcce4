/**
 * Bundled and run by `npm run bench:service` on the store of its environment: 50 000 monitors of one account, then
 * three times 1 000 announcements, some of which match. Prints the milliseconds of each publication.
 */
import { pino } from 'pino'

import { makeNip } from '@/lib/sample/synthetic-identifiers'
import { createAccount } from '@/lib/service/accounts/accounts'
import { publish } from '@/lib/service/monitors/publish'
import { insertMonitors } from '@/lib/service/monitors/statements/monitors'
import type { MonitorRecordTable } from '@/lib/service/monitors/tables'
import { allocateNumbers } from '@/lib/storage/engine/sequences'
import { openStorage } from '@/lib/storage/open'
import { announcementsFrom } from '@/lib/testing/announced-days'

const MONITORS = 50_000
const ANNOUNCEMENTS = 1_000
const ROUNDS = 3

const dataDir = process.env['DATA_DIR'] ?? ''
const storage = await openStorage({ dataDir, databaseUrl: process.env['DATABASE_URL'] || undefined })
const config = { dataDir, rateLimitPerSecond: 1, rateLimitPerMinute: 1, rdfArchiveUnits: 10, checkAnswers: false }
const dependencies = { storage, config, clock: () => new Date(), log: pino({ level: 'silent' }) }
try {
  const account = await createAccount(dependencies, { slug: 'bench-matching', plan: 'enterprise' })
  // Their days are long before the sample's, so that none was published yet.
  const published = await announcementsFrom('2024-03-04', ANNOUNCEMENTS * ROUNDS)
  const krsNumbers = [...new Set(published.flatMap(({ krs }) => (krs === null ? [] : [krs])))].slice(0, MONITORS / 10)
  const firstPosition = await allocateNumbers(storage.db, 'monitors', MONITORS)
  await insertMonitors(
    storage.db,
    Array.from({ length: MONITORS }, (_, n) => monitorOf(account.id, firstPosition + n, krsNumbers[n])),
  )
  for (let round = 0; round < ROUNDS; round += 1) {
    const batch = published.slice(round * ANNOUNCEMENTS, (round + 1) * ANNOUNCEMENTS)
    const startedAt = performance.now()
    const { events } = await publish(dependencies, batch)
    process.stdout.write(`${Math.round(performance.now() - startedAt)} ${events}\n`)
  }
} finally {
  await storage.close()
}

function monitorOf(accountId: string, position: number, krs: string | undefined): MonitorRecordTable {
  return {
    id: `bench-${position}`,
    account_id: accountId,
    identifier_type: krs === undefined ? 'nip' : 'krs',
    identifier_value: krs ?? makeNip(position),
    filter_id: null,
    label: null,
    subject_name: null,
    search_text: '',
    created_at: new Date().toISOString(),
    last_event_at: null,
    last_event_source: null,
    position,
  }
}
