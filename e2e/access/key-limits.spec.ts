import type { Page } from '@playwright/test'

import { makeOwner } from '../support/accounts'
import { fillDay } from '../support/day-field'
import { expect, test } from '../support/fixtures'

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function copySecret(page: Page): Promise<string> {
  await dialog(page).getByRole('button', { name: 'Kopiuj klucz' }).press('Enter')
  await expect(dialog(page).getByText('Klucz jest w schowku.')).toBeVisible()
  const secret = await page.evaluate(() => navigator.clipboard.readText())
  await dialog(page).getByRole('button', { name: 'Gotowe' }).press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  return secret
}

test('a key is created with limits, refused outside them, and rotated with an overlap', async ({
  page,
  context,
  panel,
  signIn,
  expectAccessible,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/)
  const owner = await makeOwner(panel, 'e2e-keys')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(owner)
  await page.goto('/settings/api')

  await page.getByRole('button', { name: 'Utwórz klucz' }).first().click()
  await dialog(page).getByLabel('Nazwa').fill('raporty')
  await dialog(page).getByLabel('Ważność').selectOption({ label: 'do wybranego dnia' })
  await fillDay(dialog(page), 'Ostatni dzień', '2020-01-01')
  await dialog(page).getByRole('checkbox', { name: 'Tylko odczyt' }).press('Space')
  await dialog(page).getByLabel('Dozwolone adresy').fill('192.168.1')
  await dialog(page).getByRole('button', { name: 'Utwórz klucz' }).click()
  await expect(dialog(page).getByText('Wybierz dzień, który jeszcze się nie skończył.')).toBeVisible()
  await expect(dialog(page).getByText('Podaj adresy IPv4, IPv6 lub zakresy CIDR')).toBeVisible()
  await expectAccessible(page, 'keys/create-with-limits')
  await dialog(page).getByLabel('Ważność').selectOption({ label: '30 dni' })
  await dialog(page).getByLabel('Dozwolone adresy').fill('127.0.0.0/8\n::1')
  await dialog(page).getByRole('button', { name: 'Utwórz klucz' }).click()
  const first = await copySecret(page)
  await expect(row(page, 'raporty')).toContainText('Tylko odczyt · 127.0.0.0/8 · ::1')
  await expect(row(page, 'raporty')).toContainText('aktywny do')

  const callWithKey = (key: string, method: 'GET' | 'POST' = 'GET') => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const body = JSON.stringify({ identifier_type: 'krs', identifier_value: '0000000018' })
    const path = method === 'GET' ? '/v1/usage/summary' : '/v1/monitors'
    return fetch(`${panel.apiUrl}${path}`, { method, headers, ...(method === 'POST' && { body }) })
  }
  expect((await callWithKey(first)).status).toBe(200)
  const refused = await callWithKey(first, 'POST')
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ detail: { code: 'outside_scope', scope: 'read_only' } })

  await page.getByRole('button', { name: 'Wymień klucz raporty' }).press('Enter')
  await expect(dialog(page).getByLabel('Stary klucz działa jeszcze')).toHaveValue('1440')
  await expectAccessible(page, 'keys/rotate')
  await dialog(page).getByLabel('Stary klucz działa jeszcze').selectOption({ label: '15 minut' })
  await dialog(page).getByRole('button', { name: 'Wymień klucz' }).press('Enter')
  const second = await copySecret(page)
  expect(second).not.toBe(first)
  expect([
    (await callWithKey(first)).status,
    (await callWithKey(second)).status,
    (await callWithKey(second, 'POST')).status,
  ]).toEqual([200, 200, 403])
  await page.reload()
  await expect(row(page, first.slice(-4))).toContainText('wymieniony, działa do')
  await expect(row(page, first.slice(-4))).toContainText('usage.summary')
  await expect(row(page, second.slice(-4))).toContainText('Tylko odczyt')

  // The overlap is set to zero, so that the old key ends now.
  await page.getByRole('button', { name: 'Wymień klucz raporty' }).click()
  await dialog(page).getByLabel('Stary klucz działa jeszcze').selectOption({ label: 'wcale, kończy się od razu' })
  await dialog(page).getByRole('button', { name: 'Wymień klucz' }).click()
  const third = await copySecret(page)
  expect([(await callWithKey(second)).status, (await callWithKey(third)).status]).toEqual([401, 200])
  await expect(row(page, second.slice(-4))).toContainText('wygasł')

  await page.goto('/settings/audit')
  for (const words of ['Utworzenie klucza API', 'Wymiana klucza API', 'Odrzucony klucz API']) {
    await expect(page.getByRole('row', { name: new RegExp(words) }).first()).toBeVisible()
  }
  await expect(row(page, 'Odrzucony klucz API').first()).toContainText('klucz API brd_')
})

test('actions of a key are recorded in the log under its name', async ({ page, panel, signIn }) => {
  const options = [
    '--account',
    'demo-pro',
    '--name',
    'e2e pisarz',
    '--scope',
    'no_cap_changes',
    '--address',
    '127.0.0.1',
  ]
  const secret = panel.admin(['key', 'create', ...options, '::1']).trim()
  const headers = { 'x-api-key': secret, 'content-type': 'application/json' }
  const body = JSON.stringify({
    identifier_type: 'subject_id',
    identifier_value: crypto.randomUUID(),
    label: 'e2e kluczem',
  })
  expect((await fetch(`${panel.apiUrl}/v1/monitors`, { method: 'POST', headers, body })).status).toBe(201)
  const next = panel.admin(['key', 'rotate', secret.slice(0, 8), '--account', 'demo-pro', '--overlap', '0']).trim()
  const summary = (key: string) => fetch(`${panel.apiUrl}/v1/usage/summary`, { headers: { 'x-api-key': key } })
  expect([(await summary(secret)).status, (await summary(next)).status]).toEqual([401, 200])
  await signIn('owner')
  await page.goto('/settings/audit')
  await expect(page.getByRole('row').filter({ hasText: 'e2e pisarz' }).filter({ hasText: 'e2e kluczem' })).toBeVisible()
})
