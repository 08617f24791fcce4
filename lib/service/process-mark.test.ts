import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { describe, expect, it } from 'vitest'

import { hasHolderEnded, newHolder } from './process-mark'

describe.runIf(process.platform === 'linux')('the holder of a claim', () => {
  const holderWithPid = (pid: number, startedAt?: string) => {
    const [uuid = '', mark = ''] = newHolder().split('@')
    const [scope, , ownStartedAt] = mark.split(' ')
    return `${uuid}@${scope} ${pid} ${startedAt ?? ownStartedAt}`
  }

  it('is different each time, and has not ended while this process runs', () => {
    expect(newHolder()).not.toBe(newHolder())
    expect(hasHolderEnded(newHolder())).toBe(false)
  })

  it('has ended once its process has ended, even if another process has the same number', async () => {
    const child = spawn('sleep', ['60'])
    const exited = once(child, 'exit')
    expect(hasHolderEnded(holderWithPid(process.pid, '1'))).toBe(true)
    child.kill('SIGKILL')
    await exited
    expect(hasHolderEnded(holderWithPid(child.pid ?? 0))).toBe(true)
  })

  it('is not taken as ended on another machine, in another container, or for a version that stored no process', () => {
    const [uuid, mark = ''] = newHolder().split('@')
    expect(hasHolderEnded(`${uuid}@other/${mark}`)).toBe(false)
    expect(hasHolderEnded(`${uuid}@ 999999 1`)).toBe(false)
    expect(hasHolderEnded(uuid ?? '')).toBe(false)
    expect(hasHolderEnded('')).toBe(false)
  })
})
