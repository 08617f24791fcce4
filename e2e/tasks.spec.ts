import type { Page } from '@playwright/test'

import { nipOf } from '@/lib/testing/identifiers'

import { makeKey, makeOwner } from './support/accounts'
import { expect, test } from './support/fixtures'
import { pauseSampleNotices } from './support/notices'
import { countSteps } from './support/steps'

/** What people come for, each with the number of steps that it takes from the page where they start. */

const dialog = (page: Page) => page.getByRole('dialog')

test.describe('the owner', () => {
  test('sees what must be paid at once', async ({ page, signIn }) => {
    await signIn('owner')
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\d\szł\snetto$/)
  })

  test('sets a cap of 300 zł in 4 steps', async ({ page, signIn, panel }) => {
    await signIn(await makeOwner(panel, 'tasks-cap'))
    await page.goto('/spend-cap')
    const steps = countSteps(page)
    await steps.click(page.getByRole('radio', { name: /^Własny limit/ }))
    await steps.type(page.getByRole('textbox', { name: 'Kwota' }), '300')
    await steps.press('Enter')
    await expect(page.getByRole('status').getByText(/^Limit wydatków: 300\szł$/)).toBeVisible()
    expect(steps.count()).toBeLessThanOrEqual(4)
  })

  test('invites a colleague in 3 steps', async ({ page, signIn }) => {
    await signIn('owner')
    await page.goto('/settings/members')
    const steps = countSteps(page)
    await steps.click(page.getByRole('button', { name: 'Zaproś' }).first())
    await expect(dialog(page).getByRole('textbox')).toBeFocused()
    await steps.type(dialog(page).getByRole('textbox'), 'nowa.osoba@demo.test')
    await steps.click(dialog(page).getByRole('button', { name: /^Zaproś/ }))
    await expect(page.getByRole('main').getByText('nowa.osoba@demo.test').first()).toBeVisible()
    expect(steps.count()).toBe(3)
  })

  test('learns in 2 steps why paid queries are refused', async ({ page, signIn, panel }) => {
    await signIn(await makeOwner(panel, 'tasks-refused', { limits: { lookups: 0 }, spendCapPln: 0 }))
    await page.goto('/monitors')
    const steps = countSteps(page)
    await steps.click(page.getByRole('banner').getByRole('link', { name: /^Płatne zapytania wstrzymane/ }))
    await expect(page).toHaveURL('/spend-cap')
    await expect(page.getByRole('main')).toContainText('wstrzymane')
    expect(steps.count()).toBeLessThanOrEqual(2)
  })
})

test.describe('compliance', () => {
  test('watches a company by its name in 2 steps', async ({ page, signIn, panel }) => {
    await signIn(await makeOwner(panel, 'tasks-watch'))
    await page.goto('/search')
    const steps = countSteps(page)
    await steps.type(page.getByRole('searchbox').or(page.getByRole('combobox')).first(), 'zaridan geodezja')
    await steps.click(page.getByRole('button', { name: /^Obserwuj: ŻARIDAN GEODEZJA/ }))
    await expect(page.getByRole('link', { name: 'obserwowana' }).first()).toBeVisible()
    expect(steps.count()).toBe(2)
  })

  test('finds the insolvencies of yesterday in 2 steps, and the company of an event in 1', async ({ page, signIn }) => {
    await signIn('compliance')
    await page.goto('/events')
    const steps = countSteps(page)
    await steps.click(page.getByRole('button', { name: 'Wczoraj' }))
    await steps.click(page.getByRole('button', { name: 'Upadłość i restrukturyzacja' }))
    await expect(page).toHaveURL('/events?kind=bankruptcy&kind=bankruptcy_petition&kind=restructuring&range=yesterday')
    expect(steps.count()).toBe(2)

    await page.goto('/events')
    const stepsOfEvent = countSteps(page)
    await stepsOfEvent.click(page.getByRole('link', { name: /^Firma: / }).first())
    await expect(page).toHaveURL(/^[^?]*\/companies\/\d+$/)
    expect(stepsOfEvent.count()).toBe(1)
  })

  test('tags the first 50 companies in 5 steps', async ({ page, signIn }) => {
    await signIn('owner')
    await page.goto('/monitors?q=1')
    const grid = page.getByRole('grid', { name: 'Monitory' })
    await expect(grid).toHaveAttribute('aria-busy', 'false')
    const steps = countSteps(page)
    await steps.click(page.getByRole('button', { name: 'Zaznacz pierwsze 50' }))
    await steps.press('t')
    const field = dialog(page).getByLabel('Szukaj tagu albo wpisz nowy')
    await expect(field).toBeFocused()
    await steps.type(field, 'zadanie 50')
    await steps.press('Enter')
    await steps.click(dialog(page).getByRole('button', { name: /^Zmień/ }))
    await expect(dialog(page)).toHaveCount(0)
    expect(steps.count()).toBe(5)
  })

  test('downloads the KRZ report of yesterday in 3 steps, one of them the purpose', async ({ page, signIn }) => {
    await signIn('compliance')
    await page.goto('/reports')
    const steps = countSteps(page)
    await steps.click(page.getByRole('button', { name: /^Pobierz: KRZ, CSV/ }).first())
    await steps.click(dialog(page).getByText('Ocena kontrahenta'))
    const download = page.waitForEvent('download')
    await steps.click(dialog(page).getByRole('button', { name: 'Zapisz cel' }))
    expect((await download).suggestedFilename()).toMatch(/^krz-\d{4}-\d\d-\d\d\.csv$/)
    expect(steps.count()).toBe(3)
  })

  test('orders a weekly report in 5 steps', async ({ page, signIn }) => {
    await signIn('owner')
    await page.goto('/reports')
    const steps = countSteps(page)
    await steps.click(page.getByRole('link', { name: 'Powtarzane' }))
    await steps.click(page.getByRole('button', { name: 'Nowy harmonogram' }))
    await steps.type(dialog(page).getByLabel('Nazwa'), 'Co tydzień do zarządu')
    await steps.select(dialog(page).getByLabel('Jak często'), 'weekly')
    await steps.click(dialog(page).getByRole('button', { name: 'Utwórz' }))
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Raporty powtarzane' })).toContainText('Co tydzień do zarządu')
    expect(steps.count()).toBeLessThanOrEqual(5)
  })
})

test('finance checks 20 numbers on the white list and takes the proof in 3 steps', async ({ page, signIn, panel }) => {
  await signIn(await makeOwner(panel, 'tasks-white-list', { limits: { wpv_checks: 100 } }))
  await page.goto('/white-list')
  const steps = countSteps(page)
  const numbers = Array.from({ length: 20 }, (_, index) => nipOf(index)).join('\n')
  await steps.type(page.getByLabel('Numery NIP, po jednym w wierszu'), numbers)
  await steps.click(page.getByRole('button', { name: /^Sprawdź 20 numerów/ }))
  await expect(page.getByText('zakończone', { exact: true })).toBeVisible({ timeout: 30_000 })
  const download = page.waitForEvent('download')
  await steps.click(page.getByRole('link', { name: /^Dowód PDF/ }).or(page.getByRole('button', { name: /^Dowód PDF/ })))
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
  expect(steps.count()).toBe(3)
})

test('the tender desk saves an alert for road works in Mazowieckie in 6 steps, which finds at least 95 % of the branch', async ({
  page,
  panel,
  signIn,
}) => {
  await pauseSampleNotices(panel)
  await signIn('owner')
  await page.goto('/bzp')
  const steps = countSteps(page)
  const codes = page.getByRole('combobox', { name: 'Kody CPV' })
  await steps.typeKeys(codes, 'roboty drogowe')
  await steps.click(page.getByRole('option').first())
  const provinces = page.getByRole('combobox', { name: 'Województwa' })
  await steps.typeKeys(provinces, 'mazow')
  await steps.click(page.getByRole('option', { name: 'mazowieckie' }))
  const figure = page.getByTestId('preview-count')
  const { origin } = new URL(page.url())
  const answer = await page.request.post('/api/v1/bzp/alerts/preview', {
    data: { cpv: ['45233'], provinces: ['mazowieckie'] },
    headers: { origin },
  })
  const { count: branch } = (await answer.json()) as { count: number }
  expect(branch).toBeGreaterThan(0)
  await expect
    .poll(async () => Number(((await figure.textContent()) ?? '').replace(/\D/g, '')))
    .toBeGreaterThanOrEqual(branch * 0.95)
  await steps.click(page.getByRole('button', { name: 'Zapisz jako alert' }))
  await steps.click(dialog(page).getByRole('button', { name: 'Zapisz alert' }))
  await expect(page.getByText(/Zapisano alert/).first()).toBeVisible()
  expect(steps.count()).toBe(6)
})

test('a developer gets a key with an expiry in 4 steps', async ({ page, signIn }) => {
  await signIn('owner')
  await page.goto('/')
  const steps = countSteps(page)
  await steps.click(page.getByRole('navigation').getByRole('link', { name: 'Klucze API' }))
  await steps.click(page.getByRole('button', { name: 'Utwórz klucz' }).first())
  await steps.type(dialog(page).getByLabel('Nazwa'), 'integracja')
  await steps.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Klucz „integracja” jest gotowy' })).toBeVisible()
  const keys = (await (await page.request.get('/api/v1/keys')).json()) as {
    items: { name: string; expires_at: string | null }[]
  }
  expect(keys.items.find(({ name }) => name === 'integracja')?.expires_at).toMatch(/^\d{4}/)
  expect(steps.count()).toBe(4)
})

test('a developer learns in 1 step why a call of the past was refused', async ({
  page,
  signIn,
  panel,
  expectAccessible,
}) => {
  const slug = 'tasks-past-refusal'
  await signIn(await makeOwner(panel, slug, { limits: { lookups: 0 }, spendCapPln: 0 }))
  const headers = { 'x-api-key': await makeKey(panel, slug, 'integracja') }
  const found = await fetch(`${panel.apiUrl}/v1/search?q=geodezja`, { headers })
  const [company] = ((await found.json()) as { items: { krs: string }[] }).items
  const refused = await fetch(`${panel.apiUrl}/v1/record?krs=${company?.krs}`, { headers })
  expect(refused.status).toBe(402)
  const requestId = refused.headers.get('x-request-id') ?? ''
  const lifted = await page.request.put('/api/v1/usage/api/spend-cap', {
    data: { spend_cap_pln: 100 },
    headers: { origin: panel.url },
  })
  expect(lifted.status()).toBe(200)
  await page.goto('/')
  const steps = countSteps(page)
  await steps.click(page.getByRole('navigation').getByRole('link', { name: 'Wywołania' }))
  const row = page.getByRole('row').filter({ hasText: 'integracja' })
  await expect(row).toContainText('Dane firmy')
  await expect(row).toContainText('402')
  await expect(row).toContainText('W puli było za mało')
  expect(steps.count()).toBe(1)
  await steps.type(page.getByLabel('Identyfikator zapytania'), requestId)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/calls?request=${requestId}`)
  await expect(row).toHaveCount(1)
  await expectAccessible(page, 'calls')
})
