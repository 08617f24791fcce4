import type { Kysely } from 'kysely'
import { describe, expect, it, vi } from 'vitest'

import type { Database } from '@/lib/storage/tables'
import { gate } from '@/lib/testing/gate'

import { type AccountRunOptions, forEachAccount, endAccountWork } from './each-account'

/** Safe: work is distinguished by the identity of its store, and no test queries the store. */
const openStore = () => ({ db: {} as Kysely<Database> })

function optionsOf(more: Partial<AccountRunOptions<string>> = {}) {
  const log = { warn: vi.fn(), info: vi.fn(), debug: vi.fn() }
  const options: AccountRunOptions<string> = {
    storage: openStore(),
    log,
    job: 'job',
    accountOf: (account) => account,
    failureMessage: 'left',
    isEmbedded: false,
    ...more,
  }
  return { log, options }
}

describe('forEachAccount', () => {
  it('processes all accounts, and not more at once than allowed', async () => {
    const accounts = Array.from({ length: 9 }, (_, index) => `account ${index}`)
    let [running, maxConcurrent] = [0, 0]
    const work = async (account: string) => {
      running += 1
      maxConcurrent = Math.max(maxConcurrent, running)
      await new Promise(setImmediate)
      running -= 1
      return account
    }
    expect((await forEachAccount(accounts, work, optionsOf({ atOnce: 3 }).options)).toSorted()).toEqual(accounts)
    expect(maxConcurrent).toBe(3)
  })

  it('continues when one account fails, and logs the failure once until it succeeds again', async () => {
    const { options, log } = optionsOf()
    let isBroken = true
    const work = (account: string) =>
      account === 'b' && isBroken ? Promise.reject(new Error('no key')) : Promise.resolve(account)
    const runOnce = () => forEachAccount(['a', 'b', 'c'], work, options)
    expect(await runOnce()).toEqual(['a', 'c'])
    await runOnce()
    expect(log.warn.mock.calls).toEqual([[expect.objectContaining({ job: 'job', account: 'b' }), 'left']])
    isBroken = false
    expect(await runOnce()).toEqual(['a', 'b', 'c'])
    isBroken = true
    await runOnce()
    expect(log.warn).toHaveBeenCalledTimes(2)
  })

  it('does not wait for an account that hangs, and skips it until it has finished', async () => {
    const { options } = optionsOf({ atOnce: 1, patienceMs: 1 })
    const hanging = gate()
    const startedAccounts: string[] = []
    const work = async (account: string) => {
      startedAccounts.push(account)
      if (account === 'a') await hanging.opened
      return account
    }
    expect(await forEachAccount(['a', 'b'], work, options)).toEqual(['b'])
    expect(await forEachAccount(['a', 'b'], work, options)).toEqual(['b'])
    expect(startedAccounts).toEqual(['a', 'b', 'b'])
    hanging.open()
    await endAccountWork(options.storage)
    expect(await forEachAccount(['a', 'b'], work, { ...options, patienceMs: 10_000 })).toEqual(['a', 'b'])
  })

  it('waits once too many accounts hang', async () => {
    const { options } = optionsOf({ patienceMs: 1 })
    const hanging = gate()
    let startedCount = 0
    const accounts = Array.from({ length: 40 }, (_, index) => `account ${index}`)
    const running = forEachAccount(
      accounts,
      async () => {
        startedCount += 1
        await hanging.opened
      },
      options,
    )
    await vi.waitFor(() => expect(startedCount).toBe(20))
    hanging.open()
    await running
    expect(startedCount).toBe(40)
  })

  it('starts no account once it is aborted', async () => {
    const stopping = AbortSignal.abort()
    const work = vi.fn(() => Promise.resolve())
    await forEachAccount(['a'], work, optionsOf({ stopping }).options)
    expect(work).not.toHaveBeenCalled()
  })
})
