import type { Page } from '@playwright/test'

import { shortName } from '@/lib/domain/format/short-name'

import { expect, test } from '../support/fixtures'
import { waitForIdleNetwork } from '../support/idle-network'
import { costOf, partNamed, someCompany, tabNamed, usedBy } from './company'

const PESEL = '44051401359'
const RTL = '\u202E0000028860\u05D0\u05D1'

test.describe('a known company', () => {
  test('shows who it is, and requests its record once at the announced price', async ({
    page,
    context,
    signIn,
    expectAccessible,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn('owner')
    const { krs, nip, name } = await someCompany(page, 0)
    const before = await usedBy(page)
    await page.goto(`/companies/${krs}?tab=facts`)
    await expect(page).toHaveTitle(`KRS ${krs} · Dane · Panel Rejestrów`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(shortName(name))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('aktywna')
    await expect(page.getByRole('navigation', { name: 'Ścieżka' })).toContainText(name)
    await page.getByRole('button', { name: 'Kopiuj NIP' }).first().click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(nip)

    const facts = partNamed(page, 'Dane z rejestru')
    await expect(facts).toContainText('1 zapytanie')
    await facts.getByRole('button', { name: 'Zapytaj' }).click()
    await expect(page.getByText(/Pobrano: 1 zapytanie\. Zostało/).first()).toBeVisible()
    await expect(facts).toContainText(/zapłacono: 1 zapytanie/)
    await expect(facts).toContainText('owner@demo.test')
    await expect(facts.getByText('Data wpisu')).toBeVisible()
    await expect(tabNamed(page, 'Dane')).toContainText(/dziś \d\d:\d\d/)
    await expect(costOf(page)).toContainText('1 zapytanie')
    expect(await usedBy(page)).toEqual({ ...before, lookups: before.lookups + 1 })
    await expectAccessible(page, 'company/answered')

    await page.reload()
    await expect(partNamed(page, 'Dane z rejestru').getByText('Data wpisu')).toBeVisible()
    await page.goto(`/companies/${nip}?tab=facts`)
    await expect(partNamed(page, 'Dane z rejestru').getByText('Data wpisu')).toBeVisible()
    expect((await usedBy(page)).lookups).toBe(before.lookups + 1)

    await partNamed(page, 'Dane z rejestru').getByRole('button', { name: 'Zapytaj ponownie' }).click()
    await expect(costOf(page)).toContainText('2 zapytania')
    expect((await usedBy(page)).lookups).toBe(before.lookups + 2)
  })

  test('shows its facts in the first paint at their final position', async ({ page, browser, panel, signIn }) => {
    await signIn('owner')
    const { krs } = await someCompany(page, 2)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/companies/${krs}`)
    await waitForIdleNetwork(page)
    const positionsOf = async (target: Page) => {
      const [summary, watch] = [partNamed(target, 'W skrócie'), partNamed(target, 'Obserwacja')]
      await expect(summary.getByRole('button', { name: /^Pobierz \d/ })).toBeVisible()
      return [await summary.boundingBox(), await watch.boundingBox()]
    }
    // The HTML of the server, without any script.
    const context = await browser.newContext({
      baseURL: panel.url,
      locale: 'pl-PL',
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
      storageState: await page.context().storageState(),
    })
    const first = await context.newPage()
    await first.goto(`/companies/${krs}`)
    expect(await positionsOf(first)).toEqual(await positionsOf(page))
    await context.close()
  })

  test('changes tabs without a server request, also by keyboard, and shows that a company was struck off', async ({
    page,
    signIn,
  }) => {
    await test.step('changes tabs without a server request, and goes back to the previous one', async () => {
      await signIn('owner')
      const { krs } = await someCompany(page, 1)
      await page.goto(`/companies/${krs}`)
      await waitForIdleNetwork(page)
      const requests: string[] = []
      page.on('request', (request) => {
        // The links of the frame are prefetched again whenever the address changes.
        if (new URL(request.url()).pathname.startsWith('/companies')) requests.push(request.url())
      })
      await tabNamed(page, 'Osoby i udziały').click()
      await expect(page).toHaveURL(/\?tab=people$/)
      await expect(page).toHaveTitle(`KRS ${krs} · Osoby i udziały · Panel Rejestrów`)
      await expect(partNamed(page, 'Osoby i udziały')).toBeVisible()
      await expect(tabNamed(page, 'Osoby i udziały')).toHaveAttribute('aria-current', 'page')
      await tabNamed(page, 'Odpisy').click()
      await expect(partNamed(page, 'Odpisy (PDF)')).toBeVisible()
      await page.goBack()
      await expect(partNamed(page, 'Osoby i udziały')).toBeVisible()
      await page.goBack()
      await expect(partNamed(page, 'W skrócie')).toBeVisible()
      await expect(page).toHaveTitle(`KRS ${krs} · Panel Rejestrów`)
      await page.goForward()
      await expect(partNamed(page, 'Osoby i udziały')).toBeVisible()
      expect(requests).toEqual([])
      await page.goto(`/companies/${krs}?tab=whiteList`)
      await expect(partNamed(page, 'Biała lista VAT')).toBeVisible()
    })
    await test.step('works with the keyboard only', async () => {
      await signIn('owner')
      const { krs } = await someCompany(page, 2)
      await page.goto(`/companies/${krs}`)
      await tabNamed(page, 'Osoby i udziały').focus()
      await page.keyboard.press('Enter')
      const people = partNamed(page, 'Osoby i udziały')
      await expect(people.getByRole('button', { name: 'Zapytaj' })).toBeVisible()
      await expect(tabNamed(page, 'Osoby i udziały')).toBeFocused()
      for (let presses = 0; presses < 30; presses += 1) {
        await page.keyboard.press('Tab')
        if (
          await people.getByRole('button', { name: 'Zapytaj' }).evaluate((button) => button === document.activeElement)
        )
          break
      }
      await page.keyboard.press('Enter')
      await expect(people).toContainText('zapłacono: 1 zapytanie')
      // The graph is drawn from the same answer.
      await expect(tabNamed(page, 'Powiązania')).toContainText(/dziś/)
    })
    await test.step('shows that the company was struck off', async () => {
      await signIn('owner')
      const { krs } = await someCompany(page, 0, 'deregistered')
      await page.goto(`/companies/${krs}`)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('wykreślona')
    })
  })

  test('fits a phone in light and dark', async ({ page, signIn, expectAccessible }) => {
    await signIn('owner')
    const { krs } = await someCompany(page, 0)
    await page.setViewportSize({ width: 360, height: 740 })
    for (const [tab, title, state] of [
      ['', 'W skrócie', 'company/summary'],
      ['?tab=facts', 'Dane z rejestru', 'company/facts'],
      ['?tab=people', 'Osoby i udziały', 'company/people'],
      ['?tab=whiteList', 'Biała lista VAT', 'company/white-list'],
      ['?tab=extracts', 'Odpisy (PDF)', 'company/extracts'],
    ] as const) {
      await page.goto(`/companies/${krs}${tab}`)
      await expect(partNamed(page, title)).toBeVisible()
      await waitForIdleNetwork(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      await expectAccessible(page, state)
    }
  })
})

test.describe('an unknown company', () => {
  test('is reported as not found or without a number, and nothing is charged', async ({
    page,
    signIn,
    expectedErrors,
    expectAccessible,
  }) => {
    await test.step('is reported as not found in the register, and a request finds nothing and costs nothing', async () => {
      // The test checks how the page shows a refusal of the panel's own call.
      expectedErrors.push(/404/)
      await signIn('owner')
      const before = await usedBy(page)
      await page.goto('/companies/9876543?tab=facts')
      await expect(page.getByText('W rejestrze, który przeszukuje usługa, nie ma tego numeru.')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('0009876543')
      const facts = partNamed(page, 'Dane z rejestru')
      await facts.getByRole('button', { name: 'Zapytaj' }).click()
      await expect(facts.getByRole('alert')).toContainText('Rejestr nic o tej firmie nie ma.')
      await expect(facts.getByRole('alert')).toContainText('Nic nie pobrano.')
      expect(await usedBy(page)).toEqual(before)
    })
    await test.step('is reported as no number if the address contains none, and nothing is requested', async () => {
      await signIn('owner')
      await page.goto('/')
      await waitForIdleNetwork(page)
      const requests: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      const expectNarrow = async () =>
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
      for (const typed of ['firma', 'ż'.repeat(200), RTL, '"><img src=x>']) {
        await page.goto(`/companies/${encodeURIComponent(typed)}`)
        await expect(page.getByText('To nie jest numer KRS, NIP ani REGON')).toBeVisible()
        await expectNarrow()
      }
      await expectAccessible(page, 'company/no-number')
      await waitForIdleNetwork(page)
      expect(requests.filter((url) => url.includes('/api/panel/companies'))).toEqual([])
      // Ten digits have the form of a KRS number, even if they are not a valid NIP.
      await page.goto('/companies/5261040827')
      await expect(page.getByText('nie ma tego numeru')).toBeVisible()
      await expectNarrow()
      await expectAccessible(page, 'company/unknown-number')
    })
    await test.step('redirects to the search without a number', async () => {
      await signIn('owner')
      const answer = await page.request.get('/companies', { maxRedirects: 0 })
      expect(answer.status()).toBe(307)
      expect(answer.headers()['location']).toBe('/search')
    })
  })

  test('does not show a PESEL, keep it in the address or send it', async ({ page, panel, signIn }) => {
    await signIn('owner')
    const requests: string[] = []
    await page.goto('/')
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) requests.push(request.url())
    })
    await page.goto(`/companies/${PESEL}`)
    await expect(page.getByText('Wygląda na numer osoby.')).toBeVisible()
    await expect(page.getByText('44•••••••59')).toBeVisible()
    await expect.poll(() => page.url()).not.toContain(PESEL)
    await waitForIdleNetwork(page)
    expect(await page.locator('body').innerText()).not.toContain(PESEL)
    expect(requests.filter((url) => url.includes(PESEL))).toEqual([])
    expect(panel.output()).not.toContain(PESEL)
  })
})
