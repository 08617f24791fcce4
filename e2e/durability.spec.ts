import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'

import { rounds } from '@/lib/testing/rounds'

import { type Panel, startPanel } from './support/panel'

const ROUNDS = rounds({ long: 10, short: 3 })
const WRITERS = 4

/** What the service has confirmed, and what must exist after every restart. */
type Acknowledged = {
  readonly labels: Set<string>
  readonly filters: Set<string>
  records: number
  asked: number
  cap: number
}

const get = async (panel: Panel, key: string, path: string) => {
  const answer = await fetch(`${panel.apiUrl}${path}`, { headers: { 'x-api-key': key } })
  expect(answer.status, path).toBe(200)
  return (await answer.json()) as Record<string, unknown>
}

/** A write that was not confirmed before the kill rejects; only a complete 2xx counts. */
async function acknowledged(url: string, init: RequestInit): Promise<unknown> {
  const answer = await fetch(url, init)
  if (!answer.ok) throw new Error(`${init.method ?? 'GET'} ${url}: ${answer.status}`)
  return answer.status === 204 ? undefined : answer.json()
}

type Writer = { readonly seen: Acknowledged; readonly onWrite: () => void }

/** Writes of every kind, one after another, until the process has ended. */
async function writeUntilKilled(panel: Panel, key: string, { seen, onWrite }: Writer): Promise<void> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const post = (path: string, body: unknown, method = 'POST') =>
    acknowledged(`${panel.apiUrl}${path}`, { method, headers, body: JSON.stringify(body) })
  try {
    for (;;) {
      const number = seen.asked++
      const label = `etykieta ${number}`
      const krs = String(9_100_000 + number).padStart(10, '0')
      const result = await post('/v1/monitors/bulk', {
        items: [{ identifier_type: 'krs', identifier_value: krs, label }],
      })
      expect(result).toEqual({ inserted: 1, duplicates: 0, invalid: [] })
      seen.labels.add(label)
      await acknowledged(`${panel.apiUrl}/v1/record?krs=${KRS}`, { headers })
      seen.records++
      await post('/v1/filters', { name: `filtr ${number}`, content: { nip: ['7740001454'] } })
      seen.filters.add(`filtr ${number}`)
      onWrite()
    }
  } catch (error) {
    if (error instanceof TypeError || (error instanceof Error && error.name === 'SyntaxError')) return
    throw error
  }
}

let KRS = ''

test('what was acknowledged before kill -9 is there after the restart, however often', async () => {
  test.setTimeout(180_000)
  const dataDir = mkdtempSync(join(tmpdir(), 'panel-kill-'))
  cpSync(process.env['PANEL_TEMPLATE'] ?? '', dataDir, { recursive: true })
  const seen: Acknowledged = { labels: new Set(), filters: new Set(), records: 0, asked: 0, cap: 0 }
  let panel = await startPanel(dataDir)
  try {
    panel.admin([
      'account',
      'create',
      'kill-nine',
      '--name',
      'Kill Nine',
      '--plan',
      'enterprise',
      '--limit',
      'filters=100000',
    ])
    const key = panel.admin(['key', 'create', '--account', 'kill-nine', '--name', 'e2e']).trim()
    KRS = await someKrs(panel)
    for (let round = 0; round < ROUNDS; round++) {
      await writeAndKill(panel, key, { seen, round })
      panel = await startPanel(dataDir)
      await expectEverything(panel, key, seen)
    }
    expect(seen.labels.size).toBeGreaterThan(ROUNDS * WRITERS)
    expect(panel.admin(['usage', 'verify'])).not.toMatch(/differ/i)
  } finally {
    await panel.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

async function someKrs(panel: Panel): Promise<string> {
  const key = panel.admin(['key', 'create', '--account', 'demo-pro', '--name', 'e2e']).trim()
  const { items } = (await get(panel, key, '/v1/monitors?identifier_type=krs&limit=1000')) as {
    items: { identifier_value: string; subject_name: string | null }[]
  }
  return items.find((item) => item.subject_name !== null)?.identifier_value ?? ''
}

/** Kills at a write that differs from round to round, while the other writers wait for their answers. */
async function writeAndKill(panel: Panel, key: string, { seen, round }: { seen: Acknowledged; round: number }) {
  const killAt = 6 + round * 3
  let writes = 0
  const onWrite = () => {
    writes++
    if (writes === killAt) panel.kill('SIGKILL')
  }
  const cap = 100 + round
  const answer = (await acknowledged(`${panel.apiUrl}/v1/usage/api/spend-cap`, {
    method: 'PUT',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ spend_cap_pln: cap }),
  })) as { spend_cap_pln: number }
  seen.cap = answer.spend_cap_pln
  await Promise.all(Array.from({ length: WRITERS }, () => writeUntilKilled(panel, key, { seen, onWrite })))
  expect(writes).toBeGreaterThanOrEqual(killAt)
  await panel.stop()
}

async function expectEverything(panel: Panel, key: string, seen: Acknowledged): Promise<void> {
  const labels = new Set<string>()
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = (await get(panel, key, `/v1/monitors?limit=1000${cursor && `&cursor=${cursor}`}`)) as {
      items: { label: string }[]
      next_cursor: string | null
    }
    for (const { label } of page.items) labels.add(label)
    cursor = page.next_cursor
  }
  expect([...seen.labels].filter((label) => !labels.has(label))).toEqual([])
  const { items } = (await get(panel, key, '/v1/filters')) as { items: { name: string }[] }
  const names = new Set(items.map(({ name }) => name))
  expect([...seen.filters].filter((name) => !names.has(name))).toEqual([])
  const meter = (await get(panel, key, '/v1/usage/api')) as { used: number; spend_cap_pln: number }
  expect(meter.spend_cap_pln).toBe(seen.cap)
  // In each round, at most one call per writer was charged but not answered.
  expect(meter.used).toBeGreaterThanOrEqual(seen.records)
  expect(meter.used).toBeLessThanOrEqual(seen.records + WRITERS * ROUNDS)
}
