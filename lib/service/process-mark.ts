import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'

/** Where a process runs, as far as its number means anything there, which process it is, and when it began. */
type Mark = { readonly place: string; readonly pid: number; readonly startedAt: string }

/**
 * A name for who holds a claim. On Linux it says which process that is, so that others of the same machine and container see at once
 * when it is gone, and need not wait for its claims to run out.
 */
export const newHolder = (): string => [randomUUID(), ownMark()].join('@')

/** True only where the process of a holder is known to be gone; of another machine or container nobody knows. */
export function isGone(holder: string): boolean {
  const [, text = ''] = holder.split('@')
  const [place, pid, startedAt] = text.split(' ')
  if (place === undefined || place === '' || place !== placeHere()) return false
  return !isRunning({ place, pid: Number(pid), startedAt: startedAt ?? '' })
}

let own: string | undefined

function ownMark(): string {
  own ??= [placeHere(), process.pid, statOf(process.pid)?.startedAt ?? ''].join(' ')
  return own
}

/** The boot of the machine and the process namespace; empty where the system tells neither. */
function placeHere(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}/${readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '')}`
  } catch {
    return ''
  }
}

function isRunning({ pid, startedAt }: Mark): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Another user's process may not be asked, but it is there.
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
  }
  const now = statOf(pid)
  // What is killed stays in the list until its parent has looked.
  return now === undefined || (now.startedAt === startedAt && !'ZX'.includes(now.state))
}

/** `proc(5)`: the name of the command, which may hold anything, stands in brackets. */
function statOf(pid: number): { state: string; startedAt: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', startedAt: fields[19] ?? '' }
  } catch {
    return undefined
  }
}
