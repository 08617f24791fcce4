import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Role } from '@/lib/domain/roles'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { verifyAudit } from '@/lib/features/audit/verify-audit'
import { deleteMember, updateMember } from '@/lib/features/members/statements/members'
import type { CallService } from '@/lib/panel/context'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { jobDependenciesOf } from '@/lib/testing/bzp-alerts'
import { nipOf, peselOf } from '@/lib/testing/identifiers'
import { callServiceAs, panelContext } from '@/lib/testing/panel-context'
import { parseCsv } from '@/lib/testing/parse-csv'
import { makeMember } from '@/lib/testing/people'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { bulkTagHandlers } from './handlers'
import { bulkTagsJob } from './run-job'

describe.each(engines)('bulk runs on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  let next = 0
  async function createAuthor(count: number, role: Role = 'owner') {
    const { accountId } = await service.createAccount({ plan: 'enterprise' })
    const { id, email } = await makeMember(service.storage, { accountId, role, at: service.clock.now().toISOString() })
    const items = Array.from({ length: count }, () => ({
      identifier_type: 'nip',
      identifier_value: nipOf((next += 1)),
      label: 'kontrahent',
    }))
    await service.requestAs(service.principalOf(accountId), 'POST', '/v1/monitors/bulk', { items })
    const context = () => panelContext(service, accountId, { user: { id, email, role } })
    const list = async () => (await context().callService('monitors.list', { query: { limit: 1000 } })).items
    const begin = async (ids: readonly string[]) => {
      const run = randomUUID()
      await bulkTagHandlers['bulkTags.delete']({ body: { id: run, ids: [...ids] } }, context())
      return run
    }
    const job = async (run: string) => (await bulkTagHandlers['bulkTags.get']({ params: { id: run } }, context())).job
    const record = async (run: string) => {
      const answer = await bulkTagHandlers['bulkTags.record']({ params: { id: run } }, context())
      return parseCsv((await answer.text()).replace('\uFEFF', '').replaceAll(';', ','))
    }
    return { accountId, user: { id, email }, context, list, begin, job, record }
  }
  const runJobs = (callFor?: (id: string) => CallService) =>
    bulkTagsJob.run(
      jobDependenciesOf(service, {
        callFor: ({ id }) => (callFor ?? ((of: string) => callServiceAs(service, of)))(id),
      }),
    )

  it('delete monitors once and without the browser that started them, with a record and a log entry for each', async () => {
    const author = await createAuthor(250)
    const [remainingId, ...others] = (await author.list()).map(({ id }) => id)
    const run = await author.begin(others)
    expect(await author.begin(others)).not.toBe(run)
    expect(await author.job(run)).toMatchObject({ kind: 'delete', state: 'running', changing: 249, done: 0 })
    await runJobs()
    expect(await author.job(run)).toMatchObject({ state: 'done', done: 249, changed: 249, undo_until: null })
    expect((await author.list()).map(({ id }) => id)).toEqual([remainingId])
    const [, ...rows] = await author.record(run)
    expect(rows).toHaveLength(249)
    expect(new Set(rows.map(([id]) => id))).toEqual(new Set(others))
    expect(rows[0]?.slice(1, 3)).toEqual(['nip', expect.stringMatching(/^\d{10}$/)])
    expect(rows[0]?.slice(5, 7)).toEqual(['kontrahent', ''])
    const log = await listEntriesAfter(service.storage.db, author.accountId, { number: 0, limit: 1000 })
    const deletions = log.filter(({ action }) => action === 'monitors.delete')
    expect(deletions).toHaveLength(249)
    expect(deletions.every(({ actor }) => actor === author.user.email)).toBe(true)
    expect(await verifyAudit(service.storage, author.accountId)).toMatchObject({ brokenAt: null })
  })

  it('resume after a process that died between a deletion and its record, and lose no deletion', async () => {
    const author = await createAuthor(30)
    const ids = (await author.list()).map(({ id }) => id)
    const run = await author.begin(ids)
    let deleted = 0
    const failingAfterTen: (id: string) => CallService = (id) => async (name, input) => {
      const answer = await callServiceAs(service, id)(name, input)
      // Neither the answer of the tenth call nor any later one arrives.
      if (name === 'monitors.delete' && (deleted += 1) >= 10) throw new Error('killed')
      return answer
    }
    await runJobs(failingAfterTen)
    const before = await author.job(run)
    expect(before).toMatchObject({ state: 'partial', failed: 30 })
    await bulkTagHandlers['bulkTags.resume']({ params: { id: run } }, author.context())
    await runJobs()
    expect(await author.job(run)).toMatchObject({ state: 'done', done: 30, changed: 30 })
    expect(await author.list()).toEqual([])
    const [, ...rows] = await author.record(run)
    expect(new Set(rows.map(([id]) => id))).toEqual(new Set(ids))
    expect(rows).toHaveLength(30)
  })

  it('wait for an unreachable service, and stop when they are cancelled', async () => {
    const author = await createAuthor(150)
    const run = await author.begin((await author.list()).map(({ id }) => id))
    const unreachable: (id: string) => CallService = () => () =>
      Promise.reject(
        Object.assign(new Error('away'), { name: 'ApiError', kind: 'network', status: 0, code: 'network' }),
      )
    await runJobs(unreachable)
    expect(await author.job(run)).toMatchObject({ state: 'running', failed: 0, changed: 0 })
    await bulkTagHandlers['bulkTags.cancel']({ params: { id: run } }, author.context())
    await runJobs()
    expect(await author.job(run)).toMatchObject({ state: 'cancelled', changed: 0 })
    expect(await author.list()).toHaveLength(150)
  })

  it('stop when their author leaves or loses the role, and wait while the account is blocked', async () => {
    const [removed, demoted, blocked] = [await createAuthor(3), await createAuthor(3), await createAuthor(3)]
    const runs: string[] = []
    for (const each of [removed, demoted, blocked]) runs.push(await each.begin((await each.list()).map(({ id }) => id)))
    await deleteMember(asAccountTx(service.storage.db), removed.accountId, removed.user.id)
    const member = { account_id: demoted.accountId, user_id: demoted.user.id }
    await updateMember(asAccountTx(service.storage.db), member, { role: 'viewer' })
    const setState = (state: 'active' | 'inactive') =>
      service.storage.db.updateTable('accounts').set({ state }).where('id', '=', blocked.accountId).execute()
    await setState('inactive')
    await runJobs()
    expect(await removed.job(runs[0] ?? '')).toMatchObject({ state: 'cancelled', changed: 0 })
    expect(await demoted.job(runs[1] ?? '')).toMatchObject({ state: 'cancelled', changed: 0 })
    expect(await blocked.job(runs[2] ?? '')).toMatchObject({ state: 'running', changed: 0 })
    await setState('active')
    await runJobs()
    expect(await blocked.job(runs[2] ?? '')).toMatchObject({ state: 'done', changed: 3 })
  })

  it('store no personal number of a deleted monitor', async () => {
    const author = await createAuthor(0)
    const pesel = peselOf(7)
    const body = { identifier_type: 'pesel', identifier_value: pesel, label: `Jan ${pesel}`, tags: [] }
    await service.requestAs(service.principalOf(author.accountId), 'POST', '/v1/monitors', body)
    const run = await author.begin((await author.list()).map(({ id }) => id))
    await runJobs()
    const stored = await service.storage.db.selectFrom('bulk_tag_steps').selectAll().where('job_id', '=', run).execute()
    expect(stored).toHaveLength(1)
    expect(JSON.stringify([stored, await author.record(run)])).not.toContain(pesel)
  })

  it('also continue a tag change once no browser continues it', async () => {
    const author = await createAuthor(5)
    const ids = (await author.list()).map(({ id }) => id)
    const id = randomUUID()
    const change = { ids, add: ['umowa 7'], remove: [] }
    await bulkTagHandlers['bulkTags.start']({ body: { ...change, id, expected: 5 } }, author.context())
    await runJobs()
    expect(await author.job(id)).toMatchObject({ state: 'running', changed: 0 })
    service.clock.advance(31_000)
    await runJobs()
    expect(await author.job(id)).toMatchObject({ state: 'done', changed: 5 })
    expect((await author.list()).every(({ tags }) => tags?.includes('umowa 7') === true)).toBe(true)
  })
})
