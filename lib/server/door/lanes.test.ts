import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

vi.mock('server-only', () => ({}))
const { Lanes, RecentLanes } = await import('./lanes')

const LIMITS = { perUser: 3, perLane: 5, queuedPerUser: 20, queuedPerLane: 30, waitMs: 10_000 }
type Call = { readonly user: string; readonly at: number; leave: () => void }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function makeLanes(recent = new RecentLanes()) {
  const lanes = new Lanes(LIMITS, recent)
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
  /** Each call takes ten milliseconds; gives what was begun meanwhile. */
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

  it('gives way to others: a twentieth of the time is its own, and theirs begin at once', async () => {
    const of = makeLanes()
    of.askMany(23, 'a', 'ewa')
    void of.ask('b', 'jan')
    const begun = await work(of, 1500)
    expect(of.begun.filter(({ user }) => user === 'jan').map(({ at }) => at - (begun[0]?.at ?? 0))).toEqual([0])
    // Those that were under way, and then one each two hundred milliseconds.
    expect(begun.filter(({ user }) => user === 'ewa').length).toBeLessThanOrEqual(LIMITS.perUser + 8)
  })

  it('is held up no longer once the others are gone', async () => {
    const of = makeLanes()
    of.askMany(23, 'a', 'ewa')
    void of.ask('b', 'jan')
    await work(of, 6000)
    await work(of, 600)
    expect(of.begun).toHaveLength(24)
  })

  it('is not what a page asks for that loads: that goes on, one after another', async () => {
    const of = makeLanes()
    void of.ask('b', 'jan')
    of.askMany(LIMITS.perUser + 8, 'a', 'ewa')
    await of.settle()
    await work(of, 100)
    expect(of.begun).toHaveLength(1 + LIMITS.perUser + 8)
  })
})
