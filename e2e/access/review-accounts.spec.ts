import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import * as z from 'zod'

import { addDays, warsawDay } from '@/lib/domain/calendar'
import { addressOf, fullInput, type ReviewedOperation, operationsWithId } from '@/lib/testing/calls/reviewed-rows'

import { expect, test } from '../support/fixtures'
import { tenderRule } from '../support/notices'
import { type Panel, startPanel } from '../support/panel'
import { type Answer, sendRequest, sessionOf } from '../support/raw-requests'

/** An account can neither read nor change objects of another by id: it gets 404. */

let panel: Panel
let dataDir: string
// Calls every operation of both contracts, one after the other.
test.describe.configure({ timeout: 180_000 })

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'panel-accounts-'))
  cpSync(process.env['PANEL_TEMPLATE'] ?? '', dataDir, { recursive: true })
  panel = await startPanel(dataDir)
})
test.afterAll(async () => {
  await panel.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const noHistory = z.strictObject({ items: z.array(z.never()) })

/** Operations whose path names an object of a register, which belongs to no account, or only a format. */
const REGISTER_OPERATIONS = [
  'uokik.document',
  'rdf.document',
  'krs.pdf',
  'crbr.pdf',
  'companies.get',
  'companies.part',
  'companies.ask',
  'evidenceFiles.make',
  'events.file',
  'registers.list',
  'registers.recent',
  'registers.monitors',
  'registers.ask',
]

type Kind =
  | 'keys'
  | 'monitors'
  | 'filters'
  | 'reports'
  | 'bulkTags'
  | 'imports'
  | 'members'
  | 'invitations'
  | 'sessions'
  | 'views'
  | 'packs'
  | 'bzpAlerts'
  | 'reportSchedules'
  | 'archive'
  | 'reportDownloads'
  | 'feeds'
  | 'rules'
  | 'channels'
  | 'deliveries'
  | 'events'
  | 'whiteListRuns'
  | 'whiteListSchedules'

const INVITATIONS = ['members.resendInvitation', 'members.withdrawInvitation']
const OTHER_NOUNS: Readonly<Record<string, Kind>> = {
  coverage: 'monitors',
  filterVersions: 'filters',
  monitorEvents: 'events',
  reportPreview: 'reports',
}

function kindOf({ name }: ReviewedOperation): string {
  if (INVITATIONS.includes(name)) return 'invitations'
  if (name === 'deliveries.replayDead') return 'channels'
  const noun = name.split('.')[0] ?? ''
  return OTHER_NOUNS[noun] ?? noun
}

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>
const callerWith =
  (cookie: string): Call =>
  (method, path, body) =>
    sendRequest(panel, path, {
      method,
      headers: { cookie, origin: panel.url },
      ...(body !== undefined && { text: JSON.stringify(body) }),
    })

/** Within the period that the service holds, whatever the day is. */
const daysAgo = (count: number) => addDays(warsawDay(new Date()), -count)
const range = { date_from: daysAgo(8), date_to: daysAgo(2) }
const bzpAlert = tenderRule({ name: 'Przegląd przetargów', filter: { keywords: ['zzprzegląd'] } })

const reportSchedule = {
  name: 'Przegląd',
  source: 'krz',
  format: 'csv',
  rhythm: 'monthly',
  period: 'month_before',
  month_day: 1,
  hour: 7,
  is_team: true,
}
const rule = {
  name: 'Przegląd',
  is_team: true,
  condition: { kind: 'events' },
  timing: 'daily',
  digest_hour: 8,
  weekday: 1,
  working_days_only: true,
  quiet: null,
  muted_until: null,
  enabled: true,
  language: 'pl',
  targets: [],
}
const whiteListSchedule = {
  name: 'Przegląd',
  tag: 'dostawcy',
  rhythm: 'weekly',
  hour: 7,
  budget_units: 10_000,
  enabled: false,
}

/** Creates or finds one object of each kind as the account's owner. Safe: `idIn` throws when there is no id. */
async function idsOf(call: Call): Promise<Readonly<Record<Kind, string>>> {
  const idFrom = async (method: string, path: string, body?: unknown) => idIn(await call(method, path, body), path)
  const monitors = await idFrom('GET', '/api/v1/monitors?limit=1')
  const [bulkTags, imports] = [crypto.randomUUID(), crypto.randomUUID()]
  const tagged = { id: bulkTags, ids: [monitors], add: ['od przeglądu'], expected: 1 }
  expect((await call('POST', '/api/panel/bulk-tags', tagged)).status).toBe(201)
  // Runs to its end, because the panel would continue an unfinished run during the comparison.
  expect((await call('POST', `/api/panel/bulk-tags/${bulkTags}/chunks/0`)).status).toBe(200)
  const list = { kind: 'import', subjects: 1 }
  expect((await call('POST', `/api/panel/imports/${imports}/start`, list)).status).toBe(204)
  const invited = { people: [{ email: 'nowa@demo.test', role: 'viewer' }] }
  expect((await call('POST', '/api/panel/invitations', invited)).status).toBeLessThan(300)
  await sessionOf(panel, 'owner@demo.test')
  // Safe: the operations describe these shapes.
  const { items: ownerSessions } = (await call('GET', '/api/panel/sessions')).body as {
    items: { id: string; is_current: boolean }[]
  }
  // No server listens there, so the test message is created and fails.
  const channel = { kind: 'webhook', name: 'Przegląd', url: 'http://127.0.0.1:9/', is_team: true }
  expect((await call('POST', '/api/panel/channels', channel)).status).toBe(201)
  const channels = idIn(await call('GET', '/api/panel/channels'), 'channels')
  const people = await call('GET', '/api/panel/members')
  const { items, invitations } = people.body as {
    items: { user_id: string; role: string }[]
    invitations: { id: string }[]
  }
  return {
    monitors,
    bulkTags,
    imports,
    keys: await idFrom('POST', '/api/v1/keys', { name: 'Przegląd' }),
    filters: await idFrom('GET', '/api/v1/filters?limit=1'),
    reports: await idFrom('POST', '/api/v1/reports', { source: 'msig', format: 'json', ...range }),
    views: await idFrom('PUT', '/api/panel/views', { page: 'monitors', query: 'q=x', name: 'Przegląd', is_team: true }),
    packs: await idFrom('POST', '/api/panel/packs', {}),
    bzpAlerts: await idFrom('POST', '/api/panel/rules', bzpAlert),
    reportSchedules: await idFrom('POST', '/api/panel/report-schedules', reportSchedule),
    archive: await storeArchivedReport(call),
    reportDownloads: await downloadReports(call),
    feeds: await createFeed(call),
    rules: await idFrom('POST', '/api/panel/rules', rule),
    channels,
    deliveries: await idFrom('POST', `/api/panel/channels/${channels}/test`),
    events: await idFrom('GET', '/api/panel/events?limit=1'),
    whiteListRuns: await runWhiteListCheck(call),
    whiteListSchedules: await idFrom('POST', '/api/panel/white-list-schedules', whiteListSchedule),
    sessions: ownerSessions.find(({ is_current }) => !is_current)?.id ?? '',
    members: items.find(({ role }) => role === 'viewer')?.user_id ?? '',
    invitations: invitations[0]?.id ?? '',
  }
}

/** Turns the archive on, and waits for its first report. */
async function storeArchivedReport(call: Call): Promise<string> {
  const body = { enabled: true, place: 'disk', sources: ['krz'], formats: ['csv'], keep_days: null, s3: null }
  expect((await call('PUT', '/api/panel/archive', body)).status).toBe(200)
  const stored = async () => (await call('GET', '/api/panel/archive/reports?state=stored&limit=1')).body
  await expect.poll(stored, { timeout: 60_000 }).toMatchObject({ items: [{ state: 'stored' }] })
  // Pending reports would change what is compared below.
  await expect
    .poll(async () => (await call('GET', '/api/panel/archive')).body, { timeout: 60_000 })
    .toMatchObject({ counts: { waiting: 0, failed: 0 } })
  return idIn(await call('GET', '/api/panel/archive/reports?state=stored&limit=1'), 'archive')
}

/** Downloads reports without personal data, as one file. */
async function downloadReports(call: Call): Promise<string> {
  const query = 'source=msig&format=csv'
  // Safe: the operation describes this shape.
  const { download } = (await call('GET', `/api/panel/new-reports?${query}`)).body as { download: string }
  const zip = await call('GET', `/api/panel/new-reports/zip?${query}&download=${encodeURIComponent(download)}`)
  expect(zip.status).toBe(200)
  return download.split('.')[0] ?? ''
}

/** Checks one number to the end, because a running check would change what is compared below. */
async function runWhiteListCheck(call: Call): Promise<string> {
  const id = crypto.randomUUID()
  const rows = [{ line: 1, nip: '5260250274' }]
  expect((await call('POST', '/api/panel/white-list-runs', { id, rows })).status).toBe(201)
  const run = async () => (await call('GET', `/api/panel/white-list-runs/${id}`)).body
  await expect.poll(run, { timeout: 60_000 }).toMatchObject({ state: 'done' })
  return id
}

async function createFeed(call: Call): Promise<string> {
  // Safe: the operation describes this shape.
  const { body } = (await call('POST', '/api/panel/feeds', { kind: 'rss', name: 'Przegląd' })) as {
    body: { feed: { id: string } }
  }
  return body.feed.id
}

function idIn({ status, body }: Answer, path: string): string {
  // Safe: the body has one of these shapes, or an error is thrown.
  const found = body as { id?: string; key?: { id: string }; items?: { id: string }[] }
  const id = found.id ?? found.key?.id ?? found.items?.[0]?.id
  if (id === undefined) throw new Error(`${path} has no id: ${status} ${JSON.stringify(body).slice(0, 300)}`)
  return id
}

/** Bodies that cannot be generated from their schemas. */
const BODIES: Readonly<Record<string, unknown>> = {
  'monitors.update': { label: 'z innego konta' },
  'filters.update': { name: 'z innego konta', content: {}, updated_at: '2020-01-01T00:00:00.000Z' },
  'keys.rotate': {},
  'imports.record': { tagged: [] },
  'reportSchedules.update': { ...reportSchedule, name: 'z innego konta' },
  'rules.update': { ...rule, name: 'z innego konta' },
  'channels.update': { name: 'z innego konta', state: 'off' },
  'whiteListSchedules.update': { ...whiteListSchedule, name: 'z innego konta' },
}

/** The caller chooses the id, so another account that chooses the same one starts its own import. */
const IMPORT_START = 'imports.start'
const ENDING_OPERATIONS = [
  'keys.deactivate',
  'bulkTags.cancel',
  'members.remove',
  'sessions.end',
  'members.withdrawInvitation',
]

/** Order of the calls: reads, then changes, then what ends the object. */
function callOrder({ name, operation: { method } }: ReviewedOperation): number {
  if (name === IMPORT_START) return 3
  if (method === 'GET') return 0
  return method === 'DELETE' || ENDING_OPERATIONS.includes(name) ? 2 : 1
}

const rows = operationsWithId
  .filter((row) => !REGISTER_OPERATIONS.includes(row.name))
  .sort((one, other) => callOrder(one) - callOrder(other))

/** Answers other than 404 for another account: an empty history, and its own import. */
const EMPTY_ANSWERS: Readonly<Record<string, (answer: Answer) => boolean>> = {
  'coverage.history': ({ status, body }) => status === 200 && noHistory.safeParse(body).success,
  [IMPORT_START]: ({ status }) => status === 204,
}
function callOn(row: ReviewedOperation, id: string, cookie: string): Promise<Answer> {
  const { text, ...full } = fullInput(row, id)
  const input = row.name === 'whiteListRuns.changes' ? { ...full, query: { with: id } } : full
  const body = Object.hasOwn(BODIES, row.name) ? JSON.stringify(BODIES[row.name]) : text
  const headers = { cookie, origin: panel.url }
  const { method } = row.operation
  return sendRequest(panel, addressOf(row, input), { method, headers, ...(body !== undefined && { text: body }) })
}

test('no operation with an id in its path reaches an object of another account', async () => {
  expect(rows.length).toBeGreaterThan(35)
  const unreviewed = operationsWithId.filter((row) => !rows.includes(row))
  expect(unreviewed.map(({ name }) => name)).toEqual(REGISTER_OPERATIONS)
  const [ownSession, otherSession] = await Promise.all([
    sessionOf(panel, 'owner@demo.test'),
    sessionOf(panel, 'owner@demo-enterprise.test'),
  ])
  for (const cookie of [ownSession, otherSession]) {
    const purposeAnswer = await callerWith(cookie)('PUT', '/api/panel/report-purpose', { purpose: 'claim', note: '' })
    expect(purposeAnswer.status).toBe(200)
  }
  const ids: Readonly<Record<string, string>> = await idsOf(callerWith(ownSession))
  const idFor = (row: ReviewedOperation) => ids[kindOf(row)] ?? ''
  expect(rows.filter((row) => idFor(row) === '').map(({ name }) => name)).toEqual([])

  const reportNow = async () =>
    (await sendRequest(panel, `/api/v1/reports/${ids['reports']}`, { headers: { cookie: ownSession } })).body
  await expect.poll(reportNow).toMatchObject({ status: 'ready' })
  const before = await holdingsOf(ownSession)
  const answers: string[] = []
  for (const row of rows) {
    const answer = await callOn(row, idFor(row), otherSession)
    const isExpected = EMPTY_ANSWERS[row.name] ?? (({ status }: Answer) => status === 404)
    if (!isExpected(answer)) answers.push(`${row.name}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 500)}`)
  }
  expect(answers).toEqual([])
  expect(await holdingsOf(ownSession)).toEqual(before)

  // The owner finds the object under the same id with the same call; 503: there is no mail server.
  const missing: string[] = []
  for (const row of rows) {
    const { status, code } = await callOn(row, idFor(row), ownSession)
    // The run changed tags; only a run that deletes has a record of the deleted monitors.
    if (row.name === 'bulkTags.record') expect(status).toBe(404)
    else if ([401, 403, 404, 422, 500].includes(status)) missing.push(`${row.name}: ${status} ${code ?? ''}`)
  }
  expect(missing).toEqual([])
})

/** A run that is not continued becomes interrupted after a while. */
const isUnfinished = (key: string, value: unknown): boolean =>
  key === 'state' && (value === 'running' || value === 'interrupted')

/** Fields that change through reading or with time. */
const withoutUse = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (key, value: unknown) =>
      /^(?:last_(?:seen|used)_at|read_until|waiting)$/.test(key) || isUnfinished(key, value) ? undefined : value,
    ),
  )

/** All objects of the account, and its audit log. */
async function holdingsOf(cookie: string): Promise<Readonly<Record<string, unknown>>> {
  const paths = [
    '/api/v1/keys',
    '/api/v1/monitors?limit=100',
    '/api/v1/filters',
    '/api/v1/reports',
    '/api/panel/bulk-tags',
    '/api/panel/imports',
    '/api/panel/members',
    '/api/panel/views?page=monitors',
    '/api/panel/rules',
    '/api/panel/packs',
    '/api/panel/bzp-alerts',
    '/api/panel/white-list-runs',
    '/api/panel/white-list-schedules',
    '/api/panel/audit?limit=500',
  ]
  const holdings: Record<string, unknown> = {}
  for (const path of paths) {
    const { status, body } = await sendRequest(panel, path, { headers: { cookie } })
    expect(status, path).toBe(200)
    holdings[path] = withoutUse(body)
  }
  return holdings
}
