/**
 * Bundled and run by `npm run bench:growth`: creates many of each thing that a store grows by, the way the panel does,
 * and measures the growth of the store. Prints a line of JSON.
 */
import { sql } from 'kysely'

import { recordAuditAlone } from '@/lib/features/audit/audit'
import { findRuleMatches } from '@/lib/features/rules/find-matches'
import { notifyRules } from '@/lib/features/rules/notify'
import { publish } from '@/lib/service/monitors/publish'
import { tableNames } from '@/lib/storage/backup/copied-tables'
import type { Engine, Storage } from '@/lib/storage/storage'
import { announcementsFrom } from '@/lib/testing/announced-days'
import { jobDependenciesOf } from '@/lib/testing/bzp-alerts'
import { insertCompany } from '@/lib/testing/companies'
import { loopback, openChannelsClient, runSendJob } from '@/lib/testing/delivery/channels'
import { startReceiver } from '@/lib/testing/delivery/receiver'
import { insertPanelEvents, openRules } from '@/lib/testing/delivery/rules'
import { startTestService } from '@/lib/testing/service'

const MONITORS = 400
const EVENTS = 1_000
const RULES = 3
const CALLS = 300
const ENTRIES = 500
const DELIVERIES = 200
const DIGEST_AFTER_MS = 3_600_000

/** Bytes of all tables and indexes without free pages. */
async function sizeOf({ db, engine }: Storage): Promise<number> {
  if (engine === 'postgres') {
    // Without the space of updated rows, which is reused.
    await sql`vacuum full`.execute(db)
    let bytes = 0
    for (const name of await tableNames(db, engine)) {
      const { rows } = await sql<{ bytes: number }>`select pg_total_relation_size(${name}::regclass) as bytes`.execute(
        db,
      )
      bytes += rows[0]?.bytes ?? 0
    }
    return bytes
  }
  const { rows } = await sql<{ bytes: number }>`
    select (pages.page_count - free.freelist_count) * size.page_size as bytes
    from pragma_page_count as pages, pragma_freelist_count as free, pragma_page_size as size`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Safe: `bench:growth` passes one of the two. */
const engine = (process.argv[2] ?? 'sqlite') as Engine
const testService = await startTestService({ engine, now: '2026-11-20T11:00:00.000Z' })
const { storage } = testService
const figures: { what: string; bytes: number }[] = []

async function measure(label: string, count: number, work: () => Promise<unknown>): Promise<void> {
  const before = await sizeOf(storage)
  await work()
  figures.push({ what: label, bytes: Math.round(((await sizeOf(storage)) - before) / count) })
}

try {
  const limits = { lookups: null, monitors: null }
  const { accountId, apiKey } = await testService.createAccount({ plan: 'enterprise', limits })
  await insertCompany(storage)
  const published = await announcementsFrom('2024-03-04', EVENTS)
  const krsNumbers = [...new Set(published.flatMap(({ krs }) => (krs === null ? [] : [krs])))].slice(0, MONITORS)

  await measure('a monitor with a label and two tags', krsNumbers.length, async () => {
    for (const [index, value] of krsNumbers.entries()) {
      const body = {
        identifier_type: 'krs',
        identifier_value: value,
        label: `Kontrahent ${index}`,
        tags: ['klienci', `opiekun ${index % 20}`],
      }
      await testService.request(apiKey, 'POST', '/v1/monitors', body)
    }
  })
  let events = 0
  const before = await sizeOf(storage)
  for (let first = 0; first < published.length; first += 500) {
    events += (await publish(testService.service.dependencies, published.slice(first, first + 500))).events
  }
  figures.push({
    what: 'an event of the service, with its announcement',
    bytes: Math.round(((await sizeOf(storage)) - before) / Math.max(1, events)),
  })

  const sampleEvents = published.slice(0, EVENTS).map(({ name, title, source }, index) => ({
    subject_name: name,
    title,
    source,
    monitor_id: `00000000-0000-4000-8000-${String(index % MONITORS).padStart(12, '0')}`,
  }))
  await measure("an event in the panel's copy", sampleEvents.length, async () => {
    for (let first = 0; first < sampleEvents.length; first += 500)
      await insertPanelEvents(testService, accountId, ...sampleEvents.slice(first, first + 500))
  })

  const receiver = await startReceiver()
  const channelsClient = await openChannelsClient(testService, accountId)
  const { channel } = await channelsClient.create({ url: receiver.url })
  const rulesClient = await openRules(testService, accountId)
  for (let index = 0; index < RULES; index += 1) {
    const targets = [{ kind: 'channel' as const, target: channel.id }]
    await rulesClient.create({
      name: `Rule ${index}`,
      is_team: true,
      condition: { kind: 'events', sources: [] },
      targets,
    })
  }
  const jobs = jobDependenciesOf(testService, { outgoing: loopback })
  const newEvents = sampleEvents.slice(0, 500)
  await insertPanelEvents(testService, accountId, ...newEvents)
  await measure('a rule that finds an event and notifies', newEvents.length * RULES, async () => {
    await findRuleMatches(jobs)
    testService.clock.advance(DIGEST_AFTER_MS)
    await notifyRules(jobs)
  })
  await measure('a delivery, sent', DELIVERIES, async () => {
    await channelsClient.queue(
      channel.id,
      Array.from({ length: DELIVERIES }, (_, index) => `Wiadomość ${index}`),
    )
    await runSendJob(testService, { outgoing: loopback })
  })
  await receiver.stop()

  await measure('a charged call', CALLS, async () => {
    for (let index = 0; index < CALLS; index += 1) await testService.request(apiKey, 'GET', '/v1/record?krs=18')
  })
  await measure('an entry of the audit log', ENTRIES, async () => {
    for (let index = 0; index < ENTRIES; index += 1) {
      const rest = {
        target: `monitor ${index}`,
        before: { label: 'Kontrahent' },
        after: { label: `Kontrahent ${index}` },
      }
      await recordAuditAlone(storage, {
        accountId,
        actor: 'ewa@acme.test',
        action: 'monitors.update',
        now: testService.clock.now(),
        ...rest,
      })
    }
  })
  await sql`create table bare (id bigint primary key, payload text)`.execute(storage.db)
  const payload = JSON.stringify(sampleEvents[0])
  await measure(`for comparison: a bare row with ${payload.length} characters`, EVENTS, async () => {
    for (let index = 0; index < EVENTS; index += 1) {
      await sql`insert into bare (id, payload) values (${index}, ${payload})`.execute(storage.db)
    }
  })
  process.stdout.write(`${JSON.stringify({ engine, figures, calls: CALLS })}\n`)
} finally {
  await testService.stop()
}
