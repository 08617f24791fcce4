import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'

import { makeDatabase, postgresUrl, type TestDatabase } from '@/lib/testing/postgres'
import { rounds } from '@/lib/testing/rounds'

import { type Http2Answer, openHttp2, signInOver } from '../support/http2'
import { type Nginx, nginxIsMissing, reserveNginx, startNginx } from '../support/nginx'
import { makeOwnerByCommand } from '../support/owner'
import { type Panel, startPanel } from '../support/panel'

const missing = nginxIsMissing ?? (postgresUrl === null ? 'NOT TESTED: there is no PostgreSQL here' : undefined)
test.skip(missing !== undefined, missing)

const KILLS = rounds({ long: 6, short: 1 })
const PEOPLE = 6
/** Number of confirmed writes before a kill, and again after it. */
const WRITES = rounds({ long: 200, short: 40 })

let folder = ''
let database: TestDatabase
let nginx: Nginx
const panels: Panel[] = []

test.beforeAll(async () => {
  test.setTimeout(180_000)
  folder = mkdtempSync(join(tmpdir(), 'panel-two-'))
  database = await makeDatabase()
  const reserved = await reserveNginx()
  const env = {
    DATABASE_URL: database.url,
    SAMPLE_DATA: 'off',
    PANEL_SECRET: 'a-secret-that-both-of-them-know-0123456789',
    AUDIT_KEY: 'a-key-that-both-of-them-know-0123456789abc',
    PANEL_URL: reserved.panelUrl,
    TRUSTED_PROXIES: '127.0.0.1',
  }
  start = (ports?: Ports) => startPanel(join(folder, 'data'), { ...env, ...ports })
  // The first panel migrates, so the second one does not have to wait for it.
  panels.push(await start(), await start())
  nginx = await startNginx(join(folder, 'nginx'), reserved, {
    panels: panels.map(({ url }) => url),
    apis: panels.map(({ apiUrl }) => apiUrl),
  })
})

type Ports = { readonly PORT: string; readonly API_PORT: string }
let start: (ports?: Ports) => Promise<Panel>

/** Starts a panel at the address of a killed one, where nginx expects it. */
async function replace(index: number): Promise<void> {
  const killed = panels[index]
  if (killed === undefined) throw new Error('There is no such panel')
  await killed.stop()
  panels[index] = await start({ PORT: new URL(killed.url).port, API_PORT: new URL(killed.apiUrl).port })
}

test.afterAll(async () => {
  await nginx?.stop()
  await Promise.all(panels.map((panel) => panel.stop()))
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

type Tally = {
  /** KRS numbers of the monitors whose creation was confirmed. */
  readonly labels: Set<string>
  /** Statuses of failed attempts (500 and above); 0 if there was no answer. */
  readonly failures: number[]
  /** The most attempts of one request. */
  tries: number
  requests: number
}

const MAX_TRIES = 3

/** Repeats a request until a panel answers, as a browser's reload would. */
async function sendUntilAnswered(tally: Tally, send: () => Promise<Http2Answer>): Promise<Http2Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send().catch(() => undefined)
    tally.requests += 1
    tally.tries = Math.max(tally.tries, attempt)
    if (answer !== undefined && answer.status < 500) return answer
    tally.failures.push(answer?.status ?? 0)
    if (attempt === MAX_TRIES)
      throw new Error(`${attempt} tries: ${answer?.status ?? 'no answer'} ${answer?.body.toString()}`)
  }
}

/** Writes, reads and opens a page in turn until enough writes are confirmed. */
async function work(person: number, cookie: string, { tally, isEnough }: { tally: Tally; isEnough: () => boolean }) {
  const client = openHttp2(nginx.panelUrl)
  const json = { cookie, origin: nginx.panelUrl, 'content-type': 'application/json' }
  try {
    for (let each = 0; !isEnough(); each += 1) {
      const label = `two-panels ${person}/${tally.labels.size}/${each}`
      const krs = String(9_100_000 + person * 100_000 + tally.labels.size).padStart(10, '0')
      const body = JSON.stringify({ items: [{ identifier_type: 'krs', identifier_value: krs, label }] })
      const writeAnswer = await sendUntilAnswered(tally, () =>
        client.ask('/api/v1/monitors/bulk', { headers: json, body }),
      )
      expect(writeAnswer.status, writeAnswer.body.toString()).toBeLessThan(300)
      tally.labels.add(krs)
      const read = await sendUntilAnswered(tally, () => client.ask('/api/v1/usage/summary', { headers: { cookie } }))
      expect(read.status, 'a session that has ended would be 401').toBe(200)
      if (each % 5 > 0) continue
      const page = await sendUntilAnswered(tally, () =>
        client.ask('/usage', { headers: { cookie, accept: 'text/html' } }),
      )
      expect(page.status, 'somebody who is signed out would be led to the sign-in page').toBe(200)
    }
  } finally {
    client.close()
  }
}

async function monitorsOf(cookie: string): Promise<Set<string>> {
  const client = openHttp2(nginx.panelUrl)
  const found = new Set<string>()
  for (let cursor: string | null = ''; cursor !== null;) {
    const path = `/api/v1/monitors?limit=1000${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const { body } = await client.ask(path, { headers: { cookie } })
    const page = JSON.parse(body.toString()) as { items: { identifier_value: string }[]; next_cursor: string | null }
    for (const { identifier_value: value } of page.items) found.add(value)
    cursor = page.next_cursor
  }
  client.close()
  return found
}

test('kill -9 of one of two panels: no write is lost, no session ends, and a request is repeated at most once', async () => {
  test.setTimeout(600_000)
  const [first] = panels
  if (first === undefined) throw new Error('There is no panel')
  const owner = makeOwnerByCommand(first, 'two-panels', ['--plan', 'enterprise'])
  const client = openHttp2(nginx.panelUrl)
  const cookies: string[] = []
  for (let person = 0; person < PEOPLE; person += 1) cookies.push(await signInOver(client, nginx.panelUrl, owner))
  client.close()
  const tally: Tally = { labels: new Set(), failures: [], tries: 0, requests: 0 }
  for (let kill = 0; kill < KILLS; kill += 1) {
    const [before, killed] = [tally.labels.size, panels[kill % 2]]
    const isEnough = () => {
      const written = tally.labels.size - before
      if (written >= WRITES) killed?.kill('SIGKILL')
      return written >= 2 * WRITES
    }
    await Promise.all(cookies.map((cookie, person) => work(person, cookie, { tally, isEnough })))
    expect(tally.tries).toBeLessThanOrEqual(2)
    if (kill + 1 < KILLS) await replace(kill % 2)
  }
  // At most one interrupted request for each person and kill.
  expect(tally.failures.length, tally.failures.join(', ')).toBeLessThanOrEqual(PEOPLE * KILLS)
  const storedNumbers = await monitorsOf(cookies[0] ?? '')
  expect([...tally.labels].filter((krs) => !storedNumbers.has(krs))).toEqual([])
  // Both commands exit with 1 when something is wrong.
  first.admin(['usage', 'verify'])
  first.admin(['audit', 'verify'])
  test
    .info()
    .annotations.push({ type: 'figures', description: JSON.stringify({ ...tally, labels: tally.labels.size }) })
})
