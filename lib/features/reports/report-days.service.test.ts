import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { DailyReport } from '@/lib/contract/reports'
import { ApiError } from '@/lib/domain/api-error'
import { addDays } from '@/lib/domain/calendar'
import { deletePerson } from '@/lib/features/members/statements/users'
import type { CallService } from '@/lib/panel/context'
import { noMail } from '@/lib/panel/mail/mailer'
import { generateDailyReports } from '@/lib/service/reports/daily-reports'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { callServiceAs, fetchAs, panelContext, sendsNothing } from '@/lib/testing/panel-context'
import { makeMember } from '@/lib/testing/people'
import { type TestService, sqliteOnly, startTestService } from '@/lib/testing/service'

import { reportDayHandlers } from './handlers'
import { reportsJob } from './job'
import { readReportDays, readReportGaps } from './report-days'
import { latestPlausible, readReportIndex } from './report-index-reader'
import {
  findReportReading,
  listAccountsToReadReports,
  listReportWatches,
  updateReportReading,
} from './statements/report-readings'
import type { ReportDownloadTable } from './tables'

const HOUR = 3_600_000
const KINDS = 6

/** A service that lists these reports, independent of the embedded one. */
const listing = (...reports: readonly (Partial<DailyReport> & { id: string })[]): CallService =>
  (() => Promise.resolve(reports)) as unknown as CallService
const refusing =
  (error: ApiError): CallService =>
  async () => {
    throw error
  }

describe.each(sqliteOnly)('report days on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine, now: '2026-11-20T11:00:00.000Z' })
    await generateDailyReports(service.service.dependencies)
  })
  afterAll(() => service.stop())

  const clock = () => service.clock.now()
  const readerOf = (accountId: string, callService: CallService = callServiceAs(service, accountId)) => ({
    storage: service.storage,
    clock,
    callService,
    accountId,
  })
  type ContextOverrides = Parameters<typeof panelContext>[2]
  const list = (accountId: string, range: { from: string; to: string }, overrides?: ContextOverrides) =>
    reportDayHandlers['reportDays.list']({ query: range }, panelContext(service, accountId, overrides))
  const oneDay = async (accountId: string, day: string, overrides?: ContextOverrides) => {
    const { days, reading } = await list(accountId, { from: day, to: day }, overrides)
    return { reports: days[0]?.reports ?? [], reading }
  }
  const krzCsv = async (accountId: string, day: string, overrides?: ContextOverrides) => {
    const { reports } = await oneDay(accountId, day, overrides)
    const found = reports.find(({ source, format }) => source === 'krz' && format === 'csv')
    if (!found) throw new Error('The usual kinds are always there')
    return found
  }
  const report = (day: string, fields: Partial<DailyReport> = {}) => ({
    id: `krz-${day}`,
    report_date: day,
    source: 'krz' as const,
    format: 'csv' as const,
    row_count: 3,
    size_bytes: 100,
    generated_at: `${day}T23:05:00.000Z`,
    expires_at: `${addDays(day, 8)}T23:00:00.000Z`,
    ...fields,
  })
  const insertDownload = (accountId: string, fields: Partial<ReportDownloadTable> = {}) =>
    service.storage.db
      .insertInto('report_downloads')
      .values({
        id: randomUUID(),
        account_id: accountId,
        report_id: 'krz-2026-11-19',
        report_date: '2026-11-19',
        source: 'krz',
        format: 'csv',
        user_id: null,
        user_email: 'somebody@example.test',
        at: clock().toISOString(),
        bytes: 100,
        is_whole: 1,
        purpose: null,
        etag: null,
        ...fields,
      })
      .execute()
  /** Readings at hourly intervals, like those of the job. */
  const watchFor = async (accountId: string, hours: number, callService?: CallService) => {
    for (let hour = 0; hour < hours; hour += 1) {
      await readReportIndex(readerOf(accountId, callService))
      service.clock.advance(HOUR)
    }
  }

  it("show the service's index with each day of the range once", async () => {
    service.clock.set('2026-11-20T11:00:00.000Z')
    const { accountId } = await service.createAccount()
    const { days, reading } = await list(accountId, { from: '2026-11-09', to: '2026-11-22' })
    expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 14 }, (_, index) => addDays('2026-11-09', index)))
    const states = new Map(days.map(({ day, reports }) => [day, new Set(reports.map(({ state }) => state))]))
    expect([...(states.get('2026-11-11') ?? [])]).toEqual(['before_watch'])
    for (const day of ['2026-11-12', '2026-11-19']) expect([...(states.get(day) ?? [])]).toEqual(['ready'])
    for (const day of ['2026-11-20', '2026-11-22']) expect([...(states.get(day) ?? [])]).toEqual(['not_yet'])
    expect(days.every(({ reports }) => reports.length === KINDS)).toBe(true)
    expect(await krzCsv(accountId, '2026-11-19')).toMatchObject({
      row_count: 0,
      is_empty: true,
      expires_at: '2026-11-27T23:00:00.000Z',
      downloaded_by_me: null,
      // It was available before the panel watched, so earlier downloads are unknown.
      is_never_downloaded: false,
    })
    const now = '2026-11-20T11:00:00.000Z'
    expect(reading).toEqual({ as_of: now, failed_at: null, code: null, retry_at: null, watched_since: now })
  })

  it('keep a report that the service no longer lists, marked as never downloaded', async () => {
    service.clock.set('2026-11-20T09:00:00.000Z')
    const { accountId } = await service.createAccount()
    await watchFor(accountId, 2, listing(report('2026-11-19')))
    service.clock.set('2026-11-21T09:00:00.000Z')
    await watchFor(accountId, 2, listing(report('2026-11-19'), report('2026-11-20')))
    expect(await krzCsv(accountId, '2026-11-20', { isEmbedded: false, callService: listing() })).toMatchObject({
      state: 'withdrawn',
      is_never_downloaded: true,
    })
    service.clock.set('2026-11-29T09:00:00.000Z')
    const callService = listing()
    expect(await krzCsv(accountId, '2026-11-20', { callService })).toMatchObject({
      state: 'expired',
      id: 'krz-2026-11-20',
      row_count: 3,
      is_never_downloaded: true,
    })
    // The day before the watch began is unknown.
    expect(await krzCsv(accountId, '2026-11-19', { callService })).toMatchObject({
      state: 'expired',
      is_never_downloaded: false,
    })
  })

  it('show a report as missing after the panel has looked for it, until it is listed', async () => {
    service.clock.set('2026-11-19T20:00:00.000Z')
    const { accountId } = await service.createAccount()
    const before = listing(report('2026-11-17'), report('2026-11-18'))
    await watchFor(accountId, 8, before)
    expect(await krzCsv(accountId, '2026-11-19', { callService: before })).toMatchObject({ state: 'missing', id: null })
    // A remote service is not expected to make reports of a source and format that it never listed.
    const { reports } = await oneDay(accountId, '2026-11-19', { callService: before, isEmbedded: false })
    expect(reports.map(({ source, format, state }) => `${source} ${format} ${state}`)).toEqual([
      'krz json not_expected',
      'krz csv not_yet',
      'msig json not_expected',
      'msig csv not_expected',
      'krs_changes json not_expected',
      'krs_changes csv not_expected',
    ])
    service.clock.advance(HOUR)
    const after = listing(report('2026-11-18'), report('2026-11-19'))
    expect(await krzCsv(accountId, '2026-11-19', { callService: after })).toMatchObject({ state: 'ready' })
  })

  it('show who of the account has downloaded a report completely, and nothing of another account', async () => {
    service.clock.set('2026-11-20T09:00:00.000Z')
    const [one, other] = [await service.createAccount(), await service.createAccount()]
    const callService = listing(report('2026-11-19'))
    const me = await makeMember(service.storage, { accountId: one.accountId })
    const colleague = await makeMember(service.storage, {
      accountId: one.accountId,
      email: `c-${randomUUID()}@example.test`,
    })
    await service.storage.db.updateTable('users').set({ name: 'Anna Nowak' }).where('id', '=', colleague.id).execute()
    const user = { id: me.id, email: me.email, role: 'owner' as const }
    const ownDownload = { user_id: me.id, user_email: me.email }
    await insertDownload(one.accountId, { ...ownDownload, is_whole: 0, bytes: 10 })
    await insertDownload(other.accountId, { user_email: 'stranger@example.test' })
    const notYet = await krzCsv(one.accountId, '2026-11-19', { user, callService })
    expect(notYet).toMatchObject({
      downloaded_by_me: null,
      downloaded_by_team: { count: 0, last_at: null, people: [] },
    })
    await insertDownload(one.accountId, { ...ownDownload, at: '2026-11-20T07:00:00.000Z' })
    await insertDownload(one.accountId, {
      ...ownDownload,
      at: '2026-11-20T08:00:00.000Z',
      user_email: 'former@example.test',
    })
    await insertDownload(one.accountId, {
      user_id: colleague.id,
      user_email: colleague.email,
      at: '2026-11-20T08:30:00.000Z',
    })
    const dayReport = await krzCsv(one.accountId, '2026-11-19', { user, callService })
    expect(dayReport).toMatchObject({
      downloaded_by_me: '2026-11-20T08:00:00.000Z',
      downloaded_by_team: {
        count: 2,
        last_at: '2026-11-20T08:30:00.000Z',
        people: [{ who: 'Anna Nowak', at: '2026-11-20T08:30:00.000Z' }, { at: '2026-11-20T08:00:00.000Z' }],
      },
      is_never_downloaded: false,
    })
    await service.storage.db.transaction().execute((db) => deletePerson(db, colleague))
    const { downloaded_by_team: teamDownloads } = await krzCsv(one.accountId, '2026-11-19', { user, callService })
    expect(teamDownloads.people[0]).toEqual({ who: colleague.email, at: '2026-11-20T08:30:00.000Z' })
  })

  it('show since when the service refuses, and keep what was read before', async () => {
    service.clock.set('2026-11-20T09:00:00.000Z')
    const { accountId } = await service.createAccount()
    await watchFor(accountId, 1, listing(report('2026-11-19')))
    let requests = 0
    const error = new ApiError('pay', { status: 402, code: 'plan' })
    const callService = ((...input: Parameters<CallService>) => {
      requests += 1
      return refusing(error)(...input)
    }) as CallService
    const first = await oneDay(accountId, '2026-11-19', { callService })
    service.clock.advance(60_000)
    const second = await oneDay(accountId, '2026-11-19', { callService })
    expect(requests).toBe(1)
    expect(second.reading).toEqual({
      as_of: '2026-11-20T09:00:00.000Z',
      failed_at: '2026-11-20T10:00:00.000Z',
      code: 'plan',
      retry_at: '2026-11-20T10:05:00.000Z',
      watched_since: '2026-11-20T09:00:00.000Z',
    })
    expect(first.reports).toEqual(second.reports)
    service.clock.advance(5 * 60_000)
    expect((await oneDay(accountId, '2026-11-19', { callService: listing() })).reading).toMatchObject({
      code: null,
      failed_at: null,
    })
  })

  it('show no reading and no missing report for a service that never answered', async () => {
    service.clock.set('2026-11-20T09:00:00.000Z')
    const { accountId } = await service.createAccount()
    const callService = refusing(new ApiError('no', { kind: 'network', status: 0, code: 'network' }))
    const { days, reading } = await list(
      accountId,
      { from: '2026-11-01', to: '2026-11-20' },
      { callService, isEmbedded: false },
    )
    expect(reading).toMatchObject({ as_of: null, code: 'network', watched_since: null })
    expect(new Set(days.flatMap(({ reports }) => reports.map(({ state }) => state)))).toEqual(
      new Set(['before_watch', 'not_expected']),
    )
  })

  it('accept missing fields, repeated ids, invalid days and unknown sources of a service', async () => {
    service.clock.set('2026-11-20T09:00:00.000Z')
    const { accountId } = await service.createAccount()
    const odd = [
      { id: 'a', report_date: '2026-11-18', source: 'ceidg', format: 'xml', row_count: -1, expires_at: 'kiedyś' },
      { id: 'a', report_date: '2026-11-19', source: 'ceidg', format: 'xml', row_count: 2.5 },
      { id: 'b', report_date: '2026-02-30', source: 'krz', format: 'csv' },
      { id: 'c' },
      report('2026-11-19', { generated_at: '2026-11-20T02:00:00+02:00' }),
      report('2026-11-19', { id: 'older', generated_at: '2026-11-19T23:30:00.000Z' }),
    ]
    const callService = listing(...(odd as unknown as DailyReport[]))
    const { reports } = await oneDay(accountId, '2026-11-19', { callService, isEmbedded: false })
    expect(reports.find(({ source }) => source === 'ceidg')).toMatchObject({
      id: 'a',
      state: 'ready',
      row_count: null,
      is_empty: false,
    })
    expect(reports.find(({ format, source }) => source === 'krz' && format === 'csv')).toMatchObject({
      id: 'krz-2026-11-19',
      generated_at: '2026-11-20T00:00:00.000Z',
    })
    const stored = service.storage.db
      .selectFrom('known_reports')
      .select('report_id')
      .where('account_id', '=', accountId)
    expect((await stored.orderBy('report_id').execute()).map(({ report_id }) => report_id)).toEqual([
      'a',
      'krz-2026-11-19',
      'older',
    ])
  })

  it('are listed within ten seconds for 400 days with six reports each', async () => {
    service.clock.set('2026-11-20T09:00:00.000Z')
    const { accountId } = await service.createAccount()
    const all = Array.from({ length: 400 }, (_, index) => addDays('2026-11-19', -index)).flatMap((day) =>
      (['krz', 'msig', 'krs_changes'] as const).flatMap((source) =>
        (['csv', 'json'] as const).map((format) => report(day, { id: `${day}-${source}-${format}`, source, format })),
      ),
    )
    await readReportIndex(readerOf(accountId, listing(...all)))
    const started = performance.now()
    const { days } = await list(accountId, { from: '2025-10-17', to: '2026-11-20' })
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(days).toHaveLength(400)
    expect(days.slice(0, -1).every(({ reports }) => reports.every(({ id }) => id !== null))).toBe(true)
  })

  it('keep the newest reading when readers run concurrently and an older answer comes last', async () => {
    service.clock.set('2026-11-20T09:00:00.000Z')
    const { accountId } = await service.createAccount()
    await makeMember(service.storage, { accountId, at: clock().toISOString() })
    let open = (): void => undefined
    const gate = new Promise<void>((resolve) => (open = resolve))
    const slow = (async () => {
      await gate
      return [report('2026-11-18', { row_count: 1 }), report('2026-11-17')]
    }) as unknown as CallService
    const slowReading = readReportIndex(readerOf(accountId, slow))
    service.clock.advance(1000)
    const newer = listing(report('2026-11-18', { row_count: 2 }), report('2026-11-19'))
    await Promise.all(Array.from({ length: 8 }, () => readReportIndex(readerOf(accountId, newer))))
    open()
    await slowReading
    expect(await krzCsv(accountId, '2026-11-18', { callService: newer })).toMatchObject({
      row_count: 2,
      state: 'ready',
    })
    // It was no longer listed in the newer reading.
    expect(await krzCsv(accountId, '2026-11-17', { callService: newer })).toMatchObject({ state: 'withdrawn' })
    expect(await findReportReading(service.storage.db, accountId)).toMatchObject({
      read_at: '2026-11-20T09:00:01.000Z',
    })
    expect(await listReportWatches(service.storage.db, accountId)).toHaveLength(1)
  })

  it('are updated by the job hourly for every account with members, even if one of them fails', async () => {
    service.clock.set('2026-11-20T09:00:00.000Z')
    const [one, other, empty] = [
      await service.createAccount(),
      await service.createAccount(),
      await service.createAccount(),
    ]
    for (const { accountId } of [one, other])
      await makeMember(service.storage, { accountId, at: clock().toISOString() })
    const requestedAccounts: string[] = []
    const { log, config } = service.service.dependencies
    const callFor = ({ id }: { id: string }): CallService => {
      requestedAccounts.push(id)
      return id === one.accountId ? () => Promise.reject(new Error('a bug')) : callServiceAs(service, id)
    }
    const jobDependencies = {
      storage: service.storage,
      clock,
      log,
      dataDir: config.dataDir,
      mail: noMail,
      ...sendsNothing,
      isEmbedded: true,
      callFor,
      fetchFor: ({ id }: { id: string }) => fetchAs(service, id),
    }
    const run = async () => {
      requestedAccounts.length = 0
      await reportsJob.run(jobDependencies)
      return requestedAccounts.filter((id) => [one, other, empty].some(({ accountId }) => accountId === id))
    }
    expect((await run()).toSorted()).toEqual([one.accountId, other.accountId].toSorted())
    expect(await findReportReading(service.storage.db, other.accountId)).toMatchObject({
      read_at: clock().toISOString(),
    })
    service.clock.advance(60_000)
    expect(await run()).toEqual([one.accountId])
    service.clock.advance(HOUR - 60_000)
    expect(await run()).toContain(other.accountId)
    expect(await listReportWatches(service.storage.db, other.accountId)).toHaveLength(1)
    service.clock.advance(4 * HOUR)
    await run()
    expect(await listReportWatches(service.storage.db, other.accountId)).toHaveLength(2)
  })

  it('show an archived report as archived, and neither as never downloaded nor as expiring', async () => {
    service.clock.set('2026-11-18T09:00:00.000Z')
    const { accountId } = await service.createAccount()
    const expires_at = '2026-11-20T20:00:00.000Z'
    const ids = ['kept', 'removed', 'waiting'] as const
    const dayOf = { kept: '2026-11-17', removed: '2026-11-18', waiting: '2026-11-19' }
    await readReportIndex(readerOf(accountId, listing()))
    const callService = listing(...ids.map((id) => report(dayOf[id], { id, expires_at })))
    service.clock.set('2026-11-20T09:00:00.000Z')
    await readReportIndex(readerOf(accountId, callService))
    for (const id of ids) {
      const state = id === 'kept' ? 'stored' : id
      await service.storage.db
        .insertInto('archived_reports')
        .values(copyOf(accountId, { day: dayOf[id], state }))
        .execute()
    }
    const states = async () => {
      const question = { accountId, now: clock(), isEmbedded: true, from: '2026-11-17', to: '2026-11-19' }
      const reports = (await readReportDays(service.storage.db, question)).flatMap((each) => each.reports)
      const seen = reports.filter(({ id }) => id !== null)
      return seen.map(({ id, state, is_archived, is_never_downloaded }) => [
        id,
        state,
        is_archived,
        is_never_downloaded,
      ])
    }
    expect(await states()).toEqual([
      ['kept', 'ready', true, false],
      ['removed', 'ready', false, false],
      ['waiting', 'ready', false, true],
    ])
    const gaps = { accountId, now: clock(), isEmbedded: true, withinHours: 24, days: 14 }
    expect((await readReportGaps(service.storage.db, gaps)).expiring.map(({ ids: [id] }) => id)).toEqual(['waiting'])
    service.clock.set('2026-11-21T09:00:00.000Z')
    expect((await states())[0]).toEqual(['kept', 'expired', true, false])
  })

  const copyOf = (accountId: string, { day, state }: { day: string; state: 'stored' | 'removed' | 'waiting' }) => ({
    id: randomUUID(),
    account_id: accountId,
    report_id: day,
    report_date: day,
    source: 'krz',
    format: 'csv',
    generated_at: '',
    expires_at: '',
    row_count: null,
    size_bytes: null,
    sha256: null,
    name: day,
    state,
    place: 'disk' as const,
    location: '',
    attempts: 0,
    next_at: '',
    claimed_by: null,
    claimed_until: null,
    failure: null,
    last_error: null,
    entered_at: '',
    stored_at: null,
    removed_at: null,
    verified_at: null,
    is_unlisted: 0,
  })

  it('are updated again after the clock was ahead and is set back, without readings in the future', async () => {
    service.clock.set('2027-03-01T09:00:00.000Z')
    const { accountId } = await service.createAccount()
    await makeMember(service.storage, { accountId, at: clock().toISOString() })
    const [stillListed, unlisted] = [
      report('2026-11-19', { id: 'kept' }),
      report('2026-11-19', { id: 'gone', format: 'json' }),
    ]
    await readReportIndex(readerOf(accountId, listing(stillListed, unlisted)))
    service.clock.set('2026-11-20T09:00:00.000Z')
    const isDue = async () => {
      const before = new Date(clock().getTime() - HOUR).toISOString()
      const when = { now: clock().toISOString(), before, ahead: latestPlausible(clock()) }
      return (await listAccountsToReadReports(service.storage.db, when)).some(({ id }) => id === accountId)
    }
    expect(await isDue()).toBe(true)
    await readReportIndex(readerOf(accountId, listing({ ...stillListed, row_count: 77 })))
    expect(await isDue()).toBe(false)
    expect(await findReportReading(service.storage.db, accountId)).toMatchObject({ read_at: clock().toISOString() })
    const [watch, ...others] = await listReportWatches(service.storage.db, accountId)
    expect([watch?.until_at, others]).toEqual([clock().toISOString(), []])
    const question = { accountId, now: clock(), isEmbedded: true, from: '2026-11-19', to: '2026-11-19' }
    const [day] = await readReportDays(service.storage.db, question)
    const seen = day?.reports.filter(({ id }) => id !== null).map(({ id, state, row_count }) => [id, state, row_count])
    expect(seen).toContainEqual(['kept', 'ready', 77])
    expect(seen?.find(([id]) => id === 'gone')?.[1]).toBe('withdrawn')
    // A refusal in the past does not delay readings now.
    const wait = { retry_at: '2027-03-01T09:05:00.000Z' }
    await updateReportReading(asAccountTx(service.storage.db), accountId, wait)
    service.clock.advance(2 * HOUR)
    expect(await isDue()).toBe(true)
    await readReportIndex(readerOf(accountId, listing(stillListed)))
    expect(await findReportReading(service.storage.db, accountId)).toMatchObject({ read_at: clock().toISOString() })
  })

  it('list missing reports, and expiring ones that were not downloaded in any format', async () => {
    service.clock.set('2026-11-10T09:00:00.000Z')
    const { accountId } = await service.createAccount()
    await readReportIndex(readerOf(accountId, listing()))
    service.clock.set('2026-11-20T09:00:00.000Z')
    const ending = (day: string, source: DailyReport['source'], row_count = 3) =>
      (['csv', 'json'] as const).map((format) =>
        report(day, {
          id: `${day} ${source} ${format}`,
          source,
          format,
          row_count,
          expires_at: '2026-11-21T08:00:00.000Z',
        }),
      )
    const listed = [
      ...ending('2026-11-12', 'krz'),
      ...ending('2026-11-12', 'msig'),
      ...ending('2026-11-12', 'krs_changes', 0),
      ...ending('2026-11-18', 'krz').map((each) => ({ ...each, expires_at: '2026-11-26T23:00:00.000Z' })),
    ]
    await watchFor(accountId, 2, listing(...listed))
    await insertDownload(accountId, {
      report_id: '2026-11-12 msig json',
      report_date: '2026-11-12',
      source: 'msig',
      format: 'json',
    })
    const gaps = (query: { withinHours: number; isEmbedded?: boolean }) =>
      readReportGaps(service.storage.db, { accountId, now: clock(), isEmbedded: true, days: 14, ...query })
    const { missing, expiring } = await gaps({ withinHours: 24 })
    expect(expiring).toEqual([
      {
        day: '2026-11-12',
        source: 'krz',
        formats: ['json', 'csv'],
        ids: ['2026-11-12 krz json', '2026-11-12 krz csv'],
        expires_at: '2026-11-21T08:00:00.000Z',
      },
    ])
    expect(missing).toContainEqual({ day: '2026-11-19', source: 'krz', formats: ['json', 'csv'] })
    expect(missing.some(({ day, source }) => day === '2026-11-18' && source === 'krz')).toBe(false)
    expect((await gaps({ withinHours: 12 })).expiring).toEqual([])
    const { missing: remote } = await gaps({ withinHours: 24, isEmbedded: false })
    // For a remote service: working days, as for its earlier reports, and one more day to make each.
    expect([...new Set(remote.map(({ day }) => day))]).toEqual(['2026-11-13', '2026-11-16', '2026-11-17', '2026-11-18'])
  })
})
