import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test as base } from '../support/fixtures'
import { type Panel, PASSWORD, startPanel } from '../support/panel'

/** A panel whose PANEL_URL differs from the address of this test. */
const test = base.extend<object, { readonly misconfigured: Panel }>({
  misconfigured: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'panel-away-'))
      cpSync(process.env['PANEL_TEMPLATE'] ?? '', dataDir, { recursive: true })
      const panel = await startPanel(dataDir, { PANEL_URL: 'https://panel.test' })
      await provide(panel)
      await panel.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

const warningsOf = (panel: Panel) =>
  panel
    .output()
    .split('\n')
    .filter((line) => line.includes('"problem":'))
    .map((line) => JSON.parse(line) as { problem: string; host: string; panelUrl: string; level: number })

test('a wrong address links to the panel before a password is typed, and is logged once', async ({
  page,
  misconfigured,
  expectAccessible,
}) => {
  await page.goto(`${misconfigured.url}/sign-in?from=%2Fusage`)
  const notice = page.getByRole('alert').filter({ hasText: 'Pod tym adresem panel nie działa' })
  await expect(notice).toBeVisible()
  await expect(notice.getByRole('link')).toHaveAttribute('href', 'https://panel.test/sign-in?from=%2Fusage')
  await expectAccessible(page, 'sign-in/wrong-address')
  for (let each = 0; each < 3; each += 1) await page.goto(`${misconfigured.url}/forgotten-password`)
  await expect(notice).toBeVisible()
  expect(warningsOf(misconfigured)).toEqual([
    expect.objectContaining({
      level: 40,
      problem: 'host',
      host: new URL(misconfigured.url).host,
      panelUrl: 'https://panel.test',
    }),
  ])
})

test('the notice about a wrong address is shown in English and without JavaScript', async ({
  browser,
  misconfigured,
}) => {
  const context = await browser.newContext({ locale: 'en-GB', javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${misconfigured.url}/sign-in`)
  const notice = page.getByRole('alert').filter({ hasText: 'The panel does not run at this address' })
  await expect(notice.getByRole('link', { name: 'https://panel.test' })).toBeVisible()
  await context.close()
})

test('a proxy missing from TRUSTED_PROXIES is reported, and sign-in still works', async ({ page, panel }) => {
  await page.setExtraHTTPHeaders({ 'x-forwarded-proto': 'https', 'x-forwarded-for': '198.51.100.7' })
  await page.goto('/sign-in')
  await expect(page.getByRole('status').filter({ hasText: 'TRUSTED_PROXIES' })).toBeVisible()
  expect(warningsOf(panel).map(({ problem }) => problem)).toEqual(['proxy'])
  await page.getByLabel('E-mail').fill('owner@demo.test')
  await page.getByLabel('Hasło').fill(PASSWORD)
  await page.getByRole('button', { name: 'Zaloguj się', exact: true }).click()
  await expect(page).toHaveURL('/')
})

test('a sign-in cookie that the browser did not keep is reported, but not after a wrong password', async ({ page }) => {
  const cookieWarning = page.getByRole('alert').filter({ hasText: 'nie zachowała pliku cookie' })
  await page.goto('/sign-in')
  await expect(cookieWarning).toHaveCount(0)
  // The form sets this mark when it is sent.
  await page.evaluate(() => sessionStorage.setItem('sign-in-sent', String(Date.now())))
  await page.reload()
  await expect(cookieWarning).toBeVisible()
  await page.getByLabel('E-mail').fill('nobody@demo.test')
  await page.getByLabel('Hasło').fill('wrong')
  await page.getByRole('button', { name: 'Zaloguj się', exact: true }).click()
  await expect(page.getByText('Nieprawidłowy e-mail lub hasło.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await expect(cookieWarning).toHaveCount(0)
})
