import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'

/** Identifies a process: the scope in which its pid is valid, the pid, and its start. */
type Mark = { readonly scope: string; readonly pid: number; readonly startedAt: string }

/**
 * A name for the holder of a claim. On Linux it identifies the process, so that others on the same machine and in the
 * same container detect its end immediately instead of waiting for the lease.
 */
export const newHolder = (): string => [randomUUID(), ownMark()].join('@')

/** True only if the holder's process is known to have ended; for another machine or container that is unknown. */
export function hasHolderEnded(holder: string): boolean {
  const [, text = ''] = holder.split('@')
  const [scope, pid, startedAt] = text.split(' ')
  if (scope === undefined || scope === '' || scope !== readScope()) return false
  return !isRunning({ scope, pid: Number(pid), startedAt: startedAt ?? '' })
}

let cachedMark: string | undefined

function ownMark(): string {
  cachedMark ??= [readScope(), process.pid, statOf(process.pid)?.startedAt ?? ''].join(' ')
  return cachedMark
}

/** Boot id of the machine and the process namespace; empty if the system provides neither. */
function readScope(): string {
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
    // A process of another user may not be signalled, but it exists.
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
  }
  const now = statOf(pid)
  // A killed process stays in the list as a zombie until its parent has waited for it.
  return now === undefined || (now.startedAt === startedAt && !'ZX'.includes(now.state))
}

/** `proc(5)`: the name of the command, which may contain any character, is in parentheses. */
function statOf(pid: number): { state: string; startedAt: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', startedAt: fields[19] ?? '' }
  } catch {
    return undefined
  }
}
