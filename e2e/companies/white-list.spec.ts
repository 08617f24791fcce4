import type { Page } from '@playwright/test'

import { nipOf } from '@/lib/testing/identifiers'

import { makeOwner } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import type { Panel } from '../support/panel'

const ACCOUNT = '61 1090 1014 0000 0712 1981 2874'
const PHONE = { width: 360, height: 780 }
const DESKTOP = { width: 1280, height: 800 }

/** Creates an account with its own pool. */
const openAccount = (panel: Panel, slug: string, pool: number) =>
  makeOwner(panel, slug, { limits: { wpv_checks: pool } })

/** Valid NIPs, of which the sample data contains only some. */
const numbers = (count: number) => Array.from({ length: count }, (_, index) => nipOf(index))

async function paste(page: Page, text: string): Promise<void> {
  await page.goto('/white-list')
  await page.getByLabel('Numery NIP, po jednym w wierszu').fill(text)
}

const startButton = (page: Page) => page.getByRole('button', { name: /^Sprawdź [\d\s\u00a0]+ numer/ })

test('a list is parsed, bad rows are shown, and the results are stored, filtered, downloaded and compared with the next run', async ({
  page,
  panel,
  signIn,
  expectAccessible,
}) => {
  await signIn(await openAccount(panel, 'wl-lista', 200))
  const nips = numbers(30)
  const bad = `${(nips[0] ?? '').slice(0, 9)}${(Number((nips[0] ?? '')[9]) + 1) % 10}`
  const rows = nips.map((nip, index) => `${nip};${index === 0 ? ACCOUNT : ''};${index === 1 ? '2026-01-05' : ''}`)
  await paste(
    page,
    ['NIP;Rachunek;Data zlecenia', ...rows, `${bad};;`, `${nips[0]};${ACCOUNT};`, ';;', 'abc;;'].join('\n'),
  )
  await expect(
    page.getByText('33 wiersze · 30 do sprawdzenia · 2 błędne · 1 powtórzony · 1 z rachunkiem'),
  ).toBeVisible()
  await expect(page.getByText('Suma kontrolna NIP się nie zgadza')).toBeVisible()
  await expect(page.getByText('Powtórzony: to samo co wiersz 2')).toBeVisible()
  await expect(page.getByText('1 wiersz ma inny dzień niż dzisiejszy.')).toBeVisible()
  await expect(page.getByText(/30 sprawdzeń białej listy · zostało 200/)).toBeVisible()
  await expectAccessible(page, 'white-list')
  await page.setViewportSize(PHONE)
  await expectAccessible(page, 'white-list/phone')
  await page.setViewportSize(DESKTOP)
  await startButton(page).click()
  await expect(page).toHaveURL(/\/white-list\/[0-9a-f-]{36}$/)
  await expect(page.getByText('zakończone', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/pobrano: 30 sprawdzeń białej listy/)).toBeVisible()
  // The results are shown after a reload as well.
  await page.reload()
  const table = page.getByRole('table', { name: 'Wyniki' })
  await expect(page.getByLabel('Kolejność')).toHaveValue('attention')
  await page.getByLabel('Kolejność').selectOption('jak na liście')
  await expect(table.getByRole('row').nth(1)).toContainText(nips[0] ?? '')
  await expect(table.getByText('(inny dzień niż odpowiedź)')).toBeVisible()
  await expectAccessible(page, 'white-list/results')
  await page.getByRole('button', { name: /^Rachunku nie ma na liście 1/ }).click()
  await expect(page).toHaveURL(/show=account_not_listed/)
  await expect(table).toHaveAttribute('aria-rowcount', '2')
  await page.goBack()
  await page.getByLabel('Szukaj NIP albo nazwy').fill(nips[3] ?? '')
  await expect(table).toHaveAttribute('aria-rowcount', '2')
  await expect(table.getByRole('link', { name: new RegExp(nips[3] ?? '') })).toHaveAttribute(
    'href',
    `/companies/${nips[3]}?tab=whiteList`,
  )
  for (const [name, start] of [
    [/^Dowód PDF/, '%PDF'],
    [/XLSX/, 'PK'],
    [/CSV/, '\uFEFFwiersz'],
  ] as const) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()])
    const stream = await download.createReadStream()
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array))
    expect(Buffer.concat(chunks).toString('utf8').startsWith(start)).toBe(true)
  }
  await page.setViewportSize(PHONE)
  await expectAccessible(page, 'white-list/results-phone')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(PHONE.width)
  await page.setViewportSize(DESKTOP)

  // The same list is checked again: the page shows what has changed since, and a check can be deleted.
  await paste(page, nips.map((nip, index) => `${nip};${index === 0 ? ACCOUNT : ''}`).join('\n'))
  await startButton(page).click()
  await expect(page.getByText('zakończone', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Bez zmian w 30 porównanych wierszach.')).toBeVisible()
  await page.getByRole('button', { name: 'Usuń' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń' }).click()
  await expect(page).toHaveURL(/\/white-list$/)
  await expect(page.getByRole('heading', { name: 'Sprawdzenia' })).toBeVisible()
})

test('a list over the limit is rejected, and a valid list is started with the keyboard only', async ({
  page,
  panel,
  signIn,
}) => {
  await signIn(await openAccount(panel, 'wl-klawiatura', 100))
  await page.goto('/white-list')
  const long = ['NIP', ...numbers(10_001)].join('\n')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'dluga.csv', mimeType: 'text/csv', buffer: Buffer.from(long) })
  await expect(
    page.getByText(/Na liście jest 10\s001 wierszy do sprawdzenia, a jedno sprawdzenie obejmuje najwyżej 10\s000\./),
  ).toBeVisible()
  await expect(startButton(page)).toBeHidden()
  await page.getByRole('button', { name: 'Inna lista' }).press('Enter')
  const field = page.getByLabel('Numery NIP, po jednym w wierszu')
  await field.focus()
  await page.keyboard.insertText(numbers(3).join('\n'))
  await expect(startButton(page)).toBeVisible()
  for (let step = 0; step < 20; step += 1) {
    await page.keyboard.press('Tab')
    if (await startButton(page).evaluate((button) => button === document.activeElement)) break
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/white-list\/[0-9a-f-]{36}$/)
  await expect(page.getByText('zakończone', { exact: true })).toBeVisible({ timeout: 30_000 })
})

test('a list larger than the pool offers to finish after midnight, and waits for it', async ({
  page,
  panel,
  signIn,
  expectAccessible,
}) => {
  await signIn(await openAccount(panel, 'wl-pula', 20))
  await paste(page, numbers(50).join('\n'))
  await expect(page.getByText('Dzisiejsza pula nie wystarczy: zabraknie na 30 numerów.')).toBeVisible()
  await page.getByText('Dokończ po północy').click()
  await startButton(page).click()
  await expect(page.getByText('Dzienna pula sprawdzeń się skończyła.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/Ruszy dalej samo:/)).toBeVisible()
  await expect(page.getByText(/pobrano: 20 sprawdzeń białej listy/)).toBeVisible()
  await expectAccessible(page, 'white-list/waiting')
  await page.getByRole('button', { name: 'Anuluj' }).click()
  await expect(page.getByText('anulowane', { exact: true })).toBeVisible()
  await expect(page.getByText('Anulowane. To, co sprawdzono, zostało zapisane.')).toBeVisible()
  // The choice still applies after the run is resumed.
  await page.getByRole('button', { name: 'Wznów' }).click()
  await expect(page.getByText(/Ruszy dalej samo:/)).toBeVisible({ timeout: 30_000 })
})

test('a run that stops with the pool shows that it does not resume automatically, and shows its results', async ({
  page,
  panel,
  signIn,
}) => {
  await signIn(await openAccount(panel, 'wl-stop', 300))
  await paste(page, numbers(400).join('\n'))
  await startButton(page).click()
  await expect(page.getByText('wstrzymane', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/Sprawdzenie samo nie ruszy: wznów je wtedy\./)).toBeVisible()
  await expect(page.getByText(/Ruszy dalej samo/)).toBeHidden()
  await page.getByLabel('Kolejność').selectOption('jak na liście')
  const rows = page.getByRole('table', { name: 'Wyniki' }).getByRole('row')
  await expect(rows.filter({ hasText: numbers(1)[0] ?? '' })).not.toContainText('nie zapytano', { ignoreCase: true })
})

test('a viewer sees a disabled start button with a reason', async ({ page, signIn }) => {
  await signIn('viewer')
  await paste(page, numbers(2).join('\n'))
  const button = startButton(page)
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.focus()
  await expect(page.getByRole('tooltip')).toBeVisible()
})

test('a schedule for a tag is rejected above its budget, and is created, disabled and deleted', async ({
  page,
  panel,
  signIn,
  expectAccessible,
  expectedErrors,
}) => {
  expectedErrors.push(/422/)
  await signIn(await openAccount(panel, 'wl-harmonogram', 100))
  await page.goto('/white-list')
  for (const value of numbers(3)) {
    const answer = await page.request.post('/api/v1/monitors', {
      headers: { origin: panel.url },
      data: { identifier_type: 'nip', identifier_value: value, tags: ['dostawcy'] },
    })
    expect(answer.ok()).toBe(true)
  }
  await page.getByRole('button', { name: 'Nowy harmonogram' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nazwa').fill('Dostawcy co tydzień')
  await dialog.getByLabel('Tag monitorów').fill('dostawcy')
  await expect(dialog.getByText('Tag ma teraz 3 numery.')).toBeVisible()
  await dialog.getByLabel('Jak często').selectOption('weekly')
  await dialog.getByLabel('Budżet jednego sprawdzenia').fill('2')
  await expectAccessible(page, 'white-list/schedule')
  await dialog.getByRole('button', { name: 'Utwórz' }).click()
  await expect(dialog.getByText('Tag ma więcej numerów niż budżet.').first()).toBeVisible()
  await dialog.getByLabel('Budżet jednego sprawdzenia').fill('3')
  await dialog.getByRole('button', { name: 'Utwórz' }).click()
  await expect(dialog).toBeHidden()
  const card = page.getByRole('region', { name: 'Harmonogramy' })
  await expect(card.getByText('Dostawcy co tydzień', { exact: true })).toBeVisible()
  await expect(card.getByText(/Następne:/)).toBeVisible()
  await expectAccessible(page, 'white-list/schedules')
  await card.getByRole('button', { name: 'Wyłącz: Dostawcy co tydzień' }).click()
  await expect(card.getByText('wyłączony')).toBeVisible()
  await card.getByRole('button', { name: 'Usuń: Dostawcy co tydzień' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń' }).click()
  await expect(card.getByText('Nie ma harmonogramów')).toBeVisible()
})
