import type { Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'

import { startReceiver, type TestReceiver } from '@/lib/testing/delivery/receiver'

import { expect, test } from '../support/fixtures'

let receiver: TestReceiver
test.beforeAll(async () => {
  receiver = await startReceiver()
})
test.afterAll(() => receiver.stop())

const chooseAction = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Działania: ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a channel is added, tested, its secret rotated, its deliveries shown, and deleted', async ({
  page,
  signIn,
  expectAccessible,
  expectedErrors,
}) => {
  // A private address is refused.
  expectedErrors.push(/422 \(Unprocessable Entity\)/)
  await signIn('owner')
  await page.goto('/notifications/channels')
  await page.getByRole('button', { name: 'Dodaj kanał' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Dodaj kanał' }).click()
  await expect(dialog.getByText('Podaj nazwę kanału.')).toBeVisible()
  await dialog.getByLabel('Nazwa').fill('System e2e')
  await dialog.getByLabel('Adres').fill('https://10.0.0.1/hook')
  await dialog.getByRole('button', { name: 'Dodaj kanał' }).click()
  await expect(dialog.getByText('Ten adres jest w sieci wewnętrznej.')).toBeVisible()
  await expectAccessible(page, 'channel/add')
  await dialog.getByLabel('Adres').fill(receiver.url)
  await dialog.getByRole('button', { name: 'Dodaj kanał' }).click()
  const secret = (await dialog.getByRole('group', { name: 'Klucz podpisu' }).textContent()) ?? ''
  expect(secret).toMatch(/^whsec_/)
  await expectAccessible(page, 'channel/created')
  await dialog.getByRole('button', { name: 'Gotowe' }).click()
  const row = page.getByRole('row', { name: /System e2e/ })
  await expect(row).toContainText('włączony')
  await expect(page.getByText(secret)).toHaveCount(0)

  receiver.answerWith((_, response) => response.writeHead(503, { 'content-type': 'text/plain' }).end('not now'))
  await chooseAction(page, 'System e2e', 'Wyślij próbną wiadomość')
  await expect(dialog.getByText('not now')).toBeVisible()
  await expect(dialog.getByText(/Odbiorca nie przyjął wiadomości/)).toBeVisible()
  await expectAccessible(page, 'channel/test-failed')
  await dialog.getByRole('button', { name: 'Zamknij' }).click()
  receiver.answerWith()
  await chooseAction(page, 'System e2e', 'Wyślij próbną wiadomość')
  await expect(dialog.getByText('Odbiorca przyjął wiadomość.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Zamknij' }).click()
  const lastRequest = receiver.received.at(-1)
  const headers = Object.fromEntries(
    Object.entries(lastRequest?.headers ?? {}).map(([name, value]) => [name, String(value)]),
  )
  expect(new Webhook(secret).verify(lastRequest?.body ?? '', headers)).toMatchObject({ type: 'test' })

  await chooseAction(page, 'System e2e', 'Wymień klucz podpisu')
  await dialog.getByRole('button', { name: 'Wymień klucz' }).click()
  await expect(dialog.getByRole('group', { name: 'Klucz podpisu' })).not.toHaveText(secret)
  await dialog.getByRole('button', { name: 'Gotowe' }).click()
  await expect(row).toContainText('poprzedni klucz podpisuje do')

  await chooseAction(page, 'System e2e', 'Doręczenia kanału')
  await expect(page.getByRole('heading', { name: 'Doręczenia', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Szczegóły: Wiadomość próbna' })).toHaveCount(2)
  await page.getByLabel('Stan').selectOption('niedoręczona')
  await expect(page).toHaveURL(/state=dead/)
  await expect(page.getByRole('button', { name: 'Szczegóły: Wiadomość próbna' })).toHaveCount(1)
  await expectAccessible(page, 'deliveries')
  await page.getByRole('button', { name: 'Szczegóły: Wiadomość próbna' }).click()
  await expect(dialog.getByText('not now')).toBeVisible()
  await expect(dialog.getByRole('cell', { name: '503' })).toBeVisible()
  await expectAccessible(page, 'delivery')
  await dialog.getByRole('button', { name: 'Zamknij' }).click()

  await page.getByRole('link', { name: 'Kanały', exact: true }).click()
  await chooseAction(page, 'System e2e', 'Usuń')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń kanał' }).click()
  await expect(row).toHaveCount(0)
})

test('a viewer can start adding a personal channel', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/notifications/channels')
  await page.getByRole('button', { name: 'Dodaj kanał' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Widzisz go tylko Ty.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Anuluj' }).click()
})
