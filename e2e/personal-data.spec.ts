import { mkdtempSync, cpSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { operationNames, operationOf } from '@/lib/contract/table'
import { panelOperationNames, panelOperationOf } from '@/lib/features/contract'
import { peselOf } from '@/lib/testing/identifiers'

import { endSession, expect, test as base } from './support/fixtures'
import { browserContentOf, leaksIn, maskOf, storedPersons } from './support/leaks'
import { builtPages } from './support/pages'
import { type Panel, startPanel } from './support/panel'
import { type Recorder, recorderOfDirect } from './support/recording-proxy'

/** Unassigned numbers used by this test, in addition to those of the sample account. */
const NUMBERS = Array.from({ length: 50 }, (_, index) => peselOf(7000 + index))
const [SEARCHED = '', RESUBMITTED = ''] = NUMBERS
/** The list shows the newest first. */
const REVEALED = NUMBERS.at(-1) ?? ''

/** The same pages as in the benchmarks, and the list of persons. */
const pages = [...builtPages, '/monitors?kind=pesel']

/** Without files of the service, which name persons; downloading one is recorded. */
const operations = [
  ...operationNames.map(operationOf).filter(({ produces }) => produces !== 'file'),
  ...panelOperationNames.map(panelOperationOf),
]
/** Addresses of all reads without an id that compliance may call; lists of monitors with the largest page. */
const readable = operations
  .filter(({ method, path, roles }) => method === 'GET' && !path.includes('{') && roles.includes('compliance'))
  .map(({ path }) => `/api${path}${path.startsWith('/v1/monitor') ? '?limit=1000' : ''}`)

/** A panel with the most detailed log, behind a proxy that records every answer. */
const test = base.extend<object, { readonly recorder: Recorder; readonly direct: Panel }>({
  direct: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'panel-persons-'))
      cpSync(process.env['PANEL_TEMPLATE'] ?? '', dataDir, { recursive: true })
      const direct = await startPanel(dataDir, { LOG_LEVEL: 'trace' })
      await provide(direct)
      await direct.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  recorder: recorderOfDirect,
  panel: [
    async ({ direct, recorder }, provide) => provide({ ...direct, url: recorder.url }),
    { scope: 'worker', timeout: 90_000 },
  ],
})

const post = (page: Page, path: string, data: unknown) =>
  page.evaluate(
    async ([address, body]: readonly [string, unknown]) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: answer.status, text: await answer.text() }
    },
    [path, data] as const,
  )
const toast = (page: Page, text: string | RegExp) => page.getByText(text).first()

test('a session that works with fifty persons leaks no personal number', async ({
  page,
  panel,
  direct,
  recorder,
  signIn,
  expectedErrors,
}) => {
  test.setTimeout(150_000)
  expectedErrors.push(/Failed to load resource/)
  const visibleTexts: { where: string; text: string }[] = []
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  page.on('console', (message) => visibleTexts.push({ where: 'console', text: message.text() }))
  const note = async (where: string) => visibleTexts.push({ where, text: await browserContentOf(page) })
  await signIn('compliance')

  await test.step('adding persons, including refused and known ones', async () => {
    await page.goto('/monitors')
    const items = NUMBERS.map((identifier_value, index) => ({
      identifier_type: 'pesel',
      identifier_value,
      label: index === 3 ? `dług ${identifier_value}` : `Osoba ${index}`,
    }))
    const wrong = [
      { identifier_type: 'pesel', identifier_value: `${RESUBMITTED.slice(0, 10)}x` },
      { identifier_value: RESUBMITTED },
    ]
    const bulk = await post(page, '/api/v1/monitors/bulk', { items: [...items, ...wrong] })
    expect(JSON.parse(bulk.text)).toMatchObject({ inserted: 50, invalid: [{ index: 50 }, { index: 51 }] })
    await post(page, '/api/v1/monitors', { identifier_type: 'pesel', identifier_value: RESUBMITTED })
    await post(page, '/api/v1/monitors', { identifier_type: RESUBMITTED, identifier_value: 'x' })
    const answer = await post(page, '/api/panel/monitors/known', { values: [SEARCHED, '44051401359'] })
    expect(JSON.parse(answer.text)).toMatchObject({ known: [{ index: 0 }] })
    const list = await page.request.get('/api/v1/monitors?identifier_type=pesel&limit=50')
    const { items: listed } = (await list.json()) as { items: { identifier_value: string }[] }
    expect(new Set(listed.map(({ identifier_value }) => identifier_value))).toEqual(new Set(NUMBERS.map(maskOf)))
  })

  await test.step('searching for a person', async () => {
    await page.reload()
    const box = page.getByRole('searchbox', { name: 'Szukaj monitorów' })
    await expect(async () => {
      await page.keyboard.press('/')
      await expect(box).toBeFocused({ timeout: 250 })
    }).toPass()
    await box.fill(SEARCHED)
    await expect(page.getByText('1 pasujący')).toBeVisible()
    await note('search')
    await box.fill('')
  })

  await test.step('saving and searching a filter of persons', async () => {
    const filter = await post(page, '/api/v1/filters', { name: 'e2e 50 osób', content: { pesel: NUMBERS } })
    const { id } = JSON.parse(filter.text) as { id: string }
    await page.goto(`/filters?filter=${id}`)
    await page.getByLabel('Nazwa filtru').fill('e2e pięćdziesiąt osób')
    await page.getByRole('button', { name: 'Zapisz', exact: true }).click()
    await expect(toast(page, 'Zapisano filtr „e2e pięćdziesiąt osób”')).toBeVisible()
    await note('filter')
    await page.getByRole('searchbox', { name: 'Szukaj filtru' }).fill(SEARCHED)
    await expect(page.getByRole('link', { name: /e2e pięćdziesiąt osób 50 pozycji/ })).toBeVisible()
    await note('filter search')
  })

  await test.step('revealing a number, and hiding it again', async () => {
    await page.goto('/monitors?kind=pesel')
    // The rows of the first paint are replaced by those of the list, which are masked.
    await expect(page.getByRole('grid', { name: 'Monitory' })).toHaveAttribute('aria-busy', 'false')
    const reveal = page.getByRole('button', { name: `Pokaż ${maskOf(REVEALED)}` }).first()
    await expect(async () => {
      await reveal.click({ timeout: 1000 })
      await expect(page.getByText(REVEALED)).toBeVisible()
    }).toPass()
    await page
      .getByRole('button', { name: `Ukryj ${maskOf(REVEALED)}` })
      .first()
      .click()
    await expect(page.getByText(REVEALED)).toHaveCount(0)
    await note('hidden again')
  })

  await test.step('opening every page, and downloading the log as CSV', async () => {
    const list = await page.request.get('/api/v1/monitors?identifier_type=pesel&limit=1')
    const [person] = ((await list.json()) as { items: { id: string }[] }).items
    const ofPerson = ['history', 'certificate'].map((name) => `/api/panel/monitors/${person?.id}/${name}`)
    for (const path of [...readable, ...ofPerson]) await page.request.get(path)
    for (const path of [...pages, `/monitors/${person?.id}`]) {
      await page.goto(path)
      await page.waitForLoadState('load')
      await note(path)
    }
    await page.goto('/settings/audit')
    await expect(page.getByRole('table').getByText('Odsłonięcie danych osobowych').first()).toBeVisible()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Pobierz CSV: dziennik czynności' }).click()
    const csv = readFileSync(await (await saved).path(), 'utf8')
    expect(csv).toContain(maskOf(REVEALED))
    visibleTexts.push({ where: 'csv', text: csv })
    await note('toast')
  })

  await test.step('opening pages and calling the API as a viewer', async () => {
    await endSession(page.context())
    await signIn('viewer')
    for (const path of ['/api/v1/monitors?limit=1000', '/api/v1/filters', '/api/v1/updates?limit=1000']) {
      await page.request.get(path)
    }
    for (const path of ['/', '/monitors', '/filters']) await page.goto(path)
    expect((await post(page, '/api/panel/monitors/known', { values: [SEARCHED] })).status).toBe(403)
  })

  const persons = [...new Set([...NUMBERS, ...storedPersons(direct.dataDir)])]
  expect(persons.length).toBeGreaterThan(100)
  // Only answers to `reveal` may contain a personal number.
  const revealed = recorder.exchanges.filter(({ path }) => path === '/api/panel/reveal')
  expect(revealed.filter(({ body }) => body.includes(REVEALED)).length).toBeGreaterThan(0)
  const others = recorder.exchanges.filter(({ path }) => path !== '/api/panel/reveal')
  expect(others.length).toBeGreaterThan(60)
  const texts = others.map(({ method, path, status, head, body }) => ({
    where: `${method} ${path.split('?')[0]} ${status}`,
    text: `${path}\n${head}\n${body}`,
  }))
  const log = { where: 'log', text: direct.output() }
  const addresses = { where: 'address', text: requestedUrls.join('\n') }
  expect(leaksIn([...texts, ...visibleTexts, log, addresses], persons)).toEqual([])
  expect(panel.url).toBe(recorder.url)
})

test('the review of persons changes the period, renews the purpose with a reason, and deletes a monitor', async ({
  page,
  direct,
  signIn,
  expectAccessible,
}) => {
  await signIn('owner')
  await page.goto('/settings/personal-data')
  const period = page.getByLabel('Okres przeglądu (miesiące)')
  await period.fill('0')
  await expect(page.getByText('Podaj liczbę od 1 do 120.')).toBeVisible()
  await period.fill('1')
  await page.getByRole('button', { name: 'Zapisz okres' }).click()
  await expect(toast(page, 'Okres przeglądu: 1 miesiąc')).toBeVisible()
  await expect(period).toBeFocused()
  const table = page.getByRole('table', { name: 'Do przeglądu' })
  const boxes = table.getByRole('checkbox')
  await expect(boxes.nth(3)).toBeVisible()
  const before = await boxes.count()
  await expectAccessible(page, 'settings/personal-data')

  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await page.getByRole('button', { name: 'Odnów cel (2)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Odnowić cel dla 2 osób?' })
  await dialog.getByRole('button', { name: 'Odnów cel' }).click()
  await expect(dialog.getByText('Podaj powód, co najmniej 3 znaki.')).toBeVisible()
  await dialog.getByLabel('Dlaczego nadal monitorujesz').fill('trwa umowa\nz dłużnikiem')
  await dialog.getByRole('button', { name: 'Odnów cel' }).click()
  await expect(toast(page, 'Odnowiono cel dla 2 osób')).toBeVisible()
  await expect(boxes).toHaveCount(before - 2)
  const everyone = page.getByRole('group', { name: 'Zaznaczone osoby' }).getByRole('checkbox')
  await expect(everyone).toBeFocused()
  await expect(table.getByRole('link').first()).toHaveAttribute('href', /^\/monitors\//)

  const persons = storedPersons(direct.dataDir).length
  await boxes.nth(0).check()
  await page.getByRole('button', { name: 'Usuń (1)' }).click()
  await page.getByRole('alertdialog', { name: 'Usunąć monitor 1 osoby?' }).getByRole('button', { name: 'Usuń' }).click()
  await expect(toast(page, 'Usunięto 1 monitor')).toBeVisible()
  await expect(boxes).toHaveCount(before - 3)
  await expect(everyone).toBeFocused()
  expect(storedPersons(direct.dataDir)).toHaveLength(persons - 1)
  const log = await page.request.get('/api/panel/audit?limit=3')
  expect(await log.json()).toMatchObject({
    items: [
      { action: 'monitors.delete', after: { because: 'retention' } },
      { action: 'retention.renew', after: { monitors: 2, reason: 'trwa umowa z dłużnikiem' } },
      { action: 'retention.setMonths', before: { months: 12 }, after: { months: 1 } },
    ],
  })
})
