import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { expect, test } from '../support/fixtures'

type Listed = { items: { id: string; name: string; sha256: string; state: string }[] }

const disabledArchive = { enabled: false, place: 'disk', sources: ['krz'], formats: ['csv'], keep_days: null, s3: null }

/** Restores the initial state, because other tests expect no archive. */
async function turnOff(page: Page): Promise<void> {
  const origin = new URL(page.url()).origin
  const answer = await page.request.put('/api/panel/archive', { data: disabledArchive, headers: { origin } })
  expect(answer.status()).toBe(200)
}

test.describe('the archive of daily reports', () => {
  test('is enabled, tested, collects reports, and returns a file with the stored hash', async ({
    page,
    signIn,
    expectAccessible,
  }) => {
    await signIn('owner')
    await page.goto('/reports')
    await page.getByRole('link', { name: 'Archiwum raportów' }).click()
    await expect(page.getByRole('heading', { name: 'Archiwum raportów', level: 1 })).toBeVisible()
    await expectAccessible(page, 'report-archive')
    await page.getByRole('button', { name: 'Włącz archiwum' }).click()
    const dialog = page.getByRole('dialog', { name: 'Archiwum raportów' })
    await dialog.getByRole('checkbox', { name: 'MSiG' }).uncheck()
    await dialog.getByRole('checkbox', { name: 'Zmiany KRS' }).uncheck()
    await dialog.getByRole('checkbox', { name: 'JSON' }).uncheck()
    await dialog.getByRole('textbox', { name: 'Przechowuj (dni)' }).fill('0')
    await dialog.getByRole('button', { name: 'Zapisz' }).click()
    await expect(dialog.getByText('Podaj liczbę od 1 do 3650')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Przechowuj (dni)' }).fill('30')
    await dialog.getByRole('button', { name: 'Sprawdź miejsce' }).click()
    await expect(dialog.getByText('Plik próbny zapisano, odczytano i usunięto.')).toBeVisible()
    await expectAccessible(page, 'report-archive/settings')
    await dialog.getByRole('button', { name: 'Zapisz' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Zmień ustawienia' })).toBeVisible()
    const downloads = page.getByRole('link', { name: /^Pobierz: .*KRZ, CSV$/ })
    await expect(downloads).toHaveCount(8, { timeout: 90_000 })
    await expectAccessible(page, 'report-archive/collected')
    const { items } = (await (await page.request.get('/api/panel/archive/reports?state=stored')).json()) as Listed
    await downloads.first().click()
    const purpose = page.getByRole('dialog', { name: 'W jakim celu pobierasz dane osobowe?' })
    await expectAccessible(page, 'report-purpose')
    await expect(purpose.getByRole('radio', { checked: true })).toHaveCount(0)
    await purpose.getByRole('button', { name: 'Zapisz cel' }).click()
    await expect(purpose.getByText('Wybierz cel.')).toBeVisible()
    await purpose.getByText('Ocena kontrahenta').click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      purpose.getByRole('button', { name: 'Zapisz cel' }).click(),
    ])
    const bytes = await readFile(await download.path())
    expect(items.map(({ sha256 }) => sha256)).toContain(createHash('sha256').update(bytes).digest('hex'))
    await turnOff(page)
  })

  test('is visible to compliance staff, who cannot change it', async ({ page, signIn }) => {
    await signIn('compliance')
    await page.goto('/reports/archive')
    await expect(page.getByRole('heading', { name: 'Zbieranie raportów' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Włącz archiwum|Zmień ustawienia)$/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })
})
