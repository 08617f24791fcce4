import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

vi.mock('server-only', () => ({}))
const { ConcurrencyLimiter, FairShare } = await import('./concurrency')

const LIMITS = { perUser: 3, perLane: 5, queuedPerUser: 20, queuedPerLane: 30, waitMs: 10_000 }
type Call = { readonly user: string; readonly at: number; leave: () => void }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function makeLanes(sharing = new FairShare()) {
  const lanes = new ConcurrencyLimiter(LIMITS, sharing)
  const begun: Call[] = []
  const refused: string[] = []
  const ask = async (lane: string, user: string, signal?: AbortSignal) => {
    const leave = await lanes.enter({ lane, user }, signal)
    if (leave) begun.push({ user, at: Date.now(), leave })
    else refused.push(user)
  }
  const askMany = (count: number, lane: string, user: string) => {
    for (let each = 0; each < count; each += 1) void ask(lane, user)
  }
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return { lanes, begun, refused, ask, askMany, settle }
}

describe('calls of one account', () => {
  it('are worked at a few at a time, by user and by account', async () => {
    const { begun, askMany, settle } = makeLanes()
    askMany(6, 'a', 'ewa')
    askMany(6, 'a', 'jan')
    await settle()
    expect(begun.map(({ user }) => user)).toEqual(['ewa', 'ewa', 'ewa', 'jan', 'jan'])
  })

  it('wait for their turn, users one after another', async () => {
    const { begun, askMany, settle } = makeLanes()
    askMany(7, 'a', 'ewa')
    askMany(2, 'a', 'jan')
    askMany(3, 'a', 'ola')
    await settle()
    for (let each = 0; each < 12; each += 1) {
      begun[each]?.leave()
      await settle()
    }
    expect(begun.map(({ user }) => user).join(' ')).toBe('ewa ewa ewa jan jan ewa ola ewa ola ewa ola ewa')
  })

  it('are refused beyond what may wait, and another user of the account has room all the same', async () => {
    const { refused, askMany, settle, begun } = makeLanes()
    askMany(LIMITS.perUser + LIMITS.queuedPerUser + 4, 'a', 'ewa')
    await settle()
    expect(refused).toHaveLength(4)
    askMany(LIMITS.queuedPerLane, 'a', 'jan')
    await settle()
    expect(begun.map(({ user }) => user)).toEqual(['ewa', 'ewa', 'ewa', 'jan', 'jan'])
    expect(refused).toHaveLength(4 + LIMITS.queuedPerLane - 2 - (LIMITS.queuedPerLane - LIMITS.queuedPerUser))
  })

  it('wait no longer than ten seconds, nor when the caller went away', async () => {
    const { refused, ask, askMany, begun, settle } = makeLanes()
    askMany(LIMITS.perUser, 'a', 'ewa')
    const gone = new AbortController()
    void ask('a', 'ewa', gone.signal)
    void ask('a', 'ewa')
    gone.abort()
    await settle()
    expect(refused).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(LIMITS.waitMs - 1)
    expect(refused).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(refused).toHaveLength(2)
    expect(begun).toHaveLength(LIMITS.perUser)
  })

  it('leave once, however often they are told to', async () => {
    const { begun, askMany, settle } = makeLanes()
    askMany(6, 'a', 'ewa')
    await settle()
    begun[0]?.leave()
    begun[0]?.leave()
    await settle()
    expect(begun).toHaveLength(4)
  })

  it('leave nothing behind', async () => {
    const { lanes, begun, askMany, settle } = makeLanes()
    askMany(2, 'a', 'ewa')
    askMany(2, 'b', 'jan')
    await settle()
    expect(lanes.size).toBe(2)
    for (const { leave } of begun) leave()
    expect(lanes.size).toBe(0)
  })
})

describe('a crowd of one account', () => {
  /** Runs calls of ten milliseconds each and returns those that began in this time. */
  async function work(of: ReturnType<typeof makeLanes>, ms: number) {
    const before = of.begun.length
    const until = Date.now() + ms
    const left = new Set<Call>()
    while (Date.now() < until) {
      await vi.advanceTimersByTimeAsync(1)
      for (const call of of.begun) {
        if (left.has(call) || Date.now() - call.at < 10) continue
        left.add(call)
        call.leave()
      }
    }
    return of.begun.slice(before)
  }

  it('has the process for itself while nobody else asks', async () => {
    const of = makeLanes()
    of.askMany(23, 'a', 'ewa')
    await of.settle()
    await work(of, 100)
    expect(of.begun).toHaveLength(23)
  })

  it('gives way to others: after a second of work a twentieth of the time is its own, and theirs begin at once', async () => {
    const of = makeLanes()
    let jan = 0
    const asked = new Set<string>()
    const flood = setInterval(() => of.askMany(5, 'a', 'ewa'), 10)
    const others = setInterval(() => {
      jan += 1
      asked.add(`jan ${jan}`)
      void of.ask('b', `jan ${jan}`)
    }, 50)
    void of.ask('b', 'jan')
    await work(of, 2000)
    const begun = await work(of, 2000)
    clearInterval(flood)
    clearInterval(others)
    const ofEwa = begun.filter(({ user }) => user === 'ewa')
    expect(ofEwa.length).toBeGreaterThanOrEqual(9)
    expect(ofEwa.length).toBeLessThanOrEqual(11)
    expect(begun.filter(({ user }) => asked.has(user))).toHaveLength(40)
  })

  it('is held up no longer once the others are gone', async () => {
    const of = makeLanes()
    void of.ask('b', 'jan')
    of.askMany(20, 'a', 'ewa')
    await work(of, 6000)
    expect(of.begun).toHaveLength(21)
  })

  it('is not what a page asks for that loads: that goes on at once where the process has time', async () => {
    const of = makeLanes()
    void of.ask('b', 'jan')
    of.askMany(LIMITS.perUser + 8, 'a', 'ewa')
    await of.settle()
    expect(of.begun).toHaveLength(1 + 2)
    await work(of, 100)
    expect(of.begun).toHaveLength(1 + LIMITS.perUser + 8)
  })
})

describe('beside others', () => {
  it('an account begins two calls at once, and more while the process is idle', async () => {
    const { begun, askMany, ask, settle } = makeLanes()
    void ask('b', 'jan')
    askMany(4, 'a', 'ewa')
    await settle()
    expect(begun).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(5)
    expect(begun).toHaveLength(4)
    await vi.advanceTimersByTimeAsync(50)
    expect(begun).toHaveLength(4)
    begun.find(({ user }) => user === 'ewa')?.leave()
    await vi.advanceTimersByTimeAsync(5)
    expect(begun).toHaveLength(5)
  })

  it('it waits with more while the process has work', async () => {
    const { begun, askMany, ask, settle } = makeLanes()
    void ask('b', 'jan')
    askMany(4, 'a', 'ewa')
    await settle()
    for (let busy = 0; busy < 5; busy += 1) {
      // The event loop was blocked during this time.
      vi.setSystemTime(Date.now() + 40)
      await vi.advanceTimersByTimeAsync(5)
    }
    expect(begun).toHaveLength(3)
  })
})
