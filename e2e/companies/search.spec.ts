import type { Page } from '@playwright/test'

import { makeOwner } from '../support/accounts'
import { expect, test } from '../support/fixtures'

const GEODEZJA = 'ŻARIDAN GEODEZJA SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ'
/** The same name with its legal form abbreviated, as results show it. */
const SHORT = 'ŻARIDAN GEODEZJA sp. z o.o.'
const [KRS, NIP, REGON] = ['0009499801', '4055433009', '999519139']
/** Valid numbers that no sample subject has. */
const [FREE_NIP, PESEL] = ['5261040828', '44051401359']

const field = (page: Page) => page.getByRole('searchbox', { name: 'Szukaj firmy' })
const results = (page: Page) => page.getByRole('list', { name: 'Znalezione firmy' })
/** Among the found companies, whether the name matches or is similar. */
const company = (page: Page, name: string | RegExp) => page.locator('a[data-company]').filter({ hasText: name })

test('finds companies by name and by pasted number, and never sends a PESEL', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await test.step('finds companies while typing, in any word order, with legal form and without Polish letters, free of charge', async () => {
    await signIn('owner')
    const before = await (await page.request.get('/api/v1/usage/summary')).text()
    await page.goto('/search')
    await expect(page.getByText('Szukanie jest bezpłatne.')).toBeVisible()
    await expect(field(page)).toBeFocused()
    await expect(page.getByText('Wpisz nazwę albo numer firmy')).toBeVisible()
    await expectAccessible(page, 'search')
    for (const q of ['Żaridan sp. z o.o.', 'geodezja zaridan', 'żaridanu', 'żaridnan geodezja']) {
      await field(page).fill('')
      await field(page).pressSequentially(q)
      await expect(company(page, SHORT), q).toBeVisible()
    }
    await field(page).fill('geod żari')
    await expect(company(page, SHORT).locator('mark')).toHaveText(['ŻARI', 'GEOD'])
    await expect(company(page, SHORT)).toContainText(`KRS ${KRS}`)
    await expect(company(page, SHORT)).toContainText('Bydgoszcz')
    await expect(page).toHaveURL(/\/search\?q=geod/)
    await expectAccessible(page, 'search/found')
    await page.reload()
    await expect(company(page, SHORT)).toBeVisible()
    const summary = (text: string) => JSON.stringify({ ...(JSON.parse(text) as object), as_of: '' })
    expect(summary(await (await page.request.get('/api/v1/usage/summary')).text())).toBe(summary(before))
  })
  await test.step('finds pasted numbers, and shows a message when nothing matches', async () => {
    await signIn('owner')
    await page.goto('/search')
    for (const q of [KRS, '9499801', `PL ${NIP}`, '405-543-30-09', `NIP: ${NIP}`, REGON, `REGON ${REGON}00000`]) {
      await field(page).fill(q)
      await expect(company(page, SHORT), q).toBeVisible()
    }
    await field(page).fill('zupełnie nic takiego')
    await expect(page.getByText('Nie ma firmy „zupełnie nic takiego”')).toBeVisible()
    await expectAccessible(page, 'search/nothing')
    await field(page).fill('x'.repeat(200))
    await expect(page.getByText(/^Nie ma firmy „x{60}…”/)).toBeVisible()
    await field(page).fill('"\'<b>& שלום')
    await expect(page.getByText(/^Nie ma firmy „"'<b>/)).toBeVisible()
    // A NIP that no company has may belong to a person, so it enters an address only if the user follows the link.
    await field(page).fill(FREE_NIP)
    await expect(page.getByText(`Wyszukiwarka nie znajduje numeru NIP ${FREE_NIP}`)).toBeVisible()
    await expect(page.getByRole('link', { name: `Otwórz NIP ${FREE_NIP}` })).toHaveAttribute(
      'href',
      `/companies/${FREE_NIP}`,
    )
    expect(page.url()).not.toContain(FREE_NIP)
    await expectAccessible(page, 'search/unknown-number')
    await field(page).fill('0009999999')
    await expect(page.getByText('Wyszukiwarka nie znajduje numeru KRS 0009999999')).toBeVisible()
    await field(page).fill('5261040829')
    await expect(page.getByText('To nie jest poprawny numer')).toBeVisible()
  })
  await test.step('does not send a PESEL in any request', async () => {
    await signIn('owner')
    const requests: string[] = []
    page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`))
    await page.goto('/search')
    await field(page).fill(`PESEL ${PESEL}`)
    await expect(page.getByText(/^To wygląda na numer PESEL/)).toBeVisible()
    await expectAccessible(page, 'search/personal-number')
    await field(page).fill('zaridan geodezja')
    await expect(company(page, SHORT)).toBeVisible()
    expect(requests.filter((text) => text.includes(PESEL.slice(2, 9)))).toEqual([])
  })
})

test('opens a company with the keyboard only, and lists it as recently opened', async ({ page, signIn }) => {
  await signIn('owner')
  await page.goto('/search')
  // Waits for the whole word, because its results replace the earlier ones, which would lose the focus.
  const response = page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('q') === 'meble')
  await page.keyboard.type('meble')
  await response
  await expect(results(page).getByRole('link').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  const links = results(page).locator('a[data-company]')
  await expect(links.nth(0)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(field(page)).not.toBeFocused()
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  // Enter may be pressed before the answer arrives.
  await page.keyboard.type('zaridan geodezja')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/companies/${KRS}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('ŻARIDAN GEODEZJA')

  await page.goto('/search')
  const recent = page.getByRole('list', { name: 'Ostatnio otwierane w tej przeglądarce' })
  await expect(recent.getByRole('link', { name: GEODEZJA })).toHaveAttribute('href', `/companies/${KRS}`)
  await page.getByRole('button', { name: 'Wyczyść' }).click()
  await expect(recent).toHaveCount(0)
})

test('loads more results, and marks monitored companies only for roles that may see monitors', async ({
  page,
  signIn,
  panel,
}) => {
  await signIn('owner')
  const body = { identifier_type: 'krs', identifier_value: KRS, tags: [] }
  await page.request.post('/api/v1/monitors', { data: body, headers: { origin: panel.url } })
  await page.goto('/search?q=meble')
  const companies = results(page).locator('a[data-company]')
  await expect(companies).toHaveCount(20)
  await page.getByRole('button', { name: 'Pokaż więcej' }).click()
  await expect(companies).toHaveCount(40)
  await field(page).fill('zaridan geodezja')
  const row = results(page)
    .getByRole('listitem')
    .filter({ has: company(page, SHORT) })
  const watched = row.getByRole('link', { name: 'obserwowana' })
  await expect(watched).toHaveAttribute('href', /^\/monitors\//)
  await signIn('viewer')
  await page.goto('/search?q=zaridan+geodezja')
  await expect(watched).toBeVisible()
  await signIn('finance')
  await page.goto('/search?q=zaridan+geodezja')
  await expect(company(page, SHORT)).toBeVisible()
  await expect(watched).toHaveCount(0)
  await expect(row.getByRole('button')).toHaveCount(0)
})

test('a found company is watched with one press, which can be undone, and similar names are set apart', async ({
  page,
  signIn,
  panel,
  expectAccessible,
}) => {
  await signIn(await makeOwner(panel, 'watch-found'))
  await page.goto('/search?q=zaridan+geodezja')
  await page.getByRole('button', { name: `Obserwuj: ${GEODEZJA}` }).click()
  await expect(page.getByText(`Obserwujesz: ${GEODEZJA}`).first()).toBeVisible()
  await expect(results(page).getByRole('link', { name: 'obserwowana' })).toBeVisible()
  await page.getByRole('button', { name: 'Cofnij' }).click()
  await expect(page.getByRole('button', { name: `Obserwuj: ${GEODEZJA}` })).toBeVisible()
  const answer = await page.request.get('/api/v1/monitors')
  expect(((await answer.json()) as { total: number }).total).toBe(0)
  await field(page).fill('żaridnan geodezja')
  await expect(page.getByRole('heading', { name: 'Podobne nazwy' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Podobne nazwy' }).getByRole('link', { name: SHORT })).toBeVisible()
  await expect(results(page)).toHaveCount(0)
  await expectAccessible(page, 'search/similar')
})

test('the palette finds companies for the owner and the viewer', async ({ page, signIn }) => {
  for (const role of ['owner', 'viewer'] as const) {
    await signIn(role)
    await page.goto('/usage')
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Szukaj lub przejdź' })
    await palette.getByRole('searchbox').fill('zaridan geodezja')
    const option = palette.getByRole('group', { name: 'Firmy' }).getByRole('menuitem', { name: GEODEZJA })
    await expect(option).toBeVisible()
    await option.click()
    await expect(page).toHaveURL(`/companies/${KRS}`)
  }
})

test.describe('a failed search', () => {
  test.use({ expectedErrors: [/422/] })

  test('shows an error and finds companies after a retry', async ({ page, signIn }) => {
    await signIn('owner')
    let isBroken = true
    await page.route('**/api/v1/search?*', (route) =>
      isBroken
        ? route.fulfill({ status: 422, json: { error: { code: 'x', message: 'x', request_id: 'req-1' } } })
        : route.fallback(),
    )
    await page.goto('/search')
    await field(page).fill('zaridan')
    await expect(page.getByRole('alert').filter({ hasText: 'wyniki wyszukiwania' })).toBeVisible()
    isBroken = false
    await page.getByRole('button', { name: 'Spróbuj ponownie' }).click()
    await expect(company(page, SHORT)).toBeVisible()
  })
})

test('fits a phone', async ({ page, signIn, expectAccessible }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await signIn('owner')
  await page.goto('/search?q=meble')
  await expect(results(page).getByRole('link').first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expectAccessible(page, 'search/phone')
})
