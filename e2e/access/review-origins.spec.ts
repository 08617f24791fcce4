import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { APIRequestContext } from '@playwright/test'
import * as z from 'zod'

import { expect, test } from '../support/fixtures'
import { type Panel, PASSWORD, ROOT } from '../support/panel'

/** Origin checks of pages and sign-in. `lib/server/http/origins.service.test.ts` tests those of API calls. */

/** Undefined means a request without an origin, which no browser sends. */
function foreignOrigins({ url }: Panel): readonly (string | undefined)[] {
  const { host, hostname, port } = new URL(url)
  return [
    undefined,
    'null',
    'http://other.test',
    `http://${hostname}:${Number(port) + 1}`,
    `http://sub.${host}`,
    `http://x${host}`,
    `http://${hostname}.other.test:${port}`,
    `http://${host}@other.test`,
    `http://other.test@${host}`,
    `http://${hostname}.:${port}`,
    `${url}/usage`,
  ]
}
const withOrigin = (origin: string | undefined): Record<string, string> => (origin === undefined ? {} : { origin })

const auditPage = z.object({ items: z.array(z.object({ number: z.number(), action: z.string() })) })

/** The account's actions and the user's profile. Refused calls are logged as well, so they are left out. */
async function stateOf(request: APIRequestContext): Promise<unknown> {
  const log = auditPage.parse(await (await request.get('/api/panel/audit?limit=500')).json())
  const actions = log.items.filter(({ action }) => !action.startsWith('security.'))
  const profile: unknown = await (await request.get('/api/panel/profile')).json()
  return { done: actions, profile }
}

const manifest = z.object({ node: z.record(z.string(), z.object({ exportedName: z.string() })) })

/** Next's list of server actions, which forms and buttons of pages call by id. */
function serverActions(): readonly { readonly id: string; readonly name: string }[] {
  const file = join(ROOT, process.env['NEXT_DIST_DIR'] ?? '.next', 'server', 'server-reference-manifest.json')
  const { node } = manifest.parse(JSON.parse(readFileSync(file, 'utf8')))
  return Object.entries(node).map(([id, { exportedName }]) => ({ id, name: exportedName }))
}

test('server actions are executed only for this panel', async ({ context, panel, signIn }) => {
  const actions = serverActions()
  expect(actions.map(({ name }) => name)).toEqual(expect.arrayContaining(['signIn', 'signOut', 'setLocale', 'signUp']))
  await signIn('owner')
  const { request } = context
  const act = (id: string, origin: string | undefined, locale = 'en') =>
    request.post('/usage', {
      data: JSON.stringify([locale]),
      maxRedirects: 0,
      headers: { 'next-action': id, 'content-type': 'text/plain;charset=UTF-8', ...withOrigin(origin) },
    })
  const before = await stateOf(request)
  for (const { id, name } of actions)
    for (const origin of foreignOrigins(panel)) {
      const answer = await act(id, origin)
      expect(answer.status(), `${name} from ${origin}`).toBe(403)
      expect(await answer.json()).toMatchObject({ detail: { code: 'bad_origin' } })
    }
  expect(await stateOf(request)).toEqual(before)
  const language = actions.find(({ name }) => name === 'setLocale')
  const languageAnswer = await act(language?.id ?? '', panel.url)
  expect(languageAnswer.headers()['set-cookie']).toContain('en')
  // Restores the language, because other tests sign in as the same user.
  await act(language?.id ?? '', panel.url, 'pl')
})

test('sign-in, sign-out and password strength requests from other origins change nothing', async ({
  context,
  panel,
  signIn,
}) => {
  await signIn('owner')
  const { request } = context
  const before = await stateOf(request)
  for (const origin of foreignOrigins(panel)) {
    // A request without an origin is accepted from a caller that has the token of next-auth.
    for (const path of ['callback/credentials', 'signout', 'signin/oidc']) {
      const form = { email: 'owner@demo.test', password: PASSWORD, json: 'true' }
      const answer = await request.post(`/api/auth/${path}`, { form, headers: withOrigin(origin), maxRedirects: 0 })
      if (origin !== undefined) expect(answer.status(), `${path} from ${origin}`).toBe(403)
      expect(answer.headers()['set-cookie'] ?? '').not.toContain('session-token')
    }
    const strengthRequest = { data: { password: 'correct horse battery', token: null }, headers: withOrigin(origin) }
    const strength = await request.post('/api/password-strength', strengthRequest)
    expect(strength.status(), origin).toBe(403)
    expect(await strength.json()).toMatchObject({ detail: { code: 'bad_origin' } })
  }
  expect(await stateOf(request)).toEqual(before)
})

// Mail programs have no origin, so only the token counts. `finance.spec.ts` unsubscribes with a valid one.
test('one-click unsubscribe checks the token from every origin', async ({ context, panel }) => {
  for (const origin of [panel.url, ...foreignOrigins(panel)]) {
    const answer = await context.request.post('/api/unsubscribe?token=nobody', { headers: withOrigin(origin) })
    expect(answer.status(), origin).toBe(404)
  }
})
