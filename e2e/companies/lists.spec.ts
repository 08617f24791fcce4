import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { makeOwner } from '../support/accounts'
import { expect, type SignedInRole, test } from '../support/fixtures'
import { waitForIdleNetwork } from '../support/idle-network'
import type { Panel } from '../support/panel'

const lists = [
  {
    path: '/knf',
    state: 'register/knf',
    rows: 'register/knf-rows',
    title: 'Ostrzeżenia KNF',
    q: 'prokuratura',
    column: 'Podmiot',
  },
  {
    path: '/uokik',
    state: 'register/uokik',
    rows: 'register/uokik-rows',
    title: 'Decyzje UOKiK',
    q: 'klauzule',
    column: 'Uczestnicy',
  },
  {
    path: '/uokik/clauses',
    state: 'register/clauses',
    rows: 'register/clauses-rows',
    title: 'Klauzule niedozwolone',
    q: 'xvii amc',
    column: 'Klauzula',
  },
  {
    path: '/sudop',
    state: 'register/sudop',
    rows: 'register/sudop-rows',
    title: 'Pomoc publiczna SUDOP',
    q: 'pomoc',
    column: 'Beneficjent',
  },
] as const

const NOTHING = 'nie ma takiego podmiotu w rejestrze'

async function usedBy(page: Page): Promise<{ lookups: number; pdfs: number }> {
  const answer = await page.request.get('/api/v1/usage/summary')
  expect(answer.status()).toBe(200)
  return ((await answer.json()) as { counts: { lookups: number; pdfs: number } }).counts
}

const usedLookups = async (page: Page) => (await usedBy(page)).lookups
const rowsOf = (page: Page, title: string) => page.getByRole('table', { name: title })
const rowButtons = (page: Page) => page.locator('[data-index]')
const loaded = (page: Page) => page.getByRole('status').filter({ hasText: /Wczytano/ })

async function setZeroCap(page: Page, panel: Panel): Promise<void> {
  const headers = { origin: panel.url, 'content-type': 'application/json' }
  const answer = await page.request.put('/api/v1/usage/api/spend-cap', { headers, data: { spend_cap_pln: 0 } })
  expect(answer.status()).toBe(200)
}

test.describe('register lists', () => {
  for (const { path, state, rows, title, q, column } of lists) {
    test(`${path} costs nothing until a search is started, and then the stated price`, async ({
      page,
      panel,
      signIn,
      expectAccessible,
    }) => {
      await signIn(await makeOwner(panel, `listy${path.replaceAll('/', '-')}`))
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      const first = page.getByRole('button', { name: 'Pokaż 25 najnowszych' })
      await expect(first).toBeVisible()
      await expect(page.getByText(/^do 25 zapytań · zostało/)).toBeVisible()
      await expectAccessible(page, state)

      await test.step('opening, typing, back, forward and reload cost nothing', async () => {
        const field = page.getByRole('searchbox').first()
        await field.fill(q)
        await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(q).replaceAll('%20', '\\+')}`))
        await expect(page.getByRole('button', { name: 'Szukaj', exact: true })).toBeVisible()
        await page.goBack()
        await expect(first).toBeVisible()
        await page.goForward()
        await expect(page.getByRole('button', { name: 'Szukaj', exact: true })).toBeVisible()
        await page.reload()
        await expect(field).toHaveValue(q)
        await waitForIdleNetwork(page)
        expect(await usedLookups(page)).toBe(0)
      })

      await test.step('results are shown, and the next page costs its stated price', async () => {
        await page.goto(path)
        await first.click()
        await expect(rowsOf(page, title)).toBeVisible()
        await expect(rowsOf(page, title).getByRole('columnheader', { name: column })).toBeVisible()
        await expect(loaded(page)).toContainText('Wczytano 25 wierszy z')
        await expect(page.getByText(/Pobrano: 25 zapytań\. Zostało/).first()).toBeVisible()
        expect(await usedLookups(page)).toBe(25)
        await page.getByRole('radio', { name: '50' }).check({ force: true })
        await expect(page.getByText(/^do 50 zapytań · zostało/).first()).toBeVisible()
        await page.getByRole('button', { name: 'Następne 50' }).click()
        await expect(loaded(page)).toContainText('Wczytano 75 wierszy z')
        expect(await usedLookups(page)).toBe(75)
        await expectAccessible(page, rows)
      })

      await test.step('a reload shows the loaded rows without another charge', async () => {
        await page.reload()
        await expect(loaded(page)).toContainText('Wczytano 75 wierszy z')
        await waitForIdleNetwork(page)
        expect(await usedLookups(page)).toBe(75)
      })

      await test.step('a search without results costs nothing', async () => {
        await page.getByRole('searchbox').first().fill(NOTHING)
        await page.getByRole('button', { name: 'Szukaj', exact: true }).click()
        await expect(page.getByText('Nic nie znaleziono')).toBeVisible()
        await expect(page.getByText('Nic nie pobrano: brak wyników nie kosztuje.')).toBeVisible()
        expect(await usedLookups(page)).toBe(75)
      })
    })
  }

  test('show that the pool is empty and keep the rows loaded so far', async ({
    page,
    panel,
    signIn,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 402/)
    await signIn(await makeOwner(panel, 'listy-puste', { limits: { lookups: 30 } }))
    await setZeroCap(page, panel)
    await page.goto('/sudop')
    await page.getByRole('button', { name: 'Pokaż 25 najnowszych' }).click()
    await expect(loaded(page)).toContainText('Wczytano 25 wierszy')
    await page.getByRole('button', { name: 'Następne 25' }).click()
    await expect(page.getByText('Pula skończyła się po 5 z 25 wierszy.')).toBeVisible()
    expect(await usedLookups(page)).toBe(30)
    await page.getByRole('button', { name: 'Następne 25' }).click()
    await expect(page.getByText('Nic nie pobrano.', { exact: true })).toBeVisible()
    await expect(loaded(page)).toContainText('Wczytano 30 wierszy')
    expect(await usedLookups(page)).toBe(30)
  })

  test('show that nothing was charged when the subscription is inactive', async ({
    page,
    panel,
    signIn,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 402/)
    await signIn(await makeOwner(panel, 'listy-nieaktywne', { state: 'inactive' }))
    await page.goto('/uokik')
    await page.getByRole('button', { name: 'Pokaż 25 najnowszych' }).click()
    await expect(page.getByText('Nic nie pobrano.', { exact: true })).toBeVisible()
  })

  for (const role of ['finance', 'viewer'] as const satisfies readonly SignedInRole[]) {
    test(`${role} sees results that were paid for, and cannot start a paid search`, async ({ page, signIn }) => {
      await signIn('owner')
      await page.goto('/knf?q=ltd')
      const search = page.getByRole('button', { name: 'Szukaj', exact: true })
      if (await search.isVisible()) {
        await search.click()
        await expect(loaded(page)).toBeVisible()
      }
      await signIn(role)
      await page.goto('/knf?q=ltd')
      await expect(rowsOf(page, 'Ostrzeżenia KNF')).toBeVisible()
      const repeatButton = page.getByRole('button', { name: 'Zapytaj od nowa' })
      await expect(repeatButton).toHaveAttribute('aria-disabled', 'true')
      await repeatButton.focus()
      await expect(page.getByRole('tooltip')).toBeVisible()
      // Monitors are not available to every role.
      await expect(page.getByRole('button', { name: 'Tylko z moich monitorów' })).toHaveCount(role === 'viewer' ? 1 : 0)
      await page.goto('/knf?q=nic')
      await expect(page.getByRole('button', { name: 'Szukaj', exact: true })).toHaveAttribute('aria-disabled', 'true')
    })
  }

  test('marks companies that have monitors, and filters the list to them', async ({
    page,
    panel,
    signIn,
    expectAccessible,
  }) => {
    await signIn(await makeOwner(panel, 'listy-monitory'))
    const answer = await page.request.get('/api/v1/sudop/cases?limit=25')
    const { items: rows } = (await answer.json()) as { items: { beneficiary_nip: string }[] }
    const nip = rows[2]?.beneficiary_nip ?? ''
    const headers = { origin: panel.url, 'content-type': 'application/json' }
    const items = [{ identifier_type: 'nip', identifier_value: nip, label: 'Dostawca z listy' }]
    expect((await page.request.post('/api/v1/monitors/bulk', { headers, data: { items } })).status()).toBe(200)
    await page.goto('/sudop')
    await page.getByRole('button', { name: 'Pokaż 25 najnowszych' }).click()
    await expect(page.getByText(/^[1-9]\d* w 25 wczytanych wierszach$/)).toBeVisible()
    await page.getByRole('button', { name: 'Tylko z moich monitorów' }).click()
    await expect(page).toHaveURL(/mine=1/)
    await expect(page.getByRole('link', { name: /^obserwowana/ }).first()).toBeVisible()
    await expectAccessible(page, 'register/watched-rows')
    await rowButtons(page).first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('link', { name: 'Dostawca z listy' })).toBeVisible()
    await expect(dialog.getByRole('link', { name: nip })).toHaveAttribute('href', `/companies/${nip}`)
    await expectAccessible(page, 'register/row')
  })

  test('works by keyboard and on a phone, and charges a decision PDF to the PDF pool', async ({
    page,
    panel,
    signIn,
    expectAccessible,
  }) => {
    await signIn(await makeOwner(panel, 'listy-klawiatura'))
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/uokik')
    await page.getByRole('button', { name: 'Pokaż 25 najnowszych' }).focus()
    await page.keyboard.press('Enter')
    await expect(loaded(page)).toContainText('Wczytano 25 wierszy')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
    await expectAccessible(page, 'register/phone')
    await page.keyboard.press('j')
    await expect(page.locator('[data-index="0"]')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('[data-index="1"]')).toBeFocused()
    await page.keyboard.press('End')
    await expect(page.locator('[data-index="24"]')).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    const before = await usedBy(page)
    await expect(dialog).toContainText(/1 pobranie PDF\W*zostało/)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Pobierz decyzję (PDF)' }).click(),
    ])
    expect(
      readFileSync(await download.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    await expect(page.getByText(/Pobrano: 1 pobranie PDF/).first()).toBeVisible()
    expect(await usedBy(page)).toMatchObject({ lookups: before.lookups, pdfs: before.pdfs + 1 })
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-index="24"]')).toBeFocused()
  })

  test('KNF sections cost one unit, and a CSV of rows contains the request', async ({ page, panel, signIn }) => {
    await signIn(await makeOwner(panel, 'listy-dzialy'))
    await page.goto('/knf')
    await page.getByRole('button', { name: 'Pokaż działy z liczbą wpisów' }).click()
    await expect(page.getByText('Pobrano: 1 zapytanie.', { exact: false }).first()).toBeVisible()
    await page.getByRole('combobox', { name: 'Dział' }).selectOption('2')
    await expect(page).toHaveURL(/section=2/)
    await page.getByRole('button', { name: 'Szukaj', exact: true }).click()
    await expect(loaded(page)).toContainText('Wczytano 25 wierszy')
    expect(await usedLookups(page)).toBe(26)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Pobierz CSV|^CSV/ }).click(),
    ])
    const text = readFileSync(await download.path(), 'utf8')
    expect(text.split('\r\n')[0]).toContain('numer_zapytania')
    expect(text.trim().split('\r\n')).toHaveLength(26)
    expect(text).toContain('section=2')
  })

  test('a PESEL is not searched for and not put into the address', async ({ page, signIn }) => {
    await signIn('owner')
    await page.goto('/sudop')
    await page.getByRole('searchbox').first().fill('44051401359')
    await expect(page.getByText('Tych rejestrów nie przeszukuje się po numerze PESEL.')).toBeVisible()
    await expect(page).toHaveURL('/sudop')
    await page.getByRole('searchbox').nth(1).fill('123')
    await expect(page.getByText('To nie jest NIP: sprawdź cyfry.')).toBeVisible()
    await expect(page).toHaveURL('/sudop')
  })

  test('MSiG issues load automatically, by year, free of charge', async ({ page, panel, signIn, expectAccessible }) => {
    await signIn(await makeOwner(panel, 'listy-msig'))
    await page.goto('/msig')
    await expect(
      page
        .getByRole('table', { name: 'Numery MSiG' })
        .getByText(/^MSiG \d+\//)
        .first(),
    ).toBeVisible()
    await expectAccessible(page, 'register/msig')
    await page.getByRole('combobox', { name: 'Rok' }).selectOption('2001')
    await expect(page.getByText('W 2001 roku nie ma numerów')).toBeVisible()
    await expect(page).toHaveURL(/year=2001/)
    expect(await usedLookups(page)).toBe(0)
  })
})
