import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

import type { Locator, Page } from '@playwright/test'
import { DOMParser } from '@xmldom/xmldom'

import { expect, test } from '../support/fixtures'
import type { Panel } from '../support/panel'
import { changeStore } from '../support/stored'

/** A company of the sample data, and one of its shareholders. */
const CHILD = '0009000101'
const PARENT = '0009114373'
const PARENT_NAME = /^URANAMET/
const UNPAID = '0009017116'

const id = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const role = (from: number, to: number, overrides: object = {}) => ({
  from: id(from),
  to: id(to),
  role: 'board',
  share_percent: null,
  since: '2019-03-04',
  until: null,
  ...overrides,
})
const person = (index: number, name: string) => ({ id: id(index), kind: 'person', name, krs: null })
const company = (index: number, name: string, krs: string | null = null) => ({
  id: id(index),
  kind: 'company',
  name,
  krs,
})

/** Six nodes around one; two share two roles, one has left, one is not identified. */
const SMALL_GRAPH = {
  root: id(0),
  nodes: [
    company(0, 'ŻARIDAN "GEODEZJA" & SYN', '0000900001'),
    person(1, 'Teresa <b>C.</b>'),
    company(2, 'BALTORIM S.A.', '0009114373'),
    person(3, 'שלום עולם'),
    company(4, 'GEO-TRAKT sp. z o.o.'),
    person(5, ''),
  ],
  edges: [
    role(1, 0),
    role(1, 0, { role: 'shareholder', share_percent: 28 }),
    role(2, 0, { role: 'shareholder', share_percent: 72 }),
    role(3, 0, { role: 'proxy', since: null }),
    role(0, 4, { role: 'shareholder', since: '2018-01-01', until: '2024-05-05' }),
    role(5, 0, { role: 'beneficial_owner' }),
  ],
  is_cut: true,
}
const LARGE_GRAPH = {
  root: id(0),
  nodes: [
    company(0, 'TŁUM S.A.', '0000900002'),
    ...Array.from({ length: 600 }, (_, at) => person(at + 1, `Wspólnik ${at + 1}`)),
  ],
  edges: Array.from({ length: 600 }, (_, at) =>
    role(at + 1, 0, { role: 'shareholder', share_percent: (600 - at) / 10 }),
  ),
  is_cut: false,
}
const EMPTY_GRAPH = { root: id(0), nodes: [company(0, 'SAMOTNA', '0000900003')], edges: [], is_cut: false }

function storeGraph(panel: Panel, number: string, answer: object): void {
  const text = JSON.stringify(answer)
  const key = randomUUID()
  changeStore(
    panel,
    `insert into kept_answers (about, id, account_id, subject, topic, series, asked_at, asked_by, operation, query, pool, answer, sha256, page, units)
     select 'company', ?, id, ?, 'graph', ?, ?, 'owner@demo.test', 'graph.get', '{}', 'lookups', ?, ?, 0, 1 from accounts where slug = 'demo-pro'`,
    key,
    number,
    key,
    new Date().toISOString(),
    text,
    createHash('sha256').update(text).digest('hex'),
  )
}

const open = (page: Page, number: string) => page.goto(`/companies/${number}?tab=graph`)
const stage = (page: Page): Locator => page.getByTestId('graph-stage')
const nodeNamed = (page: Page, name: string | RegExp): Locator => stage(page).getByRole('button', { name })
const card = (page: Page): Locator => page.getByRole('region', { name: PARENT_NAME })
const table = (page: Page): Locator => page.getByRole('table', { name: 'Powiązania' })

async function showTable(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Tabela' }).focus()
  await page.keyboard.press('Space')
  await expect(table(page)).toBeVisible()
}

const usedLookups = async (page: Page): Promise<number> => {
  const answer = (await (await page.request.get('/api/v1/usage/summary')).json()) as { counts: { lookups: number } }
  return answer.counts.lookups
}

test('a graph is charged once, drawn, expanded at the stated price, and free after a reload', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn('owner')
  await open(page, CHILD)
  const before = await usedLookups(page)
  const requestButton = page.getByRole('button', { name: 'Zapytaj', exact: true })
  await expect(requestButton.locator('xpath=..')).toContainText('1 zapytanie')
  await requestButton.click()
  await expect(page.getByText(/^Pobrano: 1 zapytanie\./).first()).toBeVisible()
  await expect(stage(page)).toBeVisible()
  await expectAccessible(page, 'company/graph')

  const drawnNodes = await stage(page).locator('[data-node]').count()
  await nodeNamed(page, PARENT_NAME).click()
  await expect(card(page).getByRole('link', { name: 'Strona firmy' })).toHaveAttribute('href', `/companies/${PARENT}`)
  const expand = card(page).getByRole('button', { name: 'Rozwiń za 1 zapytanie' })
  await expect(expand.locator('xpath=..').getByText(/^1\szapytanie( · 0,08\szł\snetto)?$/)).toBeVisible()
  await expectAccessible(page, 'company/graph-card')
  const root = stage(page).locator('[data-node]').first()
  const rootTransform = () => root.getAttribute('transform')
  const initialTransform = await rootTransform()
  await expand.click()
  await expect.poll(() => stage(page).locator('[data-node]').count()).toBeGreaterThan(drawnNodes)
  expect(await rootTransform()).toBe(initialTransform)
  await expect(card(page).getByText('Rozwinięta.')).toBeVisible()
  expect(await usedLookups(page)).toBe(before + 2)

  await page.reload()
  await nodeNamed(page, PARENT_NAME).click()
  await expect(card(page)).toContainText(/bezpłatnie, stan z \d/)
  await card(page).getByRole('button', { name: 'Rozwiń bezpłatnie' }).click()
  await expect.poll(() => stage(page).locator('[data-node]').count()).toBeGreaterThan(drawnNodes)
  expect(await usedLookups(page)).toBe(before + 2)
})

test('a graph is usable without a pointer, and the table has the same roles', async ({
  page,
  panel,
  signIn,
  expectAccessible,
}) => {
  storeGraph(panel, '0000900001', SMALL_GRAPH)
  await signIn('owner')
  await open(page, '0000900001')
  await expect(page.getByText(/tylko najbliższe powiązania/)).toBeVisible()
  const root = nodeNamed(page, /^ŻARIDAN "GEODEZJA" & SYN, firma, pytana firma/)
  await expect(root).toBeVisible()
  await page.getByRole('radio', { name: 'Obraz' }).focus()
  await page.keyboard.press('Tab')
  await expect(root).toBeFocused()
  // The largest shareholder comes next.
  await page.keyboard.press('Tab')
  const owner = nodeNamed(page, /^BALTORIM S\.A\., firma\. .*72 % udziałów od 2019/)
  await expect(owner).toBeFocused()
  await page.keyboard.press('Enter')
  const details = page.getByRole('region', { name: 'BALTORIM S.A.' })
  await expect(details.getByRole('heading')).toBeFocused()
  await expect(details).toContainText('KRS 0009114373')
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(owner).toBeFocused()

  // Shapes show the kind of node: an undisclosed holder is not shown as a person.
  await expect(stage(page).locator('[data-kind=person]')).toHaveCount(2)
  await expect(stage(page).locator('[data-kind=unknown]')).toHaveCount(1)
  await expect(stage(page).locator('[data-words]').filter({ hasText: 'do 2024: wspólnik' })).toBeVisible()
  const transform = () => stage(page).evaluate((svg) => svg.style.transform)
  const initial = await transform()
  await page.keyboard.press('ArrowRight')
  const panned = await transform()
  expect(panned).not.toBe(initial)
  await page.keyboard.press('+')
  expect(await transform()).not.toBe(panned)

  const lines = await stage(page).locator('[data-line]').count()
  expect(lines).toBe(5)
  await showTable(page)
  await expectAccessible(page, 'company/graph-table')
  const rows = table(page).getByRole('row')
  await expect(rows).toHaveCount(1 + SMALL_GRAPH.edges.length)
  const cells = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => [...row.children].map((cell) => cell.textContent.replaceAll('\u00a0', ' '))),
  )
  expect(cells).toContainEqual(['BALTORIM S.A.', 'wspólnik', '72 %', '4 mar 2019', 'trwa', 'ŻARIDAN "GEODEZJA" & SYN'])
  expect(new Set(cells.map((row) => `${row[0]} → ${row[5]}`)).size).toBe(lines)
  await table(page).getByRole('button', { name: 'Udział' }).click()
  await table(page).getByRole('button', { name: 'Udział' }).click()
  await expect(table(page).getByRole('columnheader', { name: 'Udział' })).toHaveAttribute('aria-sort', 'descending')
  await expect(rows.nth(1)).toContainText('72 %')
  await page.getByRole('textbox', { name: /^Szukaj nazwy/ }).fill('teresa')
  await expect(page.getByText('2 role z 6')).toBeVisible()
  await page.getByRole('textbox', { name: /^Szukaj nazwy/ }).fill('nikt taki')
  await expect(page.getByText(/^Nic nie pasuje/)).toBeVisible()
})

test('a graph of 601 nodes shows the largest shareholders first and expands the others without a pointer', async ({
  page,
  panel,
  signIn,
  expectAccessible,
}) => {
  storeGraph(panel, '0000900002', LARGE_GRAPH)
  await signIn('owner')
  await open(page, '0000900002')
  await expect(stage(page).locator('[data-node]')).toHaveCount(12)
  await expectAccessible(page, 'company/graph-crowd')
  const more = stage(page).getByRole('button', { name: 'jeszcze 589' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(stage(page).locator('[data-node]')).toHaveCount(601)
  await showTable(page)
  await expect(table(page)).toHaveAttribute('aria-rowcount', '601')
  // Only visible rows are rendered.
  expect(await table(page).getByRole('row').count()).toBeLessThan(80)
})

test('a graph is saved complete as SVG and as PNG', async ({ page, panel, signIn }) => {
  storeGraph(panel, '0000900001', SMALL_GRAPH)
  await signIn('owner')
  await open(page, '0000900001')
  // The graph is moved out of view; the file still contains everything.
  await stage(page).locator('[data-node]').first().focus()
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('ArrowRight')
  const [svg, svgName] = await save(page, 'Zapisz obraz jako SVG')
  expect(svgName).toMatch(/^powiazania-0000900001-\d{4}-\d\d-\d\d\.svg$/)
  const faults: string[] = []
  const document = new DOMParser({ onError: (_, message) => faults.push(message) }).parseFromString(
    svg.toString('utf8'),
    'image/svg+xml',
  )
  expect(faults).toEqual([])
  const texts = [...document.getElementsByTagName('text')].map((text) => text.textContent?.replaceAll('\u00a0', ' '))
  expect(texts).toEqual(expect.arrayContaining(['Teresa <b>C.</b>', 'BALTORIM S.A.', '72 % udziałów od 2019']))
  expect(texts[0]).toBe('ŻARIDAN "GEODEZJA" & SYN: powiązania')
  expect(texts[1]).toMatch(/^0000900001 · stan z \d/)
  expect(document.getElementsByTagName('path')).toHaveLength(5)
  expect(svg.toString('utf8')).toContain('@font-face')
  const [png] = await save(page, 'Zapisz obraz jako PNG')
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
  // Twice the size of the SVG.
  const width = Number(document.documentElement?.getAttribute('width'))
  expect(png.readUInt32BE(16)).toBe(2 * width)
})

async function save(page: Page, button: string): Promise<[Buffer, string]> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await download
  return [readFileSync(await file.path()), file.suggestedFilename()]
}

test('a company without connections shows an empty graph and fits a phone', async ({
  page,
  panel,
  signIn,
  expectAccessible,
}) => {
  storeGraph(panel, '0000900003', EMPTY_GRAPH)
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn('owner')
  await open(page, '0000900003')
  await expect(page.getByText('Rejestr nie zna żadnych powiązań tej firmy.')).toBeVisible()
  await nodeNamed(page, /^SAMOTNA/).click()
  await expect(page.getByRole('region', { name: 'SAMOTNA' })).toBeVisible()
  await expectAccessible(page, 'company/graph-phone')
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  expect(await wide()).toBe(false)
  await page.getByText('Tabela', { exact: true }).click()
  await expect(page.getByText('Brak powiązań.')).toBeVisible()
  expect(await wide()).toBe(false)
})

test('a viewer sees a stored graph but cannot request or expand one for units', async ({ page, panel, signIn }) => {
  storeGraph(panel, '0000900001', SMALL_GRAPH)
  await signIn('viewer')
  await open(page, UNPAID)
  const requestButton = page.getByRole('button', { name: 'Zapytaj', exact: true })
  await expect(requestButton).toHaveAttribute('aria-disabled', 'true')
  await open(page, '0000900001')
  // All members may see a paid answer.
  await nodeNamed(page, /^BALTORIM/).click()
  const details = page.getByRole('region', { name: 'BALTORIM S.A.' })
  const expand = details.getByRole('button', { name: /^Rozwiń/ })
  await expand.focus()
  if ((await expand.getAttribute('aria-disabled')) !== 'true') {
    // Another test of this worker has paid for it.
    await expect(expand).toHaveText('Rozwiń bezpłatnie')
    return
  }
  await expect(page.getByRole('tooltip')).toContainText('Wydawanie jednostek jest niedostępne')
})

test('a graph request that the service refuses with 402 shows that nothing was charged', async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/402/)
  await signIn('owner@demo-inactive.test')
  await open(page, CHILD)
  await page.getByRole('button', { name: 'Zapytaj', exact: true }).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('Nic nie pobrano.')
  await expect(stage(page)).toHaveCount(0)
})
