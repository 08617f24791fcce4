import type { Page } from '@playwright/test'

import { readMail } from '@/lib/testing/delivery/smtp'

import { expect, test as plainTest } from '../support/fixtures'
import { mailingTest } from '../support/mailing'

/** Notification rules, from the page to the mailbox. */

const test = mailingTest('notifications')
const table = (page: Page) => page.getByRole('table', { name: 'Powiadomienia' })
const rowOf = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name })

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Działania: ${name}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

async function firstCompany(page: Page): Promise<{ identifier_value: string }> {
  const answer = await page.request.get('/api/v1/monitors?identifier_type=nip&limit=1')
  // Safe: the operation describes this shape, and the sample account monitors companies.
  const { items } = (await answer.json()) as { items: [{ identifier_value: string }] }
  return items[0]
}

test('a rule is created from a template, previewed, tested, muted, disabled and deleted', async ({
  page,
  smtp,
  signIn,
  expectAccessible,
}) => {
  await signIn('owner')
  await page.goto('/notifications')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Powiadomienia')
  await expectAccessible(page, 'notifications')
  await page.getByRole('button', { name: /^Wszystkie nowe zdarzenia e-mailem/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Nowa reguła' })
  await expect(dialog.getByLabel('Nazwa')).toHaveValue('Nowe zdarzenia, co rano')
  await expect(dialog.getByRole('status').filter({ hasText: /^Wysłałaby|^Nie wysłałaby|^Nie da się/ })).toBeVisible()
  await expect(dialog.getByRole('status').filter({ hasText: 'Najbliższa wiadomość' })).toBeVisible()
  await dialog.getByLabel('Nazwa').fill('')
  await dialog.getByRole('button', { name: 'Zapisz regułę' }).click()
  await expect(dialog.getByText('Nadaj regule nazwę.')).toBeVisible()
  await dialog.getByLabel('Nazwa').fill('Rano e2e')
  await dialog.getByRole('button', { name: 'KRZ', exact: true }).click()
  await dialog.getByRole('checkbox', { name: 'Godziny ciszy' }).check()
  const monitor = await firstCompany(page)
  const monitors = dialog.getByRole('combobox', { name: /^Tylko wybrane monitory/ })
  await monitors.fill(monitor.identifier_value)
  await expect(page.getByRole('option')).toContainText([monitor.identifier_value])
  await monitors.press('Enter')
  await expect(dialog.getByRole('button', { name: /^Usuń: .*NIP/ })).toHaveCount(1)
  await expectAccessible(page, 'rule/new')
  await dialog.getByRole('button', { name: 'Zapisz regułę' }).click()
  await expect(page.getByText('Zapisano regułę „Rano e2e”.').first()).toBeVisible()
  const row = rowOf(page, 'Rano e2e')
  await expect(row).toContainText('Zdarzenia: KRZ')
  await expect(row).toContainText('w dni robocze o 8:00 · bez wiadomości 22:00–07:00')
  await expect(row).toContainText('owner@demo.test')
  await expect(row).toContainText('1 monitor')
  await expectAccessible(page, 'notifications/rules')
  await act(page, 'Rano e2e', 'Zmień')
  const edit = page.getByRole('dialog', { name: 'Zmień regułę' })
  await expect(edit.getByRole('button', { name: new RegExp(`^Usuń: .*${monitor.identifier_value}`) })).toBeVisible()
  await page.keyboard.press('Escape')

  // Templates are available for a new rule, even when rules exist.
  await page.getByRole('button', { name: 'Nowa reguła' }).click()
  await dialog.getByLabel('Zacznij od').selectOption('risk')
  await expect(dialog.getByLabel('Nazwa')).toHaveValue('Wzrost ryzyka')
  await expect(dialog.getByLabel('O ile punktów')).toHaveValue('10')
  await dialog.getByRole('button', { name: 'Anuluj' }).click()

  const before = smtp.mails.length
  await act(page, 'Rano e2e', 'Wyślij wiadomość próbną')
  await expect(page.getByText('Wysłano wiadomość próbną do wszystkich odbiorców reguły.').first()).toBeVisible()
  expect(readMail(smtp.mails[before]!).headers).toContain('Subject: Wiadomość próbna reguły powiadomień')
  await act(page, 'Rano e2e', 'Co wysłano')
  const sent = page.getByRole('dialog', { name: 'Co wysłano: Rano e2e' })
  await expect(sent.getByRole('row').filter({ hasText: 'próbna' })).toContainText('wysłano')
  await expectAccessible(page, 'rule/sent')
  await page.keyboard.press('Escape')

  await act(page, 'Rano e2e', 'na tydzień')
  await expect(row).toContainText('wyciszona do')
  await act(page, 'Rano e2e', 'Wyłącz')
  await expect(row).toContainText('wyłączona')
  await act(page, 'Rano e2e', 'Usuń')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń regułę' }).click()
  await expect(row).toHaveCount(0)
})

test('an event is mailed to an outside address, whose reader can unsubscribe without signing in', async ({
  page,
  panel,
  smtp,
  signIn,
  browser,
}) => {
  test.setTimeout(120_000)
  await signIn('owner')
  const rule = {
    name: 'Od razu e2e',
    is_team: true,
    condition: { kind: 'events' },
    timing: 'at_once',
    digest_hour: 8,
    weekday: 1,
    working_days_only: false,
    quiet: null,
    muted_until: null,
    enabled: true,
    language: 'pl',
    targets: [{ kind: 'address', target: 'biuro@e2e.test' }],
  }
  const created = await page.request.post('/api/panel/rules', { data: rule, headers: { origin: panel.url } })
  expect(created.status()).toBe(201)
  panel.admin(['sample', 'publish', '--count', '50'])
  const findMail = () => smtp.mails.findLast(({ to }) => to.includes('biuro@e2e.test'))
  await expect.poll(() => findMail() !== undefined, { timeout: 90_000 }).toBe(true)
  const { headers, text } = readMail(findMail()!)
  expect(headers).toMatch(/Subject: \S.+ – /)
  expect(headers).not.toContain('Od razu e2e')
  expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(text).toContain(`${panel.url}/events`)

  const link = /<(http[^>]+\/api\/unsubscribe\?token=[^>]+)>/.exec(headers)?.[1] ?? ''
  const stranger = await browser.newContext({ locale: 'pl-PL' })
  const outside = await stranger.newPage()
  await outside.goto(link)
  await expect(outside.getByText(/Wiadomości tej reguły powiadomień przestaną przychodzić/)).toBeVisible()
  const targets = async () => {
    const answer = await page.request.get('/api/panel/rules')
    const { items } = (await answer.json()) as { items: { name: string; targets: { kind: string }[] }[] }
    return items.find(({ name }) => name === rule.name)?.targets.map(({ kind }) => kind)
  }
  expect(await targets()).toEqual(['address'])
  const ended = await outside.request.post(link)
  expect(ended.status()).toBe(204)
  // The rule had no other recipient, so it notifies the owners until they decide.
  expect(new Set(await targets())).toEqual(new Set(['member']))
  await stranger.close()
})

plainTest(
  'the page shows that there is no mail server, and which rules a viewer cannot save',
  async ({ page, panel, signIn, expectAccessible }) => {
    await signIn('viewer')
    await page.goto('/notifications')
    await expect(page.getByText(/Ten panel nie ma serwera poczty/)).toBeVisible()
    await page.getByRole('button', { name: 'Nowa reguła' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nowa reguła' })
    await expect(dialog.getByText(/^Reguły zespołu może zapisać rola/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Anuluj' }).click()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page, 'notifications/phone')
    expect(panel.url).not.toBe('')
  },
)

plainTest('finance can only create rules about spending', async ({ page, signIn, expectAccessible }) => {
  await signIn('finance')
  await page.goto('/notifications')
  await page.getByRole('button', { name: 'Nowa reguła' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nowa reguła' })
  const kinds = dialog.getByRole('combobox', { name: 'O czym' })
  await expect(kinds.getByRole('option')).toHaveText(['Wydatki i pule'])
  await dialog.getByLabel('Próg liczony od').selectOption({ label: 'jednej puli (%)' })
  await expect(dialog.getByLabel('Pula', { exact: true })).toHaveValue('wpv')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'rule/spending-phone')
})
