import type { APIRequestContext, Page } from '@playwright/test'

import { expect, test } from './support/fixtures'
import { waitForHydrationIn } from './support/hydration'
import { PASSWORD } from './support/panel'

type Monitor = { id: string; tags: string[]; identifier_type: string | null }
type Job = {
  id: string
  kind: string
  state: string
  changing: number
  updated: number
  changed: number
  add: string[]
}

/** Matches nearly all of the sample, so that the change needs several chunks. */
const SEARCH = 'o'
const CHUNKS = '**/api/panel/bulk-tags/*/chunks/*'

async function tagsOf(request: APIRequestContext, q: string): Promise<Map<string, string>> {
  const tags = new Map<string, string>()
  let cursor = ''
  do {
    const answer = await request.get(`/api/v1/monitors?limit=1000&q=${q}${cursor}`)
    const page = (await answer.json()) as { items: Monitor[]; next_cursor: string | null }
    for (const monitor of page.items) tags.set(monitor.id, monitor.tags.toSorted().join('|'))
    cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`
  } while (cursor !== '')
  return tags
}

/** Number of monitors with room for one more tag: some of the sample have ten. */
const roomIn = (tags: ReadonlyMap<string, string>) =>
  [...tags.values()].filter((each) => each.split('|').length < 10).length

const countOf = async (request: APIRequestContext, tag: string) =>
  [...(await tagsOf(request, '')).values()].filter((tags) => tags.split('|').includes(tag)).length

const jobsOf = async (request: APIRequestContext, tag: string): Promise<Job[]> => {
  const { items } = (await (await request.get('/api/panel/bulk-tags')).json()) as { items: Job[] }
  return items.filter(({ kind, add }) => kind === 'change' && add.includes(tag))
}

async function undoByRequest(page: Page, id: string): Promise<void> {
  const headers = { origin: new URL(page.url()).origin }
  const answer = await page.request.post(`/api/panel/bulk-tags/${id}/undo`, { headers })
  const { job, chunks } = (await answer.json()) as { job: Job; chunks: { number: number }[] }
  for (const { number } of chunks) {
    const chunkAnswer = await page.request.post(`/api/panel/bulk-tags/${job.id}/chunks/${number}`, { headers })
    expect(chunkAnswer.status()).toBe(200)
  }
}

/** The panel's number format: 2 418 with a no-break space. */
const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, String.fromCodePoint(160))

const grid = (page: Page) => page.getByRole('grid', { name: 'Monitory' })
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Tagi/ })
const box = (page: Page, tag: string) => dialog(page).getByRole('checkbox', { name: tag, exact: true })
const figure = (page: Page, label: string) => dialog(page).getByText(label).locator('xpath=..')
const field = (page: Page) => dialog(page).getByLabel('Szukaj tagu albo wpisz nowy')
const confirm = (page: Page) => dialog(page).getByRole('button', { name: /^Zmień/ })
const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Powiadomienia' }).getByText(text).last()
const undo = (page: Page) => page.getByRole('button', { name: 'Cofnij', exact: true }).last()

/** The page is ready once a shortcut works and the list is no longer busy. */
async function openMonitors(page: Page, query = ''): Promise<void> {
  await page.goto(`/monitors${query}`)
  const search = page.getByRole('searchbox', { name: 'Szukaj monitorów' })
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(search).toBeFocused({ timeout: 250 })
  }).toPass()
  await search.blur()
  await expect(grid(page)).toHaveAttribute('aria-busy', 'false')
}

async function selectAll(page: Page): Promise<void> {
  await openMonitors(page, `?q=${SEARCH}`)
  await grid(page).getByRole('checkbox').first().check()
  await page.getByRole('button', { name: /Zaznacz wszystkie/ }).click()
  await expect(page.getByText(/wszystkie pasujące/)).toBeVisible()
}

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Zmień tagi/ }).click()
  await expect(field(page)).toBeFocused()
}

/** Adds one tag to all matching monitors; the dialog requires typing the number of many. */
async function tagAll(page: Page, tag: string, changing: number): Promise<void> {
  await openDialog(page)
  await field(page).fill(tag)
  await field(page).press('Enter')
  await dialog(page)
    .getByLabel(/Aby potwierdzić, wpisz/)
    .fill(String(changing))
  await confirm(page).click()
}

test.beforeEach(async ({ signIn }) => signIn('owner'))

test('text typed while the tags are counted is kept, and a new tag is applied after the count', async ({ page }) => {
  let release = () => {}
  await page.route('**/api/panel/bulk-tags/plan', async (route) => {
    await new Promise<void>((resolve) => (release = resolve))
    await route.continue()
  })
  await selectAll(page)
  await openDialog(page)
  await page.keyboard.type('e2e-zawczasu')
  await page.keyboard.press('Enter')
  await page.keyboard.type('dosta')
  await expect(confirm(page)).toHaveAttribute('aria-disabled', 'true')
  release()
  await expect(box(page, 'dostawcy')).toBeVisible()
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('dosta')
  await expect(figure(page, 'zmieni się')).not.toContainText(/^0\b/)
  await field(page).fill('')
  await expect(box(page, 'e2e-zawczasu')).toBeChecked()
  await expect(confirm(page)).toHaveText(/^Zmień [1-9]/)
})

test('changes all monitors of a search with exact counts, and the undo restores every tag', async ({
  page,
  expectAccessible,
}) => {
  const before = await tagsOf(page.request, '')
  // One tag is removed to make room for the new one.
  const matching = [...(await tagsOf(page.request, SEARCH)).values()].filter(
    (tags) => tags.split('|').filter((tag) => tag !== 'dostawcy').length < 10,
  ).length
  expect(matching).toBeGreaterThan(1000)
  const suppliers = [...before.values()].filter((tags) => tags.split('|').includes('dostawcy')).length
  await selectAll(page)
  await openDialog(page)
  await expect(box(page, 'dostawcy')).toHaveJSProperty('indeterminate', true)
  await field(page).fill('e2e-wszystkie')
  await field(page).press('Enter')
  // A partly set tag changes to all, then to none; only the reset restores it.
  await box(page, 'dostawcy').click()
  await expect(box(page, 'dostawcy')).toBeChecked()
  await box(page, 'dostawcy').click()
  await expect(box(page, 'dostawcy')).not.toBeChecked()
  await expect(box(page, 'dostawcy')).toHaveJSProperty('indeterminate', false)
  await expect(figure(page, 'zmieni się')).toContainText(grouped(matching))
  await expectAccessible(page, 'bulk-tags')
  await confirm(page).click()
  await expect(dialog(page).getByText(`To nie jest ${grouped(matching)}.`)).toBeVisible()
  await dialog(page)
    .getByLabel(/Aby potwierdzić, wpisz/)
    .fill(grouped(matching))
  await confirm(page).click()
  await expect(toast(page, `Zmieniono tagi ${grouped(matching)} monitorów`)).toBeVisible()
  expect(await countOf(page.request, 'e2e-wszystkie')).toBe(matching)
  expect(await countOf(page.request, 'dostawcy')).toBeLessThan(suppliers)
  await undo(page).click()
  await expect(toast(page, `Przywrócono tagi ${grouped(matching)} monitorów`)).toBeVisible()
  expect(await tagsOf(page.request, '')).toEqual(before)
})

test('works with the keyboard only, and shows in advance which monitors have the tag already or ten tags', async ({
  page,
}) => {
  const tag = 'e2e-klawiatura'
  const { items } = (await (await page.request.get('/api/v1/monitors?limit=3')).json()) as { items: Monitor[] }
  const [first, second] = items.map(({ id }) => id)
  const change = (data: object) =>
    page.request.post('/api/v1/monitors/bulk-tag', { data, headers: { origin: new URL(page.url()).origin } })
  await openMonitors(page)
  const others = Array.from({ length: 10 - (items[1]?.tags.length ?? 0) }, (_, n) => `e2e-${n}`)
  expect((await change({ ids: [first], add: [tag] })).status()).toBe(200)
  expect((await change({ ids: [second], add: others })).status()).toBe(200)
  await grid(page).getByRole('row').nth(1).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+X')
  await page.keyboard.press('t')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(tag)
  await page.keyboard.press('Enter')
  await expect(figure(page, 'zmieni się')).toContainText('1')
  await expect(figure(page, 'już tak mają')).toContainText('1')
  await expect(figure(page, 'przekroczyłoby 10 tagów')).toContainText('1')
  for (let n = 0; n < 40 && !(await confirm(page).evaluate((node) => node === document.activeElement)); n++) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Zmieniono tagi 1 monitora')).toBeVisible()
  // The keyboard focus returns to the same row of the list.
  await expect(grid(page).getByRole('row').nth(3)).toBeFocused()
  await undo(page).focus()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Przywrócono tagi 1 monitora')).toBeVisible()
  expect(await countOf(page.request, tag)).toBe(1)
  await change({ ids: [first, second], remove: [tag, ...others] })
})

test('the page of a monitor shows what a bulk change did to it, and that it was undone', async ({
  page,
  expectAccessible,
}) => {
  const tag = 'e2e-historia'
  const { items } = (await (await page.request.get('/api/v1/monitors?limit=3')).json()) as { items: Monitor[] }
  const [first, second, other] = items
  const data = { ids: [first?.id], add: ['e2e-dawny'] }
  await openMonitors(page)
  await page.request.post('/api/v1/monitors/bulk-tag', { data, headers: { origin: new URL(page.url()).origin } })
  await openMonitors(page)
  for (const row of [1, 2]) await grid(page).getByRole('row').nth(row).getByRole('checkbox').check()
  await openDialog(page)
  // Only one of the two has the tag and loses it.
  await box(page, 'e2e-dawny').click()
  await box(page, 'e2e-dawny').click()
  await field(page).fill(tag)
  await field(page).press('Enter')
  await expect(figure(page, 'zmieni się')).toContainText('2')
  await confirm(page).click()
  await expect(toast(page, 'Zmieniono tagi 2 monitorów')).toBeVisible()

  const history = page.getByRole('region', { name: 'Zmiany zapisane w panelu' })
  const entry = (text: string) => history.getByRole('listitem').filter({ hasText: text })
  await page.goto(`/monitors/${first?.id}`)
  const changed = entry('Zmiana tagów wielu monitorów').filter({ hasText: tag })
  await expect(changed.getByText(`Dodano: ${tag}`)).toBeVisible()
  await expect(changed.getByText('Usunięto: e2e-dawny')).toBeVisible()
  await expect(changed.getByText('owner@demo.test')).toHaveCount(1)
  await expect(changed.getByText('Cofnięto')).toHaveCount(0)
  await expect(entry('Dodano: e2e-dawny').getByText('Zmiana tagów', { exact: true })).toBeVisible()
  await page.goto(`/monitors/${second?.id}`)
  await expect(changed.getByText(`Dodano: ${tag}`)).toBeVisible()
  await expect(changed.getByText('Usunięto')).toHaveCount(0)

  const [job] = await jobsOf(page.request, tag)
  await undoByRequest(page, job?.id ?? '')
  await page.goto(`/monitors/${first?.id}`)
  await expect(changed.getByText('Cofnięto', { exact: true })).toBeVisible()
  const undone = entry('Cofnięcie zmiany tagów wielu monitorów').filter({ hasText: tag })
  await expect(undone.getByText(`Usunięto: ${tag}`)).toBeVisible()
  await expect(undone.getByText('Dodano: e2e-dawny')).toBeVisible()
  await expectAccessible(page, 'company/watched')
  // A company watched under two numbers has two histories.
  await page.goto(`/monitors/${other?.id}`)
  await expect(history.first()).toBeVisible()
  await expect(entry(tag)).toHaveCount(0)
  const cleanup = { ids: [first?.id], remove: ['e2e-dawny'] }
  await page.request.post('/api/v1/monitors/bulk-tag', {
    data: cleanup,
    headers: { origin: new URL(page.url()).origin },
  })
})

test('only a failed chunk is repeated', async ({ page, expectedErrors }) => {
  expectedErrors.push(/500/)
  const tag = 'e2e-ponow'
  const matching = roomIn(await tagsOf(page.request, SEARCH))
  await selectAll(page)
  const sent: string[] = []
  await page.route(CHUNKS, (route) => {
    sent.push(new URL(route.request().url()).pathname.split('/').at(-1) ?? '')
    return sent.length === 2 ? route.fulfill({ status: 500, json: { detail: 'broken' } }) : route.continue()
  })
  await tagAll(page, tag, matching)
  const failed = matching < 2000 ? matching - 1000 : 1000
  const failureMessage = `Zmieniono ${grouped(matching - failed)} z ${grouped(matching)}. Nie udało się wysłać ${grouped(failed)}`
  await expect(toast(page, failureMessage)).toBeVisible()
  expect(await countOf(page.request, tag)).toBe(matching - failed)
  const before = sent.length
  await page.getByRole('button', { name: 'Ponów nieudane' }).last().click()
  await expect(toast(page, `Zmieniono tagi ${grouped(matching)} monitorów`)).toBeVisible()
  expect(sent.slice(before)).toEqual(['1'])
  expect(await countOf(page.request, tag)).toBe(matching)
  await undo(page).click()
  await expect(toast(page, /Przywrócono tagi/)).toBeVisible()
  expect(await countOf(page.request, tag)).toBe(0)
})

test('a cancel takes effect between chunks, and the history can undo the finished part', async ({
  page,
  expectAccessible,
}) => {
  const tag = 'e2e-przerwane'
  const before = await tagsOf(page.request, '')
  const matching = roomIn(await tagsOf(page.request, SEARCH))
  await selectAll(page)
  let release = () => {}
  await page.route(CHUNKS, async (route) => {
    await new Promise<void>((resolve) => (release = resolve))
    await route.continue()
  })
  await tagAll(page, tag, matching)
  await expect(page.getByRole('progressbar', { name: 'Zmienianie tagów' })).toHaveAttribute('aria-valuenow', '0')
  await page.getByRole('button', { name: 'Anuluj' }).click()
  release()
  await expect(toast(page, `Przerwano: zmieniono ${grouped(1000)} z ${grouped(matching)}.`)).toBeVisible()
  await page.unroute(CHUNKS)
  expect(await countOf(page.request, tag)).toBe(1000)
  // The tag is removed by hand from one monitor, so that nothing can be restored there.
  const [one] = [...(await tagsOf(page.request, ''))].filter(([, tags]) => tags.split('|').includes(tag))
  const data = { ids: [one?.[0]], remove: [tag] }
  await page.request.post('/api/v1/monitors/bulk-tag', { data, headers: { origin: new URL(page.url()).origin } })
  await page.getByRole('button', { name: 'Historia zmian' }).click()
  const history = page.getByRole('dialog', { name: 'Historia zmian wielu monitorów' })
  await expect(history.getByText('Anulowana').first()).toBeVisible()
  await expectAccessible(page, 'bulk-tags/history')
  await history.getByRole('button', { name: `Cofnij zmianę: ${tag}` }).click()
  await expect(page.getByText('Przywróci tagi 999 monitorów')).toBeVisible()
  await expect(page.getByText('ktoś przywrócił je już wcześniej')).toBeVisible()
  await page.getByRole('button', { name: 'Przywróć 999 monitorów' }).click()
  await expect(toast(page, 'Przywrócono 999 z')).toBeVisible()
  await expect(grid(page).locator('[role="row"]:focus')).toHaveCount(1)
  expect(await tagsOf(page.request, '')).toEqual(before)
})

test('two browsers at once change each monitor once, and both undos restore all tags', async ({
  page,
  browser,
  panel,
  signIn,
}) => {
  const tag = 'e2e-razem'
  const before = await tagsOf(page.request, '')
  const matching = roomIn(await tagsOf(page.request, SEARCH))
  const other = await browser.newContext({ baseURL: panel.url, locale: 'pl-PL' })
  waitForHydrationIn(other)
  await signIn('owner')
  const second = await other.newPage()
  await second.goto('/sign-in')
  await second.getByLabel('E-mail').fill('compliance@demo.test')
  await second.getByLabel('Hasło').fill(PASSWORD)
  await second.getByRole('button', { name: 'Zaloguj się', exact: true }).click()
  await expect(second).toHaveURL(`${panel.url}/`)
  await Promise.all([selectAll(page), selectAll(second)])
  const isDone = (browserPage: Page) => expect(toast(browserPage, /^Zmieniono/)).toBeVisible()
  // The second user has seen the preview before the first one starts, or is informed that it is outdated.
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(CHUNKS, async (route) => {
    await released
    await route.continue()
  })
  await tagAll(page, tag, matching)
  await tagAll(second, tag, matching)
  await expect(
    second.getByRole('progressbar', { name: 'Zmienianie tagów' }).or(toast(second, /^Zmieniono/)),
  ).toBeVisible()
  release()
  await Promise.all([isDone(page), isDone(second)])
  const jobs = await jobsOf(page.request, tag)
  expect(jobs.map(({ changing }) => changing)).toEqual([matching, matching])
  expect(jobs.reduce((sum, { updated }) => sum + updated, 0)).toBe(matching)
  for (const { updated, changed } of jobs) expect(changed).toBe(updated)
  for (const { id } of jobs.filter((job) => job.changed > 0)) await undoByRequest(page, id)
  expect(await tagsOf(page.request, '')).toEqual(before)
  await other.close()
})

test('a viewer sees why tags cannot be changed', async ({ page, signIn }) => {
  await signIn('viewer')
  await openMonitors(page)
  await grid(page).getByRole('checkbox').first().check()
  for (const name of ['Zmień tagi', 'Historia zmian']) {
    const button = page.getByRole('button', { name: new RegExp(`^${name}`) })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect(button).toHaveAccessibleDescription('Niedostępne dla roli „Podgląd”.')
  }
  expect((await page.request.get('/api/panel/bulk-tags')).status()).toBe(403)
})
