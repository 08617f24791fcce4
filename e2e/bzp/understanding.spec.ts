import type { Page } from '@playwright/test'

import { expect, test } from '../support/fixtures'
import { waitForHydrationIn } from '../support/hydration'
import { waitForIdleNetwork } from '../support/idle-network'
import { createAlert, pauseSampleNotices } from '../support/notices'
import { PASSWORD } from '../support/panel'

test.beforeEach(({ panel }) => pauseSampleNotices(panel))

type Filter = Record<string, string[]>

const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, '\u00A0')

async function postToAlerts<T>(page: Page, path: string, data: unknown): Promise<T> {
  const origin = new URL(page.url()).origin
  const answer = await page.request.post(`/api/v1/bzp/alerts/${path}`, { data, headers: { origin } })
  expect(answer.status()).toBe(200)
  return (await answer.json()) as T
}
const countOf = async (page: Page, filter: Filter) =>
  (await postToAlerts<{ count: number }>(page, 'preview', filter)).count

const figure = (page: Page) => page.getByTestId('preview-count')
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

test.describe('a filter', () => {
  test.beforeEach(async ({ signIn }) => signIn('owner'))

  test('can be built with the keyboard only, and its address shows the same count to another user', async ({
    browser,
    page,
    panel,
  }) => {
    await page.goto('/bzp')
    await page.getByLabel('Słowa kluczowe').focus()
    await page.keyboard.type('kanalizacj')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/bzp?q=kanalizacj')
    await page.getByRole('combobox', { name: 'Województwa' }).focus()
    await page.keyboard.type('mazow')
    await expect(page.getByRole('option', { name: 'mazowieckie' })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Roboty budowlane' }).focus()
    await page.keyboard.press('Space')
    await expect(page).toHaveURL('/bzp?q=kanalizacj&province=mazowieckie&type=Works')
    const count = grouped(
      await countOf(page, { keywords: ['kanalizacj'], provinces: ['mazowieckie'], order_types: ['Works'] }),
    )
    await expect(figure(page)).toHaveText(count)
    const other = await browser.newContext({ baseURL: panel.url, locale: 'pl-PL' })
    waitForHydrationIn(other)
    const viewerPage = await other.newPage()
    await viewerPage.goto(page.url())
    await viewerPage.getByLabel('E-mail').fill('viewer@demo.test')
    await viewerPage.getByLabel('Hasło').fill(PASSWORD)
    await viewerPage.getByRole('button', { name: 'Zaloguj się' }).click()
    await expect(figure(viewerPage)).toHaveText(count)
    await other.close()
  })

  test('shows what its conditions do, and why nothing is found', async ({ page, expectAccessible, expectedErrors }) => {
    await test.step('shows what each condition does on request, and removes one', async () => {
      const explainRequests: string[] = []
      page.on('request', (request) => request.url().endsWith('/explain') && explainRequests.push(request.url()))
      await page.goto('/bzp?q=kanalizacj&q=drog&province=lubelskie')
      const card = region(page, 'Co robi każdy warunek')
      await waitForIdleNetwork(page)
      expect(explainRequests).toEqual([])
      await press(page, 'Które słowa robią szum?')
      const filter = { keywords: ['drog', 'kanalizacj'], provinces: ['lubelskie'] }
      const [before, anywhere, withoutRoads] = await Promise.all([
        countOf(page, filter),
        countOf(page, { keywords: filter.keywords }),
        countOf(page, { ...filter, keywords: ['kanalizacj'] }),
      ])
      const rows = card.getByRole('listitem')
      await expect(rows).toHaveCount(3)
      await expect(rows.first()).toContainText(`bez „lubelskie”: ${grouped(before)} → ${grouped(anywhere)}`)
      await expect(rows.filter({ hasText: '„drog”' })).toContainText(`${grouped(before)} → ${grouped(withoutRoads)}`)
      await expectAccessible(page, 'tenders/each-condition')
      expect(explainRequests).toHaveLength(1)
      await page.getByRole('button', { name: 'Usuń warunek: „drog”' }).focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/bzp?q=kanalizacj&province=lubelskie')
      await expect(figure(page)).toHaveText(grouped(withoutRoads))
      await expect(rows).toHaveCount(2)
      expect(explainRequests).toHaveLength(2)
      await page.goBack()
      await expect(figure(page)).toHaveText(grouped(before))
      expect(explainRequests).toHaveLength(2)
    })
    await test.step('shows automatically why nothing is found, and which condition to drop', async () => {
      await page.goto('/bzp?q=kanalizacj&authority=Zzyzx')
      const card = region(page, 'Dlaczego nic?')
      const count = grouped(await countOf(page, { keywords: ['kanalizacj'] }))
      await expect(card).toContainText(`Nic nie pasuje przez jeden warunek: „Zzyzx”. Bez niego: ${count}.`)
      await expectAccessible(page, 'tenders/why-nothing')
      await card.getByRole('button', { name: 'Usuń ten warunek' }).click()
      await expect(page).toHaveURL('/bzp?q=kanalizacj')
      await expect(figure(page)).toHaveText(count)
      await expect(card).toHaveCount(0)
    })
    await test.step('offers codes of the same meaning when the words find nothing', async () => {
      await page.goto('/bzp?q=strzykawki&q=pipety')
      const offered = page.getByRole('group', { name: 'Te słowa opisują kody CPV. Szukaj kodu zamiast słów:' })
      const found = grouped(await countOf(page, { cpv: ['33141000'] }))
      const code = offered.getByRole('button', { name: /^Dodaj 33141000 / })
      await expect(code).toContainText(found)
      await code.click()
      await expect(page).toHaveURL('/bzp?cpv=33141000')
      await expect(figure(page)).toHaveText(found)
    })
    await test.step('reports that the reason for no results could not be loaded, and retries on request', async () => {
      expectedErrors.push(/status of 500/)
      const broken = { status: 500, json: { detail: { code: 'internal_error', message: 'broken' } } }
      await page.route('**/bzp/alerts/explain', (route) => route.fulfill(broken))
      await page.goto('/bzp?q=kanalizacj&authority=Zzyzx')
      const card = region(page, 'Dlaczego nic?')
      await expect(card).toContainText('Nie udało się wczytać: przyczyna braku wyników')
      await waitForIdleNetwork(page)
      await page.unroute('**/bzp/alerts/explain')
      await card.getByRole('button', { name: 'Spróbuj ponownie' }).click()
      await expect(card).toContainText('Nic nie pasuje przez jeden warunek: „Zzyzx”.')
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
    await test.step('is checked with single previews if the service explains nothing', async () => {
      expectedErrors.push(/status of 404/)
      const notFound = { status: 404, json: { detail: { code: 'not_found', message: 'no such path' } } }
      await page.route('**/bzp/alerts/explain', (route) => route.fulfill(notFound))
      await page.goto('/bzp?q=kanalizacj&province=lubelskie&province=mazowieckie')
      await press(page, 'Które słowa robią szum?')
      await press(page, /^sprawdź/)
      await page.getByRole('button', { name: /bez „mazowieckie”/ }).click()
      await expect(page).toHaveURL('/bzp?q=kanalizacj&province=lubelskie')
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
    await test.step('shows the count of the previous period, and why its count is good or not', async () => {
      await page.goto('/bzp')
      await expect(page.getByText(/średnio [\d,\s]+ na dzień roboczy/)).toBeVisible()
      await expect(page.getByText('Ponad 10 dziennie. Zawęź filtr, żeby nie przeoczyć ważnych.')).toBeVisible()
      await page.route('**/alerts/preview', (route) =>
        route.fulfill({ json: { days: 30, count: 96, previous_count: 86, examples: [], daily: [] } }),
      )
      await press(page, 'Usługi')
      await expect(page.getByText('w poprzednich 30 dniach: 86 · zmiana: +12%')).toBeVisible()
      await expect(page.getByText('Tyle da się czytać na bieżąco.')).toBeVisible()
      await page.unroute('**/alerts/preview')
      await page.route('**/alerts/preview', (route) =>
        route.fulfill({ json: { days: 30, count: 96, previous_count: null, examples: [], daily: [] } }),
      )
      await press(page, 'Dostawy')
      await expect(page.getByText('w poprzednich 30 dniach')).toHaveCount(0)
      await expect(
        page.getByText('Nie ma z czym porównać: usługa nie ma wszystkich ogłoszeń z wcześniejszych 30 dni.'),
      ).toBeVisible()
      await expect(figure(page)).toHaveText('96')
    })
  })

  test('stays linked to its alert, whether or not it fits in an address', async ({ page, signIn }) => {
    await test.step('stays linked to its alert in the address', async () => {
      const name = 'Rozumienie: adres alertu'
      await page.goto('/bzp?q=melioracj')
      const { id } = await createAlert(page.request, { name, filter: { keywords: ['melioracj'] }, is_team: false })
      await page.goto(`/bzp?q=melioracj&alert=${id}`)
      await press(page, 'Usługi')
      await expect(page).toHaveURL(`/bzp?q=melioracj&type=Services&alert=${id}`)
      await page.reload()
      await expect(page.getByRole('main').getByText(name).first()).toBeVisible()
      await press(page, 'Usługi')
      await expect(page).toHaveURL(`/bzp?q=melioracj&alert=${id}`)
    })
    await test.step('opens from its alert even if it is too long for an address', async () => {
      await signIn('owner')
      await page.goto('/bzp/alerts')
      const name = 'Rozumienie: długi filtr'
      const keywords = Array.from({ length: 100 }, (_, index) => `długie słowo ${'x'.repeat(80)} ${index}`)
      const { id } = await createAlert(page.request, { name, filter: { keywords }, is_team: false })
      await page.reload()
      await page.getByRole('button', { name: `Działania: ${name}` }).click()
      await page.getByRole('menuitem', { name: 'Otwórz filtr w wyszukiwaniu' }).click()
      await expect(page).toHaveURL(`/bzp?alert=${id}`)
      const sameNote = page.getByText(`Warunki są takie jak w alercie „${name}”.`)
      await expect(sameNote).toBeVisible()
      await expect(page.getByRole('main')).toContainText(keywords[99] ?? '')
      await page.reload()
      await expect(sameNote).toBeVisible()
      await press(page, 'Usługi')
      await expect(page.getByText(`Zmieniasz warunki alertu „${name}”.`)).toBeVisible()
    })
  })
})

test.describe('two drafts', () => {
  test.beforeEach(async ({ signIn }) => signIn('owner'))

  test('are compared, swapped and chosen from saved alerts, or cannot be compared', async ({
    page,
    expectAccessible,
    expectedErrors,
  }) => {
    await test.step('are compared and swapped, and one of them is kept', async () => {
      await page.goto('/bzp?q=kanalizacj')
      await press(page, 'Porównaj z innym szkicem')
      const card = region(page, 'Dwa szkice obok siebie')
      await expect(card).toContainText('A to szkic taki, jaki był')
      await page.getByRole('textbox', { name: 'Słowa kluczowe' }).fill('wodoci')
      await page.getByRole('textbox', { name: 'Słowa kluczowe' }).press('Enter')
      const [a, b] = [{ keywords: ['kanalizacj'] }, { keywords: ['kanalizacj', 'wodoci'] }]
      const { regions } = await postToAlerts<{ regions: { found_by: number[]; count: number }[] }>(page, 'compare', {
        filters: [a, b],
      })
      const countFoundBy = (...found: number[]) =>
        regions.find(({ found_by }) => found_by.join() === found.join())?.count ?? 0
      await expect(card.getByTestId('compare-onlyA')).toHaveText(grouped(countFoundBy(0)))
      await expect(card.getByTestId('compare-both')).toHaveText(grouped(countFoundBy(0, 1)))
      await expect(card.getByTestId('compare-onlyB')).toHaveText(grouped(countFoundBy(1)))
      await card.getByText('Znalezione przez oba').click()
      await expect(card.getByTitle('Pokaż szczegóły').first()).toBeVisible()
      await expectAccessible(page, 'tenders/two-drafts')
      await page.reload()
      await expect(card.getByTestId('compare-onlyB')).toHaveText(grouped(countFoundBy(1)))
      await card.getByRole('button', { name: 'Zamień A z B' }).click()
      await expect(card.getByTestId('compare-onlyA')).toHaveText(grouped(countFoundBy(1)))
      await expect(figure(page)).toHaveText(grouped(await countOf(page, a)))
      await card.getByRole('button', { name: 'Zostaw A' }).click()
      await expect(page).toHaveURL('/bzp?q=kanalizacj&q=wodoci')
      await expect(card).toHaveCount(0)
    })
    await test.step('compare a chosen alert as draft A with the filter of the page as draft B', async () => {
      const name = 'Rozumienie: szkic A'
      await page.goto('/bzp?q=kanalizacj')
      await createAlert(page.request, { name, filter: { keywords: ['drenaż'] }, is_team: false })
      await press(page, 'Porównaj z innym szkicem')
      const card = region(page, 'Dwa szkice obok siebie')
      await card.getByLabel('Zapisany alert jako szkic A').selectOption({ label: name })
      await expect(page).toHaveURL('/bzp?q=kanalizacj&with=q%3Ddrena%25C5%25BC')
      await expect(card.getByTestId('compare-onlyB')).toBeVisible()
      await page.goBack()
      await expect(card).toContainText('A to szkic taki, jaki był')
    })
    await test.step('are not compared if the service does not support it', async () => {
      expectedErrors.push(/status of 404/)
      const notFound = { status: 404, json: { detail: { code: 'not_found', message: 'no such path' } } }
      await page.route('**/bzp/alerts/compare', (route) => route.fulfill(notFound))
      await page.goto('/bzp?q=kanalizacj&with=q%3Dmost')
      await expect(region(page, 'Dwa szkice obok siebie')).toContainText('nie porównuje filtrów')
      await press(page, 'Zostaw B')
      await expect(page).toHaveURL('/bzp?q=kanalizacj')
    })
  })
})

test.describe('more notices than the examples', () => {
  const usedUnits = async (page: Page) => {
    const meter = (await (await page.request.get('/api/v1/usage/api')).json()) as { used: number }
    return meter.used
  }
  const examples = (page: Page) => region(page, 'Przykłady')

  test('are bought only on request, at the announced price, and never twice', async ({
    page,
    signIn,
    expectAccessible,
    expectedErrors,
  }) => {
    await test.step('are bought only on request, at the announced price', async () => {
      await signIn('owner')
      const lists: string[] = []
      page.on('request', (request) => request.url().includes('/bzp/notices') && lists.push(request.url()))
      await page.goto('/bzp?q=kanalizacj')
      const show = page.getByRole('button', { name: 'Pokaż 25 ogłoszeń' })
      await expect(show).toBeVisible()
      await expect(examples(page)).toContainText(
        /Najwyżej 25 jednostek, 1 za każde ogłoszenie\. W tym miesiącu zostało: [\d\s]+\./,
      )
      await waitForIdleNetwork(page)
      expect(lists).toEqual([])
      const before = await usedUnits(page)
      await show.click()
      await expect(examples(page)).toContainText('Zużyto 25 jednostek.')
      expect(await usedUnits(page)).toBe(before + 25)
      await expect(examples(page).getByTitle('Pokaż szczegóły')).toHaveCount(25)
      await expect(examples(page)).not.toContainText('nie pasuje')
      await expectAccessible(page, 'tenders/bought')
      await show.click()
      await expect(examples(page).getByTitle('Pokaż szczegóły')).toHaveCount(50)
      expect(await usedUnits(page)).toBe(before + 50)
      expect(lists).toHaveLength(2)
    })
    await test.step('are marked if they do not match, and no more are bought', async () => {
      await signIn('owner')
      await page.route('**/v1/bzp/notices?*', (route) =>
        route.fulfill({
          json: {
            items: [{ id: 'x-1', title: 'Dostawa mebli', description: '', authority: 'Gmina' }],
            next_cursor: 'more',
            total: 900,
          },
        }),
      )
      await page.goto('/bzp?q=kanalizacj')
      await press(page, /^Pokaż 25 ogłoszeń/)
      await expect(examples(page).getByText('nie pasuje', { exact: true })).toBeVisible()
      await expect(examples(page)).toContainText('Panel nie pyta o następne.')
      await expect(page.getByRole('button', { name: /^Pokaż \d+ ogłosze/ })).toHaveCount(0)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
    await test.step('are requested once even if the answer fails, because it may have been charged', async () => {
      expectedErrors.push(/status of 502/)
      await signIn('owner')
      let requestCount = 0
      await page.route('**/v1/bzp/notices?*', (route) => {
        requestCount += 1
        return route.fulfill({ status: 502, json: { detail: { code: 'bad_gateway', message: 'lost' } } })
      })
      await page.goto('/bzp?q=kanalizacj')
      await press(page, /^Pokaż 25 ogłoszeń/)
      await expect(examples(page).getByRole('alert')).toBeVisible()
      await expect(page.getByRole('button', { name: /^Pokaż 25 ogłoszeń/ })).toBeVisible()
      await waitForIdleNetwork(page)
      expect(requestCount).toBe(1)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
    await test.step('show the reason and cost nothing if refused', async () => {
      expectedErrors.push(/status of 402/)
      await signIn('owner')
      const detail = { code: 'payment_required', message: 'no', pool: 'lookups', limit: 10, used: 10 }
      await page.route('**/v1/bzp/notices?*', (route) => route.fulfill({ status: 402, json: { detail } }))
      await page.goto('/bzp?q=kanalizacj')
      await press(page, /^Pokaż 25 ogłoszeń/)
      await expect(examples(page).getByRole('alert').locator('details [lang=en]')).toHaveText('no')
      await expect(page.getByRole('button', { name: /^Pokaż 25 ogłoszeń/ })).toBeVisible()
    })
  })

  test('cost nothing for a viewer, who may not buy them', async ({ page, signIn }) => {
    await signIn('viewer')
    await page.goto('/bzp?q=kanalizacj')
    const show = page.getByRole('button', { name: /^Pokaż \d+ ogłosze/ })
    await expect(show).toHaveAttribute('aria-disabled', 'true')
    const before = await usedUnits(page)
    await show.click({ force: true })
    await waitForIdleNetwork(page)
    expect(await usedUnits(page)).toBe(before)
    await expect(examples(page).getByTitle('Pokaż szczegóły')).toHaveCount(5)
  })
})

test('only one preview request runs at a time while the user types', async ({ page, signIn }) => {
  await signIn('owner')
  // Counted in the page, because Playwright reports cancelled requests late.
  await page.addInitScript(() => {
    const { fetch } = globalThis
    let open = 0
    globalThis.fetch = async (...call) => {
      const [address] = call
      if (typeof address !== 'string' || !address.endsWith('/alerts/preview')) return fetch(...call)
      open += 1
      document.documentElement.dataset['open'] = `${document.documentElement.dataset['open'] ?? ''}${open}`
      try {
        return await fetch(...call)
      } finally {
        open -= 1
      }
    }
  })
  await page.goto('/bzp')
  await expect(figure(page)).toBeVisible()
  await page.getByRole('textbox', { name: 'Słowa kluczowe' }).pressSequentially('oczyszczalnia', { delay: 160 })
  await expect(figure(page)).toHaveText(grouped(await countOf(page, { keywords: ['oczyszczalnia'] })))
  await expect(page.getByRole('status').filter({ hasText: /^\d[\d\s]* postępowa/ })).toHaveCount(1)
  await expect(page.locator('html')).toHaveAttribute('data-open', /^1+$/)
})
