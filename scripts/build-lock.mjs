/**
 * Lets one process at a time install, build or bundle in a checkout; the others wait. Uses only Node, because nothing
 * is installed yet.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const POLL_EVERY_MS = 250

/**
 * Runs `work` while no other process holds the lock of this name. The lock of a dead process is taken over. A
 * wait is reported on standard error.
 */
export async function withBuildLock(name, work) {
  const file = join(root, `.${name}-lock`)
  let hasWaited = false
  while (!tryToLock(file)) {
    const pid = holderOf(file)
    if (pid !== undefined && !isAlive(pid)) {
      removeDeadLock(file, pid)
      continue
    }
    if (!hasWaited) process.stderr.write(`Waiting for process ${pid ?? '?'}, which does the same here (${file}) …\n`)
    hasWaited = true
    await wait(POLL_EVERY_MS)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** True when this process created the file. Other errors, such as a read-only disk, are thrown. */
function tryToLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Undefined while the file has no pid yet, and once it is deleted. */
function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined
  } catch {
    return undefined
  }
}

/**
 * If several processes find the same dead holder, only one removes its file, and no process removes that of the next
 * holder.
 */
function removeDeadLock(file, pid) {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (holderOf(aside) === pid) rmSync(aside, { force: true })
  else renameSync(aside, file)
}

/** In a container each start has the same pid, so a file with this pid is from an earlier process. */
function isAlive(pid) {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM means that a process of another user is alive.
    return error.code === 'EPERM'
  }
}
