import { expect, it, vi } from 'vitest'

import { ApiError } from '@/lib/domain/api-error'
import type { BulkTagJob, BulkTagRun } from '@/lib/features/bulk-tags/contract'

import { runChunks } from './bulk-tag-run'

const job: BulkTagJob = {
  id: 'job',
  kind: 'change',
  undo_of: null,
  actor: 'a@example.test',
  created_at: '2026-11-20T11:00:00.000Z',
  finished_at: null,
  state: 'running',
  add: ['x'],
  remove: [],
  selected: 40,
  changing: 40,
  same: 0,
  refused: 0,
  missing: 0,
  done: 10,
  failed: 0,
  updated: 10,
  changed: 10,
  undo_until: null,
}
const startedRun: BulkTagRun = {
  job,
  chunks: [
    { number: 0, state: 'done', monitors: 10 },
    { number: 1, state: 'waiting', monitors: 10 },
    { number: 2, state: 'failed', monitors: 10 },
    { number: 3, state: 'waiting', monitors: 10 },
  ],
}
const cancelled = { ...job, state: 'cancelled' as const }
const cancel = vi.fn(() => Promise.resolve({ job: cancelled }))
const apiError = (status: number) => new ApiError('no', { status, code: `http_${status}` })

it('runs the unfinished chunks and continues after a failure', async () => {
  const ran: number[] = []
  const reported: number[] = []
  const run = (_id: string, number: number) => {
    ran.push(number)
    return number === 2 ? Promise.reject(apiError(500)) : Promise.resolve({ job })
  }
  const signal = new AbortController().signal
  const outcome = await runChunks(startedRun, { signal, report: (done) => reported.push(done) }, { run, cancel })
  expect(ran).toEqual([1, 2, 3])
  expect(reported).toEqual([10, 20, 30, 40])
  expect(outcome).toMatchObject({ isCancelled: false, error: { status: 500 } })
  expect(cancel).not.toHaveBeenCalled()
})

it.each([
  [500, 3],
  [403, 1],
])('stops if the next call would fail too: after %s it makes %s calls', async (status, calls) => {
  const chunks = Array.from({ length: 6 }, (_, number) => ({ number, state: 'waiting' as const, monitors: 1 }))
  const run = vi.fn(() => Promise.reject(apiError(status)))
  const handle = { signal: new AbortController().signal, report: () => {} }
  await runChunks({ job, chunks }, handle, { run, cancel })
  expect(run).toHaveBeenCalledTimes(calls)
})

it('waits for the running chunk after a cancel and sends no other', async () => {
  const controller = new AbortController()
  const run = vi.fn(() => {
    controller.abort()
    return Promise.resolve({ job })
  })
  const outcome = await runChunks(startedRun, { signal: controller.signal, report: () => {} }, { run, cancel })
  expect(run).toHaveBeenCalledTimes(1)
  expect(cancel).toHaveBeenCalledWith('job')
  expect(outcome).toEqual({ job: cancelled, isCancelled: true, error: undefined })
})
