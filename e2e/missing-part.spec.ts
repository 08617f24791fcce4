import type { Page } from '@playwright/test'

import { expect, test } from './support/fixtures'

/** Counts chunks that the page loads later; the first `times` requests for each fail. */
async function failLateChunks(page: Page, path: string, times = Infinity) {
  const html = await (await page.request.get(path)).text()
  const requestCounts = new Map<string, number>()
  await page.route('**/_next/static/chunks/**', (route) => {
    const { pathname } = new URL(route.request().url())
    if (html.includes(pathname)) return route.continue()
    const before = requestCounts.get(pathname) ?? 0
    requestCounts.set(pathname, before + 1)
    return before < times ? route.abort() : route.continue()
  })
  return requestCounts
}

test.describe('a chunk of the page that cannot be fetched', () => {
  test.beforeEach(async ({ signIn, expectedErrors }) => {
    expectedErrors.push(/Failed to load resource/)
    await signIn('owner')
  })

  test('is requested again', async ({ page }) => {
    const requestCounts = await failLateChunks(page, '/monitors', 1)
    await page.goto('/monitors')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog').getByText('Przegląd')).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
    expect([...requestCounts.values()].some((times) => times > 1)).toBe(true)
  })

  test('shows a notice next to the working rest of the page, and loads after a refresh', async ({
    page,
    expectAccessible,
  }) => {
    await failLateChunks(page, '/spend-cap')
    await page.goto('/spend-cap')
    const notice = page.getByRole('alert').filter({ hasText: 'Tej części strony nie udało się wczytać.' })
    // After the page has loaded, four attempts with pauses of six seconds.
    await expect(notice).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('heading', { level: 1, name: 'Limit wydatków' })).toBeVisible()
    await page.getByRole('radio', { name: /^Własny/ }).check()
    await page.getByLabel(/^Kwota/).fill('12,50')
    await expect(page.getByText(/Tylko pełne złote/).first()).toBeVisible()
    await expectAccessible(page, 'spend-cap/missing-part')
    await page.unrouteAll()
    await notice.getByRole('button', { name: 'Odśwież stronę' }).click()
    await expect(notice).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: 'Limit wydatków' })).toBeVisible()
  })

  test('loads after the connection has returned', async ({ page, context }) => {
    await page.goto('/events')
    await page.getByRole('feed').getByRole('article').first().waitFor()
    await context.setOffline(true)
    await page.keyboard.press('?')
    await context.setOffline(false)
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})
