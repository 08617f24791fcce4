/**
 * `npm start`: from a fresh clone to a running panel. Installs and builds what is outdated, then serves in this
 * process, so that its pid is the server's. With `--built` it serves the existing build and writes only to the data
 * directory: for containers and service managers.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { requireFreeAddress } from './listen.mjs'
import { prepare, requireNode } from './prepare.mjs'

// Declared above the code that runs, because a constant does not exist before its line.
/** The operator's command line; an image has a separate command for it. */
const ADMIN = process.env.ADMIN_COMMAND || 'npm run -s admin --'
const USER_LINES = [
  `Users    ${ADMIN} user create <email> --account <slug> --role owner`,
  'Sample   off; SAMPLE_DATA=on loads sample data and lets their users sign in',
]

try {
  requireNode()
  if (!process.argv.includes('--built')) {
    await requireFreeAddress(process.env)
    await prepare()
  }
  const { serve } = await import('./serve.mjs')
  const { port, hostname } = await serve()
  // Not written by the console, whose output goes to the log by now.
  for (const line of await welcome(port, hostname)) process.stdout.write(`${line}\n`)
} catch (error) {
  process.stderr.write(`Cannot start: ${String(error.message).split('\n')[0]}\n`)
  process.exit(1)
}

async function welcome(port, hostname) {
  const { PANEL_URL } = process.env
  const host = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(hostname) ? 'localhost' : hostname
  const panel = PANEL_URL?.replace(/\/$/, '') || `http://${host}:${port}`
  // Set by lib/server/runtime.ts in this process.
  const runtime = globalThis[Symbol.for('registers-panel.runtime')]
  const setup = await runtime?.setupAddress(panel)
  return [`Panel    ${panel}`, ...(setup ? [`Set up   ${setup}`] : []), ...(await serviceLines(host, port, runtime))]
}

async function serviceLines(host, port, runtime) {
  const { PUBLIC_API_URL, REGISTERS_API_URL, API_PORT } = process.env
  if (REGISTERS_API_URL) {
    const user = `Users    ${ADMIN} user create <email> --account remote --role owner`
    return [`Service  ${REGISTERS_API_URL} (remote)`, user]
  }
  const service = PUBLIC_API_URL?.replace(/\/+$/, '').replace(/\/v1$/, '') || `http://${host}:${API_PORT || port + 1}`
  return [`Service  ${service}/v1`, ...((await runtime?.usesSampleData()) ? sampleLines() : USER_LINES)]
}

/** Only a terminal shows the password itself, because output to a file or a log is stored. */
function sampleLines() {
  const users = 'Sign in  owner@demo.test, finance@demo.test, compliance@demo.test or viewer@demo.test'
  if (process.env.DEMO_PASSWORD) return [users, '         password: DEMO_PASSWORD']
  const file = resolve(join(process.env.DATA_DIR || '.data', 'demo-password'))
  const password = process.stdout.isTTY && existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  return [users, password ? `         password ${password}  (${file})` : `         password: cat ${file}`]
}
