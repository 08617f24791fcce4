import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, type Page, test } from '@playwright/test'

import { makeCluster, postgresPrograms, type TestCluster } from '../../lib/testing/faults/cluster'
import { makeOwnerByCommand } from '../support/owner'
import { type Panel, PASSWORD, startPanel } from '../support/panel'

/** These tests cover what users see during a database outage, and that their sessions survive it. */
test.skip(postgresPrograms === null, 'NOT TESTED: there are no programs of PostgreSQL here')

let folder = ''
let cluster: TestCluster
let panel: Panel
let email = ''

test.beforeAll(async () => {
  test.setTimeout(180_000)
  folder = mkdtempSync(join(tmpdir(), 'panel-outage-'))
  cluster = await makeCluster()
  panel = await startPanel(join(folder, 'data'), { DATABASE_URL: cluster.urlOf('postgres'), SAMPLE_DATA: 'off' })
  email = makeOwnerByCommand(panel, 'outage')
})

test.afterAll(async () => {
  await panel?.stop()
  await cluster?.remove()
  rmSync(folder, { recursive: true, force: true })
})

const healthOf = async () => (await fetch(`${panel.url}/api/health`)).status

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Hasło', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Zaloguj się', exact: true }).click()
}

test('a sign-in during a database outage shows that the database is unavailable, and works afterwards', async ({
  page,
}) => {
  await page.goto(`${panel.url}/sign-in`)
  await cluster.stop('fast')
  await signIn(page)
  await expect(page.getByRole('alert').filter({ hasText: 'jego baza danych nie odpowiada' })).toBeVisible()
  // The page comes from a panel without access to its store.
  await page.reload()
  await expect(page.getByText('jego baza danych nie odpowiada')).toBeVisible()
  expect(await healthOf()).toBe(503)
  await cluster.start()
  await expect.poll(healthOf).toBe(200)
  await signIn(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).not.toHaveURL(/sign-in/)
})

test('a session survives a database outage: a page shows the reason, and loads automatically when the database is back', async ({
  page,
}) => {
  await page.goto(`${panel.url}/sign-in`)
  await signIn(page)
  await expect(page).not.toHaveURL(/sign-in/)
  await cluster.stop('immediate')
  await page.goto(`${panel.url}/monitors`)
  const reason = page
    .getByRole('alert')
    .filter({ hasText: 'Baza danych panelu nie odpowiada. Ta strona wczyta się sama' })
  await expect(reason).toBeVisible()
  await cluster.start()
  await expect(page.getByRole('heading', { level: 1, name: 'Obserwowane' })).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveURL(/\/monitors$/)
})
