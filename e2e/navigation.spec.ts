import type { Page } from '@playwright/test'

import { expect, test } from './support/fixtures'
import { waitForIdleNetwork } from './support/idle-network'

const crumb = (page: Page) => page.getByRole('navigation', { name: 'Ścieżka' }).locator('[aria-current="page"]')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Nawigacja główna' })
const settings = (page: Page) => page.getByRole('navigation', { name: 'Ustawienia' })

/** The catalogue test checks that the names agree; this one checks that the pages show them. */
const pages: Readonly<Record<string, string>> = {
  '/bzp': 'Przetargi BZP',
  '/bzp/matches': 'Znalezione postępowania',
  '/bzp/alerts': 'Alerty BZP',
  '/monitors': 'Obserwowane',
  '/monitors/import': 'Import podmiotów',
  '/monitors/imports': 'Historia importów',
  '/filters': 'Listy (filtry)',
  '/knf': 'Ostrzeżenia KNF',
  '/uokik/clauses': 'Klauzule niedozwolone',
  '/usage': 'Zużycie',
  '/spend-cap': 'Limit wydatków',
  '/settings/api': 'Klucze API',
  '/help': 'Pomoc',
  '/settings/audit': 'Dziennik czynności',
}

test('the breadcrumb and the heading of a page are the same', async ({ page, signIn }) => {
  await signIn('owner')
  for (const [path, name] of Object.entries(pages)) {
    await page.goto(path)
    await expect(crumb(page), path).toHaveText(name)
    await expect(heading(page), path).toHaveText(name)
    await expect(page, path).toHaveTitle(`${name} · Panel Rejestrów`)
  }
})

test('the breadcrumb names the pages above, and the heading is as high on pages with tabs as on others', async ({
  page,
  signIn,
}) => {
  await signIn('owner')
  const trail = page.getByRole('navigation', { name: 'Ścieżka' })
  await page.goto('/uokik/clauses')
  await expect(trail.getByRole('link')).toHaveText(['Rejestry'])
  await page.goto('/monitors/imports')
  await expect(trail.getByRole('link')).toHaveText(['Obserwowane'])
  const heights = new Map<string, number | undefined>()
  for (const path of ['/search', '/knf', '/bzp', '/notifications', '/usage', '/settings/profile', '/help']) {
    await page.goto(path)
    heights.set(path, (await heading(page).boundingBox())?.y)
  }
  expect(heights.get('/search')).toBeGreaterThan(0)
  expect(new Set(heights.values()).size, JSON.stringify([...heights])).toBe(1)
})

test('Settings opens the first page that the role may see, with links to the others', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn('owner')
  await page.goto('/settings')
  await expect(page).toHaveURL('/settings/profile')
  await settings(page).getByRole('link', { name: 'Dziennik czynności' }).click()
  await expect(heading(page)).toHaveText('Dziennik czynności')
  await expect(settings(page).getByRole('link')).toHaveText([
    'Profil',
    'Bezpieczeństwo',
    'Osoby',
    'Zasady dostępu',
    'Dziennik czynności',
    'Dane osobowe',
  ])
  await signIn('viewer')
  await page.goto('/settings')
  await expect(page).toHaveURL('/settings/profile')
  await expect(settings(page).getByRole('link')).toHaveText(['Profil', 'Bezpieczeństwo', 'Osoby', 'Zasady dostępu'])
  await expectAccessible(page, 'settings/few-pages')
})

test('an unknown address shows a 404 page in the chosen language with links to other pages', async ({
  page,
  context,
  panel,
  signIn,
  expectedErrors,
  expectAccessible,
}) => {
  expectedErrors.push(/Failed to load resource.*404/)
  const status = async () => (await page.goto('/no/such-page'))?.status()
  expect(await status()).toBe(404)
  await expect(heading(page)).toHaveText('Nie ma takiej strony')
  await expect(page.getByRole('main').getByRole('link', { name: 'Zaloguj się' })).toHaveAttribute('href', '/sign-in')
  await expectAccessible(page, 'not-found')
  await signIn('viewer')
  await context.addCookies([{ name: 'locale', value: 'en', url: panel.url }])
  expect(await status()).toBe(404)
  await expect(heading(page)).toHaveText('Page not found')
  await expect(page).toHaveTitle('Page not found · Registers Panel')
  await expect(page.getByText('/no/such-page')).toBeVisible()
  await expectAccessible(page, 'not-found/english')
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Usage and cap' }).click()
  await expect(heading(page)).toHaveText('Usage')
})

test('a page contains the data of its frame once', async ({ page, signIn }) => {
  await signIn('owner')
  for (const path of ['/', '/usage']) {
    const html = await (await page.request.get(path)).text()
    expect(html.split('isMeterFolded').length - 1, path).toBe(1)
  }
})

type NamedMonitor = { readonly subject_name: string | null }
const HYPHENED = /(\p{L}{3,})-(\p{L}{3,})/u

test('the palette finds an event, which says what it is about', async ({ page, signIn, expectAccessible }) => {
  await signIn('owner')
  await page.goto('/usage')
  const answer = await page.request.get('/api/panel/events?severity=urgent&limit=1')
  const [urgent] = ((await answer.json()) as { items: { id: number; title: string }[] }).items
  const title = urgent?.title ?? 'none'
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Szukaj lub przejdź' })
  await palette.getByRole('searchbox').fill(title)
  const found = palette.getByRole('group', { name: 'Zdarzenia' }).getByRole('menuitem').first()
  await expect(found).toContainText(title)
  await expect(found).toContainText('Pilne: ')
  await expectAccessible(page, 'palette/events')
  await found.click()
  await expect(page).toHaveURL(/\/events\?event=\d+$/)
})

test('the palette finds monitors, filters, settings and help, in both languages and without diacritics', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn('owner')
  await page.goto('/usage')
  const user = page.getByRole('button', { name: /^Menu użytkownika/ })
  await user.click()
  await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeVisible()
  await expectAccessible(page, 'user-menu')
  await page.keyboard.press('Escape')

  const list = (await (await page.request.get('/api/v1/monitors?limit=1000')).json()) as { items: NamedMonitor[] }
  const hyphened = list.items.map(({ subject_name: name }) => HYPHENED.exec(name ?? '')).find((hit) => hit !== null)
  const plain = (text = '') =>
    text
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .replaceAll(/[łŁ]/g, 'l')
  const palette = page.getByRole('dialog', { name: 'Szukaj lub przejdź' })
  const option = (name: string | RegExp) => palette.getByRole('menuitem', { name })
  await page.keyboard.press('Control+k')
  const field = palette.getByRole('searchbox')
  await field.fill(`${plain(hyphened?.[2])} ${plain(hyphened?.[1])}`.toLowerCase())
  await expect(option(new RegExp(hyphened?.[0] ?? '', 'i')).first()).toBeVisible()
  await expectAccessible(page, 'palette')
  // A settings page that was moved is found at its current address.
  await field.fill('spend alerts')
  await expect(option('Powiadomienia')).toBeVisible()
  await field.fill('zzqq')
  await expect(palette.getByText('Nic nie pasuje do „zzqq”.')).toBeVisible()
  await field.fill('rodo')
  await expect(option('Kto widzi numery PESEL')).toBeVisible()
  await field.fill('krz')
  await expect(option(/^KRZ, /).first()).toBeVisible()
  const { items: filters } = (await (await page.request.get('/api/v1/filters')).json()) as {
    items: { id: string; name: string }[]
  }
  await field.fill(plain(filters[0]?.name).toLowerCase())
  await option(filters[0]?.name ?? '')
    .first()
    .click()
  await expect(page).toHaveURL(`/filters?filter=${filters[0]?.id}`)
})

test('a page is prefetched when its link is hovered or focused, and not when the link is in view', async ({
  page,
  signIn,
}) => {
  await signIn('owner')
  const prefetched: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (searchParams.has('_rsc')) prefetched.push(pathname)
  })
  await page.goto('/')
  await waitForIdleNetwork(page)
  expect(prefetched).toEqual([])
  const menu = menuOf(page)
  await menu.getByRole('link', { name: /^Zdarzenia/ }).hover()
  await expect.poll(() => prefetched).toContain('/events')
  await menu.getByRole('link', { name: /^Listy/ }).focus()
  await expect.poll(() => prefetched).toContain('/filters')
  expect(new Set(prefetched)).toEqual(new Set(['/events', '/filters']))
})

test('in a low window Help and Settings stay in view, the current page too, and a shadow shows that the menu scrolls', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 1366, height: 650 })
  await signIn('owner')
  await page.goto('/reference')
  const menu = menuOf(page)
  await expect(menu.getByRole('link', { name: 'Opis API' })).toHaveAttribute('aria-current', 'page')
  for (const name of ['Opis API', 'Pomoc', 'Ustawienia'])
    await expect(menu.getByRole('link', { name }), name).toBeInViewport({ ratio: 1 })
  await expect(menu.getByRole('link', { name: 'Przegląd' })).not.toBeInViewport()
  const groups = menu.locator('.scroll-shadow')
  expect(await groups.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true)
  await expect(groups).toHaveCSS('background-attachment', 'local, local, scroll, scroll')
  // The meter starts folded and can be opened.
  await page.getByRole('button', { name: 'Rozwiń licznik' }).click()
  await expect(page.getByRole('button', { name: 'Zwiń licznik' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Pomoc' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page, 'menu/low')
})

test('on a phone the menu ends with Help and Settings, and language and theme are folded', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await signIn('owner')
  await page.goto('/usage')
  await page.getByRole('button', { name: 'Otwórz menu' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nawigacja główna' })
  await expect(dialog.getByRole('link', { name: 'Zużycie i limit' })).toHaveAttribute('aria-current', 'page')
  for (const name of ['Zużycie i limit', 'Pomoc', 'Ustawienia'])
    await expect(dialog.getByRole('link', { name }), name).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByText('English')).toBeHidden()
  await expectAccessible(page, 'menu/phone')
  await dialog.locator('summary').click()
  await expect(dialog.getByText('English')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Pomoc' })).toBeInViewport({ ratio: 1 })
})

test('help has articles, keys and words, and is found by its search and by the palette', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn('finance')
  await page.goto('/')
  await menuOf(page).getByRole('link', { name: 'Pomoc' }).click()
  await expect(page).toHaveURL('/help')
  await expect(page.getByRole('region', { name: 'Skróty klawiszowe' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Co znaczy słowo' })).toContainText('okres rozliczeniowy')
  await expectAccessible(page, 'help')
  const field = page.getByRole('searchbox', { name: 'Szukaj w pomocy' })
  await field.fill('zzqq')
  await expect(page.getByText('Nic w pomocy nie pasuje do „zzqq”.')).toBeVisible()
  await field.fill('ksiegowosc')
  await expect(page.getByRole('main').getByRole('link')).toHaveText(['Zestawienie zamkniętego okresu (PDF)'])
  await page.getByRole('main').getByRole('link').click()
  await expect(page).toHaveURL('/help/closed-period')
  await expect(heading(page)).toHaveText('Zestawienie zamkniętego okresu (PDF)')
  await expect(page).toHaveTitle('Zestawienie zamkniętego okresu (PDF) · Panel Rejestrów')
  await expectAccessible(page, 'help/article')
  const palette = page.getByRole('dialog', { name: 'Szukaj lub przejdź' })
  const helped = palette.getByRole('group', { name: 'Pomoc' }).getByRole('menuitem')
  await page.keyboard.press('Control+k')
  for (const word of ['402', 'karta', 'limit', 'schedule', 'harmonogram']) {
    await palette.getByRole('searchbox').fill(word)
    await expect(helped.first(), word).toBeVisible()
  }
  await helped.filter({ hasText: 'Raporty dzienne' }).click()
  await expect(page).toHaveURL('/help/reports')
  await page.goto('/help/no-such-article')
  await expect(page).toHaveURL('/help')
})
