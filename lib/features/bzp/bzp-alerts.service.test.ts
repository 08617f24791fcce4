import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { OperationName } from '@/lib/contract/table'
import { ApiError } from '@/lib/domain/api-error'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { ruleHandlers } from '@/lib/features/rules/handlers'
import type { CallService } from '@/lib/panel/context'
import { alertOf, filterOf, openAlertsClient, ruleOf, runTenderJobs } from '@/lib/testing/bzp-alerts'
import { insertSampleNotices, noticeOf } from '@/lib/testing/notices'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import type { BzpAlertBody } from './contract/alerts'
import { bzpAlertHandlers } from './handlers'

const NOW = '2026-11-20T11:00:00.000Z'

describe.each(sqliteOnly)('saved tender alerts on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine, now: NOW })
  })
  afterAll(() => service.stop())

  const openAccount = async () => {
    const { accountId } = await service.createAccount()
    return { accountId, owner: await openAlertsClient(service, accountId) }
  }
  const errorOf = async (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: unknown) => error,
    )

  it('keep their settings and are listed by name', async () => {
    const { owner } = await openAccount()
    const saved = await owner.create({ name: 'Łódź: szkoły', delivery: 'daily', digest_hour: 7 })
    await owner.create({ name: 'Kanalizacja', is_team: true, recipients: [owner.user.id] })
    expect(saved).toMatchObject({
      condition: { kind: 'tender', filter: filterOf({ keywords: ['budowa'] }) },
      timing: 'daily',
      is_own: true,
      may_change: true,
      created_by: owner.user.email,
      next_at: '2026-11-21T06:00:00.000Z',
    })
    const alerts = await owner.alerts()
    expect(
      alerts.map(({ name, is_team, targets }) => [name, is_team, targets.map(({ name: email }) => email)]),
    ).toEqual([
      ['Kanalizacja', true, [owner.user.email]],
      ['Łódź: szkoły', false, [owner.user.email]],
    ])
    const { condition: _condition, ...rest } = saved
    expect(alerts[1]).toMatchObject({ ...rest, match_count: 0 })
  })

  it('of one person are visible only to that person, and those of the team are changed only by permitted roles', async () => {
    const { accountId, owner } = await openAccount()
    const viewer = await openAlertsClient(service, accountId, { role: 'viewer' })
    const ownAlert = await viewer.create({ name: 'moje' })
    const team = await owner.create({ name: 'nasze', is_team: true })
    expect((await owner.alerts()).map(({ name }) => name)).toEqual(['nasze'])
    expect((await viewer.alerts()).map(({ name, may_change }) => [name, may_change])).toEqual([
      ['moje', true],
      ['nasze', false],
    ])
    expect(await errorOf(owner.update(ownAlert.id, alertOf()))).toMatchObject({ status: 404 })
    expect(await errorOf(owner.remove(ownAlert.id))).toMatchObject({ status: 404 })
    expect(await errorOf(owner.sends(ownAlert.id))).toMatchObject({ status: 404 })
    expect(await errorOf(viewer.update(team.id, alertOf({ is_team: true })))).toMatchObject({ code: 'role_required' })
    expect(await errorOf(viewer.create({ name: 'x', is_team: true }))).toMatchObject({ code: 'role_required' })
    expect(await errorOf(viewer.update(ownAlert.id, alertOf({ is_team: true })))).toMatchObject({
      code: 'role_required',
    })
    const stranger = await openAccount()
    expect(await errorOf(stranger.owner.remove(team.id))).toMatchObject({ status: 404 })
    expect(await stranger.owner.alerts()).toEqual([])
  })

  it('are rejected with the path and type of an invalid value', async () => {
    const { accountId, owner } = await openAccount()
    const stranger = await openAccount()
    await openAlertsClient(service, accountId, { role: 'finance' })
    await owner.create({ name: 'jest' })
    const recipients = [owner.user.id, stranger.owner.user.id]
    const cases: [Partial<BzpAlertBody>, (string | number)[], string][] = [
      [{ filter: filterOf({ keywords: ['ok', '\u0301'] }) }, ['condition', 'filter', 'keywords', 1], 'value_error'],
      [{ filter: filterOf({ provinces: ['Bawaria'] }) }, ['condition', 'filter', 'provinces', 0], 'value_error'],
      [{ filter: filterOf({ cpv: ['45', '99999999'] }) }, ['condition', 'filter', 'cpv', 1], 'unknown_cpv'],
      [
        { filter: filterOf({ keywords: ['ok', 'osoba 44051401359'] }) },
        ['condition', 'filter', 'keywords', 1],
        'personal_number',
      ],
      [{ name: '44••••••59' }, ['name'], 'personal_number'],
      [{ name: 'jest' }, ['name'], 'name_taken'],
      [{ is_team: true, recipients }, ['targets', 1], 'not_a_reader'],
    ]
    for (const [fields, path, type] of cases) {
      const error = await errorOf(owner.create({ name: 'nowy', ...fields }))
      expect(error).toMatchObject({ status: 422, detail: [{ loc: ['body', ...path], type }] })
    }
    expect(await owner.alerts()).toHaveLength(1)
  })

  it('are rejected with a count or limit when they would flood their readers', async () => {
    const { owner } = await openAccount()
    const manyNotices = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) =>
        noticeOf(from + index, {
          title: 'Zalew ogłoszeń',
          tender_id: `ocds-flood-${from + index}`,
          published_at: '2026-11-19T09:00:00.000Z',
        }),
      )
    await insertSampleNotices(service, manyNotices(10_000, 2_200))
    const filter = filterOf({ keywords: ['zalew'] })
    const error = await errorOf(owner.create({ name: 'zalew', filter, delivery: 'at_once' }))
    expect(error).toMatchObject({
      detail: [{ loc: ['body', 'timing'], type: 'too_many_at_once', ctx: { limit: 100 } }],
    })
    await owner.create({ name: 'zalew', filter, delivery: 'daily' })
    const { callService } = owner.context()
    const flooded = { ...owner.context(), callService: withFloodedPreview(callService) }
    const body = ruleOf(alertOf({ name: 'powódź', filter }), owner.user.id)
    const floodRefusal = await errorOf(ruleHandlers['rules.create']({ body }, flooded))
    expect(floodRefusal).toMatchObject({
      detail: [{ loc: ['body', 'condition', 'filter'], type: 'too_many_matches', ctx: { count: 20_000 } }],
    })
  })

  it('are not overwritten with an outdated version', async () => {
    const { owner } = await openAccount()
    const first = await owner.create({ is_team: true })
    const { updated_at } = first
    const second = await owner.update(first.id, { ...alertOf({ is_team: true, name: 'Inaczej' }), updated_at })
    const error = await errorOf(owner.update(first.id, { ...alertOf({ is_team: true, name: 'Moja' }), updated_at }))
    expect(error).toMatchObject({ status: 409, code: 'rule_changed', extra: { rule: { name: 'Inaczej' } } })
    const mine = alertOf({ is_team: true, name: 'Moja' })
    expect((await owner.update(first.id, { ...mine, updated_at: second.updated_at })).name).toBe('Moja')
    expect((await owner.update(first.id, alertOf({ is_team: true, name: 'Bez pytania' }))).name).toBe('Bez pytania')
  })

  it('are recorded in the audit log if they belong to the team, but not if they are personal', async () => {
    const { accountId, owner } = await openAccount()
    const ownAlert = await owner.create({ name: 'moje' })
    await owner.remove(ownAlert.id)
    const team = await owner.create({ name: 'nasze', is_team: true, recipients: [owner.user.id] })
    await owner.update(team.id, alertOf({ name: 'nasze', is_team: true, delivery: 'weekly' }))
    await owner.remove(team.id)
    const entries = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 10 })
    expect(entries.map(({ action }) => action)).toEqual(['rules.create', 'rules.update', 'rules.delete'])
    expect(JSON.parse(entries[1]?.before ?? '')).toMatchObject({ delivery: 'none', recipients: [owner.user.email] })
    expect(JSON.parse(entries[1]?.after ?? '')).toMatchObject({
      delivery: 'weekly',
      conditions: { keywords: ['budowa'] },
    })
    expect(await owner.alerts()).toEqual([])
  })

  it('are imported from a file one by one, and each invalid one is refused with a reason', async () => {
    const { accountId, owner } = await openAccount()
    const items = [
      { ...alertOf({ name: 'a', is_team: true }), recipients: [{ user_id: owner.user.id }, { user_id: 'x' }] },
      alertOf({ name: 'a', is_team: true }),
      { ...alertOf({ name: 'b' }), filter: { ...filterOf(), cpv: ['nie'] } },
      'no alert',
      alertOf({ name: 'c' }),
      { ...alertOf({ name: 'd' }), filter: { ...filterOf(), cpv: ['99999999'] } },
      { ...alertOf(), name: 'e'.repeat(81) },
      { ...alertOf({ name: 'f' }), delivery: undefined },
      { ...alertOf({ name: 'g' }), filter: { ...filterOf(), value_from: 2, value_to: 1 } },
    ]
    const answer = await bzpAlertHandlers['bzpAlerts.import']({ body: { items } }, owner.context())
    expect(answer.saved).toBe(2)
    expect(answer.refused.map(({ index, name, code, path }) => [index, name, code, path.join(' ')])).toEqual([
      [1, 'a', 'name_taken', 'name'],
      [2, 'b', 'value', 'filter cpv 0'],
      [3, null, 'type', ''],
      [5, 'd', 'unknown_cpv', 'filter cpv 0'],
      [6, 'e'.repeat(81), 'too_long', 'name'],
      [7, 'f', 'missing', 'delivery'],
      [8, 'g', 'value', 'filter value_from'],
    ])
    expect(answer.refused[4]).toMatchObject({ max: 80, found: null })
    const alerts = await owner.alerts()
    expect(alerts.map(({ name, targets }) => [name, targets.length])).toEqual([
      ['a', 1],
      ['c', 1],
    ])
    const entries = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 10 })
    expect(entries.map(({ action }) => action)).toEqual(['bzpAlerts.import'])
  })

  it('are refused on import without the role, with too many matches, or without an answer of the service', async () => {
    const { accountId } = await openAccount()
    const viewer = await openAlertsClient(service, accountId, { role: 'viewer' })
    const context = viewer.context()
    const importAll = (importContext: typeof context, ...items: unknown[]) =>
      bzpAlertHandlers['bzpAlerts.import']({ body: { items } }, importContext)
    expect((await importAll(context, alertOf({ name: 'nasze', is_team: true }))).refused).toEqual([
      { index: 0, name: 'nasze', code: 'role_required', path: ['is_team'], max: null, found: null },
    ])
    const flooded = await importAll(
      { ...context, callService: withFloodedPreview(context.callService) },
      alertOf({ name: 'wszystko' }),
    )
    expect(flooded.refused).toEqual([
      { index: 0, name: 'wszystko', code: 'too_many_matches', path: ['filter'], max: 2000, found: 20_000 },
    ])
    const failingCall = () => Promise.reject(new ApiError('no answer', { status: 0, code: 'network', kind: 'network' }))
    const unanswered = await importAll({ ...context, callService: failingCall }, alertOf({ name: 'kiedyś' }))
    expect(unanswered.refused).toMatchObject([{ index: 0, code: 'unavailable', path: [] }])
  })

  it('find only what is published after they were saved', async () => {
    const { owner } = await openAccount()
    await insertSampleNotices(service, [noticeOf(1, { title: 'Budowa przed' })])
    const alert = await owner.create()
    await insertSampleNotices(service, [
      noticeOf(2, { title: 'Budowa po', published_at: '2026-11-20T10:59:00.000Z' }),
      noticeOf(3, { title: 'Remont', description: 'Naprawa dachu.' }),
    ])
    await runTenderJobs(service)
    await runTenderJobs(service)
    expect(await owner.titles()).toEqual(['Budowa po'])
    expect(await owner.unseen()).toBe(1)
    const [listed] = await owner.alerts()
    expect(listed).toMatchObject({ match_count: 1, new_count: 1, last_match_at: NOW })
    await owner.look(alert.id, (await owner.matches()).up_to)
    expect(await owner.unseen()).toBe(0)
    expect((await owner.matches({ state: 'new' })).total).toBe(0)
  })
})

/** A service whose preview reports twenty thousand procedures per working day. */
const withFloodedPreview = (callService: CallService): CallService => {
  const floodedCall = async (name: OperationName, input: never) => {
    const answer: unknown = await callService(name, input)
    const flooding = { count: 20_000, daily: [{ date: '2026-11-19', count: 20_000 }] }
    return name === 'bzp.previewAlert' ? Object.assign({}, answer, flooding) : answer
  }
  // Safe: all other answers are passed on unchanged.
  return floodedCall as CallService
}
