import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { expectDay, fillDay, readDay } from '../support/day-field'
import { expect, test } from '../support/fixtures'
import { waitForIdleNetwork } from '../support/idle-network'
import { givePurpose } from '../support/purpose'

type Entry = { id: string; report_date: string; source: string; format: string; row_count: number }

async function indexOf(page: Page): Promise<Entry[]> {
  const answer = await page.request.get('/api/v1/reports/daily/index')
  expect(answer.status()).toBe(200)
  return (await answer.json()) as Entry[]
}

const newest = (entries: Entry[]) =>
  entries
    .map(({ report_date }) => report_date)
    .sort()
    .at(-1) ?? ''
type Job = { id: string; status: string }
const originOf = (page: Page) => new URL(page.url()).origin
const downloadOf = (page: Page, name: string) => page.getByRole('button', { name: `Pobierz: ${name}` }).first()

test.describe('the daily reports', () => {
  test.beforeEach(async ({ signIn }) => signIn('owner'))

  test('are listed by day, downloaded by pointer and keyboard, and filtered in the address', async ({
    page,
    expectAccessible,
    panel,
  }) => {
    await test.step('are listed by day with the first paint', async () => {
      const entries = await indexOf(page)
      await page.goto('/reports')
      await expect(page.getByRole('heading', { name: 'Raporty', exact: true })).toBeVisible()
      const table = page.getByRole('table', { name: 'Raporty', exact: true })
      await expect(table.getByRole('button', { name: /^Pobierz/ })).toHaveCount(entries.length)
      await expect(table.getByRole('rowheader')).toHaveCount(new Set(entries.map((each) => each.report_date)).size)
      await expect(table.getByText(/^wygasa za /).first()).toBeVisible()
      await expectAccessible(page, 'reports')
    })
    await test.step('download under the file name of the service with the counted rows', async () => {
      await givePurpose(page, panel)
      const entries = await indexOf(page)
      const entry = entries.find(
        ({ report_date, source, format }) => report_date === newest(entries) && source === 'krz' && format === 'json',
      )
      await page.goto('/reports')
      const [download] = await Promise.all([page.waitForEvent('download'), downloadOf(page, 'KRZ, JSON').click()])
      expect(download.suggestedFilename()).toBe(`krz-${entry?.report_date}.json`)
      const rows = JSON.parse(await readFile(await download.path(), 'utf8')) as unknown[]
      expect(rows).toHaveLength(entry?.row_count ?? -1)
      expect(page.url()).toMatch(/\/reports$/)
    })
    await test.step('are filtered by chips stored in the address', async () => {
      const entries = await indexOf(page)
      // Reports that another journey ordered have the same buttons in another table.
      const daily = page.getByRole('table', { name: 'Raporty', exact: true })
      const buttons = daily.getByRole('button', { name: /^Pobierz: / })
      await page.goto('/reports')
      await page.getByRole('button', { name: 'MSiG', exact: true }).click()
      await page.getByRole('button', { name: 'CSV', exact: true }).click()
      await expect(page).toHaveURL('/reports?source=msig&format=csv')
      await expect(buttons).toHaveCount(
        entries.filter((each) => each.source === 'msig' && each.format === 'csv').length,
      )
      await page.getByRole('button', { name: 'Wczoraj' }).click()
      await expect(page).toHaveURL('/reports?source=msig&format=csv&range=yesterday')
      await expect(buttons).toHaveCount(1)
      await page.goBack()
      await expect(page.getByRole('button', { name: 'Wczoraj' })).toHaveAttribute('aria-pressed', 'false')
      await page.reload()
      await expect(page.getByRole('button', { name: 'MSiG', exact: true })).toHaveAttribute('aria-pressed', 'true')
      await page.getByRole('button', { name: 'Dziś' }).click()
      await expect(page.getByText('Raport za dziś powstanie po północy czasu warszawskiego.')).toBeVisible()
      await page.getByRole('button', { name: 'Wyczyść filtry' }).first().click()
      await expect(page).toHaveURL('/reports')
      await expect(buttons).toHaveCount(entries.length)
    })
    await test.step('can be downloaded by keyboard alone', async () => {
      await page.goto('/reports')
      await downloadOf(page, 'Zmiany KRS, CSV').focus()
      const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
      expect(download.suggestedFilename()).toMatch(/^krs[-_]changes-.*\.csv$/)
    })
  })
})

test.describe('a custom report', () => {
  test('is ordered, created in the background, downloaded and deleted', async ({ page, signIn, expectAccessible }) => {
    await signIn('compliance')
    await page.goto('/reports?tab=custom')
    await expect(page.getByText('Nie ma zamówionych raportów')).toBeVisible()
    await page.getByRole('button', { name: 'Zamów raport' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nowy raport' })
    await dialog.getByLabel('Źródło').selectOption('MSiG')
    await dialog.getByLabel('Format').selectOption('JSON')
    await expectAccessible(page, 'report/order')
    const last = await readDay(dialog, 'Do')
    await dialog.getByRole('button', { name: 'Wczoraj' }).click()
    await expectDay(dialog, 'Od', last)
    await fillDay(dialog, 'Do', '2020-01-01')
    await dialog.getByRole('button', { name: 'Zamów' }).click()
    await expect(dialog.getByText('Pierwszy dzień jest późniejszy niż ostatni.')).toBeVisible()
    await fillDay(dialog, 'Do', last)
    await dialog.getByRole('button', { name: 'Zamów' }).click()
    await expect(dialog).toHaveCount(0)
    const table = page.getByRole('table', { name: 'Raporty na żądanie' })
    await expect(table.getByText('gotowy', { exact: true })).toBeVisible({ timeout: 20_000 })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      table.getByRole('button', { name: /^Pobierz: MSiG, JSON/ }).click(),
    ])
    const rows = JSON.parse(await readFile(await download.path(), 'utf8')) as unknown[]
    const daily = (await indexOf(page)).find((each) => each.report_date === last && each.source === 'msig')
    expect(rows).toHaveLength(daily?.row_count ?? -1)
    await table.getByRole('button', { name: /^Usuń: MSiG, JSON/ }).click()
    const confirmation = page.getByRole('alertdialog', { name: 'Usunąć raport?' })
    await expect(confirmation).toContainText('Nadal liczy się do raportów')
    await expectAccessible(page, 'report/delete')
    await confirmation.getByRole('button', { name: 'Usuń raport' }).click()
    await expect(page.getByText('Nie ma zamówionych raportów')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Zamów raport' })).toBeFocused()
    const log = await page.request.get('/api/panel/audit?action=reports.delete')
    expect(await log.json()).toMatchObject({
      items: { 0: { action: 'reports.delete', actor: 'compliance@demo.test' } },
    })
  })

  test('shows invalid input at its field, and keeps the input', async ({ page, signIn, expectedErrors }) => {
    await test.step('shows invalid input at its field, and suggests tags', async () => {
      expectedErrors.push(/status of 422/, /status of 422/)
      await signIn('owner')
      await page.goto('/reports?tab=custom')
      await page.getByRole('button', { name: 'Zamów raport' }).click()
      const dialog = page.getByRole('dialog', { name: 'Nowy raport' })
      const tag = dialog.getByLabel('Tylko z monitorów o tagu')
      const tags = (await (await page.request.get('/api/v1/monitors/tags')).json()) as { items: { tag: string }[] }
      await expect(dialog.locator('datalist option')).toHaveCount(tags.items.length)
      await tag.fill('dostawcza')
      await dialog.getByRole('button', { name: 'Zamów' }).click()
      await expect(dialog.getByText('Żaden monitor nie ma tego tagu. Sprawdź pisownię.')).toBeVisible()
      await tag.fill('')
      await fillDay(dialog, 'Od', '2001-01-01')
      await fillDay(dialog, 'Do', '2001-01-31')
      await dialog.getByRole('button', { name: 'Zamów' }).click()
      await expect(dialog.getByText(/^Dane są od \d+\s\p{L}+\s\d{4} do \d+\s\p{L}+\s\d{4}\.$/u)).toHaveCount(2)
      await expectDay(dialog, 'Od', '2001-01-01')
    })
    await test.step('keeps the input when the service refuses', async () => {
      expectedErrors.push(/status of 409/)
      await signIn('owner')
      await page.goto('/reports?tab=custom')
      await page.route('**/api/v1/reports', (route) =>
        route.fulfill({ status: 409, json: { detail: { code: 'report_limit', message: 'no', limit: 50 } } }),
      )
      await page.getByRole('button', { name: 'Zamów raport' }).click()
      const dialog = page.getByRole('dialog', { name: 'Nowy raport' })
      await dialog.getByLabel('Tylko z monitorów o tagu').fill('ryzyko')
      await dialog.getByRole('button', { name: 'Zamów' }).click()
      await expect(dialog.getByText('Plan konta nie pozwala zamówić więcej raportów w tym miesiącu.')).toBeVisible()
      await expect(dialog.getByLabel('Tylko z monitorów o tagu')).toHaveValue('ryzyko')
    })
  })
})

test.describe('repeated custom reports', () => {
  test('a report is ordered again from a prefilled form, and cancelled while in progress', async ({ page, signIn }) => {
    await signIn('owner')
    await page.goto('/reports?tab=custom')
    const day = newest(await indexOf(page))
    const order = { source: 'krz', format: 'csv', date_from: day, date_to: day }
    const orderAnswer = await page.request.post('/api/v1/reports', { data: order, headers: { origin: originOf(page) } })
    const { id } = (await orderAnswer.json()) as { id: string }
    const statusOf = async () => ((await (await page.request.get(`/api/v1/reports/${id}`)).json()) as Job).status
    await expect.poll(statusOf, { timeout: 20_000 }).toBe('ready')
    await page.reload()
    const table = page.getByRole('table', { name: 'Raporty na żądanie' })
    await table
      .getByRole('button', { name: /^Więcej: KRZ, CSV/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Zamów jeszcze raz…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nowy raport' })
    await expectDay(dialog, 'Od', day)
    await expect(dialog.getByText(/^Raport KRZ w formacie CSV z 1\s?dnia .*: wszystkie wiersze\.$/)).toBeVisible()
    await expect(dialog.getByText(/^W tym miesiącu zamówiono \d+ z \d+ raportów\. Ten będzie \d+\.$/)).toBeVisible()
    await expect(dialog.getByText(/^Można zamówić dni od /)).toBeVisible()
    // With this answer the page shows the order as running.
    await page.route('**/api/v1/reports?**', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { items: Job[] }
      const items = body.items.map((job) => (job.id === id ? job : { ...job, status: 'running' }))
      await route.fulfill({ response: answer, json: { ...body, items } })
    })
    await dialog.getByRole('button', { name: 'Zamów' }).click()
    await expect(dialog).toHaveCount(0)
    const cancel = table.getByRole('button', { name: /^Przerwij: KRZ, CSV/ })
    await expect(cancel).toHaveText('Przerwij')
    await cancel.click()
    const question = page.getByRole('alertdialog', { name: 'Przerwać przygotowanie raportu?' })
    await expect(question).toContainText('Nadal liczy się')
    await question.getByRole('button', { name: 'Przerwij przygotowanie' }).click()
    await page.unrouteAll({ behavior: 'wait' })
    await expect(cancel).toHaveCount(0)
    await table.getByRole('button', { name: /^Usuń: KRZ, CSV/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń raport' }).click()
    await expect(table).toHaveCount(0)
  })

  test('a report is repeated by a schedule, which shows its next run', async ({ page, signIn, expectAccessible }) => {
    await signIn('owner')
    await page.goto('/reports#schedules')
    await expect(page).toHaveURL('/reports?tab=schedules')
    await page.getByRole('button', { name: 'Nowy harmonogram' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nowy harmonogram raportów' })
    await dialog.getByRole('button', { name: 'Utwórz' }).click()
    await expect(dialog.getByText('Podaj nazwę.')).toBeVisible()
    await dialog.getByLabel('Nazwa').fill('Zmiany co tydzień')
    await dialog.getByLabel('Jak często').selectOption('weekly')
    await dialog.getByLabel('Dzień tygodnia').selectOption('5')
    await expect(dialog.getByText(/^Zużyje około 5 raportów z \d+ na miesiąc\.$/)).toBeVisible()
    await expectAccessible(page, 'report/schedule')
    await dialog.getByRole('button', { name: 'Utwórz' }).click()
    await expect(dialog).toHaveCount(0)
    const card = page.getByRole('region', { name: 'Raporty powtarzane' })
    const item = card.getByRole('listitem').filter({ hasText: 'Zmiany co tydzień' })
    await expect(item.getByText('Co tydzień (piątek) o 7:00, za poprzednie 7 dni')).toBeVisible()
    await expect(item.getByText(/^Następny: .*07:00, dni: /)).toBeVisible()
    await item.getByRole('button', { name: 'Przebiegi: Zmiany co tydzień' }).click()
    await expect(item.getByText('Nic jeszcze nie zamówiono.')).toBeVisible()
    await item.getByRole('button', { name: 'Więcej: Zmiany co tydzień' }).click()
    await page.getByRole('menuitem', { name: 'Wyłącz' }).click()
    await expect(item.getByText('Wyłączony: nic nie jest zamawiane.')).toBeVisible()
    await expectAccessible(page, 'reports/schedules')
    await item.getByRole('button', { name: 'Usuń: Zmiany co tydzień' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń harmonogram' }).click()
    await expect(item).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Nowy harmonogram' })).toBeFocused()
  })
})

test.describe('when a report is unavailable', () => {
  const refusals = [
    { status: 410, code: 'report_expired', words: 'Ten raport już wygasł.' },
    { status: 404, code: 'not_found', words: 'Tego raportu już nie ma.' },
    { status: 401, code: 'session_expired', words: /Sesja wygasła/ },
    { status: 500, code: 'internal', words: 'Po stronie usługi wystąpił błąd.' },
  ]
  test('the reason is shown at the report', async ({ page, panel, signIn, expectedErrors }) => {
    expectedErrors.push(/status of (410|404|401|500)/)
    await signIn('owner')
    await givePurpose(page, panel)
    for (const { status, code, words } of refusals) {
      await page.route('**/api/v1/reports/download/**', (route) =>
        route.fulfill({ status, json: { detail: { code, message: 'no' } } }),
      )
      await page.goto('/reports')
      await downloadOf(page, 'KRZ, CSV').click()
      await expect(page.getByRole('row').getByRole('alert'), code).toContainText(words)
      await expect(page).toHaveURL('/reports')
      await page.unroute('**/api/v1/reports/download/**')
    }
  })

  test('an index that cannot be refreshed shows its time, and a retry refreshes it', async ({
    page,
    signIn,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 500/)
    await page.clock.install()
    await signIn('owner')
    await page.goto('/reports')
    const table = page.getByRole('table', { name: 'Raporty', exact: true })
    await expect(table).toBeVisible()
    // Only the button retries: any other answer would retry the failed query automatically.
    let isPressed = false
    await page.exposeFunction('retryPressed', () => {
      isPressed = true
    })
    await page.evaluate(() => {
      document.addEventListener('click', () => (globalThis as { retryPressed?: () => void }).retryPressed?.(), true)
    })
    await page.route('**/api/v1/reports/daily/index', (route) =>
      isPressed ? route.continue() : route.fulfill({ status: 500, body: 'broken' }),
    )
    await page.clock.fastForward('01:10')
    await page.clock.fastForward('00:10')
    await page.clock.fastForward('00:10')
    await expect(page.getByText(/Nie udało się odświeżyć\. Stan na \d\d:\d\d\./)).toBeVisible()
    await expect(table).toBeVisible()
    await page.getByRole('button', { name: 'Spróbuj ponownie' }).click()
    await expect(page.getByText(/Nie udało się odświeżyć/)).toHaveCount(0)
  })

  test('a report expires on the open page as time passes', async ({ page, signIn, expectedErrors }) => {
    expectedErrors.push(/ERR_FAILED/)
    await signIn('owner')
    await page.clock.install()
    await page.goto('/reports')
    const oldest = page.getByRole('table', { name: 'Raporty', exact: true }).getByRole('rowgroup').last()
    await expect(oldest.getByText(/^wygasa za /).first()).toBeVisible()
    // No other answer may give the page the server time, not even one that is still open.
    await waitForIdleNetwork(page)
    await page.route('**/api/**', (route) => route.abort())
    await page.clock.fastForward('26:00:00')
    await expect(oldest.getByText('wygasł').first()).toBeVisible()
    await expect(oldest.getByRole('button', { name: /^Pobierz/ })).toHaveCount(0)
  })
})
