/**
 * Stores the result of `npm run check`, so that a following `npm test` skips unit tests, and the build skips type
 * checks. It only counts for identical files and the same Node; without git nothing is stored.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { root } from './prepare.mjs'

const file = join(root, 'node_modules', '.cache', 'check-outcome.json')

/** Identifies this state of the project; undefined when git cannot list its files. */
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

/** @param {number} passed number of passed unit tests if every step of the check passed */
export function rememberCheck(passed) {
  const state = stateOfFiles()
  if (state === undefined || !(passed > 0)) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ state, passed }))
}

/** Number of unit tests that passed in a successful check of identical files; undefined without one. */
export function recallCheck() {
  if (!existsSync(file)) return undefined
  const { state, passed } = JSON.parse(readFileSync(file, 'utf8'))
  return passed > 0 && state === stateOfFiles() ? passed : undefined
}
