import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { describe, expect, it } from 'vitest'

import { abortAfter } from './abort-after'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const abortReasonOf = (signal: AbortSignal) =>
  new Promise<unknown>((resolve) => signal.addEventListener('abort', () => resolve(signal.reason), { once: true }))

describe('abortAfter', () => {
  it('aborts after the time even if garbage is collected before', async () => {
    const abortReason = abortReasonOf(abortAfter(300, [new AbortController().signal]))
    const collecting = setInterval(collectGarbage, 20)
    const timeout = new Promise((resolve) => setTimeout(resolve, 3_000, 'never'))
    await expect(Promise.race([abortReason, timeout])).resolves.toMatchObject({ name: 'TimeoutError' })
    clearInterval(collecting)
  })

  it('aborts when one of the other signals aborts', async () => {
    const other = new AbortController()
    const signal = abortAfter(60_000, [new AbortController().signal, other.signal])
    expect(signal.aborted).toBe(false)
    other.abort('stopped')
    expect(signal.reason).toBe('stopped')
    expect(abortAfter(60_000, [AbortSignal.abort('before')]).reason).toBe('before')
  })
})
