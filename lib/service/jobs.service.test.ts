import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { gate } from '@/lib/testing/gate'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { type ServiceJob, runOnce, startJobs } from './jobs'

describe.each(engines)('periodic jobs on %s', (engine) => {
  let service: TestService
  beforeEach(async () => {
    service = await startTestService({ engine })
  })
  afterEach(() => service.stop())

  const worker = (holder: string) => ({ holder, dependencies: service.service.dependencies })
  const makeCountingJob = () => {
    const job = { name: 'count', everyMs: 60_000, runs: 0, run: () => Promise.resolve() }
    job.run = async () => {
      job.runs += 1
    }
    return job
  }

  it('run in one process at a time, and no more often with several processes', async () => {
    const job = makeCountingJob()
    const results = await Promise.all(['a', 'b', 'c', 'd'].map((holder) => runOnce(job, worker(holder))))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(job.runs).toBe(1)
    const winner = ['a', 'b', 'c', 'd'][results.indexOf(true)] ?? ''
    expect(await runOnce(job, worker('late'))).toBe(false)
    expect(await runOnce(job, worker(winner))).toBe(true)
    service.clock.advance(60_000)
    expect(await runOnce(job, worker('late'))).toBe(true)
    expect(job.runs).toBe(3)
  })

  it('are taken over when their process has died', async () => {
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
    const counted = makeCountingJob()
    const successor = { ...counted, name: 'stuck' }
    expect(await runOnce(successor, worker('second'))).toBe(false)
    service.clock.advance(60_000)
    expect(await runOnce(successor, worker('second'))).toBe(true)
    stuck.open()
    await first
  })

  it('are retried after a failure', async () => {
    let runs = 0
    const job: ServiceJob = {
      name: 'failing',
      everyMs: 5,
      run: async () => {
        runs += 1
        if (runs < 3) throw new Error('not yet')
      },
    }
    const running = startJobs([job], service.service.dependencies)
    await expect.poll(() => runs).toBeGreaterThanOrEqual(3)
    await running.stop()
  })

  it('are notified when the process is about to stop', async () => {
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
    const running = startJobs([job], service.service.dependencies)
    await started.opened
    await running.stop()
    expect(await service.storage.db.selectFrom('job_locks').selectAll().execute()).toEqual([])
  })

  it('are reported as stalled when a run lasts longer than an hour, and others are not', async () => {
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
    const running = startJobs([hanging], service.service.dependencies)
    await started.opened
    expect(running.stalled()).toEqual([])
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2 * 3_600_000)
    expect(running.stalled()).toEqual(['hanging'])
    now.mockRestore()
    hold.open()
    await running.stop()
  })

  it('never overlap, and stopping waits for the running job and frees its claim', async () => {
    const hold = gate()
    const started = gate()
    let inside = 0
    let maxInside = 0
    let finished = false
    const job: ServiceJob = {
      name: 'slow',
      everyMs: 1,
      run: async () => {
        inside += 1
        maxInside = Math.max(maxInside, inside)
        started.open()
        await hold.opened
        inside -= 1
        finished = true
      },
    }
    const running = startJobs([job], service.service.dependencies)
    await started.opened
    const stopping = running.stop()
    expect(finished).toBe(false)
    hold.open()
    await stopping
    expect(finished).toBe(true)
    expect(maxInside).toBe(1)
    expect(await service.storage.db.selectFrom('job_locks').selectAll().execute()).toEqual([])
  })
})
