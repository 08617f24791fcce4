import type { Page } from '@playwright/test'

import { makeKey } from './support/accounts'
import { expect, test } from './support/fixtures'

type Key = { id: string; name: string; last_four: string; deactivated_at: string | null }

async function keysOf(page: Page): Promise<Key[]> {
  const answer = await page.request.get('/api/v1/keys')
  expect(answer.status()).toBe(200)
  return ((await answer.json()) as { items: Key[] }).items
}

const newKey = (page: Page) => page.getByRole('button', { name: 'Utwórz klucz' }).first()
const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function create(page: Page, name: string): Promise<void> {
  await newKey(page).click()
  await dialog(page).getByLabel('Nazwa').fill(name)
  await dialog(page).getByLabel('Nazwa').press('Enter')
  await expect(page.getByRole('dialog', { name: `Klucz „${name}” jest gotowy` })).toBeVisible()
}
const leaveAnyway = (page: Page) => dialog(page).getByRole('button', { name: 'Zamknij mimo to' }).click()
const warning = (page: Page) => page.getByRole('dialog', { name: 'Zamknąć? Nie zobaczysz tego klucza ponownie' })

test.describe('API keys', () => {
  test('a key is shown once, masked, copied without being revealed, and works', async ({
    page,
    context,
    panel,
    signIn,
    expectAccessible,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn('owner')
    await page.clock.install()
    await page.goto('/settings/api')
    await expectAccessible(page, 'settings/api')
    await create(page, 'e2e raz')
    await expectAccessible(page, 'keys/created')
    await dialog(page).getByRole('button', { name: 'Kopiuj klucz' }).click()
    await expect(dialog(page).getByText('Klucz jest w schowku.')).toBeVisible()
    const secret = await page.evaluate(() => navigator.clipboard.readText())
    expect(secret).toMatch(/^brd_[0-9A-Za-z]{4}_[0-9A-Za-z]{36}$/)
    expect(await page.content()).not.toContain(secret)
    await dialog(page).getByRole('button', { name: 'Pokaż klucz' }).click()
    await expect(dialog(page).getByText(secret)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Ukryj klucz' }).click()
    await dialog(page).getByRole('button', { name: 'Gotowe' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(row(page, 'e2e raz')).toContainText(secret.slice(-4))
    const answer = await page.request.get(`${panel.apiUrl}/v1/usage/summary`, { headers: { 'x-api-key': secret } })
    expect(answer.status()).toBe(200)
    await expect(row(page, 'e2e raz')).not.toContainText('usage.summary')
    await page.clock.fastForward('00:15')
    await expect(row(page, 'e2e raz')).toContainText('usage.summary')
    expect(await page.content()).not.toContain(secret)
    expect(JSON.stringify(await keysOf(page))).not.toContain(secret)
  })

  test('every way of closing the dialog warns before the key is lost', async ({ page, signIn }) => {
    await signIn('owner')
    await page.goto('/')
    await page.goto('/settings/api')
    await create(page, 'e2e strażnik')
    await dialog(page).getByRole('button', { name: 'Gotowe' }).click()
    await expect(warning(page)).toContainText('Klucz nie został jeszcze skopiowany.')
    await expect(dialog(page).getByRole('button', { name: 'Wróć do klucza' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('button', { name: 'Kopiuj klucz' })).toBeVisible()
    await page.mouse.click(5, 5)
    await expect(warning(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page).getByRole('button', { name: 'Kopiuj klucz' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(dialog(page)).toHaveCount(1)
    await page.evaluate(() => window.history.back())
    await expect(warning(page)).toBeVisible()
    await expect(page).toHaveURL('/settings/api')
    const [dialogType] = await Promise.all([
      page.waitForEvent('dialog').then(async (each) => {
        await each.dismiss()
        return each.type()
      }),
      page.close({ runBeforeUnload: true }),
    ])
    expect(dialogType).toBe('beforeunload')
    await leaveAnyway(page)
    await expect(dialog(page)).toHaveCount(0)
    await page.evaluate(() => window.history.back())
    await expect(page).toHaveURL('/')
  })

  test('a name is required, and a refusal keeps the typed name', async ({ page, signIn, expectedErrors }) => {
    expectedErrors.push(/409|422/)
    await signIn('owner')
    await page.goto('/settings/api')
    await newKey(page).click()
    await dialog(page).getByRole('button', { name: 'Utwórz klucz' }).click()
    await expect(dialog(page).getByText('Podaj nazwę klucza.')).toBeVisible()
    await dialog(page).getByLabel('Nazwa').fill('x'.repeat(81))
    await expect(dialog(page).getByText('Najwyżej 80 znaków.')).toBeVisible()
    await dialog(page).getByLabel('Nazwa').fill('e2e odmowa')
    const detail = { code: 'key_limit', message: 'At most 10', limit: 10, current: 10 }
    await page.route('**/api/v1/keys', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 409, json: { detail } }) : route.continue(),
    )
    await dialog(page).getByRole('button', { name: 'Utwórz klucz' }).click()
    await expect(dialog(page)).toContainText('Konto ma już 10 aktywnych kluczy')
    await expect(dialog(page).getByLabel('Nazwa')).toHaveValue('e2e odmowa')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(newKey(page)).toBeFocused()
  })

  test('a key is deactivated only after a confirmation that names it, and then answers 401', async ({
    page,
    panel,
    signIn,
  }) => {
    const secret = await makeKey(panel, 'demo-pro', 'e2e koniec')
    await signIn('owner')
    await page.goto('/settings/api')
    await page.getByRole('button', { name: 'Dezaktywuj klucz e2e koniec' }).click()
    const question = page.getByRole('alertdialog', { name: 'Dezaktywować klucz „e2e koniec”?' })
    await expect(question).toContainText(secret.slice(-4))
    await expect(question).toContainText('Ten klucz nie był jeszcze użyty.')
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    expect((await keysOf(page)).find(({ name }) => name === 'e2e koniec')?.deactivated_at).toBeNull()
    await page.getByRole('button', { name: 'Dezaktywuj klucz e2e koniec' }).click()
    await question.getByRole('button', { name: 'Dezaktywuj' }).click()
    await expect(row(page, 'e2e koniec')).toContainText('nieaktywny od')
    const answer = await page.request.get(`${panel.apiUrl}/v1/usage/summary`, { headers: { 'x-api-key': secret } })
    expect(answer.status()).toBe(401)
  })

  test('the Standard plan shows why it has no keys', async ({ page, signIn }) => {
    await signIn('owner@demo-standard.test')
    await page.goto('/settings/api')
    await expect(
      page.getByRole('status').filter({ hasText: 'Plan Standard nie obejmuje dostępu przez API' }),
    ).toBeVisible()
    await newKey(page).focus()
    await expect(page.getByRole('tooltip').filter({ hasText: 'od planu Pro' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
  })

  test('no key can be created while ten are active', async ({ page, panel, signIn }) => {
    for (let n = 1; n < 10; n += 1) await makeKey(panel, 'demo-pro-2', `klucz ${n}`)
    await signIn('owner@demo-pro-2.test')
    await page.goto('/settings/api')
    await expect(page.getByText('10 z 10 aktywnych')).toBeVisible()
    await newKey(page).focus()
    await expect(page.getByRole('tooltip').filter({ hasText: 'Konto ma już 10 aktywnych kluczy' })).toBeVisible()
  })
})
