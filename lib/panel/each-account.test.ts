import type { Kysely } from 'kysely'
import { describe, expect, it, vi } from 'vitest'

import type { Database } from '@/lib/storage/tables'
import { gate } from '@/lib/testing/gate'

import { type AccountRunOptions, forEachAccount, endAccountWork } from './each-account'

/** Safe: work is distinguished by the identity of its store, and no test queries the store. */
const openStore = () => ({ db: {} as Kysely<Database> })

function turnOf(more: Partial<AccountRunOptions<string>> = {}) {
  const log = { warn: vi.fn(), info: vi.fn(), debug: vi.fn() }
  const turn: AccountRunOptions<string> = {
    storage: openStore(),
    log,
    job: 'job',
    accountOf: (account) => account,
    trouble: 'left',
    isEmbedded: false,
    ...more,
  }
  return { log, turn }
}

describe('work of accounts', () => {
  it('is done for all of them, never for more at once than that', async () => {
    const accounts = Array.from({ length: 9 }, (_, index) => `account ${index}`)
    let [now, most] = [0, 0]
    const work = async (account: string) => {
      now += 1
      most = Math.max(most, now)
      await new Promise(setImmediate)
      now -= 1
      return account
    }
    expect((await forEachAccount(accounts, work, turnOf({ atOnce: 3 }).turn)).toSorted()).toEqual(accounts)
    expect(most).toBe(3)
  })

  it('goes on where one throws, which is logged once until it succeeds again', async () => {
    const { turn, log } = turnOf()
    let isBroken = true
    const work = (account: string) =>
      account === 'b' && isBroken ? Promise.reject(new Error('no key')) : Promise.resolve(account)
    const look = () => forEachAccount(['a', 'b', 'c'], work, turn)
    expect(await look()).toEqual(['a', 'c'])
    await look()
    expect(log.warn.mock.calls).toEqual([[expect.objectContaining({ job: 'job', account: 'b' }), 'left']])
    isBroken = false
    expect(await look()).toEqual(['a', 'b', 'c'])
    isBroken = true
    await look()
    expect(log.warn).toHaveBeenCalledTimes(2)
  })

  it('does not wait for one that hangs, and leaves it alone until it is through', async () => {
    const { turn } = turnOf({ atOnce: 1, patienceMs: 1 })
    const hanging = gate()
    const begun: string[] = []
    const work = async (account: string) => {
      begun.push(account)
      if (account === 'a') await hanging.opened
      return account
    }
    expect(await forEachAccount(['a', 'b'], work, turn)).toEqual(['b'])
    expect(await forEachAccount(['a', 'b'], work, turn)).toEqual(['b'])
    expect(begun).toEqual(['a', 'b', 'b'])
    hanging.open()
    await endAccountWork(turn.storage)
    expect(await forEachAccount(['a', 'b'], work, { ...turn, patienceMs: 10_000 })).toEqual(['a', 'b'])
  })

  it('waits again once too many hang, so that they do not become more and more', async () => {
    const { turn } = turnOf({ patienceMs: 1 })
    const hanging = gate()
    let begun = 0
    const accounts = Array.from({ length: 40 }, (_, index) => `account ${index}`)
    const turns = forEachAccount(
      accounts,
      async () => {
        begun += 1
        await hanging.opened
      },
      turn,
    )
    await vi.waitFor(() => expect(begun).toBe(20))
    hanging.open()
    await turns
    expect(begun).toBe(40)
  })

  it('begins with none once it is to stop', async () => {
    const stopping = AbortSignal.abort()
    const work = vi.fn(() => Promise.resolve())
    await forEachAccount(['a'], work, turnOf({ stopping }).turn)
    expect(work).not.toHaveBeenCalled()
  })
})
