import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { gate } from '@/lib/testing/gate'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { type ServiceJob, runOnce, startJobs } from './jobs'

describe.each(engines)('periodic jobs on %s', (engine) => {
  let on: TestService
  beforeEach(async () => {
    on = await startTestService({ engine })
  })
  afterEach(() => on.stop())

  const worker = (holder: string) => ({ holder, dependencies: on.service.dependencies })
  const counting = () => {
    const job = { name: 'count', everyMs: 60_000, runs: 0, run: () => Promise.resolve() }
    job.run = async () => {
      job.runs += 1
    }
    return job
  }

  it('are done by one process at a time, and together at the pace of one', async () => {
    const job = counting()
    const turns = await Promise.all(['a', 'b', 'c', 'd'].map((holder) => runOnce(job, worker(holder))))
    expect(turns.filter(Boolean)).toHaveLength(1)
    expect(job.runs).toBe(1)
    const winner = ['a', 'b', 'c', 'd'][turns.indexOf(true)] ?? ''
    expect(await runOnce(job, worker('late'))).toBe(false)
    expect(await runOnce(job, worker(winner))).toBe(true)
    on.clock.advance(60_000)
    expect(await runOnce(job, worker('late'))).toBe(true)
    expect(job.runs).toBe(3)
  })

  it('are taken over when the process that did them is gone', async () => {
    const stuck = gate()
    const started = gate()
    const job: ServiceJob = {
      name: 'stuck',
      everyMs: 1_000,
      run: () => {
        started.open()
        return stuck.opened
      },
    }
    const first = runOnce(job, worker('first'))
    await started.opened
    const again = counting()
    const same = { ...again, name: 'stuck' }
    expect(await runOnce(same, worker('second'))).toBe(false)
    on.clock.advance(60_000)
    expect(await runOnce(same, worker('second'))).toBe(true)
    stuck.open()
    await first
  })

  it('are tried again after they failed', async () => {
    let runs = 0
    const job: ServiceJob = {
      name: 'failing',
      everyMs: 5,
      run: async () => {
        runs += 1
        if (runs < 3) throw new Error('not yet')
      },
    }
    const running = startJobs([job], on.service.dependencies)
    await expect.poll(() => runs).toBeGreaterThanOrEqual(3)
    await running.stop()
  })

  it('learn that the process is about to stop', async () => {
    const started = gate()
    const job: ServiceJob = {
      name: 'patient',
      everyMs: 1,
      run: (_dependencies, stopping) =>
        new Promise((resolve) => {
          stopping?.addEventListener('abort', () => resolve())
          started.open()
        }),
    }
    const running = startJobs([job], on.service.dependencies)
    await started.opened
    await running.stop()
    expect(await on.storage.db.selectFrom('job_locks').selectAll().execute()).toEqual([])
  })

  it('whose turn does not end for an hour are said to be stalled, and no others', async () => {
    const started = gate()
    const hold = gate()
    const hanging: ServiceJob = {
      name: 'hanging',
      everyMs: 1,
      run: async () => {
        started.open()
        await hold.opened
      },
    }
    const running = startJobs([hanging], on.service.dependencies)
    await started.opened
    expect(running.stalled()).toEqual([])
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2 * 3_600_000)
    expect(running.stalled()).toEqual(['hanging'])
    now.mockRestore()
    hold.open()
    await running.stop()
  })

  it('never overlap themselves, and stopping waits for the running one and frees its claim', async () => {
    const hold = gate()
    const started = gate()
    let inside = 0
    let most = 0
    let finished = false
    const job: ServiceJob = {
      name: 'slow',
      everyMs: 1,
      run: async () => {
        inside += 1
        most = Math.max(most, inside)
        started.open()
        await hold.opened
        inside -= 1
        finished = true
      },
    }
    const running = startJobs([job], on.service.dependencies)
    await started.opened
    const stopping = running.stop()
    expect(finished).toBe(false)
    hold.open()
    await stopping
    expect(finished).toBe(true)
    expect(most).toBe(1)
    expect(await on.storage.db.selectFrom('job_locks').selectAll().execute()).toEqual([])
  })
})
