import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as bulkTags from './bulk-tags'
import * as tagChanges from './tag-changes'

describeStatements([bulkTags, tagChanges], (store, statements) => {
  const createJob = async (name: string, chunks: number, overrides: Partial<Row<'bulk_tag_jobs'>> = {}) => {
    const account_id = overrides.account_id ?? (await store.account())
    const job = store.row('bulk_tag_jobs', {
      id: `${name}-${account_id}`,
      kind: 'tags',
      state: 'running',
      user_id: 'u',
      created_at: minute(1),
      touched_at: minute(1),
      ...overrides,
      account_id,
    } as Partial<Row<'bulk_tag_jobs'>>)
    const rows = Array.from({ length: chunks }, (_, index) => ({
      number: index + 1,
      ids: '["x"]',
      cursor: null,
      pages: 1,
      monitors: 10 + index,
    }))
    return { job, isNew: await statements.insertJob(store.tx, job, rows) }
  }
  const initialsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id[0]).join('')

  it('insert, list and update jobs and their chunks', async () => {
    const { job, isNew } = await createJob('a', 25)
    const { account_id, id } = job
    expect([
      isNew,
      await statements.insertJob(store.tx, job, []),
      (await statements.listChunkStates(store.db, id)).length,
      (await statements.findChunk(store.db, id, 25))?.monitors,
      await statements.findChunk(store.db, id, 26),
    ]).toEqual([true, false, 25, 34, undefined])
    const undo = await createJob('b', 2, { account_id, undo_of: id, created_at: minute(3), state: 'done' })
    expect((await createJob('c', 1, { account_id, undo_of: id })).isNew).toBe(false)
    await statements.updateChunk(store.db, { jobId: id, number: 1 }, { state: 'done', updated: 4, changed: 3 })
    await statements.updateChunk(store.db, { jobId: id, number: 2 }, { state: 'failed', changed: 1 })
    const readCounts = async () => {
      const row = (await statements.findJob(store.db, account_id, id))!
      return [row.waiting, row.done, row.failed, row.updated, row.changed].map(Number)
    }
    expect([
      await readCounts(),
      (await statements.findJob(store.db, account_id, id))?.undo_state,
      await statements.findJob(store.db, await store.account(), id),
    ]).toEqual([[529, 10, 11, 4, 4], 'done', undefined])
    expect([
      (await statements.findUndoOf(store.db, account_id, id))?.id,
      await statements.findUndoOf(store.db, account_id, undo.job.id),
    ]).toEqual([undo.job.id, undefined])
    expect([
      initialsOf(await statements.listJobs(store.db, account_id, { since: minute(0), limit: 9 })),
      initialsOf(await statements.listJobs(store.db, account_id, { since: minute(2), limit: 9 })),
      initialsOf(await statements.listJobs(store.db, account_id, { since: minute(0), limit: 1 })),
    ]).toEqual(['ba', 'b', 'b'])
    expect(await statements.nextWaiting(store.db, id)).toBe(3)
    await statements.reopenChunks(store.db, id)
    expect([
      await statements.nextWaiting(store.db, id),
      (await statements.listChunkStates(store.db, id)).slice(0, 2),
      await statements.nextWaiting(store.db, 'none'),
    ]).toEqual([
      2,
      [
        { number: 1, state: 'done', monitors: 10 },
        { number: 2, state: 'waiting', monitors: 11 },
      ],
      undefined,
    ])
    await statements.updateJob(store.db, id, { touched_at: minute(8) })
    const end = () => statements.endRunningJob(store.tx, id, { state: 'done', finished_at: minute(9) })
    expect([await end(), await end(), await statements.findJob(store.db, account_id, id)]).toMatchObject([
      true,
      false,
      { state: 'done', touched_at: minute(8), finished_at: minute(9) },
    ])
  })

  it('list runnable jobs', async () => {
    const { job } = await createJob('a', 1, { created_at: minute(3) })
    await createJob('b', 1, { kind: 'delete', touched_at: minute(9), created_at: minute(2) })
    await createJob('c', 1, { touched_at: minute(9) })
    await createJob('d', 0)
    await createJob('e', 1, { user_id: null })
    await createJob('f', 1, { account_id: await store.account({ state: 'inactive' }) })
    await createJob('g', 1, { state: 'done' })
    const runnable = async (moment: number) =>
      initialsOf(await statements.listRunnable(store.db, minute(moment))).replace(/[^abcdefg]/g, '')
    expect([await runnable(1), await runnable(2), await runnable(10)]).toEqual(['b', 'ba', 'cba'])
    expect((await statements.listRunnable(store.db, minute(2))).find(({ id }) => id === job.id)).toMatchObject({
      user_id: 'u',
      account_name: 'Test',
      kind: 'tags',
    })
  })

  it('insert and finish steps, and delete old jobs', async () => {
    const { job } = await createJob('a', 1, { created_at: minute(1), state: 'done' })
    const old = await createJob('b', 1, { created_at: minute(1), kind: 'delete', state: 'done' })
    const fresh = await createJob('c', 1, { created_at: minute(6), state: 'done' })
    const step = (job_id: string, chunk: number, number: number) =>
      store.row('bulk_tag_steps', { job_id, chunk, number, state: 'sent', differences: '' })
    for (const row of [
      step(job.id, 2, 1),
      step(job.id, 1, 2),
      step(job.id, 1, 1),
      step(old.job.id, 1, 1),
      step(fresh.job.id, 1, 1),
    ])
      await statements.insertStep(store.db, row)
    const steps = async (id: string, chunk?: number) =>
      (await statements.listSteps(store.db, id, chunk)).map((row) => `${row.chunk}${row.number}${row.state[0]}`)
    expect([await steps(job.id), await steps(job.id, 1)]).toEqual([
      ['11s', '12s', '21s'],
      ['11s', '12s'],
    ])
    const finish = async () =>
      (await statements.finishStep(store.tx, { job_id: job.id, chunk: 1, number: 2 }, { differences: 'd', updated: 3 }))
        ?.updated
    expect([await finish(), await finish()]).toEqual([3, undefined])
    await statements.deleteStep(store.db, { job_id: job.id, chunk: 2, number: 1 })
    expect(await steps(job.id)).toEqual(['11s', '12d'])
    await statements.deleteOldJobs(store.db, { undoable: minute(5), listed: minute(1) })
    expect([
      await steps(job.id),
      await steps(old.job.id),
      await steps(fresh.job.id),
      (await statements.findChunk(store.db, old.job.id, 1))?.ids,
      (await statements.findChunk(store.db, fresh.job.id, 1))?.ids,
    ]).toEqual([[], ['11s'], ['11s'], '[]', '["x"]'])
    await statements.deleteOldJobs(store.db, { undoable: minute(5), listed: minute(2) })
    expect([
      await statements.findJob(store.db, job.account_id, job.id),
      (await statements.findJob(store.db, fresh.job.account_id, fresh.job.id))?.id,
    ]).toEqual([undefined, fresh.job.id])
  })

  it('list the tag changes of a monitor', async () => {
    const [a, b] = [await store.account(), await store.account()]
    const insertTagChange = (account_id: string, job_id: string, moment: number, ...monitors: string[]) =>
      statements.insertTagChange(
        store.tx,
        store.row('tag_changes', { account_id, job_id, at: minute(moment), added: '[]', removed: '[]' }),
        monitors,
      )
    await insertTagChange(a, '1', 1, 'm', 'n')
    await insertTagChange(a, '2', 3, 'm')
    await insertTagChange(a, '3', 1, 'm')
    await insertTagChange(b, '4', 9, 'm')
    const list = async (monitorId: string, limit = 9) =>
      (await statements.listTagChanges(store.db, { accountId: a, monitorId, limit })).map((row) => row.job_id).join('')
    expect([await list('m'), await list('n'), await list('m', 1)]).toEqual(['231', '1', '2'])
  })
})
