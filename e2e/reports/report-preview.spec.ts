import { readFile } from 'node:fs/promises'

import type { Page, Response } from '@playwright/test'

import { expect, test } from '../support/fixtures'
import { storedPersons } from '../support/leaks'
import { givePurpose } from '../support/purpose'

type Entry = { id: string; report_date: string; source: string; format: string; row_count: number }

async function reportOf(page: Page, source: string, format: string): Promise<Entry> {
  const answer = await page.request.get('/api/v1/reports/daily/index')
  const entries = (await answer.json()) as Entry[]
  const found = entries
    .filter((each) => each.source === source && each.format === format && each.row_count > 20)
    .toSorted((a, b) => b.report_date.localeCompare(a.report_date))[0]
  if (!found) throw new Error('This report does not exist')
  return found
}

type Person = { debtor_pesel: string | null; debtor_name: string; debtor_birth_date: string | null }
const grid = (page: Page) => page.getByRole('grid', { name: 'Wiersze raportu' })
const dataRows = (page: Page) => grid(page).locator('[data-row]')

test('a report is previewed, searched and narrowed, and shows no personal number', async ({
  page,
  signIn,
  panel,
  expectAccessible,
}) => {
  await signIn('compliance')
  await givePurpose(page, panel)
  const report = await reportOf(page, 'krz', 'json')
  const fullReport = (await (await page.request.get(`/api/v1/reports/download/${report.id}`)).json()) as Person[]
  const bodies: Promise<string>[] = []
  page.on('response', (response: Response) => {
    if (response.url().includes('/preview/')) bodies.push(response.text().catch(() => ''))
  })

  await page.goto('/reports')
  await page
    .getByRole('link', { name: /^Podgląd: KRZ, / })
    .first()
    .click()
  await page.goto(`/reports/${report.id}`)
  await expect(page.getByRole('heading', { name: /^Podgląd raportu: KRZ, JSON/ })).toBeVisible()
  await expect(dataRows(page).first()).toBeVisible()
  await expect(grid(page).getByRole('columnheader', { name: 'Dłużnik', exact: true })).toBeVisible()
  await expectAccessible(page, 'report')

  await page.getByLabel('Szukaj w wierszach').fill('UPADŁOŚĆ nieistniejąca')
  await expect(page.getByText('Żaden wiersz nie pasuje.')).toBeVisible()
  const [person] = fullReport.filter(({ debtor_pesel: pesel }) => pesel !== null)
  await page.getByLabel('Szukaj w wierszach').fill(person?.debtor_pesel?.slice(2, 8) ?? '')
  await expect(page.getByText('Żaden wiersz nie pasuje.')).toBeVisible()
  await page.getByLabel('Szukaj w wierszach').fill('')
  await expect(dataRows(page).first()).toBeVisible()

  await page.getByRole('button', { name: 'Kolumny' }).click()
  const columns = page.getByRole('dialog', { name: 'Kolumny' })
  await columns.getByText('Treść', { exact: true }).click()
  await expectAccessible(page, 'report/columns')
  await page.keyboard.press('Escape')
  await expect(grid(page).getByRole('columnheader', { name: 'Treść' })).toBeVisible()
  await page.reload()
  await expect(grid(page).getByRole('columnheader', { name: 'Treść' })).toBeVisible()

  await dataRows(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const row = page.getByRole('dialog', { name: 'Wiersz 2' })
  await expect(row.getByText('Data urodzenia dłużnika')).toBeVisible()
  await expectAccessible(page, 'report/row')
  await page.keyboard.press('Escape')
  await expect(row).toHaveCount(0)

  const downloadButton = page.getByRole('button', { name: /^Pobierz: KRZ, JSON, / })
  const [download] = await Promise.all([page.waitForEvent('download'), downloadButton.click()])
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toEqual(fullReport)

  // Subjects of the account's monitors are named as in the list of monitors; other persons must not be named.
  const html = await page.content()
  const list = page.getByRole('list', { name: 'Monitory z wierszami w raporcie' })
  const monitorNames = await list.getByRole('link').allTextContents()
  const texts = [html, ...(await Promise.all(bodies))].join('\n')
  expect(texts.length).toBeGreaterThan(10_000)
  const persons = fullReport.filter(({ debtor_pesel: pesel }) => pesel !== null)
  expect(persons.length).toBeGreaterThan(3)
  const namesInAnswers = [...texts.matchAll(/"id":"[^"]+","name":"([^"]+)","hits"/g)].map(([, name]) => name)
  const watched = [...monitorNames, ...namesInAnswers]
  for (const { debtor_pesel: pesel, debtor_name: name, debtor_birth_date: born } of persons)
    for (const hidden of watched.includes(name) ? [pesel, born] : [pesel, name, born])
      if (hidden !== null) expect(texts).not.toContain(hidden)
  for (const pesel of storedPersons(panel.dataDir)) expect(texts).not.toContain(pesel)
})

test('names of persons are shown on request, for the purpose of the session; numbers never', async ({
  page,
  signIn,
  panel,
}) => {
  await signIn('compliance')
  await givePurpose(page, panel)
  const report = await reportOf(page, 'krz', 'json')
  const rows = (await (await page.request.get(`/api/v1/reports/download/${report.id}`)).json()) as Person[]
  const [named] = rows.filter(({ debtor_pesel: pesel }) => pesel !== null)
  await page.goto(`/reports/${report.id}`)
  await page.getByLabel('Pokaż nazwiska osób').click()
  await expect(page.getByLabel('Pokaż nazwiska osób')).toBeChecked()
  await page.getByLabel('Szukaj w wierszach').fill(named?.debtor_name ?? '')
  await expect(dataRows(page).first()).toContainText(named?.debtor_name ?? '')
  expect(await page.content()).not.toContain(named?.debtor_pesel ?? '')
})

test('rows about monitors of the account are counted on the server, and the others can be hidden', async ({
  page,
  signIn,
}) => {
  await signIn('owner')
  const report = await reportOf(page, 'krs_changes', 'csv')
  const rows = (await (
    await page.request.get(`/api/v1/reports/download/${(await reportOf(page, 'krs_changes', 'json')).id}`)
  ).json()) as { krs: string }[]
  const { items } = (await (await page.request.get('/api/v1/monitors?limit=1000')).json()) as {
    items: { identifier_type: string; identifier_value: string }[]
  }
  await page.goto(`/reports/${report.id}`)
  const card = page.getByRole('region', { name: 'Moje monitory w tym raporcie' })
  await expect(card.getByText(/monitorów konta\./)).toBeVisible()
  const matchCount = Number(/^(\d*)/.exec((await card.getByRole('status').textContent()) ?? '')?.[1] || 0)
  const watched = new Set(items.filter((each) => each.identifier_type === 'krs').map((each) => each.identifier_value))
  expect(matchCount).toBeGreaterThanOrEqual(rows.filter(({ krs }) => watched.has(krs)).length)
  await page.getByLabel('Tylko moje monitory').check()
  if (matchCount === 0) await expect(page.getByText('Żaden wiersz nie pasuje.')).toBeVisible()
  else await expect(page.getByText(new RegExp(`^Znaleziono ${matchCount} wiersz`))).toBeVisible()
})

test('a viewer can preview a report, finance cannot, and a missing report shows a message', async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/404/)
  await signIn('viewer')
  const report = await reportOf(page, 'msig', 'csv')
  await page.goto(`/reports/${report.id}`)
  await expect(dataRows(page).first()).toBeVisible()
  await page.goto('/reports/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('Tego raportu nie ma.')).toBeVisible()
  await signIn('finance')
  await page.goto(`/reports/${report.id}`)
  await expect(page.getByRole('heading', { name: 'Raporty' })).toBeVisible()
  await expect(grid(page)).toHaveCount(0)
})
