import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { loadModule } from './load-component'

/** A module whose first `times` loads fail. */
const failing = (times: number) => {
  let failuresLeft = times
  return vi.fn(async () => {
    if (failuresLeft-- > 0) throw new Error(`no chunk, ${failuresLeft} left`)
    return 'the part'
  })
}

describe('a lazily loaded part of the panel', () => {
  let online: EventTarget
  let isOnline = true

  beforeEach(() => {
    vi.useFakeTimers()
    isOnline = true
    online = new EventTarget()
    vi.stubGlobal('window', online)
    vi.stubGlobal('navigator', {
      get onLine() {
        return isOnline
      },
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('is requested once if it loads', async () => {
    const load = failing(0)
    await expect(loadModule(load)).resolves.toBe('the part')
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('is requested again after a failure and a pause', async () => {
    const load = failing(2)
    const part = loadModule(load)
    await vi.advanceTimersByTimeAsync(299)
    expect(load).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2000)
    await expect(part).resolves.toBe('the part')
    expect(load).toHaveBeenCalledTimes(3)
  })

  it('fails with the last error after the last attempt', async () => {
    const load = failing(9)
    const part = expect(loadModule(load)).rejects.toThrow('no chunk, 5 left')
    await vi.advanceTimersByTimeAsync(60_000)
    await part
    expect(load).toHaveBeenCalledTimes(4)
  })

  it('waits for the connection, however long it is offline', async () => {
    isOnline = false
    const load = failing(1)
    const part = loadModule(load)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(load).toHaveBeenCalledTimes(1)
    isOnline = true
    online.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(300)
    await expect(part).resolves.toBe('the part')
  })
})
