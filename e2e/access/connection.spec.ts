import { createHash } from 'node:crypto'

import { makeKey } from '../support/accounts'
import { expect, remoteTest as test } from '../support/remote-fixtures'

const fingerprintOf = (key: string) => `…${createHash('sha256').update(key).digest('hex').slice(-4)}`

test('an owner tests, replaces and removes the service key in the browser', async ({
  page,
  signIn,
  upstream,
  apiKey,
  faulty,
  panel,
  expectedErrors,
  expectAccessible,
}) => {
  expectedErrors.push(/Failed to load resource/)
  const [second, third] = [await makeKey(upstream, 'demo-pro', 'second'), await makeKey(upstream, 'demo-pro', 'third')]
  await signIn('owner')
  await page.goto('/settings/api')
  const main = page.getByRole('main')
  await expect(main.getByText('REGISTERS_API_KEY serwera panelu')).toBeVisible()
  await expect(main.getByText(fingerprintOf(apiKey))).toBeVisible()
  await expectAccessible(page, 'settings/service-connection')

  const field = page.getByLabel('Nowy klucz')
  await field.fill(second)
  await page.getByRole('button', { name: 'Sprawdź klucz' }).click()
  await expect(page.getByText(`Klucz o odcisku ${fingerprintOf(second)}: działa.`)).toBeVisible()
  await expect(main.getByText('REGISTERS_API_KEY serwera panelu')).toBeVisible()
  await page.keyboard.press('Tab')
  await field.press('Enter')
  await expect(main.getByText('własny klucz konta')).toBeVisible()
  await expect(main.getByText(fingerprintOf(second))).toBeVisible()
  await expect(field).toHaveValue('')

  // A key that the service refuses is not stored, and the previous key stays in use.
  await field.fill('brd_none_none-that-anybody-knows')
  await field.press('Enter')
  await expect(page.getByText('Usługa odrzuciła ten klucz.', { exact: false })).toBeVisible()
  await expectAccessible(page, 'service-connection/key-refused')
  expect((await page.request.get('/api/v1/usage/summary')).status()).toBe(200)

  // A key that could not be tested is stored if the owner confirms it.
  faulty.fail(() => 'drop')
  await field.fill(third)
  await field.press('Enter')
  await page.getByRole('button', { name: 'Zapisz bez sprawdzenia' }).click()
  await expect(main.getByText(fingerprintOf(third))).toBeVisible()
  faulty.heal()
  expect((await page.request.get('/api/v1/usage/summary')).status()).toBe(200)
  const listed = upstream.admin(['key', 'list', '--account', 'demo-pro'])
  expect(/^.*third$/m.exec(listed)?.[0]).not.toContain('never used')

  await page.getByRole('button', { name: 'Usuń klucz konta' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('REGISTERS_API_KEY')
  await expectAccessible(page, 'service-connection/delete-key')
  await dialog.getByRole('button', { name: 'Usuń klucz konta' }).click()
  await expect(main.getByText(fingerprintOf(apiKey))).toBeVisible()

  await page.goto('/settings/audit')
  await expect(page.getByRole('row', { name: /Zmiana klucza usługi/ }).first()).toBeVisible()
  await expect(page.getByRole('row', { name: /Usunięcie klucza usługi/ }).first()).toBeVisible()
  const text = `${await page.content()} ${panel.output()}`
  for (const key of [apiKey, second, third]) expect(text).not.toContain(key)
})
