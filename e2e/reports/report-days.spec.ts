import type { Page } from '@playwright/test'

import { addMonths, warsawDay, warsawMonth } from '@/lib/domain/calendar'

import { expect, test } from '../support/fixtures'
import { waitForIdleNetwork } from '../support/idle-network'
import type { Panel } from '../support/panel'
import { changeStore, clearFromStore } from '../support/stored'

/** The previous month, whose reports no other journey uses. */
const month = () => addMonths(warsawMonth(new Date()), -1)
const dayOf = (date: number) => `${month()}-${String(date).padStart(2, '0')}`
const ACCOUNT = "(select account_id from members join users on users.id = user_id where email = 'owner@demo.test')"
const userOf = (email: string) => `(select id from users where email = '${email}')`

function insertReport(panel: Panel, date: number): void {
  const columns = 'account_id, report_id, report_date, source, format, row_count, size_bytes'
  const times = 'generated_at, expires_at, first_seen_at, last_seen_at'
  changeStore(
    panel,
    `insert into known_reports (${columns}, ${times}) values (${ACCOUNT}, ?, ?, 'krz', 'csv', '37', '900', ?, ?, ?, ?)`,
    `journey-${dayOf(date)}`,
    dayOf(date),
    `${dayOf(date + 1)}T00:01:00.000Z`,
    `${dayOf(date + 8)}T22:00:00.000Z`,
    `${dayOf(date + 1)}T00:05:00.000Z`,
    `${dayOf(date + 8)}T21:30:00.000Z`,
  )
}

type Download = { readonly day: string; readonly source: string; readonly by: string; readonly at: string }

const insertDownload = (panel: Panel, { day, source, by, at }: Download) =>
  changeStore(
    panel,
    `insert into report_downloads (id, account_id, report_id, report_date, source, format, user_email, user_id, at, bytes, is_whole)
     values (?, ${ACCOUNT}, 'journey', ?, ?, 'csv', ?, ${userOf(by)}, ?, 900, 1)`,
    `journey-${day}-${source}`,
    day,
    source,
    by,
    at,
  )

/** The panel watched from the 3rd to the 12th and saw reports of three days, two of which were downloaded. */
function insertMonth(panel: Panel): void {
  changeStore(
    panel,
    `insert into report_watches (account_id, from_at, until_at) values (${ACCOUNT}, ?, ?)`,
    `${dayOf(3)}T10:00:00.000Z`,
    `${dayOf(12)}T10:00:00.000Z`,
  )
  for (const date of [5, 6, 7]) insertReport(panel, date)
  insertDownload(panel, { day: dayOf(6), source: 'krz', by: 'compliance@demo.test', at: `${dayOf(7)}T08:00:00.000Z` })
  insertDownload(panel, { day: dayOf(7), source: 'krz', by: 'owner@demo.test', at: `${dayOf(8)}T08:00:00.000Z` })
}

function deleteMonth(panel: Panel): void {
  changeStore(panel, "delete from known_reports where report_id like 'journey-%'")
  changeStore(panel, "delete from report_downloads where id like 'journey-%'")
  changeStore(panel, 'delete from report_watches where from_at = ?', `${dayOf(3)}T10:00:00.000Z`)
}

const calendar = (page: Page) => page.getByRole('grid', { name: /^Kalendarz raportów/ })
const dayCell = (page: Page, day: string) => calendar(page).locator(`[data-day="${day}"]`)

test.describe('the calendar of reports', () => {
  test.beforeEach(async ({ signIn }) => signIn('owner'))

  test.describe('of a month that was observed', () => {
    test.beforeEach(({ panel }) => insertMonth(panel))
    test.afterEach(({ panel }) => deleteMonth(panel))

    test('shows the state of each day, filters by format, and links to the list', async ({
      page,
      expectAccessible,
    }) => {
      await test.step('shows for each day what was downloaded, what nobody downloaded, what was missing, and what is unknown', async () => {
        await page.goto(`/reports?view=calendar&month=${month()}`)
        const expectDay = async (date: number, words: string | RegExp) =>
          expect(dayCell(page, dayOf(date))).toHaveAccessibleName(words)
        await expectDay(5, /KRZ: wygasł, nikt nie pobrał w panelu, 37 wierszy\./)
        await expectDay(6, /KRZ: pobrany w zespole, 37 wierszy\./)
        await expectDay(7, /KRZ: pobrany przez Ciebie, 37 wierszy\./)
        await expectDay(9, /KRZ: brak raportu\. MSiG: brak raportu\. Zmiany KRS: brak raportu$/)
        await expectDay(1, /KRZ: nie wiadomo\. MSiG: nie wiadomo\. Zmiany KRS: nie wiadomo$/)
        // The panel did not watch on this day, so it cannot know whether there was a report.
        await expectDay(15, /KRZ: nie wiadomo/)
        await expect(page.getByText(/^Panel obserwuje raporty od 3\s/)).toBeVisible()
        await expectAccessible(page, 'report-calendar')
        await dayCell(page, dayOf(6)).click()
        const day = page.getByRole('region', { name: /^6\s/ })
        await expect(day.getByText(/^Pobrane: compliance@demo.test, 7\s/)).toBeVisible()
        await expect(day.getByText('brak raportu').first()).toBeVisible()
        await expect(day.getByRole('button', { name: /^Pobierz/ })).toHaveCount(0)
        await expectAccessible(page, 'report-calendar/day')
      })
      await test.step('filtered to a format shows nothing about the other one', async () => {
        await page.goto(`/reports?view=calendar&month=${month()}`)
        await page.getByRole('button', { name: 'JSON', exact: true }).click()
        await expect(dayCell(page, dayOf(7))).toHaveAccessibleName(/KRZ: brak raportu/)
        await page.getByRole('button', { name: 'KRZ', exact: true }).click()
        await expect(dayCell(page, dayOf(7))).toHaveAccessibleName(/^[^.]*\. KRZ: brak raportu$/)
        await expect(page).toHaveURL(`/reports?source=krz&format=json&view=calendar&month=${month()}`)
      })
      await test.step('links to the day in the list, which includes expired reports', async () => {
        await page.goto(`/reports?view=calendar&month=${month()}&day=${dayOf(5)}`)
        await page.getByRole('button', { name: 'Pokaż ten dzień na liście' }).click()
        await expect(page).toHaveURL(new RegExp(`from=${dayOf(5)}&to=${dayOf(5)}&view=list`))
        const row = page.getByRole('table', { name: 'Raporty', exact: true }).getByRole('row', { name: /^KRZ/ })
        await expect(row).toContainText('wygasł, nikt nie pobrał go w panelu')
        await expect(row).toContainText('37 wierszy')
        await expectAccessible(page, 'reports/over')
        await page.goBack()
        await expect(dayCell(page, dayOf(5))).toHaveAttribute('aria-expanded', 'true')
      })
    })
  })

  test('is navigated and opened by keyboard alone', async ({ page }) => {
    const today = warsawDay(new Date())
    await page.goto('/reports?view=calendar')
    await expect(calendar(page).locator('[tabindex="0"]')).toHaveCount(1)
    await dayCell(page, today).focus()
    await page.keyboard.press('PageUp')
    await expect(page).toHaveURL(`/reports?view=calendar&month=${month()}`)
    await expect(calendar(page).locator('[data-day]:focus')).toHaveAttribute('data-day', new RegExp(`^${month()}`))
    await dayCell(page, dayOf(1)).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect(dayCell(page, dayOf(9))).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/reports?view=calendar&month=${month()}&day=${dayOf(9)}`)
    await expect(page.getByRole('region', { name: /^9\s/ })).toBeVisible()
    await page.getByRole('button', { name: 'Zamknij dzień' }).press('Enter')
    await expect(page.getByRole('region', { name: /^9\s/ })).toHaveCount(0)
    await expect(dayCell(page, dayOf(9))).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Pokaż ten dzień na liście' }).press('Escape')
    await expect(page.getByRole('region', { name: /^9\s/ })).toHaveCount(0)
    await expect(dayCell(page, dayOf(9))).toBeFocused()
    // Future months cannot be opened.
    await page.getByRole('button', { name: 'Bieżący miesiąc' }).click()
    await dayCell(page, today).focus()
    await page.keyboard.press('PageDown')
    await expect(dayCell(page, today)).toBeFocused()
  })

  test('is remembered as a choice, and shows when it cannot be loaded', async ({ page, context, expectedErrors }) => {
    await test.step('is remembered as a choice of the user, and in the address', async () => {
      await page.goto('/reports')
      await page.getByText('Kalendarz', { exact: true }).click()
      await expect(page).toHaveURL('/reports?view=calendar')
      await page.goto('/reports')
      await expect(calendar(page)).toBeVisible()
      await page.getByRole('button', { name: 'Poprzedni miesiąc' }).click()
      await page.reload()
      await expect(calendar(page)).toHaveAccessibleName(/^Kalendarz raportów/)
      await expect(dayCell(page, dayOf(1))).toBeVisible()
      // A range of days in the address opens the list.
      await page.goto('/reports?range=week')
      await expect(page.getByRole('table', { name: 'Raporty', exact: true })).toBeVisible()
      await context.clearCookies({ name: 'reports-view' })
    })
    await test.step('shows when the service cannot be read, and stays visible', async () => {
      await page.route('**/api/panel/report-days*', async (route) => {
        const answer = await route.fetch()
        const body = (await answer.json()) as { reading: object }
        const reading = { ...body.reading, failed_at: '2026-11-20T09:00:00.000Z', code: 'internal' }
        await route.fulfill({ response: answer, json: { ...body, reading } })
      })
      await page.goto('/reports?view=calendar')
      await page.getByRole('button', { name: 'Poprzedni miesiąc' }).click()
      await expect(page.getByText(/^Nie można odczytać listy raportów usługi od 20\slis\s2026, 10:00\./)).toBeVisible()
      await expect(calendar(page)).toBeVisible()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
    await test.step('shows an error when it cannot be loaded, and the list is available', async () => {
      expectedErrors.push(/status of 500/)
      await page.route('**/api/panel/report-days*', (route) => route.fulfill({ status: 500, body: 'broken' }))
      await page.goto('/reports?view=calendar')
      await page.getByRole('button', { name: 'Poprzedni miesiąc' }).click()
      await expect(page.getByText(/kalendarz raportów/)).toBeVisible({ timeout: 20_000 })
      await page.getByText('Lista', { exact: true }).click()
      await expect(page.getByRole('button', { name: /^Pobierz: KRZ, CSV/ }).first()).toBeVisible()
      await page.context().clearCookies({ name: 'reports-view' })
    })
  })

  test('downloads a report in place, and marks it without a reload', async ({ page, panel }) => {
    const index = await page.request.get('/api/v1/reports/daily/index')
    const entries = (await index.json()) as { report_date: string; source: string; row_count: number }[]
    const entry = entries.find(({ source, row_count: rows }) => source === 'krs_changes' && rows > 0)
    const day = entry?.report_date ?? ''
    // Other journeys with this panel may have downloaded it.
    clearFromStore(panel, "delete from report_downloads where source = 'krs_changes' and report_date = ?", day)
    await page.goto(`/reports?view=calendar&month=${day.slice(0, 7)}&day=${day}`)
    await expect(dayCell(page, day)).toHaveAccessibleName(/Zmiany KRS: (do pobrania|wygasa w ciągu doby)/)
    const downloadButton = page.getByRole('button', { name: /^Pobierz: Zmiany KRS, CSV/ })
    const [download] = await Promise.all([page.waitForEvent('download'), downloadButton.click()])
    expect(download.suggestedFilename()).toMatch(/\.csv$/)
    insertDownload(panel, { day, source: 'krs_changes', by: 'owner@demo.test', at: new Date().toISOString() })
    await expect(dayCell(page, day)).toHaveAccessibleName(/Zmiany KRS: pobrany przez Ciebie/)
    const row = page.getByRole('row').filter({ has: downloadButton })
    await expect(row.getByText(/^Pobrane: Ty, dziś \d\d:\d\d/)).toBeVisible()
    await waitForIdleNetwork(page)
    changeStore(panel, "delete from report_downloads where id like 'journey-%'")
  })
})

test('invalid day ranges are rejected with 422, and finance with 403', async ({ page, signIn }) => {
  await signIn('viewer')
  const statusOf = async (query: string) => (await page.request.get(`/api/panel/report-days${query}`)).status()
  expect(await statusOf('?from=2026-11-01&to=2026-11-30')).toBe(200)
  expect(await statusOf('?from=2025-11-01&to=2026-12-05')).toBe(200)
  expect(await statusOf('?from=2025-11-01&to=2026-12-06')).toBe(422)
  expect(await statusOf('?from=2026-11-30&to=2026-11-01')).toBe(422)
  expect(await statusOf('?from=2026-02-30&to=2026-03-01')).toBe(422)
  expect(await statusOf('?from=yesterday&to=today')).toBe(422)
  expect(await statusOf('?from=0000-00-00&to=2026-11-01')).toBe(422)
  expect(await statusOf('')).toBe(422)
  await signIn('finance')
  expect(await statusOf('?from=2026-11-01&to=2026-11-30')).toBe(403)
})
