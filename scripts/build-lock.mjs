/** One process at a time installs, builds or bundles in a checkout; the others wait. Node alone: nothing is installed yet. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const LOOK_EVERY_MS = 250

/**
 * Runs `work` while no other process does so under the same name. The lock of a process that is gone is taken over. Says on
 * standard error what is waited for.
 */
export async function withBuildLock(name, work) {
  const file = join(root, `.${name}-lock`)
  let hasWaited = false
  while (!take(file)) {
    const pid = holderOf(file)
    if (pid !== undefined && !isAlive(pid)) {
      takeAway(file, pid)
      continue
    }
    if (!hasWaited) process.stderr.write(`Waiting for process ${pid ?? '?'}, which does the same here (${file}) …\n`)
    hasWaited = true
    await wait(LOOK_EVERY_MS)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** True when the file was not there and is ours now. Other errors, such as a read-only disk, are thrown. */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Undefined while the file is there and its pid is not yet, and once it is gone. */
function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined
  } catch {
    return undefined
  }
}

/** Of several that found the same dead process one takes its file away, and none that of the next holder. */
function takeAway(file, pid) {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (holderOf(aside) === pid) rmSync(aside, { force: true })
  else renameSync(aside, file)
}

/** A container gives each start the same pid: a file with ours is of a process before. */
function isAlive(pid) {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of somebody else is alive as well.
    return error.code === 'EPERM'
  }
}
