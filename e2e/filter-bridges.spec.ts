import type { APIRequestContext, Locator, Page } from '@playwright/test'

import { freeKrsOf, freeNipOf, peselOf } from '@/lib/testing/identifiers'

import { expect, test } from './support/fixtures'
import { storedFilter } from './support/leaks'
import type { Panel } from './support/panel'

type Content = Partial<Record<'krs' | 'nip' | 'pesel' | 'name', readonly string[]>>
type Filter = { id: string; name: string; content: Record<string, string[]>; item_count: number }
type Monitor = { id: string; filter_id: string | null; tags: string[] }
type Coverage = { count: number; by_source: { source: string; count: number }[]; hit_values: number }

const KRS = [601, 602, 603].map(freeKrsOf)
const NIP = [601, 602].map(freeNipOf)
const PERSON = peselOf(6601)

/** Calls with the origin of the panel's pages. */
function apiCalls({ request }: { readonly request: APIRequestContext }, panel: Panel) {
  const headers = { origin: panel.url }
  const post = async <B>(path: string, data: unknown): Promise<B> => {
    const answer = await request.post(path, { headers, data })
    expect(answer.status(), await answer.text()).toBeLessThan(300)
    return (await answer.json()) as B
  }
  return {
    create: (name: string, content: Content) => post<Filter>('/api/v1/filters', { name, content }),
    watch: (identifier_type: string, identifier_value: string, tags: readonly string[] = []) =>
      post<Monitor>('/api/v1/monitors', { identifier_type, identifier_value, tags, label: 'e2e most' }),
    watchFilter: (filter_id: string, label: string) => post<Monitor>('/api/v1/monitors', { filter_id, label }),
    save: (id: string, name: string, content: Content) =>
      request.put(`/api/v1/filters/${id}`, { headers, data: { name, content } }),
    remove: (id: string) => request.delete(`/api/v1/filters/${id}`, { headers }),
    coverage: (id: string) => post<Coverage>('/api/v1/filters/coverage', { filter_id: id }),
    get: async (id: string) => (await (await request.get(`/api/v1/filters/${id}`)).json()) as Filter,
    monitor: async (id: string) => (await (await request.get(`/api/v1/monitors/${id}`)).json()) as Monitor,
  }
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Numery monitorów jako filtr' })
const toast = (page: Page, text: string | RegExp) => page.getByText(text).first()
const expectNoOverflow = async (page: Page) => {
  const { inner, wide } = await page.evaluate(() => ({
    inner: window.innerWidth,
    wide: document.documentElement.scrollWidth,
  }))
  expect(wide).toBeLessThanOrEqual(inner)
}
const filterId = (page: Page) => new URL(page.url()).searchParams.get('filter') ?? ''

async function selectTagged(page: Page, tag: string): Promise<void> {
  await page.goto(`/monitors?tag=${encodeURIComponent(tag)}`)
  await page.getByRole('checkbox', { name: 'Zaznacz wiersze na ekranie' }).click()
}

/** A hidden element cannot be focused, and the key press would be lost. */
async function openByKeyboard(button: Locator): Promise<void> {
  await expect(button).toBeVisible()
  await button.focus()
  await button.press('Enter')
}

test('selected monitors become a filter, and are added to an existing one, with the keyboard only', async ({
  page,
  panel,
  signIn,
  expectAccessible,
}) => {
  await signIn('compliance')
  const { create, watch, watchFilter, get } = apiCalls(page, panel)
  const tag = 'e2e-most-wybor'
  await watch('krs', KRS[0] ?? '', [tag])
  await watch('nip', NIP[0] ?? '', [tag])
  await watch('pesel', PERSON, [tag])
  const other = await create('e2e most inny', { nip: [NIP[0] ?? ''] })
  const byFilter = await watchFilter(other.id, 'e2e most wg filtru')
  await page.request.post('/api/v1/monitors/bulk-tag', {
    headers: { origin: panel.url },
    data: { ids: [byFilter.id], add: [tag] },
  })
  await selectTagged(page, tag)
  await openByKeyboard(page.getByRole('button', { name: 'Filtr z tych monitorów' }))
  await expect(dialog(page).getByText('4 monitory: 1 KRS, 1 NIP, 1 PESEL')).toBeVisible()
  await expect(dialog(page).getByText('Pominięty: 1 monitor, który sam działa według filtru.')).toBeVisible()
  await expectAccessible(page, 'filter/from-monitors')
  const name = dialog(page).getByLabel('Nazwa filtru')
  await expect(name).toBeFocused()
  await name.press('Enter')
  await expect(dialog(page).getByText('Podaj nazwę filtru.')).toBeVisible()
  await name.fill('e2e z zaznaczonych')
  await name.press('Enter')
  await page.getByRole('button', { name: 'Otwórz filtr' }).first().click()
  await expect(page).toHaveURL(/\/filters\?filter=/)
  const created = await get(filterId(page))
  expect(created).toMatchObject({ name: 'e2e z zaznaczonych', item_count: 3 })
  expect(created.content['krs']).toEqual([KRS[0]])
  expect(JSON.stringify(created)).not.toContain(PERSON)
  expect(storedFilter(panel.dataDir, created.id)['pesel']).toEqual([PERSON])

  await selectTagged(page, tag)
  await openByKeyboard(page.getByRole('button', { name: 'Filtr z tych monitorów' }))
  await dialog(page).getByRole('radio', { name: 'Dodaj do filtru' }).check()
  await dialog(page).getByLabel('Filtr', { exact: true }).selectOption(other.id)
  await expect(dialog(page).getByText('Do dodania: 2, już w filtrze: 1')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Dodaj do filtru' }).press('Enter')
  await expect(toast(page, 'Dodano 2 pozycje do filtru „e2e most inny”')).toBeVisible()
  expect((await get(other.id)).item_count).toBe(3)
})

test('all monitors of a tag become a filter on a phone', async ({ page, panel, signIn, expectAccessible }) => {
  await signIn('owner')
  const { watch, get } = apiCalls(page, panel)
  const tag = 'e2e-most-tag'
  await watch('krs', KRS[1] ?? '', [tag])
  await watch('nip', NIP[1] ?? '', [tag])
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`/monitors?tag=${tag}&q=nic-takiego`)
  await openByKeyboard(page.getByRole('button', { name: 'Filtr z tagu' }))
  await expect(dialog(page).getByText('2 monitory: 1 KRS, 1 NIP')).toBeVisible()
  await expect(dialog(page).getByText('Żaden monitor nie jest pominięty.')).toBeVisible()
  await expect(dialog(page).getByLabel('Nazwa filtru')).toHaveValue(tag)
  await expectNoOverflow(page)
  await expectAccessible(page, 'filter/from-monitors-phone')
  await dialog(page).getByRole('button', { name: 'Utwórz filtr' }).click()
  await page.getByRole('button', { name: 'Otwórz filtr' }).first().click()
  await expect(page).toHaveURL(/\/filters\?filter=/)
  expect((await get(filterId(page))).content).toMatchObject({ krs: [KRS[1]], nip: [NIP[1]] })
})

test('an import becomes a filter from the import history', async ({ page, panel, signIn }) => {
  await signIn('owner')
  const { get } = apiCalls(page, panel)
  const lines = [611, 612].map(freeKrsOf)
  await page.goto('/monitors/import')
  const file = { name: 'e2e-most.csv', mimeType: 'text/csv', buffer: Buffer.from(['krs', ...lines].join('\r\n')) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: /^Dodaj \d/ }).click()
  const outcome = page.getByRole('region', { name: 'Wynik importu' })
  await outcome.getByRole('button', { name: 'Filtr z importu' }).click()
  await expect(dialog(page).getByText('2 monitory: 2 KRS')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/monitors/imports')
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'e2e-most.csv' })
  await row.getByRole('button', { name: /^Filtr z importu/ }).click()
  await expect(dialog(page).getByLabel('Nazwa filtru')).toHaveValue('e2e-most.csv')
  await dialog(page).getByRole('button', { name: 'Utwórz filtr' }).click()
  await page.getByRole('button', { name: 'Otwórz filtr' }).first().click()
  await expect(page).toHaveURL(/\/filters\?filter=/)
  expect((await get(filterId(page))).content['krs']?.toSorted()).toEqual(lines.toSorted())
})

test('a filter becomes a monitor with tags in one step, and links to the reports that use it', async ({
  page,
  panel,
  signIn,
}) => {
  await signIn('owner')
  const { create } = apiCalls(page, panel)
  const created = await create('e2e użycia', { krs: [KRS[2] ?? ''] })
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const order = { source: 'krz', format: 'json', date_from: day, date_to: day, filter_id: created.id }
  const ordered = await page.request.post('/api/v1/reports', { headers: { origin: panel.url }, data: order })
  expect(ordered.status()).toBe(202)
  await page.goto(`/filters?filter=${created.id}`)
  const monitors = page.getByRole('region', { name: 'Monitory tego filtru' })
  const reports = monitors.getByRole('link', { name: '1 raport na żądanie' })
  await expect(reports).toHaveAttribute('href', `/reports?filter=${created.id}`)
  await monitors.getByRole('button', { name: 'Monitoruj ten filtr' }).click()
  const monitorDialog = page.getByRole('dialog', { name: 'Monitoruj filtr „e2e użycia”' })
  await monitorDialog.getByLabel('Tagi').fill('e2e-most-uzycia,')
  await monitorDialog.getByRole('button', { name: 'Utwórz monitor' }).click()
  await expect(monitors.getByRole('link', { name: 'e2e użycia' })).toBeVisible()
  await expect(page.getByRole('link', { name: /e2e użycia 1 pozycja KRS 1 · 1 monitor · 1 raport/ })).toBeVisible()
  // The reports page shows only those of this filter until the filter is removed.
  const another = { ...order, filter_id: undefined, format: 'csv' }
  const general = await page.request.post('/api/v1/reports', { headers: { origin: panel.url }, data: another })
  expect(general.status()).toBe(202)
  await reports.click()
  const table = page.getByRole('table', { name: 'Raporty na żądanie' })
  await expect(table.getByText('filtr „e2e użycia”')).toBeVisible()
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Usuń: Zamówione według filtru „e2e użycia”' }).click()
  await expect(page).toHaveURL('/reports?tab=custom')
  await expect(table.getByText('wszystkie wiersze').first()).toBeVisible()
  // Deleted, because other tests count the reports on this page.
  for (const answer of [ordered, general]) {
    const { id } = (await answer.json()) as { id: string }
    const deleted = await page.request.delete(`/api/v1/reports/${id}`, { headers: { origin: panel.url } })
    expect(deleted.status()).toBe(204)
  }
})

test('the silent monitor of a deleted filter is attached to another and gets events again', async ({
  page,
  panel,
  signIn,
  expectAccessible,
}) => {
  test.slow()
  await signIn('owner')
  const { create, watchFilter, remove, monitor } = apiCalls(page, panel)
  const deletedFilter = await create('e2e most dawny', { krs: [KRS[2] ?? ''] })
  const spare = await create('e2e most zbędny', { krs: [KRS[2] ?? ''] })
  const next = await create('e2e most dawny', { name: ['spółka'] })
  const silent = await watchFilter(deletedFilter.id, 'e2e most cichy')
  const unwanted = await watchFilter(spare.id, 'e2e most zbędny monitor')
  for (const { id } of [deletedFilter, spare]) expect((await remove(id)).status()).toBe(204)
  await page.goto(`/monitors/${silent.id}`)
  await expect(page.getByRole('region', { name: 'Co jest obserwowane' })).toBeVisible()
  await expectAccessible(page, 'monitor')
  await page.getByRole('link', { name: 'Podłącz do innego filtru' }).click()
  await expect(page).toHaveURL('/filters')
  await page.getByRole('button', { name: 'Podłącz albo usuń' }).click()
  const list = page.getByRole('dialog', { name: 'Monitory usuniętych filtrów' })
  const choice = (name: string) => list.getByLabel(`Co zrobić z monitorem „${name}”`)
  // It is suggested because it has the name of the deleted one.
  await expect(choice('e2e most cichy')).toHaveValue(next.id)
  await expectAccessible(page, 'filters/attach')
  await choice('e2e most zbędny monitor').selectOption({ label: 'Usuń monitor' })
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoOverflow(page)
  await list.getByRole('button', { name: 'Podłącz: 1, usuń: 1' }).click()
  await expect(toast(page, 'Podłączone: 1. Usunięte: 1.')).toBeVisible()
  expect((await monitor(silent.id)).filter_id).toBe(next.id)
  expect((await page.request.get(`/api/v1/monitors/${unwanted.id}`)).status()).toBe(404)
  panel.admin(['sample', 'publish', '--count', '40'])
  await expect
    .poll(async () => {
      const events = await page.request.get(`/api/v1/monitor-events?monitor_id=${silent.id}`)
      return ((await events.json()) as { total: number }).total
    })
    .toBeGreaterThan(0)
})

test('a draft is tried on the last 30 days, and an outdated result is marked', async ({
  page,
  panel,
  signIn,
  expectAccessible,
}) => {
  await signIn('owner')
  const { create, coverage } = apiCalls(page, panel)
  const created = await create('e2e pokrycie', { name: ['bank', 'spółdzielnia'], pesel: [PERSON] })
  await page.goto(`/filters?filter=${created.id}`)
  const card = page.getByRole('region', { name: 'Co ten filtr złapałby w ostatnich 30 dniach' })
  await openByKeyboard(card.getByRole('button', { name: 'Sprawdź' }))
  const expected = await coverage(created.id)
  expect(expected.count).toBeGreaterThan(0)
  await expect(card.getByRole('list', { name: 'Ogłoszenia według źródeł' }).getByRole('listitem')).toHaveCount(
    expected.by_source.length,
  )
  await expect(card.getByText(/przez nazwę „(bank|spółdzielnia)”/).first()).toBeVisible()
  await expectAccessible(page, 'filter/coverage')
  await page.getByRole('textbox', { name: /^Nazwy/ }).fill('niktaki')
  await page.getByRole('textbox', { name: /^Nazwy/ }).press('Enter')
  await expect(card.getByText('To wynik wcześniejszego szkicu.')).toBeVisible()
  await card.getByRole('button', { name: 'Sprawdź ponownie' }).click()
  await expect(card.getByText('To wynik wcześniejszego szkicu.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Odrzuć zmiany' }).click()
  const none = await create('e2e bez pokrycia', { krs: [KRS[2] ?? ''] })
  await page.goto(`/filters?filter=${none.id}`)
  await openByKeyboard(card.getByRole('button', { name: 'Sprawdź' }))
  await expect(card.getByText('0 ogłoszeń')).toBeVisible()
})

test('a version is compared and restored into the draft', async ({ page, panel, signIn, expectAccessible }) => {
  await signIn('compliance')
  const { create, save, get } = apiCalls(page, panel)
  const created = await create('e2e wersje', { krs: KRS })
  await save(created.id, 'e2e wersje', { krs: [KRS[0] ?? ''], pesel: [PERSON] })
  await save(created.id, 'e2e wersje 2', { krs: [KRS[0] ?? ''], nip: [NIP[0] ?? ''] })
  await page.goto(`/filters?filter=${created.id}`)
  await openByKeyboard(page.getByRole('button', { name: 'Historia zmian' }))
  const history = page.getByRole('dialog', { name: 'Historia filtru „e2e wersje 2”' })
  const versions = history.getByRole('list', { name: 'Wersje filtru' }).getByRole('button')
  await expect(versions).toHaveCount(3)
  await expect(versions.first()).toContainText('compliance@demo.test')
  await versions.nth(1).click()
  await expect(history.getByText(/Części wartości nie przechowujemy.*\(PESEL\)/)).toBeVisible()
  await openByKeyboard(versions.last())
  const chosenVersion = history.getByRole('region', { name: 'Wybrana wersja' })
  await expect(chosenVersion.getByText('KRS: +2 −0')).toBeVisible()
  await expect(chosenVersion.getByText('NIP: +0 −1')).toBeVisible()
  await expectAccessible(page, 'filter/history')
  await openByKeyboard(chosenVersion.getByRole('button', { name: 'Przywróć do szkicu' }))
  await expect(page.getByLabel('Nazwa filtru')).toHaveValue('e2e wersje')
  expect((await get(created.id)).name).toBe('e2e wersje 2')
  await page.getByRole('button', { name: 'Zapisz', exact: true }).click()
  await expect(toast(page, 'Zapisano filtr „e2e wersje”')).toBeVisible()
  expect(await get(created.id)).toMatchObject({ name: 'e2e wersje', item_count: 3 })
})

test('a viewer sees coverage and history, and every action is disabled', async ({ page, panel, signIn }) => {
  await signIn('owner')
  const { create, watchFilter, remove, save, watch } = apiCalls(page, panel)
  const created = await create('e2e dla widza', { name: ['spółka'], pesel: [PERSON] })
  await save(created.id, 'e2e dla widza', { name: ['spółka', 'bank'], pesel: [PERSON] })
  const deletedFilter = await create('e2e widza dawny', { krs: [KRS[0] ?? ''] })
  await watchFilter(deletedFilter.id, 'e2e widza cichy')
  await remove(deletedFilter.id)
  await watch('krs', freeKrsOf(621), ['e2e-most-widz'])
  await signIn('viewer')
  const headers = { origin: panel.url }
  const guess = { content: { pesel: [PERSON] } }
  expect((await page.request.post('/api/v1/filters/coverage', { headers, data: guess })).status()).toBe(403)
  await page.goto(`/filters?filter=${created.id}`)
  await expect(page.getByRole('button', { name: 'Podłącz albo usuń' })).toHaveAttribute('aria-disabled', 'true')
  const card = page.getByRole('region', { name: 'Co ten filtr złapałby w ostatnich 30 dniach' })
  await openByKeyboard(card.getByRole('button', { name: 'Sprawdź' }))
  await expect(card.getByRole('list', { name: 'Najnowsze' })).toBeVisible()
  await openByKeyboard(page.getByRole('button', { name: 'Historia zmian' }))
  const history = page.getByRole('dialog', { name: /^Historia filtru/ })
  await expect(history.getByText('Zapisz')).toHaveCount(0)
  await history.getByRole('list', { name: 'Wersje filtru' }).getByRole('button').last().click()
  await expect(history.getByRole('heading', { name: 'Co zmieniłoby przywrócenie' })).toBeVisible()
  await expect(history.getByText('−bank').or(history.getByText('− bank'))).toBeVisible()
  await expect(history.getByRole('button', { name: 'Przywróć do szkicu' })).toHaveAttribute('aria-disabled', 'true')
  expect(await page.content()).not.toContain(PERSON)
  await page.goto('/monitors?tag=e2e-most-widz')
  await expect(page.getByRole('button', { name: 'Filtr z tagu' })).toHaveAttribute('aria-disabled', 'true')
})
