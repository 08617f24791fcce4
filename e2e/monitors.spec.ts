import { readFileSync } from 'node:fs'

import type { APIRequestContext, Page } from '@playwright/test'

import { expect, test } from './support/fixtures'
import { waitForIdleNetwork } from './support/idle-network'
import { maskOf, storedPersons } from './support/leaks'

type Monitor = {
  id: string
  identifier_type: string | null
  identifier_value: string | null
  tags: string[]
  label: string | null
}
type MonitorPage = { items: Monitor[]; total: number }

async function monitors(request: APIRequestContext, query: string): Promise<MonitorPage> {
  const answer = await request.get(`/api/v1/monitors?${query}`)
  expect(answer.status()).toBe(200)
  return (await answer.json()) as MonitorPage
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Monitory' })
const rowBoxes = (page: Page) => grid(page).getByRole('checkbox')
const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Powiadomienia' }).getByText(text).last()
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Szukaj monitorów' })
/** Rows are displayed before the page's scripts run: it is ready once a shortcut works and the list is not busy. */
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

test('the first paint has rows, the address keeps the search, and filters combine', async ({
  page,
  expectAccessible,
}) => {
  await test.step('the first paint has its rows and the limit of the plan', async () => {
    const html = await (await page.request.get('/monitors')).text()
    const [first] = (await monitors(page.request, 'limit=1&identifier_type=nip')).items
    expect(html).toContain(first?.identifier_value)
    await openMonitors(page)
    await expect(page.getByText(/z 5\s000 w planie/)).toBeVisible()
    await expectAccessible(page, 'monitors')
  })
  await test.step('"/" focuses the field, the address contains the search, and a reload keeps it', async () => {
    await openMonitors(page)
    await page.keyboard.press('/')
    await page.keyboard.type('hotele')
    await expect(page).toHaveURL('/monitors?q=hotele')
    const { total } = await monitors(page.request, 'q=hotele&limit=1')
    expect(total).toBeGreaterThan(0)
    await expect(page.getByText(/pasując/)).toHaveText(new RegExp(`^${total} pasując`))
    await page.keyboard.press('ArrowDown')
    await expect(grid(page).getByRole('row').nth(1)).toBeFocused()
    await page.reload()
    await expect(searchBox(page)).toHaveValue('hotele')
    await page.getByRole('button', { name: 'Wyczyść filtry' }).click()
    await expect(page).toHaveURL('/monitors')
  })
  await test.step('tag and kind are combined', async () => {
    await openMonitors(page)
    await page.getByRole('button', { name: 'Tag', exact: true }).click()
    await page.getByRole('checkbox', { name: 'dostawcy' }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Rodzaj identyfikatora' }).click()
    await page.getByRole('checkbox', { name: 'KRS', exact: true }).check()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/monitors?tag=dostawcy&kind=krs')
    const { total } = await monitors(page.request, 'tag=dostawcy&identifier_type=krs&limit=1')
    await expect(page.getByText(new RegExp(`^${total} pasując`))).toBeVisible()
    await page.getByRole('button', { name: 'Usuń: Tag: dostawcy' }).click()
    await expect(page).toHaveURL('/monitors?kind=krs')
  })
  // Case F05 of lib/testing/cases/README.md
  await test.step('a long list has its row count, and Ctrl+F focuses its own search', async () => {
    await openMonitors(page, '')
    const { total } = await monitors(page.request, 'limit=1')
    await expect(grid(page)).toHaveAttribute('aria-rowcount', String(total + 1))
    await expect(page.getByRole('row').nth(1)).toHaveAttribute('aria-rowindex', '2')
    await page.keyboard.press('Control+f')
    await expect(page.getByRole('searchbox', { name: 'Szukaj monitorów' })).toBeFocused()
    await expect(page.getByText('Szuka w całej liście. Ctrl+F jeszcze raz: tylko na ekranie.')).toBeVisible()
  })
})

test.describe('searching', () => {
  test('a personal number can be searched without appearing in any address', async ({ page, panel }) => {
    const [pesel = ''] = storedPersons(panel.dataDir)
    expect(pesel).toMatch(/^\d{11}$/)
    const requestedUrls: string[] = []
    page.on('request', (request) => requestedUrls.push(request.url()))
    await openMonitors(page)
    await searchBox(page).fill(pesel)
    await expect(page.getByText('1 pasujący')).toBeVisible()
    await expect(grid(page).getByText(`${pesel.slice(0, 2)}•••••••${pesel.slice(-2)}`)).toBeVisible()
    expect(page.url()).not.toContain(pesel)
    expect(requestedUrls.filter((url) => url.includes(pesel))).toEqual([])
    expect(await page.content()).not.toContain(`>${pesel}<`)
    await grid(page)
      .getByRole('button', { name: `Pokaż ${maskOf(pesel)}` })
      .click()
    await expect(grid(page).getByText(pesel)).toBeVisible()
    await grid(page)
      .getByRole('button', { name: `Ukryj ${maskOf(pesel)}` })
      .click()
    await expect(grid(page).getByText(pesel)).toHaveCount(0)
  })
})

test.describe('selecting', () => {
  test('works by keyboard, across scrolling, for all matching rows, and requires the count for a large deletion', async ({
    page,
  }) => {
    await test.step('works by keyboard alone: arrows, x, a range with Shift, Esc', async () => {
      await openMonitors(page)
      // The key works from the top of the page, without tabbing through everything before the list.
      await page.keyboard.press('j')
      await expect(grid(page).getByRole('row').nth(1)).toBeFocused()
      await page.keyboard.press('j')
      await expect(grid(page).getByRole('row').nth(2)).toBeFocused()
      await page.keyboard.press('k')
      await page.keyboard.press('x')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Shift+X')
      await expect(page.getByText('3 zaznaczone')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByText('3 zaznaczone')).toBeHidden()
    })
    await test.step('survives scrolling away and a new search', async () => {
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
    await test.step('selecting all matching rows shows its time, and a changed filter clears it', async () => {
      await openMonitors(page)
      await rowBoxes(page).nth(0).check()
      await page.getByRole('button', { name: /Zaznacz wszystkie/ }).click()
      await expect(page.getByText(/wszystkie pasujące, stan na/)).toBeVisible()
      const { total } = await monitors(page.request, 'limit=1')
      await expect(
        page.getByText(new RegExp(`^${Math.floor(total / 1000)}\\s${String(total % 1000).padStart(3, '0')} zaznaczon`)),
      ).toBeVisible()
      await page.getByRole('button', { name: /^Bez tagów/ }).click()
      await expect(page.getByText('zaznaczenie wszystkich zostało cofnięte')).toBeVisible()
    })
    await test.step('deleting more than 500 requires typing their count', async () => {
      await openMonitors(page, '?untagged=1')
      const { total } = await monitors(page.request, 'untagged=true&limit=1')
      await rowBoxes(page).nth(0).check()
      await page.getByRole('button', { name: /Zaznacz wszystkie/ }).click()
      await page.getByRole('button', { name: 'Usuń', exact: true }).click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByRole('button', { name: `Usuń ${total}` }).click()
      await expect(dialog.getByText(`To nie jest ${total}.`)).toBeVisible()
      await dialog.getByRole('button', { name: 'Anuluj' }).click()
      await expect(page.getByText(`${total} zaznaczon`)).toBeVisible()
    })
  })
})

test('a row is edited and opened by keyboard', async ({ page, expectAccessible }) => {
  await test.step('a label and a tag are edited by keyboard in their row, which keeps the focus', async () => {
    await openMonitors(page, '?kind=nip')
    const row = grid(page).getByRole('row').nth(2)
    await row.focus()
    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog', { name: 'Edycja monitora' })
    await expect(dialog.getByLabel('Etykieta')).toBeFocused()
    // Another journey may have labelled it.
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('e2e w wierszu')
    await page.keyboard.press('Tab')
    await page.keyboard.press('End')
    await dialog.getByLabel('Tagi').fill('e2e-wiersz,')
    await expectAccessible(page, 'monitors/edit')
    await dialog.getByLabel('Etykieta').press('Enter')
    await expect(toast(page, 'Zapisano zmiany monitora')).toBeVisible()
    await expect(row).toBeFocused()
    const { items } = await monitors(page.request, 'tag=e2e-wiersz&limit=5')
    expect(items.map(({ label }) => label)).toEqual(['e2e w wierszu'])
  })
  await test.step('a row opens its monitor by its link and by Enter, and back returns to the same list', async () => {
    // Other journeys watch and label numbers without a company, whose page has no name.
    await openMonitors(page, '?q=meble&kind=krs')
    const row = grid(page).getByRole('row').nth(2)
    const link = row.getByRole('link')
    const name = await link.innerText()
    await link.click()
    // The monitor of a company is a part of the company's page.
    await expect(page).toHaveURL(/\/companies\/\d{10}\?tab=watch$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name.slice(0, 12))
    await page.goBack()
    await expect(page).toHaveURL(/\/monitors\?.*kind=krs/)
    await expect(link).toHaveText(name)
    await row.focus()
    await page.keyboard.press('k')
    await expect(grid(page).getByRole('row').nth(1)).toBeFocused()
    await page.keyboard.press('j')
    await expect(row).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name.slice(0, 12))
  })
})

test('one monitor is deleted from its row after a confirmation, and a refusal keeps it', async ({
  page,
  expectAccessible,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/)
  await openMonitors(page, '?kind=krs')
  const row = grid(page).getByRole('row').nth(3)
  const id = (await row.getAttribute('data-id')) ?? ''
  const next = (await grid(page).getByRole('row').nth(4).getAttribute('data-id')) ?? ''
  await row.focus()
  await page.keyboard.press('e')
  await page.getByRole('dialog', { name: 'Edycja monitora' }).getByRole('button', { name: 'Usuń…' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Usunąć 1 monitor?' })
  await expectAccessible(page, 'monitors/delete')
  await page.route(`**/api/v1/monitors/${id}`, (route) =>
    route.fulfill({ status: 503, json: { detail: { code: 'unavailable', message: 'x' } } }),
  )
  await confirmation.getByRole('button', { name: 'Usuń 1' }).click()
  await expect(confirmation.getByRole('alert')).toBeVisible()
  await page.unroute(`**/api/v1/monitors/${id}`)
  await confirmation.getByRole('button', { name: 'Usuń 1' }).click()
  await expect(toast(page, 'Usunięto 1 monitor')).toBeVisible()
  await expect(grid(page).locator(`[data-id="${id}"]`)).toHaveCount(0)
  // The focus moves to the row that took its place.
  await expect(grid(page).locator(`[data-id="${next}"]`)).toBeFocused()
  // The navigation shows the same count as the page.
  const usage = (await (await page.request.get('/api/v1/usage/summary')).json()) as { counts: { monitors: number } }
  const monitorsLink = page.getByRole('navigation').getByRole('link', { name: /^Obserwowane/ })
  await expect.poll(async () => (await monitorsLink.innerText()).replace(/\D/g, '')).toBe(String(usage.counts.monitors))
  expect((await page.request.get(`/api/v1/monitors/${id}`)).status()).toBe(404)
})

test('columns, density and order are in the address; a view saves them under a name and can be the default', async ({
  page,
}) => {
  await openMonitors(page, '?kind=krs')
  await page.getByRole('button', { name: 'Podmiot', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Podmiot' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'Kolumny', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Dodano' }).check()
  await page.getByText('Gęsta', { exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Dodano' })).toBeVisible()
  await expect(page).toHaveURL(
    /kind=krs&sort=subject&columns=subject\.identifier\.tags\.source\.event\.created&density=compact/,
  )
  await page.getByRole('button', { name: 'Widoki', exact: true }).click()
  await page.getByLabel('Zapisz bieżący widok jako').fill('KRS gęsto')
  await page.getByRole('button', { name: 'Zapisz', exact: true }).click()
  await page.getByRole('button', { name: 'Czynności: KRS gęsto' }).click()
  await page.getByRole('menuitem', { name: 'Otwieraj mi stronę z tym widokiem' }).click()
  await expect(page.getByText('Domyślny', { exact: true })).toBeVisible()
  await page.goto('/monitors')
  await expect(page).toHaveURL(/kind=krs.*density=compact/)
  await page.getByRole('button', { name: 'KRS gęsto' }).click()
  await page.getByRole('button', { name: 'Czynności: KRS gęsto' }).click()
  await page.getByRole('menuitem', { name: 'Usuń widok' }).click()
  await expect(page.getByText('Nie ma jeszcze zapisanych widoków.')).toBeVisible()
})

test('an exported file contains the shown rows, with personal numbers masked unless full ones are chosen', async ({
  page,
}) => {
  await openMonitors(page, '?kind=pesel')
  const save = async (isPersonal: boolean) => {
    await page.getByRole('button', { name: 'Eksport' }).click()
    const dialog = page.getByRole('dialog', { name: 'Eksport monitorów' })
    await dialog.getByLabel(/^CSV/).check()
    if (isPersonal) await dialog.getByLabel(/^Pełne numery PESEL/).check()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Pobierz CSV' }).click()
    return readFileSync(await (await download).path(), 'utf8')
  }
  const { total } = await monitors(page.request, 'identifier_type=pesel&limit=1')
  const masked = await save(false)
  expect(masked.trimEnd().split('\r\n')).toHaveLength(total + 1)
  expect(masked).not.toMatch(/\d{11}/)
  expect(await save(true)).toMatch(/;\d{11};/)
})

test('monitors added or deleted elsewhere appear with a message, and focus, scroll position and selection are kept', async ({
  page,
  panel,
}) => {
  await openMonitors(page)
  const headers = { origin: panel.url }
  const refresh = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await rowBoxes(page).nth(2).check()
  await page.evaluate(() => window.scrollTo(0, 4000))
  const id = await grid(page).locator('[aria-rowindex="112"]').getAttribute('data-id')
  const row = grid(page).locator(`[data-id="${id}"]`)
  await row.focus()
  await waitForIdleNetwork(page)
  const top = (await row.boundingBox())?.y
  const data = { identifier_type: 'krs', identifier_value: '0000444441', label: 'e2e z boku' }
  const created = await page.request.post('/api/v1/monitors', { data, headers })
  const { id: addedId } = (await created.json()) as { id: string }
  await refresh()
  await expect(toast(page, 'Przybył 1 monitor.')).toBeVisible()
  await expect(row).toBeFocused()
  expect((await row.boundingBox())?.y).toBe(top)
  await page.request.delete(`/api/v1/monitors/${addedId}`, { headers })
  await refresh()
  await expect(toast(page, 'W innym miejscu usunięto 1 monitor.')).toBeVisible()
  await expect(page.getByText('1 zaznaczony')).toBeVisible()
})

test('on a phone rows have two lines and every control is reachable', async ({ page, expectAccessible }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await openMonitors(page)
  const box = await grid(page).locator('[data-id]').first().boundingBox()
  expect(box?.height).toBe(58)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.getByRole('button', { name: 'Kolumny' }).click()
  await page.getByLabel('Sortowanie').selectOption('event')
  await page.getByLabel('Malejąco').check()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/monitors?sort=-event')
  await expectAccessible(page, 'monitors/phone')
  await page.getByRole('button', { name: 'Otwórz menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Nawigacja główna' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Nawigacja główna' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Otwórz menu' })).toBeFocused()
  for (const width of [680, 768, 900, 1024, 1100, 1152]) {
    await page.setViewportSize({ width, height: 780 })
    const name = grid(page).locator('[data-id]').first().getByRole('gridcell').nth(1)
    await expect.poll(async () => (await name.boundingBox())?.width, { message: `${width}` }).toBeGreaterThan(125)
  }
})

test('a deletion shows the exact count and removes the rows', async ({ page, panel }) => {
  const data = {
    items: ['333331', '333332'].map((krs) => ({
      identifier_type: 'krs',
      identifier_value: krs,
      label: 'e2e do usunięcia',
    })),
  }
  await page.request.post('/api/v1/monitors/bulk', { data, headers: { origin: panel.url } })
  await openMonitors(page, '?q=e2e+do+usuni%C4%99cia')
  await page.getByRole('checkbox', { name: 'Zaznacz wiersze na ekranie' }).check()
  await page.getByRole('button', { name: 'Usuń', exact: true }).click()
  await expect(page.getByRole('alertdialog', { name: 'Usunąć 2 monitory?' })).toBeVisible()
  await page.getByRole('button', { name: 'Usuń 2' }).click()
  await expect(toast(page, 'Usunięto 2 monitory')).toBeVisible()
  expect((await monitors(page.request, 'q=e2e%20do%20usuni%C4%99cia&limit=1')).total).toBe(0)
  await expect(page.getByText('Żaden monitor nie pasuje')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Szukaj monitorów' })).toBeFocused()
})

test('a deletion of many continues after the page is closed, and the history offers the list of deleted monitors', async ({
  page,
  panel,
}) => {
  const data = {
    items: Array.from({ length: 240 }, (_, index) => ({
      identifier_type: 'krs',
      identifier_value: String(444_000 + index),
      label: 'e2e bez karty',
    })),
  }
  await page.request.post('/api/v1/monitors/bulk', { data, headers: { origin: panel.url } })
  await openMonitors(page, '?q=e2e+bez+karty')
  await expect(page.getByText('240 pasujących')).toBeVisible()
  // Only part of the list is on the screen, so the box is then neither checked nor empty.
  await page.getByRole('checkbox', { name: 'Zaznacz wiersze na ekranie' }).click()
  await page.getByRole('button', { name: /Zaznacz wszystkie/ }).click()
  await page.getByRole('button', { name: 'Usuń', exact: true }).click()
  const deletionStarted = page.waitForResponse((answer) => answer.url().endsWith('/api/panel/bulk-tags/deletions'))
  await page.getByRole('button', { name: 'Usuń 240' }).click()
  await deletionStarted
  await page.goto('about:blank')
  const countRemaining = async () => (await monitors(page.request, 'q=e2e%20bez%20karty&limit=1')).total
  await expect.poll(countRemaining, { timeout: 30_000 }).toBe(0)
  await openMonitors(page, '')
  await page.getByRole('button', { name: 'Historia zmian' }).click()
  const row = page.getByRole('dialog').getByRole('row').filter({ hasText: 'usunięcie' }).first()
  await expect(row).toContainText('240 z 240')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('link', { name: 'Pobierz wykaz' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^usuniete-monitory-.*\.csv$/)
})

test.describe('when the service fails', () => {
  const all = '**/api/panel/monitors/all'
  const failMonitorList = (page: Page) =>
    page.route(all, (route) =>
      route.fulfill({ status: 500, headers: { 'x-request-id': 'req-e2e' }, json: { detail: 'broken' } }),
    )

  test('the loaded rows stay, and a retry loads the rest', async ({ page, expectedErrors }) => {
    await test.step('the first rows stay, and a retry loads the others', async () => {
      expectedErrors.push(/500/)
      await failMonitorList(page)
      await page.goto('/monitors')
      await expect(page.getByText('Nie udało się wczytać pozostałych monitorów.')).toBeVisible()
      await expect(rowBoxes(page).nth(5)).toBeVisible()
      await page.unroute(all)
      await page.getByRole('button', { name: 'Spróbuj ponownie' }).click()
      await expect(grid(page)).toHaveAttribute('aria-busy', 'false')
      await expect(page.getByText('Nie udało się wczytać pozostałych monitorów.')).toBeHidden()
    })
    await test.step('without any row an error shows what failed and its request id', async () => {
      expectedErrors.push(/500/)
      await failMonitorList(page)
      // Only the browser can search by source, so the server makes no first rows.
      await page.goto('/monitors?source=krs')
      await expect(page.getByText('Nie udało się wczytać: monitory')).toBeVisible()
      await expect(page.getByText('req-e2e')).toBeVisible()
      await page.unroute(all)
      await page.getByRole('button', { name: 'Spróbuj ponownie' }).click()
      await expect(grid(page)).toBeVisible()
    })
    await test.step('a truncated list is treated as incomplete', async () => {
      await page.route(all, (route) =>
        route.fulfill({ status: 200, contentType: 'text/x-ndjson', body: '{"rows":[],"total":2418}\n' }),
      )
      await page.goto('/monitors')
      await expect(page.getByText('Nie udało się wczytać pozostałych monitorów.')).toBeVisible()
      await expect(grid(page)).toHaveAttribute('aria-busy', 'true')
    })
  })
})

test.describe('roles', () => {
  test('a viewer sees why nothing can be changed, and no personal number', async ({ page, signIn }) => {
    await signIn('viewer')
    const { items } = await monitors(page.request, 'identifier_type=pesel&limit=20')
    expect(items.length).toBeGreaterThan(0)
    for (const item of items) expect(item.identifier_value).not.toMatch(/^\d{11}$/)
    await openMonitors(page)
    await rowBoxes(page).nth(0).check()
    const tagging = page.getByRole('button', { name: /^Zmień tagi/ })
    await expect(tagging).toHaveAttribute('aria-disabled', 'true')
    await expect(tagging).toHaveAccessibleDescription('Niedostępne dla roli „Podgląd”.')
    await expect(page.getByRole('button', { name: 'Dodaj podmioty' })).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('searchbox', { name: 'Szukaj monitorów' }).fill('44051401359')
    await expect(page.getByText('Twoja rola nie może szukać po numerze PESEL')).toBeVisible()
    await expect(page.getByText('Żaden monitor nie pasuje')).toHaveCount(0)
  })
})
