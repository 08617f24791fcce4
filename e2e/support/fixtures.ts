import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type BrowserContext, expect, type Page, test as base } from '@playwright/test'

import { checkAccessible } from './accessible'
import { waitForHydrationIn } from './hydration'
import { watchCalls } from './idle-network'
import { type Panel, PASSWORD, startPanel } from './panel'
import type { State } from './states'

export { expect }
export type SignedInRole = 'owner' | 'finance' | 'compliance' | 'viewer'

type WorkerFixtures = {
  /** Set by a file that needs its own panel, because what it uses up or blocks would affect later files. */
  readonly panelOf: string
  /** Whether the panel saves memory as after `npm start`, which takes more processor time. */
  readonly isCompact: boolean
  readonly panel: Panel
}
type TestFixtures = {
  /** Console and page errors that a test provokes on purpose; everything else fails it. */
  readonly expectedErrors: RegExp[]
  readonly watched: undefined
  /** Signs the context in, as a user of demo-pro by role or as anybody by e-mail. */
  readonly signIn: (user: SignedInRole | `${string}@${string}`) => Promise<void>
  /** Fails on any accessibility violation of what the page shows now. Each state is checked by one journey of the whole suite. */
  readonly expectAccessible: (page: Page, state: State) => Promise<void>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  panelOf: ['', { option: true, scope: 'worker' }],
  isCompact: [false, { option: true, scope: 'worker' }],
  panel: [
    async ({ isCompact }, provide) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'panel-e2e-'))
      cpSync(process.env['PANEL_TEMPLATE'] ?? '', dataDir, { recursive: true })
      const panel = await startPanel(dataDir, {}, { isCompact })
      await provide(panel)
      await panel.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ panel }, provide) => provide(panel.url),
  // Playwright requires a destructuring pattern even if it is empty.
  // eslint-disable-next-line no-empty-pattern
  expectedErrors: async ({}, provide) => provide([]),
  watched: [
    async ({ context, javaScriptEnabled, expectedErrors }, provide) => {
      const errors: string[] = []
      if (javaScriptEnabled) waitForHydrationIn(context)
      watchCalls(context)
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      context.on('weberror', (error) => errors.push(error.error().message))
      await provide(undefined)
      expect(errors.filter((text) => !expectedErrors.some((expected) => expected.test(text)))).toEqual([])
    },
    { auto: true },
  ],
  signIn: async ({ context, panel }, provide) => {
    let previousUser: string | undefined
    await provide(async (user) => {
      // Pages of the previous user would keep sending requests and be refused; pages of the same user stay open.
      if (previousUser !== undefined && previousUser !== user) await leavePages(context)
      // A new session would end the one that open pages of the same user still use.
      if (previousUser === user && (await hasSession(context, panel))) return
      previousUser = user
      await signInAs(context, panel, user.includes('@') ? user : `${user}@demo.test`)
    })
  },
  // eslint-disable-next-line no-empty-pattern
  expectAccessible: async ({}, provide, info) => provide((page, state) => checkAccessible(page, state, info)),
})

async function leavePages(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.goto('about:blank')
}

async function hasSession({ request }: BrowserContext, panel: Panel): Promise<boolean> {
  const session: unknown = await (await request.get(`${panel.url}/api/auth/session`)).json()
  return typeof session === 'object' && session !== null && 'user' in session
}

/** Removes the cookies of the browser. Its pages are closed first, because their requests would get a 401. */
export async function endSession(context: BrowserContext): Promise<void> {
  await leavePages(context)
  await context.clearCookies()
}

/** Signs in through the endpoint of next-auth, without the form. This ends an earlier session of the context. */
export async function signInAs(context: BrowserContext, panel: Panel, email: string): Promise<void> {
  const { request } = context
  const csrf = (await (await request.get(`${panel.url}/api/auth/csrf`)).json()) as { csrfToken: string }
  const form = { csrfToken: csrf.csrfToken, email, password: PASSWORD, json: 'true' }
  const answer = await request.post(`${panel.url}/api/auth/callback/credentials`, { form })
  expect(answer.status(), `sign in as ${email}`).toBe(200)
}
