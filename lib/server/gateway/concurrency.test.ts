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

function makeLimiter(sharing = new FairShare()) {
  const limiter = new ConcurrencyLimiter(LIMITS, sharing)
  const started: Call[] = []
  const refused: string[] = []
  const enter = async (lane: string, user: string, signal?: AbortSignal) => {
    const leave = await limiter.enter({ lane, user }, signal)
    if (leave) started.push({ user, at: Date.now(), leave })
    else refused.push(user)
  }
  const enterMany = (count: number, lane: string, user: string) => {
    for (let each = 0; each < count; each += 1) void enter(lane, user)
  }
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return { limiter, started, refused, enter, enterMany, settle }
}

describe('calls of one account', () => {
  it('run a few at a time, limited by user and by account', async () => {
    const { started, enterMany, settle } = makeLimiter()
    enterMany(6, 'a', 'ewa')
    enterMany(6, 'a', 'jan')
    await settle()
    expect(started.map(({ user }) => user)).toEqual(['ewa', 'ewa', 'ewa', 'jan', 'jan'])
  })

  it('wait in a queue that serves the users in turn', async () => {
    const { started, enterMany, settle } = makeLimiter()
    enterMany(7, 'a', 'ewa')
    enterMany(2, 'a', 'jan')
    enterMany(3, 'a', 'ola')
    await settle()
    for (let each = 0; each < 12; each += 1) {
      started[each]?.leave()
      await settle()
    }
    expect(started.map(({ user }) => user).join(' ')).toBe('ewa ewa ewa jan jan ewa ola ewa ola ewa ola ewa')
  })

  it('are refused beyond the queue limit, while another user of the account still has room', async () => {
    const { refused, enterMany, settle, started } = makeLimiter()
    enterMany(LIMITS.perUser + LIMITS.queuedPerUser + 4, 'a', 'ewa')
    await settle()
    expect(refused).toHaveLength(4)
    enterMany(LIMITS.queuedPerLane, 'a', 'jan')
    await settle()
    expect(started.map(({ user }) => user)).toEqual(['ewa', 'ewa', 'ewa', 'jan', 'jan'])
    expect(refused).toHaveLength(4 + LIMITS.queuedPerLane - 2 - (LIMITS.queuedPerLane - LIMITS.queuedPerUser))
  })

  it('wait at most ten seconds, and are dropped when the caller disconnects', async () => {
    const { refused, enter, enterMany, started, settle } = makeLimiter()
    enterMany(LIMITS.perUser, 'a', 'ewa')
    const caller = new AbortController()
    void enter('a', 'ewa', caller.signal)
    void enter('a', 'ewa')
    caller.abort()
    await settle()
    expect(refused).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(LIMITS.waitMs - 1)
    expect(refused).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(refused).toHaveLength(2)
    expect(started).toHaveLength(LIMITS.perUser)
  })

  it('release their slot once, however often release is called', async () => {
    const { started, enterMany, settle } = makeLimiter()
    enterMany(6, 'a', 'ewa')
    await settle()
    started[0]?.leave()
    started[0]?.leave()
    await settle()
    expect(started).toHaveLength(4)
  })

  it('leave no queues behind', async () => {
    const { limiter, started, enterMany, settle } = makeLimiter()
    enterMany(2, 'a', 'ewa')
    enterMany(2, 'b', 'jan')
    await settle()
    expect(limiter.size).toBe(2)
    for (const { leave } of started) leave()
    expect(limiter.size).toBe(0)
  })
})

describe('many calls of one account', () => {
  /** Runs calls of ten milliseconds each and returns those that began in this time. */
  async function work(harness: ReturnType<typeof makeLimiter>, ms: number) {
    const before = harness.started.length
    const until = Date.now() + ms
    const finished = new Set<Call>()
    while (Date.now() < until) {
      await vi.advanceTimersByTimeAsync(1)
      for (const call of harness.started) {
        if (finished.has(call) || Date.now() - call.at < 10) continue
        finished.add(call)
        call.leave()
      }
    }
    return harness.started.slice(before)
  }

  it('use the whole process while no other account calls', async () => {
    const harness = makeLimiter()
    harness.enterMany(23, 'a', 'ewa')
    await harness.settle()
    await work(harness, 100)
    expect(harness.started).toHaveLength(23)
  })

  it('yield to other accounts: after half a second of work they get a twentieth of the time, and calls of others start at once', async () => {
    const harness = makeLimiter()
    let jan = 0
    const expectedUsers = new Set<string>()
    const flood = setInterval(() => harness.enterMany(5, 'a', 'ewa'), 10)
    const others = setInterval(() => {
      jan += 1
      expectedUsers.add(`jan ${jan}`)
      void harness.enter('b', `jan ${jan}`)
    }, 50)
    void harness.enter('b', 'jan')
    await work(harness, 2000)
    const startedCalls = await work(harness, 2000)
    clearInterval(flood)
    clearInterval(others)
    const ofEwa = startedCalls.filter(({ user }) => user === 'ewa')
    expect(ofEwa.length).toBeGreaterThanOrEqual(9)
    expect(ofEwa.length).toBeLessThanOrEqual(11)
    expect(startedCalls.filter(({ user }) => expectedUsers.has(user))).toHaveLength(40)
  })

  it('are no longer slowed down once the other accounts are idle', async () => {
    const harness = makeLimiter()
    void harness.enter('b', 'jan')
    harness.enterMany(20, 'a', 'ewa')
    await work(harness, 6000)
    expect(harness.started).toHaveLength(21)
  })

  it('start at once when they are only as many as a page load and the process has time', async () => {
    const harness = makeLimiter()
    void harness.enter('b', 'jan')
    harness.enterMany(LIMITS.perUser + 8, 'a', 'ewa')
    await harness.settle()
    expect(harness.started).toHaveLength(1 + 2)
    await work(harness, 100)
    expect(harness.started).toHaveLength(1 + LIMITS.perUser + 8)
  })
})

describe('with calls of other accounts', () => {
  it('an account starts two calls at once, and more while the process is idle', async () => {
    const { started, enterMany, enter, settle } = makeLimiter()
    void enter('b', 'jan')
    enterMany(4, 'a', 'ewa')
    await settle()
    expect(started).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(5)
    expect(started).toHaveLength(4)
    await vi.advanceTimersByTimeAsync(50)
    expect(started).toHaveLength(4)
    started.find(({ user }) => user === 'ewa')?.leave()
    await vi.advanceTimersByTimeAsync(5)
    expect(started).toHaveLength(5)
  })

  it('an account starts no further calls while the process is busy', async () => {
    const { started, enterMany, enter, settle } = makeLimiter()
    void enter('b', 'jan')
    enterMany(4, 'a', 'ewa')
    await settle()
    for (let busy = 0; busy < 5; busy += 1) {
      // The event loop was blocked during this time.
      vi.setSystemTime(Date.now() + 40)
      await vi.advanceTimersByTimeAsync(5)
    }
    expect(started).toHaveLength(3)
  })
})
