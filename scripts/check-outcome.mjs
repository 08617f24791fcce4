/**
 * What `npm run check` came to, so that `npm test` need not run unit tests again straight after it, nor the build look at types. It
 * counts only for the very same files and the same Node; where git cannot tell the files, nothing is remembered.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { root } from './prepare.mjs'

const file = join(root, 'node_modules', '.cache', 'check-outcome.json')

/** Names this state of the project; undefined where git cannot list its files. */
function stateOfFiles() {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (listed.status !== 0 || listed.stdout === '') return undefined
  const hash = createHash('sha256').update(process.version)
  for (const path of [...new Set(listed.stdout.split('\0'))].sort()) {
    const full = join(root, path)
    if (path !== '' && statSync(full, { throwIfNoEntry: false })?.isFile())
      hash.update(`${path}\0`).update(readFileSync(full)).update('\0')
  }
  return hash.digest('hex')
}

/** @param {number} passed how many unit tests passed, where every step of the check did */
export function rememberCheck(passed) {
  const state = stateOfFiles()
  if (state === undefined || !(passed > 0)) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ state, passed }))
}

/** How many unit tests passed in a check of these very files that found nothing; undefined where there was none. */
export function recallCheck() {
  if (!existsSync(file)) return undefined
  const { state, passed } = JSON.parse(readFileSync(file, 'utf8'))
  return passed > 0 && state === stateOfFiles() ? passed : undefined
}
