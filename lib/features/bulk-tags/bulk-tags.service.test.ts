import { randomUUID } from 'node:crypto'

import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createClient, type FetchApi } from '@/lib/client/client'
import type { Monitor } from '@/lib/contract/monitors'
import { applyTagChange, MAX_TAGS, type TagChange } from '@/lib/domain/tags/tags'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { verifyAudit } from '@/lib/features/audit/verify-audit'
import type { PanelContext } from '@/lib/panel/context'
import { noMail } from '@/lib/panel/mail/mailer'
import { fetchAs, panelContext, sendsNothing } from '@/lib/testing/panel-context'
import { rounds, seedFor } from '@/lib/testing/rounds'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import type { BulkTagJob, BulkTagRun } from './contract'
import { bulkTagsForgetJob } from './forget-job'
import { bulkTagHandlers } from './handlers'

type State = Map<string, readonly string[]>
type Change = Required<TagChange>
const DAY_MS = 86_400_000
const SEED = 20_261_124
const BULK_TAG = '/v1/monitors/bulk-tag'

describe.each(engines)('bulk tags on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  const newAccount = async () => (await service.createAccount({ plan: 'enterprise' })).accountId
  /** `intercept` wraps calls to the service, to lose answers or to simulate changes by others. */
  const actAs = (accountId: string, intercept: (fetchApi: FetchApi) => FetchApi = (original) => original) => {
    const fetchApi: FetchApi = (path, init) =>
      service.service.handleFor(service.principalOf(accountId), new Request(`http://upstream.invalid${path}`, init))
    const call = createClient(intercept(fetchApi))
    const callService: PanelContext['callService'] = (name, input) => call(name, input)
    return panelContext(service, accountId, { callService, requestId: randomUUID() })
  }

  async function watch(accountId: string, sets: readonly (readonly string[])[]): Promise<string[]> {
    const principal = service.principalOf(accountId)
    const items = sets.map(() => ({ identifier_type: 'subject_id', identifier_value: randomUUID() }))
    for (let from = 0; from < items.length; from += 1000) {
      await service.requestAs(principal, 'POST', '/v1/monitors/bulk', { items: items.slice(from, from + 1000) })
    }
    const current = await stateOf(accountId)
    const byValue = new Map([...current.monitors].map(({ id, identifier_value }) => [identifier_value, id]))
    const ids = items.map(({ identifier_value }) => byValue.get(identifier_value) ?? '')
    for (const set of new Set(sets.map((each) => JSON.stringify(each)))) {
      const add = JSON.parse(set) as string[]
      const taggedIds = ids.filter((_, index) => JSON.stringify(sets[index]) === set)
      if (add.length > 0) await service.requestAs(principal, 'POST', BULK_TAG, { ids: taggedIds, add })
    }
    return ids
  }

  async function stateOf(accountId: string): Promise<{ tags: State; monitors: Monitor[] }> {
    const monitors: Monitor[] = []
    let cursor = ''
    do {
      const page = await service.requestAs<{ items: Monitor[]; next_cursor: string | null }>(
        service.principalOf(accountId),
        'GET',
        `/v1/monitors?limit=1000${cursor}`,
      )
      monitors.push(...page.body.items)
      cursor = page.body.next_cursor === null ? '' : `&cursor=${page.body.next_cursor}`
    } while (cursor !== '')
    return { tags: new Map(monitors.map(({ id, tags }) => [id, tags])), monitors }
  }
  const tagsOf = async (accountId: string) => (await stateOf(accountId)).tags

  const plan = (context: PanelContext, ids: readonly string[], change: Change) =>
    bulkTagHandlers['bulkTags.plan']({ body: { ids: [...ids], ...mutable(change) } }, context)
  const mutable = ({ add, remove }: Change) => ({ add: [...add], remove: [...remove] })
  async function start(context: PanelContext, ids: readonly string[], change: Change): Promise<BulkTagRun> {
    const { changing } = await plan(context, ids, change)
    const body = { id: randomUUID(), ids: [...ids], ...mutable(change), expected: changing }
    return bulkTagHandlers['bulkTags.start']({ body }, context)
  }
  const run = (context: PanelContext, id: string, number: number) =>
    bulkTagHandlers['bulkTags.run']({ params: { id, number } }, { ...context, requestId: randomUUID() })
  async function runAll(context: PanelContext, { job, chunks }: BulkTagRun): Promise<BulkTagJob> {
    for (const { number, state } of chunks) if (state !== 'done') await run(context, job.id, number)
    return (await get(context, job.id)).job
  }
  const get = (context: PanelContext, id: string) => bulkTagHandlers['bulkTags.get']({ params: { id } }, context)
  const beginUndo = (context: PanelContext, id: string) => bulkTagHandlers['bulkTags.undo']({ params: { id } }, context)
  const undo = async (context: PanelContext, id: string) => runAll(context, await beginUndo(context, id))
  const tagDirectly = (accountId: string, body: { ids: string[]; add?: string[]; remove?: string[] }) =>
    service.requestAs<{ updated: number }>(service.principalOf(accountId), 'POST', BULK_TAG, body)

  const sorted = (state: State) => Object.fromEntries([...state].map(([id, tags]) => [id, tags.toSorted()]))

  it('count what would change, and list the monitors that would exceed ten tags', async () => {
    const accountId = await newAccount()
    const ten = Array.from({ length: 10 }, (_, n) => `t${n}`)
    const ids = await watch(accountId, [[], ['x'], ten, ['y']])
    const dryRun = await plan(actAs(accountId), [...ids, randomUUID()], { add: ['x'], remove: ['y'] })
    expect(dryRun).toMatchObject({ selected: 5, changing: 2, same: 1, refused: 1, missing: 1 })
    expect(dryRun.refused_monitors.map(({ id }) => id)).toEqual([ids[2]])
    expect(dryRun.sets).toHaveLength(4)
  })

  it('run chunk by chunk, and the undo restores every tag of every monitor', async () => {
    const accountId = await newAccount()
    const ids = await watch(
      accountId,
      Array.from({ length: 2300 }, (_, n) => (n % 3 === 0 ? ['x'] : n % 3 === 1 ? ['y', 'z'] : [])),
    )
    const before = await tagsOf(accountId)
    const context = actAs(accountId)
    const started = await start(context, ids, { add: ['x'], remove: ['y'] })
    expect(started.chunks.map(({ monitors }) => monitors)).toEqual([1000, 533])
    const job = await runAll(context, started)
    expect(job).toMatchObject({ state: 'done', changing: 1533, updated: 1533, changed: 1533, failed: 0 })
    const after = await tagsOf(accountId)
    for (const [id, tags] of before) expect(after.get(id)).toEqual(tagsAfter(tags, { add: ['x'], remove: ['y'] }))
    const undoPlan = await bulkTagHandlers['bulkTags.planUndo']({ params: { id: job.id } }, context)
    expect(undoPlan).toMatchObject({ changed: 1533, restoring: 1533, settled: 0, refused: 0, missing: 0 })
    expect(await undo(context, job.id)).toMatchObject({ state: 'done', kind: 'undo', updated: 1533 })
    expect(sorted(await tagsOf(accountId))).toEqual(sorted(before))
    expect((await get(context, job.id)).job).toMatchObject({ state: 'undone', undo_until: null })
  })

  it('are rejected when the monitors have changed since the dry run', async () => {
    const accountId = await newAccount()
    const ids = await watch(accountId, [[], []])
    const body = { id: randomUUID(), ids, add: ['x'], remove: [], expected: 2 }
    await tagDirectly(accountId, { ids: ids.slice(0, 1), add: ['x'] })
    const refused = bulkTagHandlers['bulkTags.start']({ body }, actAs(accountId))
    await expect(refused).rejects.toMatchObject({ code: 'plan_changed', extra: { changing: 1, same: 1 } })
    const correctedBody = { ...body, expected: 1 }
    const first = await bulkTagHandlers['bulkTags.start']({ body: correctedBody }, actAs(accountId))
    // The answer was lost, so the browser repeats the call.
    expect(await bulkTagHandlers['bulkTags.start']({ body: correctedBody }, actAs(accountId))).toEqual(first)
  })

  it('report the planned and the actual number when somebody else was faster, and the undo keeps their change', async () => {
    const accountId = await newAccount()
    const ids = await watch(accountId, [[], [], [], []])
    const context = actAs(accountId)
    const started = await start(context, ids, { add: ['x'], remove: [] })
    await tagDirectly(accountId, { ids: ids.slice(0, 1), add: ['x'] })
    const job = await runAll(context, started)
    expect(job).toMatchObject({ state: 'done', changing: 4, updated: 3, changed: 3 })
    await undo(context, job.id)
    expect([...(await tagsOf(accountId))].filter(([, tags]) => tags.includes('x')).map(([id]) => id)).toEqual([ids[0]])
  })

  it('count and undo only their own changes when a tag is added between the reading and the call', async () => {
    const accountId = await newAccount()
    const ids = await watch(
      accountId,
      Array.from({ length: 30 }, () => []),
    )
    const full = ids.slice(0, 5)
    const tagInBetween =
      (fetchApi: FetchApi): FetchApi =>
      async (path, init) => {
        const others = Array.from({ length: 10 }, (_, n) => `o${n}`)
        if (path === BULK_TAG) await tagDirectly(accountId, { ids: full, add: others })
        return fetchApi(path, init)
      }
    const started = await start(actAs(accountId), ids, { add: ['x'], remove: [] })
    const job = await runAll(actAs(accountId, tagInBetween), started)
    expect(job).toMatchObject({ changing: 30, updated: 25, changed: 25 })
    await undo(actAs(accountId), job.id)
    for (const [id, tags] of await tagsOf(accountId)) expect(tags).toHaveLength(full.includes(id) ? 10 : 0)
  })

  describe('a call whose answer is lost', () => {
    const loseAnswers =
      (isSent: boolean) =>
      (fetchApi: FetchApi): FetchApi =>
      async (path, init) => {
        if (path !== BULK_TAG) return fetchApi(path, init)
        if (isSent) await fetchApi(path, init)
        throw new TypeError('fetch failed')
      }

    it.each([true, false])('is resolved when the chunk runs again (it had arrived: %s)', async (hadArrived) => {
      const accountId = await newAccount()
      const ids = await watch(accountId, [[], ['x'], ['y'], ['x', 'y']])
      const before = await tagsOf(accountId)
      const started = await start(actAs(accountId), ids, { add: ['x'], remove: ['y'] })
      await expect(run(actAs(accountId, loseAnswers(hadArrived)), started.job.id, 0)).rejects.toMatchObject({
        code: 'network',
      })
      expect((await get(actAs(accountId), started.job.id)).job).toMatchObject({ state: 'partial', failed: 3 })
      const job = await runAll(actAs(accountId), await get(actAs(accountId), started.job.id))
      expect(job).toMatchObject({ state: 'done', updated: 3, changed: 3, failed: 0 })
      await undo(actAs(accountId), job.id)
      expect(sorted(await tagsOf(accountId))).toEqual(sorted(before))
    })

    it('is undone when it had arrived', async () => {
      const accountId = await newAccount()
      const ids = await watch(accountId, [[], ['x'], ['y']])
      const before = await tagsOf(accountId)
      const started = await start(actAs(accountId), ids, { add: ['x'], remove: ['y'] })
      await expect(run(actAs(accountId, loseAnswers(true)), started.job.id, 0)).rejects.toThrow()
      await undo(actAs(accountId), started.job.id)
      expect(sorted(await tagsOf(accountId))).toEqual(sorted(before))
    })
  })

  it('two concurrent changes count every monitor once, and both undos together restore everything', async () => {
    const accountId = await newAccount()
    const ids = await watch(
      accountId,
      Array.from({ length: 2100 }, () => []),
    )
    const [one, other] = [actAs(accountId), actAs(accountId)]
    const change = { add: ['x'], remove: [] }
    const started = [await start(one, ids, change), await start(other, ids, change)] as const
    for (const [firstChunk, secondChunk] of [
      [0, 2],
      [1, 1],
      [2, 0],
    ] as const) {
      await Promise.all([run(one, started[0].job.id, firstChunk), run(other, started[1].job.id, secondChunk)])
    }
    const [{ job: first }, { job: second }] = [await get(one, started[0].job.id), await get(other, started[1].job.id)]
    expect(first.updated + second.updated).toBe(2100)
    expect([first.changed, second.changed]).toEqual([first.updated, second.updated])
    await undo(one, first.id)
    const tagged = [...(await tagsOf(accountId)).values()].filter((tags) => tags.includes('x'))
    expect(tagged).toHaveLength(second.changed)
    await undo(other, second.id)
    expect([...(await tagsOf(accountId)).values()].every((tags) => tags.length === 0)).toBe(true)
  })

  it('a cancelled change keeps what is done, runs no more, and is undone exactly', async () => {
    const accountId = await newAccount()
    const ids = await watch(
      accountId,
      Array.from({ length: 1200 }, () => ['a']),
    )
    const context = actAs(accountId)
    const { job } = await start(context, ids, { add: ['x'], remove: ['a'] })
    await run(context, job.id, 0)
    await expect(beginUndo(context, job.id)).rejects.toMatchObject({ code: 'conflict' })
    await bulkTagHandlers['bulkTags.cancel']({ params: { id: job.id } }, context)
    await expect(run(context, job.id, 1)).rejects.toMatchObject({ code: 'conflict' })
    expect((await get(context, job.id)).job).toMatchObject({ state: 'cancelled', done: 1000, changed: 1000 })
    await undo(context, job.id)
    expect([...(await tagsOf(accountId)).values()].every((tags) => tags.join(' ') === 'a')).toBe(true)
  })

  it('a change whose tab was closed is interrupted, and can be continued or undone', async () => {
    const accountId = await newAccount()
    const ids = await watch(
      accountId,
      Array.from({ length: 1100 }, () => []),
    )
    const { job } = await start(actAs(accountId), ids, { add: ['x'], remove: [] })
    await run(actAs(accountId), job.id, 0)
    service.clock.advance(60_000)
    const interrupted = await get(actAs(accountId), job.id)
    expect(interrupted.job).toMatchObject({ state: 'interrupted', done: 1000 })
    expect(interrupted.job.undo_until).not.toBeNull()
    expect(await runAll(actAs(accountId), interrupted)).toMatchObject({ state: 'done', changed: 1100 })
  })

  it('an undo skips deleted and full monitors, and its plan reports them', async () => {
    const accountId = await newAccount()
    const ids = await watch(accountId, [['y'], ['y'], ['y'], ['y']])
    const context = actAs(accountId)
    const job = await runAll(context, await start(context, ids, { add: [], remove: ['y'] }))
    const [deleted = '', full = '', restored = ''] = ids
    await service.requestAs(service.principalOf(accountId), 'DELETE', `/v1/monitors/${deleted}`)
    await tagDirectly(accountId, { ids: [full], add: Array.from({ length: 10 }, (_, n) => `o${n}`) })
    await tagDirectly(accountId, { ids: [restored], add: ['y'] })
    const undoPlan = await bulkTagHandlers['bulkTags.planUndo']({ params: { id: job.id } }, context)
    expect(undoPlan).toMatchObject({ changed: 4, restoring: 1, settled: 1, refused: 1, missing: 1 })
    expect(undoPlan.refused_monitors.map(({ id }) => id)).toEqual([full])
    expect(await undo(context, job.id)).toMatchObject({ state: 'done', changing: 4, updated: 1 })
    expect((await tagsOf(accountId)).get(full)).toHaveLength(10)
    await expect(beginUndo(context, job.id)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('a cancelled undo is resumed, and repeats nothing that it already undid', async () => {
    const accountId = await newAccount()
    const ids = await watch(
      accountId,
      Array.from({ length: 1050 }, () => []),
    )
    const context = actAs(accountId)
    const job = await runAll(context, await start(context, ids, { add: ['x'], remove: [] }))
    const undoRun = await beginUndo(context, job.id)
    await run(context, undoRun.job.id, 0)
    await bulkTagHandlers['bulkTags.cancel']({ params: { id: undoRun.job.id } }, context)
    // The tag was added again deliberately, so it no longer belongs to this change.
    const [retagged = ''] = undoRun.chunks.length > 0 ? [...(await tagsOf(accountId)).keys()] : []
    await tagDirectly(accountId, { ids: [retagged], add: ['x'] })
    const resumed = await beginUndo(context, job.id)
    expect(resumed.job.id).toBe(undoRun.job.id)
    await runAll(context, resumed)
    const tagged = [...(await tagsOf(accountId))].filter(([, tags]) => tags.includes('x'))
    expect(tagged.map(([id]) => id)).toEqual([retagged])
  })

  it('cannot be undone after thirty days, and are deleted after ninety', async () => {
    const accountId = await newAccount()
    const ids = await watch(accountId, [[]])
    const job = await runAll(actAs(accountId), await start(actAs(accountId), ids, { add: ['x'], remove: [] }))
    const forget = () =>
      bulkTagsForgetJob.run({
        storage: service.storage,
        clock: () => service.clock.now(),
        log: actAs(accountId).log,
        dataDir: '',
        mail: noMail,
        ...sendsNothing,
        isEmbedded: true,
        callFor: () => actAs(accountId).callService,
        fetchFor: ({ id }) => fetchAs(service, id),
      })
    service.clock.advance(29 * DAY_MS)
    await forget()
    expect((await get(actAs(accountId), job.id)).job.undo_until).not.toBeNull()
    service.clock.advance(2 * DAY_MS)
    await forget()
    expect((await get(actAs(accountId), job.id)).job).toMatchObject({ state: 'expired', undo_until: null })
    await expect(beginUndo(actAs(accountId), job.id)).rejects.toMatchObject({ code: 'conflict' })
    service.clock.advance(60 * DAY_MS)
    await forget()
    await expect(get(actAs(accountId), job.id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('belong to their account, and every change is in the audit log', async () => {
    const [accountId, stranger] = [await newAccount(), await newAccount()]
    const ids = await watch(accountId, [[], []])
    const job = await runAll(actAs(accountId), await start(actAs(accountId), ids, { add: ['x'], remove: [] }))
    await expect(get(actAs(stranger), job.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(beginUndo(actAs(stranger), job.id)).rejects.toMatchObject({ code: 'not_found' })
    await undo(actAs(accountId), job.id)
    const entries = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 100 })
    const actions = ['bulkTags.start', 'bulkTags.finish', 'bulkTags.undo', 'bulkTags.finish']
    expect(entries.map(({ action }) => action)).toEqual(actions)
    expect(await verifyAudit(service.storage, accountId)).toMatchObject({ brokenAt: null })
    const { items } = await bulkTagHandlers['bulkTags.list']({}, actAs(accountId))
    expect(items.map(({ kind }) => kind).toSorted()).toEqual(['change', 'undo'])
  })

  describe('for any tags and any change', () => {
    const tags = fc.uniqueArray(fc.constantFrom(...'abcdefghijklm'.split('')), { maxLength: MAX_TAGS })
    const operation = fc.record({
      add: fc.uniqueArray(fc.constantFrom(...'abcdefgh'.split('')), { maxLength: 4 }),
      remove: fc.uniqueArray(fc.constantFrom(...'abcdefgh'.split('')), { maxLength: 4 }),
      faults: fc.array(fc.constantFrom('lost', 'refused', 'unsent', 'none'), { maxLength: 4 }),
      replays: fc.nat({ max: 2 }),
    })

    it('the dry run predicts the change, and the undo restores the state before', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(tags, { minLength: 1, maxLength: 40 }), operation, async (sets, scenario) => {
          const { add, remove, faults, replays } = scenario
          fc.pre(add.length + remove.length > 0)
          const accountId = await newAccount()
          const ids = await watch(accountId, sets)
          const before = await tagsOf(accountId)
          const predicted = await plan(actAs(accountId), ids, { add, remove })
          if (predicted.changing === 0) return
          const started = await start(actAs(accountId), ids, { add, remove })
          await runUntilDone(actAs(accountId, withFaults([...faults])), started, replays)
          const after = await tagsOf(accountId)
          const expected = [...before].map(([id, list]) => [id, tagsAfter(list, { add, remove })])
          expect([...after]).toEqual(expected)
          const changed = [...before].filter(([id, list]) => list.join() !== after.get(id)?.join())
          const { job } = await get(actAs(accountId), started.job.id)
          expect(job).toMatchObject({ state: 'done', updated: predicted.changing, changed: predicted.changing })
          expect(changed).toHaveLength(predicted.changing)
          const undoRun = await beginUndo(actAs(accountId), job.id)
          await runUntilDone(actAs(accountId, withFaults([...faults].toReversed())), undoRun, replays)
          expect(sorted(await tagsOf(accountId))).toEqual(sorted(before))
        }),
        { numRuns: rounds({ long: engine === 'sqlite' ? 40 : 25, short: 12 }), seed: seedFor('bulk tags', SEED) },
      )
    })

    /** Runs every chunk until it is done, and repeats some of them. */
    async function runUntilDone(context: PanelContext, { job, chunks }: BulkTagRun, replays: number) {
      for (const { number } of chunks) {
        let failures = 0
        while (
          !(await run(context, job.id, number).then(
            () => true,
            () => false,
          ))
        ) {
          failures += 1
          expect(failures).toBeLessThan(30)
        }
        for (let n = 0; n < replays; n++) await run(context, job.id, number)
      }
    }

    /** Each service call consumes the next fault of the list. */
    const withFaults =
      (faults: string[]) =>
      (fetchApi: FetchApi): FetchApi =>
      async (path, init) => {
        const fault = path === BULK_TAG ? faults.shift() : undefined
        if (fault === 'unsent') throw new TypeError('fetch failed')
        if (fault === 'refused')
          return Response.json({ detail: 'no' }, { status: 429, headers: { 'retry-after': '1' } })
        const answer = await fetchApi(path, init)
        if (fault === 'lost') throw new TypeError('fetch failed')
        return answer
      }
  })
})

const tagsAfter = (tags: readonly string[], change: Change) => applyTagChange(tags, change).tags.toSorted()
