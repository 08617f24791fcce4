import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'

import { type Checkout, isLong, makeCheckout, START_MS, type StartedPanel } from '../support/checkout'
import { PASSWORD } from '../support/panel'
import { commandsUnder } from '../support/readme'

/** The long run uses a sample of five times the size, other runs the ordinary one. */
const SCALE = isLong ? '--scale 5' : '--scale 1'

/** Commands that do not apply to this store, and their messages. */
const REFUSED: readonly (readonly [command: string, words: string])[] = [
  ['user reset-second-factor', 'has no second factor'],
  ['setup token', 'is set up'],
  // A new panel has no closed period yet; `verify-pack.service.test.ts` checks one.
  ['statement verify', 'no such file'],
  ['move --to postgres', 'DATABASE_URL must name the PostgreSQL database'],
]

/** Runs every line of the README's chapter on the command line, in its order, while the panel runs. */
test('every command of the README’s command-line chapter has the documented result', async () => {
  test.setTimeout(2 * START_MS)
  const checkout: Checkout = makeCheckout()
  let panel: StartedPanel | undefined
  try {
    const env = { DATA_DIR: '.data', SAMPLE_DATA: 'off' }
    panel = await checkout.start('npm start', env)
    writeFileSync(join(checkout.folder, 'password.txt'), `${PASSWORD}\n`)
    let key = ''
    for (const line of commandsUnder('Operator’s command line')) {
      const command = line
        .replace('--scale 5', SCALE)
        .replace('/backups/', `${checkout.folder}/backups/`)
        .replace('brd_ab12', key.slice(0, 8))
      const { code, stdout, stderr } = checkout.run(command, env)
      const refusal = REFUSED.find(([part]) => line.includes(part))?.[1]
      expect(code, `${command}\n${stdout}${stderr}`).toBe(refusal === undefined ? 0 : 1)
      if (refusal !== undefined) expect(stderr).toContain(refusal)
      expect(stderr, command).not.toMatch(/\bat .*:\d+:\d+\)/)
      // Later lines refer to the first key that was created.
      if (key === '' && / key create /.test(line)) key = stdout.trim()
    }
    expect(key).toMatch(/^brd_\w+$/)
    const health = await fetch(`${panel.url}/api/health`)
    expect(health.status).toBe(200)
  } finally {
    await panel?.stop()
    checkout.remove()
  }
})
