import type { APIRequestContext, Page } from '@playwright/test'

import { expect, test } from './fixtures'

type Monitor = {
  id: string
  identifier_type: string | null
  identifier_value: string | null
  tags: string[]
  label: string | null
}
type MonitorPage = { items: Monitor[]; total: number }

const NIP = '5261040828'

async function monitors(request: APIRequestContext, query: string): Promise<MonitorPage> {
  const answer = await request.get(`/api/v1/monitors?${query}`)
  expect(answer.status()).toBe(200)
  return (await answer.json()) as MonitorPage
}

async function tagCount(request: APIRequestContext, tag: string): Promise<number> {
  const answer = await request.get('/api/v1/monitors/tags')
  const { items } = (await answer.json()) as { items: { tag: string; monitors: number }[] }
  return items.find((item) => item.tag === tag)?.monitors ?? 0
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Monitory' })
const rowBoxes = (page: Page) => grid(page).getByRole('checkbox')
/** The popover's code is fetched with the first press; its field takes the focus when it is there. */
const typeTag = async (page: Page, tag: string) => {
  await expect(page.getByRole('dialog').getByLabel('Tagi')).toBeFocused()
  await page.keyboard.type(`${tag},`)
}
/** A toast stands in the page twice: on screen, and for screen readers. */
const toast = (page: Page, text: string | RegExp) => page.getByText(text).first()
const undo = (page: Page) => page.getByRole('button', { name: 'Cofnij' }).last()
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Szukaj monitorów' })
/** The rows are there before the page's code is: it is ready once a shortcut works and the list is no longer busy. */
const openMonitors = async (page: Page, query = '') => {
  await page.goto(`/monitors${query}`)
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(searchBox(page)).toBeFocused({ timeout: 250 })
  }).toPass()
  await searchBox(page).blur()
  await expect(grid(page)).toHaveAttribute('aria-busy', 'false')
}

test.beforeEach(async ({ signIn }) => signIn('owner'))

test('the first paint has its rows and the places in the plan', async ({ page, expectAccessible }) => {
  const html = await (await page.request.get('/monitors')).text()
  const [first] = (await monitors(page.request, 'limit=1&identifier_type=nip')).items
  expect(html).toContain(first?.identifier_value)
  await openMonitors(page)
  await expect(page.getByText(/z 5\s000 w planie/)).toBeVisible()
  await expectAccessible(page)
})

test.describe('searching', () => {
  test('"/" focuses the field, the address carries the search, and a reload keeps it', async ({ page }) => {
    await openMonitors(page)
    await page.keyboard.press('/')
    await page.keyboard.type('hotele')
    await expect(page).toHaveURL('/monitors?q=hotele')
    const { total } = await monitors(page.request, 'q=hotele&limit=1')
    expect(total).toBeGreaterThan(0)
    await expect(page.getByText(/pasując/)).toHaveText(new RegExp(`^${total} pasując`))
    await page.reload()
    await expect(searchBox(page)).toHaveValue('hotele')
    await page.getByRole('button', { name: 'Wyczyść filtry' }).click()
    await expect(page).toHaveURL('/monitors')
  })

  test('a personal number is searched for but stays out of the address', async ({ page }) => {
    const [person] = (await monitors(page.request, 'identifier_type=pesel&limit=1')).items
    const pesel = person?.identifier_value ?? ''
    expect(pesel).toMatch(/^\d{11}$/)
    await openMonitors(page)
    await searchBox(page).fill(pesel)
    await expect(page.getByText('1 pasujący')).toBeVisible()
    await expect(grid(page).getByText(`${pesel.slice(0, 2)}•••••••${pesel.slice(-2)}`)).toBeVisible()
    expect(page.url()).not.toContain(pesel)
    expect(await page.content()).not.toContain(`>${pesel}<`)
  })

  test('tag and kind narrow together', async ({ page }) => {
    await openMonitors(page)
    await page.getByRole('button', { name: 'Tag', exact: true }).click()
    await page.getByRole('checkbox', { name: 'dostawcy' }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Rodzaj identyfikatora' }).click()
    await page.getByRole('menuitemradio', { name: 'KRS' }).click()
    await expect(page).toHaveURL('/monitors?tag=dostawcy&kind=krs')
    const { total } = await monitors(page.request, 'tag=dostawcy&identifier_type=krs&limit=1')
    await expect(page.getByText(new RegExp(`^${total} pasując`))).toBeVisible()
    await page.getByRole('button', { name: 'Usuń: Tag: dostawcy' }).click()
    await expect(page).toHaveURL('/monitors?kind=krs')
  })
})

test.describe('selecting', () => {
  test('by keyboard alone: arrows, x, a range with Shift, Esc', async ({ page }) => {
    await openMonitors(page)
    await grid(page).getByRole('row').nth(1).focus()
    await page.keyboard.press('x')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+X')
    await expect(page.getByText('3 zaznaczone')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('3 zaznaczone')).toBeHidden()
  })

  test('survives scrolling away and a new search', async ({ page }) => {
    await openMonitors(page)
    await rowBoxes(page).nth(0).check()
    await rowBoxes(page)
      .nth(3)
      .click({ modifiers: ['Shift'] })
    await expect(page.getByText('4 zaznaczone')).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const { total } = await monitors(page.request, 'limit=1')
    await expect(grid(page).locator(`[aria-rowindex="${total + 1}"]`)).toBeVisible()
    await expect(page.getByText('4 zaznaczone')).toBeVisible()
    await searchBox(page).fill('zzz-nic')
    await expect(page.getByText('Żaden monitor nie pasuje')).toBeVisible()
    await expect(page.getByText('4 poza widoczną listą')).toBeVisible()
  })

  test('all matching are resolved from the service, and another list drops them', async ({ page }) => {
    await openMonitors(page)
    await rowBoxes(page).nth(0).check()
    await page.getByRole('button', { name: /Zaznacz wszystkie/ }).click()
    await expect(page.getByText(/wszystkie pasujące, stan z/)).toBeVisible()
    const { total } = await monitors(page.request, 'limit=1')
    await expect(
      page.getByText(new RegExp(`^${Math.floor(total / 1000)}\\s${String(total % 1000).padStart(3, '0')} zaznaczon`)),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Bez tagów' }).click()
    await expect(page.getByText('zaznaczenie wszystkich zostało cofnięte')).toBeVisible()
  })
})

test.describe('bulk tags', () => {
  test('dry run, exact count, and undo that restores exactly what changed', async ({ page, expectAccessible }) => {
    const tag = 'e2e-cofnij'
    await openMonitors(page, '?kind=krs')
    const { items } = await monitors(page.request, 'identifier_type=krs&limit=200')
    await rowBoxes(page).nth(0).check()
    await page.keyboard.press('t')
    await typeTag(page, tag)
    await page.getByRole('button', { name: 'Dodaj do 1' }).click()
    await expect(toast(page, 'Dodano tagi do 1 monitora')).toBeVisible()
    // One of the three has it already, so two will change and the undo must leave that one alone.
    await rowBoxes(page)
      .nth(2)
      .click({ modifiers: ['Shift'] })
    await page.getByRole('button', { name: /^Dodaj tagi/ }).click()
    await typeTag(page, tag)
    const dialog = page.getByRole('dialog', { name: 'Dodaj tagi do 3 monitorów' })
    await expect(dialog.getByText('zmieni się').locator('xpath=..')).toContainText('2')
    await expect(dialog.getByText('już mają te tagi').locator('xpath=..')).toContainText('1')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Dodaj do 2' }).click()
    await expect(toast(page, 'Dodano tagi do 2 monitorów')).toBeVisible()
    expect(await tagCount(page.request, tag)).toBe(3)
    await undo(page).click()
    await expect(toast(page, 'Przywrócono tagi 2 monitorów')).toBeVisible()
    const after = await monitors(page.request, `tag=${tag}&limit=10`)
    expect(after.items.map(({ id }) => id)).toEqual([items[0]?.id])
  })

  test('more than a thousand go in chunks with progress, and can be cancelled between them', async ({ page }) => {
    const tag = 'e2e-paczki'
    await openMonitors(page)
    let sent = 0
    let release = () => {}
    await page.route('**/api/v1/monitors/bulk-tag', async (route) => {
      sent += 1
      if (sent === 2) await new Promise<void>((resolve) => (release = resolve))
      await route.continue()
    })
    await rowBoxes(page).nth(0).check()
    await page.getByRole('button', { name: /Zaznacz wszystkie/ }).click()
    await expect(page.getByText(/wszystkie pasujące/)).toBeVisible()
    await page.getByRole('button', { name: /^Dodaj tagi/ }).click()
    await typeTag(page, tag)
    await page.getByRole('button', { name: /^Dodaj do/ }).click()
    await expect(page.getByRole('progressbar', { name: 'Dodawanie tagów' })).toHaveAttribute('aria-valuenow', '1000')
    await page.getByRole('button', { name: 'Anuluj' }).click()
    release()
    await expect(toast(page, /Przerwano: zmieniono 2\s000 z/)).toBeVisible()
    expect(await tagCount(page.request, tag)).toBe(2000)
    await undo(page).click()
    await expect(toast(page, /Przywrócono tagi 2\s000 monitorów/)).toBeVisible()
    expect(await tagCount(page.request, tag)).toBe(0)
  })
})

test.describe('adding by paste', () => {
  const field = (page: Page) => page.getByLabel('Identyfikatory, po jednym w wierszu')
  const open = async (page: Page) => {
    await openMonitors(page)
    await page.getByRole('button', { name: 'Dodaj podmioty' }).click()
    await expect(field(page)).toBeVisible()
  }

  test('a verdict per row, the choice between NIP and KRS, the result, and the rejected rows', async ({
    page,
    expectAccessible,
  }) => {
    await open(page)
    await field(page).fill(`NIP;Nazwa\n${NIP};Pierwsza\n526-10-40-828\n1234567890;Nieznana\n44051401358\n123456785`)
    await expect(page.getByText('to samo co w wierszu 2')).toBeVisible()
    await expect(page.getByText('zła suma kontrolna')).toBeVisible()
    await expect(page.getByText('REGON: podaj NIP albo KRS')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Dodaj 1 podmiot' })).toBeVisible()
    await page
      .getByRole('group', { name: /NIP czy KRS\? Wiersz 4/ })
      .getByText('KRS', { exact: true })
      .click()
    await page.getByLabel('Tagi dla wszystkich wierszy').fill('e2e-nowe,')
    await page.keyboard.press('Enter')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Dodaj 2 podmioty' }).click()
    const result = page.getByRole('dialog', { name: 'Wynik dodawania' })
    await expect(result.getByText('dodane').locator('xpath=..')).toContainText('2')
    const download = page.waitForEvent('download')
    await result.getByRole('button', { name: 'Pobierz odrzucone (CSV)' }).click()
    expect((await download).suggestedFilename()).toBe('odrzucone.csv')
    const { items } = await monitors(page.request, 'tag=e2e-nowe&limit=10')
    const found = items.map((item) => [item.identifier_type, item.identifier_value, item.label])
    expect(found).toHaveLength(2)
    expect(found).toEqual(
      expect.arrayContaining([
        ['krs', '1234567890', 'Nieznana'],
        ['nip', NIP, 'Pierwsza'],
      ]),
    )
  })

  test('a session that expires in mid-work loses nothing', async ({ page, context, signIn, expectedErrors }) => {
    expectedErrors.push(/401/)
    await open(page)
    await field(page).fill('KRS 0000111111;Po wygaśnięciu')
    await context.clearCookies({ name: /next-auth|session/ })
    await page.getByRole('button', { name: 'Dodaj 1 podmiot' }).click()
    await expect(page.getByText('Sesja wygasła. Zaloguj się w nowej karcie i wyślij ponownie')).toBeVisible()
    await expect(field(page)).toHaveValue('KRS 0000111111;Po wygaśnięciu')
    await signIn('owner')
    await page.getByRole('button', { name: 'Dodaj 1 podmiot' }).click()
    await expect(page.getByRole('dialog', { name: 'Wynik dodawania' })).toBeVisible()
    expect((await monitors(page.request, 'q=0000111111&limit=5')).total).toBe(1)
  })

  test('a full plan is said in words, and closing keeps what was typed', async ({ page, expectedErrors }) => {
    expectedErrors.push(/409/)
    const detail = { code: 'monitor_limit', message: 'limit', limit: 5000, current: 4999, requested: 2 }
    await page.route('**/api/v1/monitors/bulk', (route) => route.fulfill({ status: 409, json: { detail } }))
    await open(page)
    await field(page).fill('KRS 222222\nKRS 222223')
    await page.getByRole('button', { name: 'Dodaj 2 podmioty' }).click()
    await expect(page.getByText(/w planie jest 5\s000 monitorów, masz 4\s999, a dodajesz 2/)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Dodaj podmioty' }).click()
    await expect(field(page)).toHaveValue('KRS 222222\nKRS 222223')
  })
})

test('deleting says the exact count and takes the rows away', async ({ page, panel }) => {
  const data = {
    items: ['333331', '333332'].map((krs) => ({
      identifier_type: 'krs',
      identifier_value: krs,
      label: 'e2e do usunięcia',
    })),
  }
  await page.request.post('/api/v1/monitors/bulk', { data, headers: { origin: panel.url } })
  await openMonitors(page, '?q=e2e+do+usuni%C4%99cia')
  await page.getByRole('checkbox', { name: 'Zaznacz wczytane wiersze' }).check()
  await page.getByRole('button', { name: 'Usuń', exact: true }).click()
  await expect(page.getByRole('alertdialog', { name: 'Usunąć 2 monitory?' })).toBeVisible()
  await page.getByRole('button', { name: 'Usuń 2' }).click()
  await expect(toast(page, 'Usunięto 2 monitory')).toBeVisible()
  expect((await monitors(page.request, 'q=e2e%20do%20usuni%C4%99cia&limit=1')).total).toBe(0)
  await expect(page.getByText('Żaden monitor nie pasuje')).toBeVisible()
})

test.describe('when the service fails', () => {
  const search = (page: Page, text: string) => searchBox(page).fill(text)
  const onSearch = /\/api\/v1\/monitors\?.*q=/

  test('an error says what failed, with its request id, and a retry brings the list', async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/500/)
    await openMonitors(page)
    await page.route(onSearch, (route) =>
      route.fulfill({ status: 500, headers: { 'x-request-id': 'req-e2e' }, json: { detail: 'broken' } }),
    )
    await search(page, 'a')
    await expect(page.getByText('Nie udało się wczytać: monitory')).toBeVisible({ timeout: 15_000 })
    await expect(page.getByText('req-e2e')).toBeVisible()
    await page.unroute(onSearch)
    await page.getByRole('button', { name: 'Spróbuj ponownie' }).click()
    await expect(grid(page)).toBeVisible()
  })

  test('a shape that the panel does not know is said as such', async ({ page }) => {
    await openMonitors(page)
    await page.route(onSearch, (route) => route.fulfill({ status: 200, json: { nonsense: true } }))
    await search(page, 'b')
    await expect(page.getByText('Usługa odpowiedziała w postaci, której ten panel nie zna.')).toBeVisible()
  })

  test('a rate limit counts down and the list comes by itself', async ({ page, expectedErrors }) => {
    expectedErrors.push(/429/)
    await openMonitors(page)
    let asked = 0
    await page.route(onSearch, (route) => {
      asked += 1
      const detail = { code: 'rate_limited', message: 'slow down', bucket: 'account' }
      return asked === 1
        ? route.fulfill({ status: 429, headers: { 'retry-after': '2' }, json: { detail } })
        : route.continue()
    })
    await search(page, 'c')
    await expect(page.getByText(/Za dużo zapytań naraz/)).toBeVisible()
    await expect(grid(page)).toBeVisible()
    expect(asked).toBe(2)
  })
})

test.describe('roles', () => {
  test('who may only look sees why nothing can be changed, and no personal number', async ({ page, signIn }) => {
    await signIn('viewer')
    const { items } = await monitors(page.request, 'identifier_type=pesel&limit=20')
    expect(items.length).toBeGreaterThan(0)
    for (const item of items) expect(item.identifier_value).not.toMatch(/^\d{11}$/)
    await openMonitors(page)
    await rowBoxes(page).nth(0).check()
    const tagging = page.getByRole('button', { name: /^Dodaj tagi/ })
    await expect(tagging).toHaveAttribute('aria-disabled', 'true')
    await expect(tagging).toHaveAccessibleDescription('Niedostępne dla roli „Podgląd”.')
    await expect(page.getByRole('button', { name: 'Dodaj podmioty' })).toHaveAttribute('aria-disabled', 'true')
  })

  test('finance has no access, and is told so', async ({ page, signIn }) => {
    await signIn('finance')
    await page.goto('/monitors')
    await expect(page.getByText('Twoja rola nie ma dostępu do monitorów')).toBeVisible()
  })
})
