import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as bulkTags from './bulk-tags'
import * as tagChanges from './tag-changes'

describeStatements([bulkTags, tagChanges], (at, on) => {
  const make = async (name: string, chunks: number, given: Partial<Row<'bulk_tag_jobs'>> = {}) => {
    const account_id = given.account_id ?? (await at.account())
    const job = at.row('bulk_tag_jobs', {
      id: `${name}-${account_id}`,
      kind: 'tags',
      state: 'running',
      user_id: 'u',
      created_at: minute(1),
      touched_at: minute(1),
      ...given,
      account_id,
    } as Partial<Row<'bulk_tag_jobs'>>)
    const rows = Array.from({ length: chunks }, (_, index) => ({
      number: index + 1,
      ids: '["x"]',
      cursor: null,
      pages: 1,
      monitors: 10 + index,
    }))
    return { job, isNew: await on.insertJob(at.tx, job, rows) }
  }
  const first = (rows: readonly { id: string }[]) => rows.map(({ id }) => id[0]).join('')

  it('of jobs and their chunks', async () => {
    const { job, isNew } = await make('a', 25)
    const { account_id, id } = job
    expect([
      isNew,
      await on.insertJob(at.tx, job, []),
      (await on.listChunkStates(at.db, id)).length,
      (await on.findChunk(at.db, id, 25))?.monitors,
      await on.findChunk(at.db, id, 26),
    ]).toEqual([true, false, 25, 34, undefined])
    const undo = await make('b', 2, { account_id, undo_of: id, created_at: minute(3), state: 'done' })
    expect((await make('c', 1, { account_id, undo_of: id })).isNew).toBe(false)
    await on.updateChunk(at.db, { jobId: id, number: 1 }, { state: 'done', updated: 4, changed: 3 })
    await on.updateChunk(at.db, { jobId: id, number: 2 }, { state: 'failed', changed: 1 })
    const read = async () => {
      const row = (await on.findJob(at.db, account_id, id))!
      return [row.waiting, row.done, row.failed, row.updated, row.changed].map(Number)
    }
    expect([
      await read(),
      (await on.findJob(at.db, account_id, id))?.undo_state,
      await on.findJob(at.db, await at.account(), id),
    ]).toEqual([[529, 10, 11, 4, 4], 'done', undefined])
    expect([
      (await on.findUndoOf(at.db, account_id, id))?.id,
      await on.findUndoOf(at.db, account_id, undo.job.id),
    ]).toEqual([undo.job.id, undefined])
    expect([
      first(await on.listJobs(at.db, account_id, { since: minute(0), limit: 9 })),
      first(await on.listJobs(at.db, account_id, { since: minute(2), limit: 9 })),
      first(await on.listJobs(at.db, account_id, { since: minute(0), limit: 1 })),
    ]).toEqual(['ba', 'b', 'b'])
    expect(await on.nextWaiting(at.db, id)).toBe(3)
    await on.reopenChunks(at.db, id)
    expect([
      await on.nextWaiting(at.db, id),
      (await on.listChunkStates(at.db, id)).slice(0, 2),
      await on.nextWaiting(at.db, 'none'),
    ]).toEqual([
      2,
      [
        { number: 1, state: 'done', monitors: 10 },
        { number: 2, state: 'waiting', monitors: 11 },
      ],
      undefined,
    ])
    await on.updateJob(at.db, id, { touched_at: minute(8) })
    const end = () => on.endRunningJob(at.tx, id, { state: 'done', finished_at: minute(9) })
    expect([await end(), await end(), await on.findJob(at.db, account_id, id)]).toMatchObject([
      true,
      false,
      { state: 'done', touched_at: minute(8), finished_at: minute(9) },
    ])
  })

  it('of jobs that go on', async () => {
    const { job } = await make('a', 1, { created_at: minute(3) })
    await make('b', 1, { kind: 'delete', touched_at: minute(9), created_at: minute(2) })
    await make('c', 1, { touched_at: minute(9) })
    await make('d', 0)
    await make('e', 1, { user_id: null })
    await make('f', 1, { account_id: await at.account({ state: 'inactive' }) })
    await make('g', 1, { state: 'done' })
    const runnable = async (moment: number) =>
      first(await on.listRunnable(at.db, minute(moment))).replace(/[^abcdefg]/g, '')
    expect([await runnable(1), await runnable(2), await runnable(10)]).toEqual(['b', 'ba', 'cba'])
    expect((await on.listRunnable(at.db, minute(2))).find(({ id }) => id === job.id)).toMatchObject({
      user_id: 'u',
      account_name: 'Test',
      kind: 'tags',
    })
  })

  it('of steps, and of what is deleted', async () => {
    const { job } = await make('a', 1, { created_at: minute(1), state: 'done' })
    const old = await make('b', 1, { created_at: minute(1), kind: 'delete', state: 'done' })
    const fresh = await make('c', 1, { created_at: minute(6), state: 'done' })
    const step = (job_id: string, chunk: number, number: number) =>
      at.row('bulk_tag_steps', { job_id, chunk, number, state: 'sent', differences: '' })
    for (const row of [
      step(job.id, 2, 1),
      step(job.id, 1, 2),
      step(job.id, 1, 1),
      step(old.job.id, 1, 1),
      step(fresh.job.id, 1, 1),
    ])
      await on.insertStep(at.db, row)
    const steps = async (id: string, chunk?: number) =>
      (await on.listSteps(at.db, id, chunk)).map((row) => `${row.chunk}${row.number}${row.state[0]}`)
    expect([await steps(job.id), await steps(job.id, 1)]).toEqual([
      ['11s', '12s', '21s'],
      ['11s', '12s'],
    ])
    const finish = async () =>
      (await on.finishStep(at.tx, { job_id: job.id, chunk: 1, number: 2 }, { differences: 'd', updated: 3 }))?.updated
    expect([await finish(), await finish()]).toEqual([3, undefined])
    await on.deleteStep(at.db, { job_id: job.id, chunk: 2, number: 1 })
    expect(await steps(job.id)).toEqual(['11s', '12d'])
    await on.deleteOldJobs(at.db, { undoable: minute(5), listed: minute(1) })
    expect([
      await steps(job.id),
      await steps(old.job.id),
      await steps(fresh.job.id),
      (await on.findChunk(at.db, old.job.id, 1))?.ids,
      (await on.findChunk(at.db, fresh.job.id, 1))?.ids,
    ]).toEqual([[], ['11s'], ['11s'], '[]', '["x"]'])
    await on.deleteOldJobs(at.db, { undoable: minute(5), listed: minute(2) })
    expect([
      await on.findJob(at.db, job.account_id, job.id),
      (await on.findJob(at.db, fresh.job.account_id, fresh.job.id))?.id,
    ]).toEqual([undefined, fresh.job.id])
  })

  it('of changes of tags', async () => {
    const [a, b] = [await at.account(), await at.account()]
    const put = (account_id: string, job_id: string, moment: number, ...monitors: string[]) =>
      on.insertTagChange(
        at.tx,
        at.row('tag_changes', { account_id, job_id, at: minute(moment), added: '[]', removed: '[]' }),
        monitors,
      )
    await put(a, '1', 1, 'm', 'n')
    await put(a, '2', 3, 'm')
    await put(a, '3', 1, 'm')
    await put(b, '4', 9, 'm')
    const list = async (monitorId: string, limit = 9) =>
      (await on.listTagChanges(at.db, { accountId: a, monitorId, limit })).map((row) => row.job_id).join('')
    expect([await list('m'), await list('n'), await list('m', 1)]).toEqual(['231', '1', '2'])
  })
})
