import type { Page } from '@playwright/test'

import { expect, test } from '../support/fixtures'
import { type Panel, PASSWORD } from '../support/panel'

const EMAIL = 'owner@demo.test'

/** Ends all sessions of a user with the operator's password reset, here to the same password. */
const revokeSessions = (panel: Panel) =>
  panel.admin(['user', 'reset-password', EMAIL, '--password-stdin'], `${PASSWORD}\n`)

/** Uses the page's own link, in the new tab that it opens. */
async function signInAgain(page: Page): Promise<void> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Zaloguj się w nowej karcie' }).first().click()
  const tab = await opened
  await tab.getByLabel('E-mail').fill(EMAIL)
  await tab.getByLabel('Hasło').fill(PASSWORD)
  await tab.getByRole('button', { name: 'Zaloguj się' }).click()
  await expect(tab).toHaveURL('/')
  await tab.close()
}

test.beforeEach(async ({ signIn, expectedErrors }) => {
  expectedErrors.push(/status of 401/)
  await signIn('owner')
})

test('an expired session keeps the amount in the spend-cap form', async ({ page, panel }) => {
  // Starts from a lower cap, so that the new one needs no confirmation.
  const headers = { origin: panel.url }
  await page.request.put('/api/v1/usage/api/spend-cap', { data: { spend_cap_pln: 700 }, headers })
  await page.goto('/spend-cap')
  await page.getByRole('radio', { name: /^Własny/ }).check()
  const amount = page.getByLabel(/^Kwota/)
  await amount.fill('876')
  revokeSessions(panel)
  const save = page.getByRole('button', { name: 'Zapisz limit' })
  await save.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Sesja wygasła' })).toBeVisible()
  await expect(amount).toHaveValue('876')
  await signInAgain(page)
  await expect(amount).toHaveValue('876')
  await save.click()
  await expect(save).toHaveAccessibleDescription('Ten limit już obowiązuje.')
  const meter = (await (await page.request.get('/api/v1/usage/api')).json()) as { spend_cap_pln: number }
  expect(meter.spend_cap_pln).toBe(876)
})

test('an expired session keeps the input in the filter editor', async ({ page, panel }) => {
  await page.goto('/filters')
  await page.getByRole('button', { name: 'Nowy filtr' }).first().click()
  const name = page.getByLabel('Nazwa filtru')
  await name.fill('Po wygaśnięciu')
  const list = page.getByPlaceholder('526-10-40-828')
  await list.fill('5261040828')
  await list.press('Enter')
  await expect(page.getByText('Niezapisane zmiany', { exact: true })).toBeVisible()
  revokeSessions(panel)
  const create = page.getByRole('button', { name: 'Utwórz filtr' })
  await create.click()
  await expect(page.getByText(/Sesja wygasła/).first()).toBeVisible()
  await expect(name).toHaveValue('Po wygaśnięciu')
  await signInAgain(page)
  await create.click()
  await expect(page.getByText('Utworzono filtr „Po wygaśnięciu”').first()).toBeVisible()
  const { items } = (await (await page.request.get('/api/v1/filters')).json()) as {
    items: { name: string; content: { nip?: string[] } }[]
  }
  expect(items.filter((item) => item.name === 'Po wygaśnięciu')).toMatchObject([{ content: { nip: ['5261040828'] } }])
})

test('an expired session keeps an import, which can be resumed', async ({ page, panel }) => {
  await page.goto('/monitors')
  await page.getByRole('link', { name: 'Dodaj podmioty' }).click()
  const field = page.getByLabel('Nazwa firmy albo numery, po jednym w wierszu')
  await field.fill('KRS 0000447771;Sesja\nKRS 0000447772')
  await page.getByLabel('Tagi dla wszystkich wierszy').fill('e2e-sesja')
  await page.keyboard.press('Enter')
  revokeSessions(panel)
  await page.getByRole('button', { name: 'Dodaj 2 podmioty' }).click()
  await expect(page.getByText(/Sesja wygasła/).first()).toBeVisible()
  await expect(field).toHaveValue('KRS 0000447771;Sesja\nKRS 0000447772')
  await signInAgain(page)
  await page.getByRole('button', { name: 'Wznów' }).click()
  await expect(page.getByRole('region', { name: 'Wynik importu' })).toBeVisible()
  const list = await page.request.get('/api/v1/monitors?tag=e2e-sesja&limit=5')
  expect(((await list.json()) as { total: number }).total).toBe(2)
})

test('an expired session keeps the content of an idle page and shows why it is outdated', async ({ page, panel }) => {
  await page.clock.install()
  await page.goto('/spend-cap')
  await expect(page.getByRole('radio', { name: /^Własny/ })).toBeVisible()
  revokeSessions(panel)
  await page.clock.runFor(31_000)
  await expect(page.getByText(/Nie udało się odświeżyć/).first()).toContainText('Sesja wygasła')
  await expect(page.getByRole('banner').getByText('Sesja wygasła')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Własny/ })).toBeVisible()
  await signInAgain(page)
  // One press is enough: other failed queries are refetched after an answer.
  await page.getByRole('button', { name: 'Spróbuj ponownie' }).first().click()
  await expect(page.getByText(/Nie udało się odświeżyć/)).toHaveCount(0)
  await expect(page.getByRole('banner').getByText('Sesja wygasła')).toHaveCount(0)
})

test('a page opened without a session is shown after the sign-in', async ({ page, panel }) => {
  await page.goto('/monitors?kind=krs')
  await expect(page.getByRole('grid', { name: 'Monitory' })).toBeVisible()
  revokeSessions(panel)
  await page.getByRole('link', { name: 'Raporty', exact: true }).first().click()
  await expect(page).toHaveURL('/sign-in?from=%2Freports')
  await page.getByLabel('E-mail').fill(EMAIL)
  await page.getByLabel('Hasło').fill(PASSWORD)
  await page.getByRole('button', { name: 'Zaloguj się' }).click()
  await expect(page).toHaveURL('/reports')
})
