import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { expect, type Page, type TestInfo } from '@playwright/test'

import { CHECKED, checkOf, isPageState, type State, type Theme } from './states'

type Violation = { id: string; help: string; nodes: { target: unknown[] }[] }
type Rules = { readonly type: 'tag' | 'rule'; readonly values: readonly string[] }

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES: Rules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** Only these rules can give different results in the two themes. */
const COLOUR_RULES: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/**
 * Waits until the latest change, such as from light to dark, is painted; a check before that would see half of it.
 * Animations report frames even if a test has stopped the clock of the page. Inherited colours change by one level of
 * elements per frame, because reduced motion gives every element a very short transition.
 */
async function waitForPaint(): Promise<void> {
  const isChanging = () => document.getAnimations().some((animation) => animation instanceof CSSTransition)
  for (let frame = 0; frame < 2 || (isChanging() && frame < 120); frame += 1) {
    await document.documentElement.animate([], 1).finished
  }
}

const themeOf = (page: Page): Promise<Theme> =>
  page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'))

/**
 * Fails on any accessibility violation of what the page shows now. A page as a whole is checked in its theme, and its colours in the
 * other one. What was checked is noted with the test; `states-reporter.ts` reads it.
 */
export async function checkAccessible(page: Page, state: State, info: TestInfo): Promise<void> {
  // Next streams the title after the page.
  await expect(page).toHaveTitle(/./)
  const theme = await themeOf(page)
  const note = (checked: Theme) => info.annotations.push({ type: CHECKED, description: checkOf(state, checked) })
  // The script is passed as a string, which the browser evaluates outside the page's Content-Security-Policy.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  expect(await violationsIn(page, RULES), state).toEqual([])
  note(theme)
  if (!isPageState(state)) return
  const other = theme === 'light' ? 'dark' : 'light'
  await page.emulateMedia({ colorScheme: other })
  expect(await violationsIn(page, COLOUR_RULES), `${state} in the ${other}`).toEqual([])
  note(other)
  await page.emulateMedia({ colorScheme: theme })
}

async function violationsIn(page: Page, rules: Rules): Promise<string[]> {
  await page.evaluate(waitForPaint)
  // Passed rules are not transferred, because that takes longer than the check.
  const options = JSON.stringify({ runOnly: rules, resultTypes: ['violations'] })
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, ${options}).then(({ violations }) => violations)`,
  )
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map((n) => n.target.join(' ')).join('; ')})`)
}
