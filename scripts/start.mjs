/**
 * `npm start`: from a fresh clone to a served panel. Installs and builds what is stale, then serves in this very process,
 * so that its pid is the server's.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { buildIfStale, installIfStale, requireNode } from './prepare.mjs'

try {
  requireNode()
  installIfStale()
  buildIfStale()
  const { serve } = await import('./serve.mjs')
  const { port, hostname } = await serve()
  for (const line of welcome(port, hostname)) console.log(line)
} catch (error) {
  process.stderr.write(`Cannot start: ${String(error.message).split('\n')[0]}\n`)
  process.exit(1)
}

function welcome(port, hostname) {
  const { PANEL_URL, PUBLIC_API_URL, REGISTERS_API_URL, SAMPLE_DATA, API_PORT } = process.env
  const host = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(hostname) ? 'localhost' : hostname
  const lines = [`Panel    ${PANEL_URL || `http://${host}:${port}`}`]
  if (REGISTERS_API_URL) {
    return [
      ...lines,
      `Service  ${REGISTERS_API_URL} (remote)`,
      'Users    npm run -s admin -- user create <email> --account remote --role owner',
    ]
  }
  const service = PUBLIC_API_URL?.replace(/\/+$/, '').replace(/\/v1$/, '') || `http://${host}:${API_PORT || port + 1}`
  lines.push(`Service  ${service}/v1`)
  return SAMPLE_DATA === 'off' ? lines : [...lines, ...sampleLines()]
}

function sampleLines() {
  const file = join(process.env.DATA_DIR || '.data', 'demo-password')
  const password = process.env.DEMO_PASSWORD || (existsSync(file) ? readFileSync(file, 'utf8').trim() : '')
  const kept = process.env.DEMO_PASSWORD ? 'DEMO_PASSWORD' : resolve(file)
  return [
    'Sign in  owner@demo.test, finance@demo.test, compliance@demo.test or viewer@demo.test',
    `         password ${password}  (${kept})`,
  ]
}
