import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { describe, expect, it } from 'vitest'

import { isGone, newHolder } from './process-mark'

describe.runIf(process.platform === 'linux')('who holds a claim', () => {
  const ofPid = (pid: number, startedAt?: string) => {
    const [uuid = '', mark = ''] = newHolder().split('@')
    const [place, , own] = mark.split(' ')
    return `${uuid}@${place} ${pid} ${startedAt ?? own}`
  }

  it('is another one each time, and there as long as this process is', () => {
    expect(newHolder()).not.toBe(newHolder())
    expect(isGone(newHolder())).toBe(false)
  })

  it('is gone with its process, and no other process of the same number stands in for it', async () => {
    const child = spawn('sleep', ['60'])
    const exited = once(child, 'exit')
    expect(isGone(ofPid(process.pid, '1'))).toBe(true)
    child.kill('SIGKILL')
    await exited
    expect(isGone(ofPid(child.pid ?? 0))).toBe(true)
  })

  it('is not known of another machine, another container, or a version that named nobody', () => {
    const [uuid, mark = ''] = newHolder().split('@')
    expect(isGone(`${uuid}@other/${mark}`)).toBe(false)
    expect(isGone(`${uuid}@ 999999 1`)).toBe(false)
    expect(isGone(uuid ?? '')).toBe(false)
    expect(isGone('')).toBe(false)
  })
})
