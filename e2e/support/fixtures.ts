import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type BrowserContext, expect, type Page, test as base } from '@playwright/test'

import { openHydrated } from './hydration'
import { type Panel, PASSWORD, startPanel } from './panel'
import { watchCalls } from './settled'

export { expect }
export type SignedInRole = 'owner' | 'finance' | 'compliance' | 'viewer'

type WorkerFixtures = {
  /** Set by a file that needs a separate panel, because its effects would reach the files after it. */
  readonly panelOf: string
  readonly panel: Panel
}
type TestFixtures = {
  /** Console and page errors that a test expects; all others fail it. */
  readonly expectedErrors: RegExp[]
  readonly watched: undefined
  /** Signs the context in, as a user of demo-pro by role or as any user by e-mail. */
  readonly signIn: (who: SignedInRole | `${string}@${string}`) => Promise<void>
  /** Fails on any accessibility violation of the present page. */
  readonly expectAccessible: (page: Page) => Promise<void>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  panelOf: ['', { option: true, scope: 'worker' }],
  panel: [
    // Playwright wants the pattern even where nothing is taken from it.
    // eslint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'panel-e2e-'))
      cpSync(process.env['PANEL_TEMPLATE'] ?? '', dataDir, { recursive: true })
      const panel = await startPanel(dataDir)
      await provide(panel)
      await panel.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ panel }, provide) => provide(panel.url),
  // eslint-disable-next-line no-empty-pattern
  expectedErrors: async ({}, provide) => provide([]),
  watched: [
    async ({ context, javaScriptEnabled, expectedErrors }, provide) => {
      const errors: string[] = []
      if (javaScriptEnabled) openHydrated(context)
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
    let former: string | undefined
    await provide(async (who) => {
      // Pages of another person would keep sending calls that are refused; those of the same person stay, like another
      // tab.
      if (former !== undefined && former !== who) await leavePages(context)
      former = who
      await signInAs(context, panel, who.includes('@') ? who : `${who}@demo.test`)
    })
  },
  // eslint-disable-next-line no-empty-pattern
  expectAccessible: async ({}, provide) => provide(checkAccessible),
})

async function leavePages(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.goto('about:blank')
}

/** Removes the browser's cookies. Its pages are closed first, because their calls would be answered 401. */
export async function endSession(context: BrowserContext): Promise<void> {
  await leavePages(context)
  await context.clearCookies()
}

/**
 * Signs in through next-auth's endpoint, as a client without the form would. It ends a former session of the context.
 */
export async function signInAs(context: BrowserContext, panel: Panel, email: string): Promise<void> {
  const { request } = context
  const csrf = (await (await request.get(`${panel.url}/api/auth/csrf`)).json()) as { csrfToken: string }
  const form = { csrfToken: csrf.csrfToken, email, password: PASSWORD, json: 'true' }
  const answer = await request.post(`${panel.url}/api/auth/callback/credentials`, { form })
  expect(answer.status(), `sign in as ${email}`).toBe(200)
}

type Violation = { id: string; help: string; nodes: { target: unknown[] }[] }
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }

/**
 * Waits until a change, such as light to dark, is painted, because a check would see a mixture. Animations run on
 * frames even when a test has paused the page's clock.
 */
async function painted(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await document.documentElement.animate([], 1).finished
}

async function checkAccessible(page: Page): Promise<void> {
  await page.evaluate(painted)
  // As a string, which the browser evaluates outside the page's Content-Security-Policy.
  await page.evaluate(axeSource)
  // Passed checks are not transferred, which would take longer than the check.
  const options = JSON.stringify({ runOnly: RULES, resultTypes: ['violations'] })
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, ${options}).then(({ violations }) => violations)`,
  )
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((n) => n.target.join(' ')).join('; ')})`,
  )
  expect(found).toEqual([])
}
