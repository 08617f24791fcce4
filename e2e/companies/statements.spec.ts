import { readFile } from 'node:fs/promises'

import type { Locator, Page } from '@playwright/test'

import type { RdfDocument } from '@/lib/contract/documents'

import { makeOwner, makeUser } from '../support/accounts'
import { expect, test } from '../support/fixtures'

/** A company of the sample with documents of five years and a correction. */
const KRS = '0009838686'
/** A public company of the sample that reports under IFRS. */
const IFRS_KRS = '0009514325'
const EMPTY_KRS = '0009032240'
const statementsOf = (krs: string) => `/companies/${krs}?tab=statements`

const usedRdf = async (page: Page): Promise<number> => {
  const answer = await page.request.get('/api/v1/usage/summary')
  return ((await answer.json()) as { counts: { rdf: number } }).counts.rdf
}
const figures = (page: Page): Locator => page.getByRole('region', { name: 'Dane finansowe' })
const documents = (page: Page): Locator => page.getByRole('region', { name: 'Złożone dokumenty' })
const archive = (page: Page): Locator => page.getByRole('region', { name: 'Archiwum ZIP' })
const clickRequest = (part: Locator) => part.getByRole('button', { name: 'Zapytaj', exact: true }).click()

test('statements are found from their old address, charged part by part, and reopened free of charge', async ({
  page,
  panel,
  signIn,
  expectAccessible,
}) => {
  await signIn(await makeOwner(panel, 'e2e-statements'))
  await page.goto('/rdf')
  await expect(page).toHaveURL('/search?for=statements')
  await expect(page.getByText('są na stronie firmy, w zakładce „Sprawozdania”')).toBeVisible()
  await expect(page.getByText('Nikt na tym koncie nie pytał jeszcze o sprawozdania')).toBeVisible()
  await expectAccessible(page, 'search/statements')
  await page.goto(`/rdf?number=${Number(KRS)}`)
  await expect(page).toHaveURL(statementsOf(KRS))
  await expect(page.getByRole('region', { name: 'Ceny' })).toContainText('od 5 do 10 jednostek RDF')
  await expect(figures(page).getByText(/^1 jednostka RDF/)).toBeVisible()
  await expectAccessible(page, 'company/statements')
  await clickRequest(figures(page))
  const table = figures(page).getByRole('table', { name: 'Dane finansowe' })
  await expect(table.getByRole('columnheader')).toHaveCount(6)
  await expect(figures(page).getByText(/Rodzaju sprawozdań nie znamy/)).toBeVisible()
  await expect(table.getByText(/^[+−]\d[\d,]*%$/).first()).toBeVisible()
  await expect(page.getByTestId('figures-chart')).toBeVisible()
  // The years run in the same direction as in the chart.
  const years = (await table.getByRole('columnheader').allInnerTexts()).slice(1).map((text) => text.slice(0, 4))
  expect(years).toEqual(years.toSorted())
  expect(await usedRdf(page)).toBe(1)
  await clickRequest(documents(page))
  await expect(documents(page).getByText('12 dokumentów')).toBeVisible()
  await expect(documents(page).getByText('Ponowne pobranie w ciągu 24 godzin jest bezpłatne.')).toBeVisible()
  await expect(figures(page).getByText(/z 2 sprawozdań w tabeli jest korekta złożona/)).toBeVisible()
  await expect(figures(page).getByText(/Rodzaju sprawozdań nie znamy/)).toHaveCount(0)
  await expectAccessible(page, 'company/statements-answered')
  expect(await usedRdf(page)).toBe(2)
  // Both can be opened again without a charge.
  await page.goto('/rdf')
  const row = page.getByRole('row', { name: /NORUMIREM/ })
  await expect(row).toContainText('lista dokumentów')
  await expect(row).toContainText('dane finansowe')
  await expect(row).toContainText('2 jednostki RDF')
  await row.getByRole('link').click()
  await expect(documents(page).getByText('12 dokumentów')).toBeVisible()
  expect(await usedRdf(page)).toBe(2)
})

test('a column opens its filing despite active filters, and figures are saved as CSV', async ({
  page,
  panel,
  signIn,
}) => {
  await signIn(await makeOwner(panel, 'e2e-statement-figures'))
  await page.goto(statementsOf(KRS))
  await clickRequest(figures(page))
  await clickRequest(documents(page))
  await documents(page).getByRole('combobox', { name: 'Rodzaj' }).selectOption({ label: 'Sprawozdanie z badania' })
  await expect(documents(page).getByText('1 dokument', { exact: true })).toBeVisible()
  const table = figures(page).getByRole('table', { name: 'Dane finansowe' })
  const link = table.getByRole('button', { name: /^Pokaż dokument/ }).first()
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(documents(page).getByText('12 dokumentów')).toBeVisible()
  await expect(page.locator('tr:focus')).toContainText('Roczne sprawozdanie finansowe')
  const revenue = table
    .getByRole('row', { name: /^Przychody/ })
    .getByRole('cell')
    .first()
  const thousands = await revenue.innerText()
  await figures(page).getByText('zł', { exact: true }).click()
  await expect(revenue).not.toHaveText(thousands)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    figures(page).getByRole('button', { name: /CSV/ }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  // Five years and a corrected statement.
  expect(lines).toHaveLength(7)
  expect(lines.filter((line) => line.endsWith(';nie'))).toHaveLength(1)
})

test('a file is charged once: a second download within a day is free and labelled as free', async ({
  page,
  panel,
  signIn,
}) => {
  await signIn(await makeOwner(panel, 'e2e-statement-files'))
  await page.goto(statementsOf(IFRS_KRS))
  await clickRequest(documents(page))
  await expect(documents(page).getByText('17 dokumentów')).toBeVisible()
  const row = documents(page)
    .getByRole('row', { name: /Roczne sprawozdanie finansowe/ })
    .first()
  await expect(row).toContainText(/\d+\skB · 1\sstrona/)
  await expect(row).toContainText('MSSF')
  await expect(row).toContainText('5 jednostek RDF')
  const button = row.getByRole('button', { name: /^Pobierz/ })
  const save = async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    return readFile(await download.path())
  }
  const bytes = await save()
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  await expect(page.getByText(/^Pobrano: 5 jednostek RDF\. Zostało/).first()).toBeVisible()
  await expect(row).toContainText('bezpłatnie do')
  expect(await usedRdf(page)).toBe(6)
  expect((await save()).equals(bytes)).toBe(true)
  await expect(page.getByText('Bez opłaty.').last()).toBeVisible()
  expect(await usedRdf(page)).toBe(6)
})

test('ranges and conditional requests for a document pass through the panel', async ({ page, panel, signIn }) => {
  await signIn(await makeOwner(panel, 'e2e-statement-ranges'))
  const list = await page.request.get(`/api/v1/rdf/documents?krs=${KRS}`)
  const [first] = ((await list.json()) as { items: RdfDocument[] }).items
  const path = `/api/v1/rdf/documents/${encodeURIComponent(first?.id ?? '')}`
  const part = await page.request.get(path, { headers: { range: 'bytes=0-9' } })
  const { etag = '', 'content-range': range, 'x-units-charged': units } = part.headers()
  expect([part.status(), range, units]).toEqual([206, `bytes 0-9/${first?.size_bytes}`, '5'])
  expect(part.headers()['x-paid-until']).toMatch(/^20\d\d-/)
  const notModified = await page.request.get(path, { headers: { 'if-none-match': etag } })
  expect([notModified.status(), notModified.headers()['x-units-charged']]).toEqual([304, '0'])
  const fullFile = await page.request.get(path)
  expect([fullFile.status(), fullFile.headers()['x-units-charged']]).toEqual([200, '0'])
  expect((await fullFile.body()).byteLength).toBe(first?.size_bytes)
  expect((await page.request.get(path, { headers: { range: 'bytes=99999999-' } })).status()).toBe(416)
})

test('a company without filings shows empty states', async ({ page, panel, signIn, expectAccessible }) => {
  await signIn(await makeOwner(panel, 'e2e-statement-none', { plan: 'enterprise' }))
  await page.goto(statementsOf(EMPTY_KRS))
  await clickRequest(figures(page))
  await clickRequest(documents(page))
  await expect(figures(page).getByText('Brak danych finansowych')).toBeVisible()
  await expect(documents(page).getByText('Brak dokumentów')).toBeVisible()
  await expect(archive(page).locator('p', { hasText: 'Na liście nie ma rocznego sprawozdania.' })).toBeVisible()
  await expectAccessible(page, 'company/statements-none')
})

test('the archive is disabled on other plans, and on Enterprise shows its price range and the units charged', async ({
  page,
  panel,
  signIn,
}) => {
  await signIn(await makeOwner(panel, 'e2e-archive-pro'))
  await page.goto(statementsOf(KRS))
  const button = archive(page).getByRole('button', { name: 'Pobierz archiwum' })
  await expect(archive(page).locator('p', { hasText: 'Archiwum jest tylko w planie Enterprise.' })).toBeVisible()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await signIn(await makeOwner(panel, 'e2e-archive-enterprise', { plan: 'enterprise' }))
  await page.goto(statementsOf(KRS))
  await expect(archive(page).locator('p', { hasText: /^Najpierw zapytaj o listę dokumentów/ })).toBeVisible()
  await clickRequest(documents(page))
  await expect(archive(page).getByText(/6 sprawozdań na liście z/)).toContainText('od 30 do 60 jednostek RDF')
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(download.suggestedFilename()).toBe(`sprawozdania-${KRS}.zip`)
  await expect(archive(page).getByText('Naliczono: 60 jednostek RDF.')).toBeVisible()
  expect(await usedRdf(page)).toBe(61)
})

test('an empty pool and a broken service show an error in place and charge nothing', async ({
  page,
  panel,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (402|502)/)
  await signIn(await makeOwner(panel, 'e2e-statement-pool', { limits: { rdf: 1 } }))
  await page.goto(statementsOf(KRS))
  await clickRequest(documents(page))
  await expect(documents(page).getByText('12 dokumentów')).toBeVisible()
  await expect(
    documents(page)
      .getByText(/pula jest pusta/)
      .first(),
  ).toBeVisible()
  const download = documents(page)
    .getByRole('button', { name: /^Pobierz/ })
    .first()
  await download.click()
  const refusal = documents(page).getByRole('alert')
  await expect(refusal).toContainText('Nic nie pobrano.')
  await page.route('**/api/v1/rdf/documents/**', (route) =>
    route.fulfill({ status: 502, json: { detail: { code: 'upstream_unreachable', message: 'gone' } } }),
  )
  await download.click()
  await expect(refusal).toContainText('Nie wiadomo, czy usługa naliczyła opłatę.')
  expect(await usedRdf(page)).toBe(1)
})

test('a viewer sees stored answers, and disabled buttons with a reason', async ({ page, panel, signIn }) => {
  const owner = await makeOwner(panel, 'e2e-statement-roles')
  const viewer = 'viewer@e2e-statement-roles.test'
  await makeUser(panel, viewer, { account: 'e2e-statement-roles', role: 'viewer' })
  await signIn(owner)
  await page.goto(statementsOf(KRS))
  await clickRequest(documents(page))
  await expect(documents(page).getByText('12 dokumentów')).toBeVisible()
  await signIn(viewer)
  await page.goto(statementsOf(KRS))
  await expect(documents(page).getByText('12 dokumentów')).toBeVisible()
  const reason = /rol[ai]/
  for (const button of [
    documents(page)
      .getByRole('button', { name: /^Pobierz/ })
      .first(),
    figures(page).getByRole('button', { name: 'Zapytaj', exact: true }),
  ]) {
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await button.focus()
    await expect(page.getByRole('tooltip')).toHaveText(reason)
  }
})

test('works on a phone, by keyboard and in dark mode', async ({ page, panel, signIn, expectAccessible }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(await makeOwner(panel, 'e2e-statement-phone'))
  await page.goto('/rdf?number=4129475666')
  await figures(page).getByRole('button', { name: 'Zapytaj', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(figures(page).getByRole('table')).toBeVisible()
  await clickRequest(documents(page))
  await expect(documents(page).getByText('12 dokumentów')).toBeVisible()
  const width = await page.evaluate('document.documentElement.scrollWidth')
  expect(width).toBe(360)
  await expectAccessible(page, 'company/statements-phone')
})
