import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import * as z from 'zod'

import {
  addressOf,
  fullInput,
  harmlessInput,
  reviewedOperations,
  writingOperations,
} from '@/lib/testing/calls/reviewed-rows'
import { openTestPanel, TEST_ORIGIN, type TestPanel } from '@/lib/testing/doors/test-panel'

vi.mock('server-only', () => ({}))
vi.mock('../session', async () => (await import('@/lib/testing/signed-in')).sessionModule)
const { proxy } = await import('./proxy')
const { handlePanelRequest } = await import('./panel-api')

/** Only pages of this panel may change something: a call from any other origin is refused and changes nothing. */

const { host, hostname, port } = new URL(TEST_ORIGIN)
/** Undefined: a call without an origin, which no browser sends. */
const foreignOrigins: readonly (string | undefined)[] = [
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
  `${TEST_ORIGIN}/usage`,
]

let panel: TestPanel
beforeAll(async () => {
  panel = await openTestPanel({ proxy, handlePanelRequest })
})
afterAll(() => panel.stop())

/** Operations whose answers change with time or by being read. */
const CHANGING = ['audit.list', 'audit.facets', 'audit.verify', 'sessions.list', 'members.list', 'archive.removal']
const CHANGING_KEYS = /as_of$|^(?:checked_at|latency_ms|reading|free_bytes|download)$/
const shownRows = reviewedOperations.filter(
  ({ name, operation: { method, params, execution, produces } }) =>
    method === 'GET' &&
    params === undefined &&
    execution === 'reads' &&
    produces === 'json' &&
    !CHANGING.includes(name),
)
const auditPage = z.object({ items: z.array(z.object({ number: z.number(), action: z.string() })) })

/** Removes what changes between two answers: times of the last call, free disk space, and tokens. */
const withoutChangingKeys = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (key, value: unknown) => (CHANGING_KEYS.test(key) ? undefined : value)))

/** Everything that the account's owner can read without paying, and the audited actions except refused calls. */
async function stateOf(session: string): Promise<Readonly<Record<string, unknown>>> {
  const state: Record<string, unknown> = {}
  for (const row of shownRows) {
    const { text: _text, ...input } = await harmlessInput(row)
    const { status, body } = await panel.request(session, addressOf(row, input))
    if (status === 200) state[row.name] = withoutChangingKeys(body)
  }
  const log = auditPage.parse((await panel.request(session, '/api/panel/audit?limit=500')).body)
  state['done'] = log.items.filter(({ action }) => !action.startsWith('security.'))
  return state
}

it('an operation that writes refuses calls from every other origin', async () => {
  expect(writingOperations.length).toBeGreaterThan(70)
  const session = await panel.signIn('owner@demo.test')
  const before = await stateOf(session)
  expect(Object.keys(before).length).toBeGreaterThan(20)
  const wrong: string[] = []
  for (const row of writingOperations) {
    const { method } = row.operation
    for (const origin of foreignOrigins) {
      const { text, ...input } = fullInput(row)
      const headers: Record<string, string> = origin === undefined ? {} : { origin }
      const call = { method, headers, ...(text !== undefined && { text }) }
      const { status, code } = await panel.request(session, addressOf(row, input), call)
      if (status !== 403 || code !== 'bad_origin') wrong.push(`${row.name} from ${origin}: ${status} ${code}`)
    }
  }
  expect(wrong).toEqual([])
  expect(await stateOf(session)).toEqual(before)
})

it('the same operations accept calls from the panel itself', async () => {
  const session = await panel.signIn('owner@demo.test')
  const refused: string[] = []
  for (const row of writingOperations) {
    const { text, ...input } = await harmlessInput(row)
    const call = { method: row.operation.method, headers: { origin: TEST_ORIGIN }, ...(text !== undefined && { text }) }
    const { status } = await panel.request(session, addressOf(row, input), call)
    if ([401, 403].includes(status)) refused.push(`${row.name}: ${status}`)
  }
  expect(refused).toEqual([])
})
