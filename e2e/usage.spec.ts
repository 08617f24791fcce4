import { readFileSync } from 'node:fs'

import { read as readBook } from '@e965/xlsx'
import type { Locator, Page } from '@playwright/test'

import { expect, test } from './support/fixtures'
import { waitForIdleNetwork } from './support/idle-network'
import { allReconciled } from './support/pages'

const columns = ['lookups', 'rdf', 'pdfs', 'wpv_checks', 'overage_units', 'overage_grosz'] as const
type Day = { date: string } & Record<(typeof columns)[number], number>
type Meter = { used: number; overage_units: number; overage_grosz: number; period_start: string }
type Endpoint = { endpoint: string; pool: string | null; calls: number; units: number }

const read = async <T>(page: Page, path: string): Promise<T> => {
  const answer = await page.request.get(`/api/v1${path}`)
  expect(answer.status()).toBe(200)
  return (await answer.json()) as T
}
const daysOf = async (page: Page, month: string) =>
  (await read<{ items: Day[] }>(page, `/usage/daily?month=${month}`)).items
const endpointsOf = async (page: Page, month: string) =>
  (await read<{ items: Endpoint[] }>(page, `/usage/breakdown?month=${month}`)).items

const sum = (rows: readonly number[]) => rows.reduce((total, value) => total + value, 0)
const total = (days: readonly Day[], key: (typeof columns)[number]) => sum(days.map((day) => day[key]))
const grouped = (value: number) => String(value).replaceAll(/\B(?=(\d{3})+$)/g, '\u00A0')
const zloty = (grosz: number) => `${grouped(Math.floor(grosz / 100))},${String(grosz % 100).padStart(2, '0')}\u00A0zł`

/** Months by the service's clock, taken from the days that it returns for the current month. */
async function months(page: Page) {
  const days = (await read<{ items: Day[] }>(page, '/usage/daily')).items
  const current = days[0]?.date.slice(0, 7) ?? ''
  const [year = 0, month = 0] = current.split('-').map(Number)
  const shifted = (by: number) => new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 7)
  return { current, previous: shifted(-1), before: shifted(-2), next: shifted(1) }
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first()
const totals = (page: Page) => card(page, 'Suma miesiąca')
const reconciliation = (page: Page) => card(page, 'Zgodność liczb')
const compare = (page: Page) => reconciliation(page).getByRole('button', { name: 'Pokaż porównanie' }).click()
const days = (page: Page) => card(page, 'Dzień po dniu')
const endpoints = (page: Page) => card(page, 'Endpointy i pule')
const tile = (page: Page, name: string) => totals(page).locator('dl > div').filter({ hasText: name })
const previousMonthButton = (page: Page) => page.getByRole('button', { name: /^Poprzedni miesiąc/ })

/** A file for a Polish spreadsheet, read without the code that wrote it: fields by header, decimal commas as numbers. */
function parseFile(bytes: Buffer): Record<string, string>[] {
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const text = bytes.subarray(3).toString('utf8')
  expect(text.endsWith('\r\n')).toBe(true)
  const [header = [], ...rows] = text
    .slice(0, -2)
    .split('\r\n')
    .map((line) =>
      [...`;${line}`.matchAll(/;(?:"((?:[^"]|"")*)"|([^";]*))/g)].map(([, q, unquoted]) => q ?? unquoted ?? ''),
    )
  return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ''])))
}
const column = (rows: readonly Record<string, string>[], name: string) =>
  rows.map((row) => Number((row[name] ?? 'none').replace(',', '.')))

async function save(page: Page, section: Locator) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    section.getByRole('button', { name: /^Pobierz CSV/ }).click(),
  ])
  return { name: download.suggestedFilename(), rows: parseFile(readFileSync(await download.path())) }
}

test.describe('usage', () => {
  test.beforeEach(async ({ signIn }) => signIn('finance'))

  test('shows the totals with the first paint, and its numbers are consistent', async ({ page, expectAccessible }) => {
    await test.step('shows the totals with the first paint, and they equal those of the service', async () => {
      const { current } = await months(page)
      const items = await daysOf(page, current)
      const html = await (await page.request.get('/usage')).text()
      expect(html).toContain(`>${grouped(total(items, 'wpv_checks'))}<`)
      await page.goto('/')
      await page.getByRole('link', { name: 'Zużycie i limit', exact: true }).click()
      await expect(page).toHaveURL('/usage')
      const meter = await read<Meter>(page, '/usage/api')
      await expect(tile(page, 'Zapytania')).toContainText(grouped(meter.used))
      await expect(tile(page, 'Nadwyżka, jednostki')).toContainText(grouped(meter.overage_units))
      await expect(tile(page, 'Nadwyżka, kwota')).toContainText(zloty(meter.overage_grosz))
      await expect(tile(page, 'Biała lista')).toContainText(grouped(total(items, 'wpv_checks')))
      // In the first minutes of a month there may be no usage yet.
      if (columns.some((key) => total(items, key) > 0)) {
        await expect(days(page).getByRole('row')).toHaveCount(items.length + 2)
        await expect(days(page).locator('tr[aria-current="date"]')).toContainText('dziś')
      } else await expect(days(page)).toContainText('Nie ma jeszcze zużycia w tym miesiącu')
      await expectAccessible(page, 'usage')
    })
    await test.step('reconciles with the meter, and shows both numbers', async () => {
      await page.goto('/usage')
      await expect(reconciliation(page).getByRole('status')).toHaveText(allReconciled)
      await expect(reconciliation(page).getByRole('listitem')).toHaveCount(0)
      await compare(page)
      const meter = await read<Meter>(page, '/usage/api')
      const line = reconciliation(page)
        .getByRole('listitem')
        .filter({ hasText: /^Zapytania/ })
      await expect(line).toHaveText(`Zapytaniasuma dni ${grouped(meter.used)} = licznik ${grouped(meter.used)}zgodne`)
    })
  })

  test('changes the month, falls back from an invalid one, sorts and filters', async ({ page }) => {
    await test.step('goes back by month, compares full months, and reuses loaded months', async () => {
      const { current, previous, before } = await months(page)
      const [items, earlier] = [await daysOf(page, previous), await daysOf(page, before)]
      await page.goto('/usage')
      await previousMonthButton(page).click()
      await expect(page).toHaveURL(`/usage?month=${previous}`)
      const lookups = total(items, 'lookups')
      await expect(tile(page, 'Zapytania')).toContainText(grouped(lookups))
      await expect(tile(page, 'Zapytania')).toContainText(`poprzednio ${grouped(total(earlier, 'lookups'))}`)
      const by = lookups - total(earlier, 'lookups')
      await expect(tile(page, 'Zapytania')).toContainText(`o ${grouped(Math.abs(by))} ${by > 0 ? 'więcej' : 'mniej'} (`)
      await expect(days(page).getByRole('row')).toHaveCount(items.length + 2)
      await expect(days(page).getByRole('row', { name: /^Suma/ })).toContainText(zloty(total(items, 'overage_grosz')))
      await expect(reconciliation(page).getByRole('status')).toHaveText('Wszystkie liczby się zgadzają (4 z 4).')
      await expect(endpoints(page).getByRole('table')).toBeVisible()

      await page.getByRole('button', { name: /^Następny miesiąc/ }).click()
      await expect(page).toHaveURL('/usage')
      const queries: string[] = []
      page.on('request', (request) => queries.push(new URL(request.url()).search))
      await page.goBack()
      await expect(page).toHaveURL(`/usage?month=${previous}`)
      await expect(tile(page, 'Zapytania')).toContainText(grouped(lookups))
      await expect(endpoints(page).getByRole('table')).toBeVisible()
      expect(queries.filter((query) => query.includes(previous))).toEqual([])
      // A step back that happens before the router has processed the step forward.
      await page.evaluate(() => {
        const push = window.history.pushState.bind(window.history)
        window.history.pushState = (...entry) => {
          window.history.pushState = push
          push(...entry)
          window.history.back()
        }
      })
      await page.getByRole('button', { name: 'Bieżący miesiąc' }).click()
      await expect(page).toHaveURL(`/usage?month=${previous}`)
      await expect(tile(page, 'Zapytania')).toContainText(grouped(lookups))
      await page.getByRole('button', { name: 'Bieżący miesiąc' }).click()
      await expect(page).toHaveURL('/usage')
      expect(current > previous).toBe(true)
    })
    await test.step('falls back from a month that cannot be shown, and shows the reason', async () => {
      const { next } = await months(page)
      await page.goto('/usage?month=2026-13')
      await expect(page.getByText('Adres wskazuje miesiąc „2026-13”, którego nie ma.')).toBeVisible()
      await expect(tile(page, 'Zapytania')).toBeVisible()
      await page.goto(`/usage?month=${next}`)
      await expect(page.getByText(`Adres wskazuje miesiąc „${next}”, który jeszcze nie nadszedł.`)).toBeVisible()
      const forward = page.getByRole('button', { name: 'Następny miesiąc' })
      await expect(forward).toHaveAttribute('aria-disabled', 'true')
      await previousMonthButton(page).click()
      await expect(page.getByText(/^Adres wskazuje miesiąc/)).toHaveCount(0)
    })
    await test.step('sorts and filters the endpoints by keyboard, and keeps both in the address', async () => {
      const { previous } = await months(page)
      const items = await endpointsOf(page, previous)
      await page.goto(`/usage?month=${previous}`)
      const header = (name: string) => endpoints(page).getByRole('columnheader', { name })
      const endpointNames = endpoints(page).locator('tbody th code')
      await expect(header('Jednostki')).toHaveAttribute('aria-sort', 'descending')
      await expect(endpointNames).toHaveText(items.map(({ endpoint }) => endpoint))
      await header('Endpoint').getByRole('button').focus()
      await page.keyboard.press('Enter')
      await expect(header('Endpoint')).toHaveAttribute('aria-sort', 'ascending')
      await expect(header('Jednostki')).not.toHaveAttribute('aria-sort')
      await expect(endpointNames).toHaveText(items.map(({ endpoint }) => endpoint).sort())
      await page.keyboard.press('Enter')
      await expect(header('Endpoint')).toHaveAttribute('aria-sort', 'descending')
      await expect(page).toHaveURL(`/usage?month=${previous}&sort=endpoint&dir=desc`)

      const chip = endpoints(page).getByRole('button', { name: 'RDF', exact: true })
      await chip.focus()
      await page.keyboard.press('Space')
      await expect(chip).toHaveAttribute('aria-pressed', 'true')
      const rdf = items.filter(({ pool }) => pool === 'rdf')
      await expect(endpointNames).toHaveCount(rdf.length)
      const first = endpoints(page).getByRole('row').nth(1)
      const calls = grouped(sum(rdf.map((each) => each.calls)))
      const units = grouped(sum(rdf.map((each) => each.units)))
      await expect(first.getByRole('cell')).toHaveText(['RDF', calls, units, '100%'])
      await page.reload()
      await expect(chip).toHaveAttribute('aria-pressed', 'true')
      await expect(header('Endpoint')).toHaveAttribute('aria-sort', 'descending')
    })
  })

  test('saves a workbook and files for a Polish spreadsheet', async ({ page }) => {
    await test.step('saves both tables as one workbook, with the meter’s numbers', async () => {
      const { current } = await months(page)
      await page.goto('/usage')
      const meter = await read<Meter>(page, '/usage/api')
      await expect(tile(page, 'Zapytania')).toContainText(grouped(meter.used))
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: /^Pobierz XLSX/ }).click(),
      ])
      const { Sheets } = readBook(readFileSync(await download.path()), { cellNF: true })
      const cells = Object.entries(Sheets['dni'] ?? {}) as [string, { t: string; v: number; w?: string }][]
      const column = (letter: string) =>
        cells
          .filter(([name, { t }]) => new RegExp(String.raw`^${letter}\d+$`).test(name) && t === 'n')
          .map(([, cell]) => cell)
      const numbers = (letter: string) => column(letter).map(({ v }) => v)
      // Days are dates for the spreadsheet, and so is the month.
      expect(column('A').map(({ w }) => w)).toEqual((await daysOf(page, current)).map(({ date }) => date))
      expect(Sheets['endpointy']?.['A2']).toMatchObject({ t: 'n', w: current })
      expect(sum(numbers('B'))).toBe(meter.used)
      expect(sum(numbers('G'))).toBe(meter.overage_grosz)
    })
    await test.step('saves days and endpoints for a Polish spreadsheet, and their sums equal the service’s', async () => {
      const { current, previous } = await months(page)
      await page.goto('/usage')
      const meter = await read<Meter>(page, '/usage/api')
      await expect(tile(page, 'Zapytania')).toContainText(grouped(meter.used))
      const now = await save(page, days(page))
      expect(now.name).toBe(`zuzycie-${current}-dni.csv`)
      expect(sum(column(now.rows, 'zapytania'))).toBe(meter.used)
      expect(sum(column(now.rows, 'nadwyzka_jednostki'))).toBe(meter.overage_units)
      expect(sum(column(now.rows, 'nadwyzka_grosze'))).toBe(meter.overage_grosz)
      expect(Math.round(sum(column(now.rows, 'nadwyzka_pln')) * 100)).toBe(meter.overage_grosz)
      expect(now.rows.map((row) => row['data'])).toEqual((await daysOf(page, current)).map(({ date }) => date))

      await previousMonthButton(page).click()
      await expect(page).toHaveURL(`/usage?month=${previous}`)
      const items = await daysOf(page, previous)
      await expect(days(page).getByRole('row')).toHaveCount(items.length + 2)
      const closed = await save(page, days(page))
      expect(closed.name).toBe(`zuzycie-${previous}-dni.csv`)
      expect(column(closed.rows, 'rdf')).toEqual(items.map(({ rdf }) => rdf))
      expect(column(closed.rows, 'nadwyzka_pln')).toEqual(items.map((day) => day.overage_grosz / 100))
      await endpoints(page).getByRole('button', { name: 'RDF', exact: true }).click()
      const parts = await save(page, endpoints(page))
      expect(parts.name).toBe(`zuzycie-${previous}-endpointy.csv`)
      const serviceEndpoints = await endpointsOf(page, previous)
      expect(parts.rows.map((row) => [row['endpoint'], row['pula'], Number(row['jednostki'])])).toEqual(
        serviceEndpoints.map(({ endpoint, pool, units }) => [endpoint, pool ?? '', units]),
      )
      await endpoints(page).getByText(`O pliku ${parts.name}`).click()
      await expect(endpoints(page).getByText('udział w jednostkach puli, w procentach')).toBeVisible()
    })
  })

  test('shows errors per card, and detects an inconsistent number', async ({ page, expectedErrors }) => {
    await test.step('shows errors per card, with the request id, and recovers', async () => {
      expectedErrors.push(/500/)
      const { previous } = await months(page)
      const [items, serviceEndpoints] = [await daysOf(page, previous), await endpointsOf(page, previous)]
      await page.route('**/api/v1/usage/breakdown?**', (route) =>
        route.fulfill({ status: 500, json: { detail: 'broken' }, headers: { 'x-request-id': 'req-usage-1' } }),
      )
      await page.goto('/usage')
      await previousMonthButton(page).click()
      await expect(endpoints(page)).toContainText('Nie udało się wczytać: zużycie według endpointów')
      await expect(endpoints(page)).toContainText('req-usage-1')
      await expect(reconciliation(page)).toContainText('Nie udało się wczytać: zgodność liczb')
      await expect(tile(page, 'Zapytania')).toContainText(grouped(total(items, 'lookups')))
      await expect(days(page).getByRole('row')).toHaveCount(items.length + 2)
      // Another answer would retry the failed one, so wait until all have arrived.
      await waitForIdleNetwork(page)
      await page.unroute('**/api/v1/usage/breakdown?**')
      await endpoints(page).getByRole('button', { name: 'Spróbuj ponownie' }).click()
      await expect(endpoints(page).locator('tbody th code')).toHaveCount(serviceEndpoints.length)
      await expect(reconciliation(page).getByRole('status')).toHaveText('Wszystkie liczby się zgadzają (4 z 4).')
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
    await test.step('detects an inconsistent number, and shows both with the difference', async () => {
      const { previous } = await months(page)
      const items = await endpointsOf(page, previous)
      const rdf = sum(items.filter(({ pool }) => pool === 'rdf').map(({ units }) => units))
      const inconsistent = items.map((each) => (each.pool === 'rdf' ? { ...each, units: each.units + 7 } : each))
      const by = sum(inconsistent.filter(({ pool }) => pool === 'rdf').map(({ units }) => units)) - rdf
      await page.route(`**/api/v1/usage/breakdown?month=${previous}`, (route) =>
        route.fulfill({ json: { items: inconsistent } }),
      )
      await page.goto('/usage')
      await previousMonthButton(page).click()
      await expect(reconciliation(page).getByRole('status')).toContainText('Nie zgadza się 1 z 4.')
      await expect(reconciliation(page).getByRole('listitem').filter({ hasText: 'Pula: RDF' })).toHaveText(
        `Pula: RDFsuma endpointów ${grouped(rdf + by)} ≠ suma dni ${grouped(rdf)}różnica ${grouped(by)}`,
      )
    })
  })

  test('shows what cannot be checked when the meter has unreadable values', async ({ page, expectAccessible }) => {
    await page.clock.install()
    await page.goto('/usage')
    await expect(reconciliation(page).getByRole('status')).toHaveText(allReconciled)
    const meter = await read<Meter & Record<string, unknown>>(page, '/usage/api')
    const odd = { ...meter, used: -5, unit_grosz: 1e300, overage_units: undefined, brand_new: { a: 1 } }
    await page.route('**/api/v1/usage/api', (route) => route.fulfill({ json: odd }))
    await page.clock.fastForward(61_000)
    await expect(reconciliation(page).getByRole('status')).toHaveText(
      'Zgadza się 5 z 8; pozostałych nie da się sprawdzić.',
    )
    await compare(page)
    await expect(reconciliation(page)).toContainText('wartości -5 w polu used nie da się dokładnie porównać')
    await expect(reconciliation(page)).toContainText('usługa nie podała pola overage_units')
    await expect(reconciliation(page)).toContainText('wartości 1e+300 w polu unit_grosz')
    expect(await page.locator('main').innerText()).not.toContain('NaN')
    // The meter is read again together with the days before a difference is reported.
    const inconsistent = { ...meter, used: meter.used + 3 }
    await page.unroute('**/api/v1/usage/api')
    await page.route('**/api/v1/usage/api', (route) => route.fulfill({ json: inconsistent }))
    await page.clock.fastForward(61_000)
    await expect(reconciliation(page).getByRole('status')).toContainText('Nie zgadza się 1 z 8.')
    await expect(reconciliation(page)).toContainText('różnica -3')
    await expectAccessible(page, 'usage/odd-meter')
  })
})

test('usage fits a phone, in English, for a viewer', async ({ page, panel, signIn, expectAccessible }) => {
  await signIn('viewer')
  await page.setViewportSize({ width: 360, height: 800 })
  await page.context().addCookies([{ name: 'locale', value: 'en', url: panel.url }])
  await page.goto('/usage')
  await expect(page.getByRole('heading', { name: 'Reconciliation' })).toBeVisible()
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  expect(width).toBeLessThanOrEqual(360)
  await expectAccessible(page, 'usage/english')
})

test('a month without usage shows a message and still saves zeros, and a month before the account cannot be shown', async ({
  page,
  signIn,
}) => {
  await signIn('owner@demo-inactive.test')
  const { previous } = await months(page)
  // The account existed in this month, but the sample data use it only later.
  const [year = 0, month = 0] = previous.split('-').map(Number)
  const unused = new Date(Date.UTC(year, month - 1 - 6, 15)).toISOString().slice(0, 7)
  await page.goto('/usage?month=2020-02')
  await expect(page.getByText('Adres wskazuje miesiąc „2020-02”, w którym tego konta jeszcze nie było.')).toBeVisible()
  await expect(
    page.getByText(/^Subskrypcja konta jest nieaktywna: płatne zapytania są wstrzymane/).first(),
  ).toBeVisible()
  await page.goto(`/usage?month=${unused}`)
  await expect(days(page)).toContainText('W tym miesiącu nie było zużycia')
  await expect(endpoints(page)).toContainText('W tym miesiącu nie było wywołań')
  await expect(totals(page)).toContainText('W tym miesiącu nie było żadnego zużycia.')
  const { rows } = await save(page, days(page))
  expect(column(rows, 'zapytania')).toEqual((await daysOf(page, unused)).map(() => 0))
})
