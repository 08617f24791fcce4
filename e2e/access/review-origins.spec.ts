import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import * as z from 'zod'

import { expect, test } from '../support/fixtures'
import { type Panel, ROOT, startPanel } from '../support/panel'
import {
  addressOf,
  ask,
  fullInput,
  harmlessInput,
  inTurns,
  reviewedRows,
  sessionOf,
  writingRows,
} from '../support/reviewed-rows'

/** Writes are only accepted from pages of this panel; every other origin is refused and changes nothing. */

let panel: Panel
let dataDir: string
let own: string
// Calls every operation of both contracts, one after the other.
test.describe.configure({ timeout: 180_000 })

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'panel-origins-'))
  cpSync(process.env['PANEL_TEMPLATE'] ?? '', dataDir, { recursive: true })
  const named = (url: string) => url.replace('127.0.0.1', 'localhost')
  const started = await startPanel(dataDir, (url) => ({ PANEL_URL: named(url) }))
  own = named(started.url)
  panel = { ...started, url: own }
})
test.afterAll(async () => {
  await panel.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Undefined: the call has no origin, which no browser sends. */
function foreignOrigins(): readonly (string | undefined)[] {
  const { host, hostname, port } = new URL(own)
  return [
    undefined,
    'null',
    'http://other.test',
    `http://${hostname}:${Number(port) + 1}`,
    `https://${host}`,
    `http://sub.${host}`,
    `http://x${host}`,
    `http://${hostname}.other.test:${port}`,
    `http://${host}@other.test`,
    `http://other.test@${host}`,
    `http://${host.toUpperCase()}`,
    `http://${hostname}.:${port}`,
    `${own}/usage`,
  ]
}
const withOrigin = (origin: string | undefined): Record<string, string> => (origin === undefined ? {} : { origin })

/** Events arrive without any call. */
const EVENTS = ['events.list', 'events.updates', 'events.unread', 'updates.list', 'monitorEvents.list']
/** Answers that change through reading or with time. */
const MOVING = [
  ...EVENTS,
  'audit.list',
  'audit.facets',
  'audit.verify',
  'sessions.list',
  'members.list',
  'connection.read',
  'archive.removal',
  // Published by the sample data.
  'msig.issues',
  'bzp.facets',
]
const shownRows = reviewedRows.filter(
  ({ name, operation: { method, params, execution, produces } }) =>
    method === 'GET' && params === undefined && execution === 'reads' && produces === 'json' && !MOVING.includes(name),
)
const auditPage = z.object({ items: z.array(z.object({ number: z.number(), action: z.string() })) })

/** Removes time stamps of the last service call, the free disk space, and one-time tokens. */
const withoutAge = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (key, value: unknown) => (/as_of$|^free_bytes$|^download$/.test(key) ? undefined : value)),
  )

/** Everything that the owner can read without paying, and the audit log, which also records refused calls. */
async function stateOf(cookie: string): Promise<Readonly<Record<string, unknown>>> {
  const state: Record<string, unknown> = {}
  await inTurns(shownRows, 2, async (row) => {
    const answer = await ask(panel, addressOf(row, await harmlessInput(row)), { headers: { cookie } })
    if (answer.status === 200) state[row.name] = withoutAge(answer.body)
  })
  const log = auditPage.parse((await ask(panel, '/api/panel/audit?limit=500', { headers: { cookie } })).body)
  state['done'] = log.items.filter(({ action }) => !action.startsWith('security.'))
  return state
}

test('a row that is not only read is called by a page of this panel, or by none', async () => {
  expect(writingRows.length).toBeGreaterThan(70)
  const cookie = await sessionOf(panel, 'owner@demo.test')
  const before = await stateOf(cookie)
  expect(Object.keys(before).length).toBeGreaterThan(20)
  const wrong: string[] = []
  await inTurns(writingRows, 3, async (row) => {
    const { method } = row.operation
    for (const origin of foreignOrigins()) {
      const { text, ...input } = fullInput(row)
      const headers = { cookie, ...withOrigin(origin) }
      const { status, code } = await ask(panel, addressOf(row, input), { method, headers, ...(text && { text }) })
      if (status !== 403 || code !== 'bad_origin') wrong.push(`${row.name} from ${origin}: ${status} ${code}`)
    }
  })
  expect(wrong).toEqual([])
  expect(await stateOf(cookie)).toEqual(before)
})

test('the same rows are reached from the panel itself', async () => {
  const cookie = await sessionOf(panel, 'owner@demo.test')
  const refused: string[] = []
  await inTurns(writingRows, 3, async (row) => {
    const { text, ...input } = await harmlessInput(row)
    const headers = { cookie, origin: own }
    const { method } = row.operation
    const { status } = await ask(panel, addressOf(row, input), { method, headers, ...(text && { text }) })
    if ([401, 403].includes(status)) refused.push(`${row.name}: ${status}`)
  })
  expect(refused).toEqual([])
})

const manifest = z.object({ node: z.record(z.string(), z.object({ exportedName: z.string() })) })

/** Next's list of server actions by id. */
function serverActions(): readonly { readonly id: string; readonly name: string }[] {
  const file = join(ROOT, process.env['NEXT_DIST_DIR'] ?? '.next', 'server', 'server-reference-manifest.json')
  const { node } = manifest.parse(JSON.parse(readFileSync(file, 'utf8')))
  return Object.entries(node).map(([id, { exportedName }]) => ({ id, name: exportedName }))
}

const act = (id: string, cookie: string, origin: string | undefined) =>
  ask(panel, '/usage', {
    method: 'POST',
    text: '["en"]',
    headers: { cookie, 'next-action': id, 'content-type': 'text/plain;charset=UTF-8', ...withOrigin(origin) },
  })

test('what forms of pages do is done for forms of this panel', async () => {
  const actions = serverActions()
  expect(actions.map(({ name }) => name)).toEqual(expect.arrayContaining(['signIn', 'signOut', 'setLocale', 'signUp']))
  const cookie = await sessionOf(panel, 'owner@demo.test')
  const before = await stateOf(cookie)
  for (const { id, name } of actions)
    for (const origin of foreignOrigins()) {
      const { status, code } = await act(id, cookie, origin)
      expect([status, code], `${name} from ${origin}`).toEqual([403, 'bad_origin'])
    }
  expect(await stateOf(cookie)).toEqual(before)
  const language = actions.find(({ name }) => name === 'setLocale')
  const done = await act(language?.id ?? '', cookie, own)
  expect(done.headers.getSetCookie().join()).toContain('en')
})

test('signing in and out is for forms of this panel, and without an origin for who has the token of next-auth', async () => {
  const cookie = await sessionOf(panel, 'owner@demo.test')
  const isSignedIn = async () => (await ask(panel, '/api/panel/profile', { headers: { cookie } })).status === 200
  for (const path of ['callback/credentials', 'signout', 'signin/oidc'])
    for (const origin of foreignOrigins()) {
      const { status, code, headers } = await ask(panel, `/api/auth/${path}`, {
        method: 'POST',
        text: 'email=owner%40demo.test&password=password-of-the-tests&json=true',
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', ...withOrigin(origin) },
      })
      if (origin !== undefined) expect([status, code], `${path} from ${origin}`).toEqual([403, 'bad_origin'])
      expect(headers.getSetCookie().filter((line) => line.includes('session-token'))).toEqual([])
      expect(await isSignedIn(), `${path} from ${origin}`).toBe(true)
    }
})

test('how strong a password is, which changes nothing, is told to pages of this panel', async () => {
  const text = JSON.stringify({ password: 'correct horse battery', token: null })
  for (const origin of foreignOrigins()) {
    const { status, code } = await ask(panel, '/api/password-strength', {
      method: 'POST',
      text,
      headers: withOrigin(origin),
    })
    expect([status, code], origin).toEqual([403, 'bad_origin'])
  }
})

test('a mail program, which is no page, unsubscribes by the token alone, whoever is signed in', async () => {
  const cookie = await sessionOf(panel, 'owner@demo.test')
  const before = await stateOf(cookie)
  for (const origin of [own, ...foreignOrigins()]) {
    const headers = { cookie, ...withOrigin(origin) }
    expect((await ask(panel, '/api/unsubscribe?token=nobody', { method: 'POST', headers })).status, origin).toBe(404)
  }
  expect(await stateOf(cookie)).toEqual(before)
})
