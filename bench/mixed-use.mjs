// What people and programs ask of a panel over a day, one thing after another: reads, searches, files, and monitors that come
// and go. Counts the answers by status.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'

import { ROOT } from './app.mjs'

const NAMES = ['spółka', 'nowak', 'bud', 'hotel', 'fundacja', 'trans', 'piekarnia']
const READS = [
  '/api/v1/usage/summary',
  '/api/v1/usage/daily',
  '/api/v1/monitors?limit=100',
  '/api/v1/reports?limit=50',
  '/api/panel/events?limit=50',
  '/api/panel/audit?limit=50',
  '/api/panel/monitors/all',
  '/api/panel/audit/export',
  '/api/panel/bzp-matches/calendar',
  '/api/panel/members',
]

export function startMixedUse(app, cookie) {
  const key = execFileSync(
    process.execPath,
    ['scripts/admin.mjs', 'key', 'create', '--account', 'demo-pro', '--name', `mixed-${randomUUID().slice(0, 8)}`],
    { cwd: ROOT, env: { ...process.env, DATA_DIR: app.dataDir, LOG_LEVEL: 'silent' }, encoding: 'utf8' },
  ).trim()
  const statuses = new Map()
  let turns = 0
  const call = async (url, init = {}) => {
    const answer = await fetch(url, init)
    const text = await answer.text()
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    return { status: answer.status, text }
  }
  const byPerson = (path, { headers, ...init } = {}) =>
    call(`${app.url}${path}`, { ...init, headers: { cookie, origin: app.url, ...headers } })
  const byKey = (path) => call(`${app.apiUrl}${path}`, { headers: { 'x-api-key': key } })
  const json = { 'content-type': 'application/json' }

  async function comeAndGo() {
    const body = JSON.stringify({ identifier_type: 'krs', identifier_value: krsOf(turns), label: `Mixed use ${turns}` })
    const made = await byPerson('/api/v1/monitors', {
      method: 'POST',
      headers: { ...json, 'idempotency-key': randomUUID() },
      body,
    })
    if (made.status !== 201) return
    await byPerson(`/api/v1/monitors/${JSON.parse(made.text).id}`, { method: 'DELETE' })
  }

  return {
    turn: async () => {
      turns += 1
      await byPerson(READS[turns % READS.length])
      await byPerson(`/api/v1/search?q=${encodeURIComponent(NAMES[turns % NAMES.length])}&limit=20`)
      await byKey('/v1/usage/summary')
      await byKey('/v1/updates?limit=100')
      await comeAndGo()
    },
    summary: () =>
      `${turns} turns, answers by status: ${[...statuses].map(([status, n]) => `${status}: ${n}`).join(', ')}`,
  }
}

const krsOf = (turn) => String(1 + (turn % 900_000)).padStart(10, '0')
