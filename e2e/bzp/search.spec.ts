import type { Page } from '@playwright/test'

import { expect, test } from '../support/fixtures'
import { waitForIdleNetwork } from '../support/idle-network'
import { pauseSampleNotices } from '../support/notices'

test.beforeEach(({ panel }) => pauseSampleNotices(panel))

type Filter = Record<string, string[]>
const PREVIEW = '**/api/v1/bzp/alerts/preview'

/** The service's own count, in the number format of the page. */
async function countOf(page: Page, filter: Filter): Promise<string> {
  const origin = new URL(page.url()).origin
  const answer = await page.request.post('/api/v1/bzp/alerts/preview', { data: filter, headers: { origin } })
  expect(answer.status()).toBe(200)
  const { count } = (await answer.json()) as { count: number }
  return String(count).replace(/\B(?=(\d{3})+$)/g, '\u00A0')
}

const figure = (page: Page) => page.getByTestId('preview-count')
const field = (page: Page, label: string) =>
  page.getByRole('textbox', { name: label }).or(page.getByRole('combobox', { name: label }))

async function addTo(page: Page, label: string, text: string) {
  await field(page, label).fill(text)
  await field(page, label).press('Enter')
}

/** Pastes a text as from a sheet, with characters that no key can type. */
async function pasteInto(page: Page, label: string, text: string) {
  await field(page, label).focus()
  await field(page, label).evaluate((input, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

test.describe('the live count', () => {
  test.beforeEach(async ({ signIn }) => signIn('owner'))

  test('follows the address, the typing, every list and the browser history', async ({ page, expectAccessible }) => {
    await test.step('is in the first paint for the filter of the address', async () => {
      const requests: string[] = []
      page.on('request', (request) => request.url().includes('/preview') && requests.push(request.url()))
      await page.goto('/bzp?q=kanalizacj&province=lubelskie&type=Works&cpv=45232420&q=&type=nothing')
      await expect(figure(page)).toHaveText(
        await countOf(page, {
          keywords: ['kanalizacj'],
          provinces: ['lubelskie'],
          order_types: ['Works'],
          cpv: ['45232420'],
        }),
      )
      await expect(page.getByRole('button', { name: 'Roboty budowlane' })).toHaveAttribute('aria-pressed', 'true')
      await expect(page.getByText('45232420 Roboty w zakresie ścieków')).toBeVisible()
      await expectAccessible(page, 'tenders')
      expect(requests).toEqual([])
    })
    await test.step('follows the typing and marks the hits', async () => {
      await page.goto('/bzp')
      const before = (await figure(page).textContent()) ?? ''
      await field(page, 'Słowa kluczowe').pressSequentially('KANALIZACJ')
      await expect(figure(page)).not.toHaveText(before)
      await expect(figure(page)).toHaveText(await countOf(page, { keywords: ['kanalizacj'] }))
      await field(page, 'Słowa kluczowe').press('Enter')
      await expect(page).toHaveURL('/bzp?q=KANALIZACJ')
      await expect(page.locator('mark').first()).toHaveText(/^kanalizacj$/i)
      await expect(
        page
          .getByRole('listitem')
          .filter({ has: page.locator('mark') })
          .first(),
      ).toBeVisible()
    })
    await test.step('counts the values of every list', async () => {
      await page.goto('/bzp')
      await addTo(page, 'Słowa kluczowe', 'roboty, przebudowa')
      await addTo(page, 'Wyklucz słowa', 'nadzór')
      await addTo(page, 'Kody CPV', '45233*')
      await addTo(page, 'Województwa', 'PL14')
      await addTo(page, 'Zamawiający', 'gmina')
      await page.getByRole('button', { name: 'Roboty budowlane' }).click()
      const filter = {
        keywords: ['roboty', 'przebudowa'],
        exclude_keywords: ['nadzór'],
        cpv: ['45233'],
        provinces: ['mazowieckie'],
        authorities: ['gmina'],
        order_types: ['Works'],
      }
      await expect(figure(page)).toHaveText(await countOf(page, filter))
      await page.reload()
      await expect(figure(page)).toHaveText(await countOf(page, filter))
    })
    await test.step('follows back and forward of the browser', async () => {
      await page.goto('/bzp')
      await addTo(page, 'Słowa kluczowe', 'most')
      await page.getByRole('button', { name: 'Dostawy' }).click()
      await expect(page).toHaveURL('/bzp?q=most&type=Delivery')
      await page.goBack()
      await expect(page.getByRole('button', { name: 'Dostawy' })).toHaveAttribute('aria-pressed', 'false')
      await page.goBack()
      await expect(page.getByRole('button', { name: 'Usuń: most' })).toHaveCount(0)
      await page.goForward()
      await expect(page.getByRole('button', { name: 'Usuń: most' })).toBeVisible()
      await expect(figure(page)).toHaveText(await countOf(page, { keywords: ['most'] }))
      await page.getByRole('button', { name: 'Wyczyść' }).click()
      await expect(page).toHaveURL('/bzp')
    })
  })

  test('an unreadable condition is reported and kept', async ({ page, expectAccessible }) => {
    await test.step('no condition is lost without a message', async () => {
      await page.goto('/bzp?province=Narnia&cpv=abc&q=droga')
      const banner = page.getByText(/^W linku są warunki, których nie da się odczytać/)
      await expect(banner).toContainText('Kody CPV „abc”, Województwa „Narnia”')
      await expectAccessible(page, 'tenders/unreadable-link')
      await page.getByRole('button', { name: 'Usuń je z linku' }).click()
      await expect(page).toHaveURL('/bzp?q=droga')
      await expect(banner).toHaveCount(0)
      const words = field(page, 'Słowa kluczowe')
      await words.fill('x'.repeat(500))
      await words.press('Enter')
      await expect(page.getByText('Ten tekst ma 500 znaków; najwyżej może mieć 200.')).toBeVisible()
      await expect(words).toHaveValue('x'.repeat(500))
      await words.fill('most')
      await words.press('Enter')
      await expect(page).toHaveURL('/bzp?q=droga&q=most')
      await field(page, 'Województwa').fill('Narnia')
      await field(page, 'Miejscowości').focus()
      await expect(page.getByText('Wybierz województwo z listy.')).toBeVisible()
    })
    await test.step('an unreadable value is kept and reported at its field', async () => {
      await page.goto('/bzp?value_from=500&value_to=100&days=14')
      await expect(page.getByText(/^W linku są warunki/)).toContainText('Wartość od (zł netto) „500”')
      await page.getByRole('button', { name: 'Usuń je z linku' }).click()
      await expect(page).toHaveURL('/bzp?days=14')
      const [from, to] = [page.getByLabel('Wartość od'), page.getByLabel('Wartość do')]
      await from.fill('sto')
      await expect(page.getByText('Podaj kwotę w pełnych złotych, np. 250 000.')).toBeVisible()
      await expect(from).toHaveValue('sto')
      await from.fill('300 000')
      await expect(page).toHaveURL('/bzp?value_from=300000&days=14')
      await to.fill('200000')
      await expect(page.getByText(/^„Od” jest większe niż „do”/)).toBeVisible()
      await to.fill('400000')
      await expect(page).toHaveURL('/bzp?value_from=300000&value_to=400000&days=14')
      await expect(from).toHaveValue('300 000')
      await addTo(page, 'Kody CPV', '45233199')
      await expect(page.getByText(/^Nie ma kodu CPV 45233199. Najbliższy: 45233100 /)).toBeVisible()
    })
    await test.step('unreadable values of a link are summarized', async () => {
      const wrong = Array.from({ length: 300 }, (_, at) => `cpv=zly${at}`).join('&')
      await page.goto(`/bzp?q=most&q=MOST&%%%&q=%E0%A4%A&province=%00&${wrong}&with=cpv%3Dabc`)
      const banner = page.getByText(/^W linku są warunki, których nie da się odczytać/)
      await expect(banner).toContainText('Słowa kluczowe „\uFFFD%A”, Kody CPV „zly0”')
      await expect(banner).toContainText('„zly3” i 298 innych.')
      await page.getByRole('button', { name: 'Usuń je z linku' }).click()
      await expect(page).toHaveURL('/bzp?q=most&with=')
      await page.goto('/bzp?q=most&with=cpv%3Dabc')
      await expect(page.getByText('szkic A: Kody CPV „abc”')).toBeVisible()
      await page.goto(`/bzp?q=${'x'.repeat(10_000)}`)
      await expect(page.getByText(`Słowa kluczowe „${'x'.repeat(40)}…”`)).toBeVisible()
    })
    await test.step('a link with too many values names those that are left out', async () => {
      await page.goto(`/bzp?${Array.from({ length: 103 }, (_, at) => `q=nadmiar${at}`).join('&')}`)
      await expect(
        page.getByText(
          'W linku jest za dużo warunków; pole przyjmuje najwyżej 100. Pominięto: Słowa kluczowe „nadmiar100”, Słowa kluczowe „nadmiar101”, Słowa kluczowe „nadmiar102”.',
        ),
      ).toBeVisible()
    })
  })

  test('sends one request for a burst of changes, and none for known results', async ({ page }) => {
    const bodies: string[] = []
    await page.clock.install()
    await page.goto('/bzp')
    await expect(figure(page)).toBeVisible()
    await page.route(PREVIEW, async (route) => {
      bodies.push(route.request().postData() ?? '')
      await route.continue()
    })
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    // The page's clock is paused, so that the presses are one burst even on a slow machine.
    await page.clock.pauseAt(Date.now() + 60_000)
    for (const name of ['Dostawy', 'Usługi', 'Dostawy', 'Roboty budowlane']) await press(name)
    await page.clock.resume()
    const both = await countOf(page, { order_types: ['Works', 'Services'] })
    await expect(figure(page)).toHaveText(both)
    expect(bodies).toHaveLength(1)
    await press('Usługi')
    await expect(figure(page)).toHaveText(await countOf(page, { order_types: ['Works'] }))
    expect(bodies).toHaveLength(2)
    // The same filter again, in another order: answered from the cache.
    await press('Usługi')
    await expect(figure(page)).toHaveText(both)
    expect(bodies).toHaveLength(2)
  })
})

test.describe('the filter', () => {
  test.beforeEach(async ({ signIn }) => signIn('owner'))

  test('completes codes, provinces and places with the keyboard', async ({ page }) => {
    const files: string[] = []
    // The names of the examples' codes load by division; the lists for completion load on focus.
    const isDictionary = (path: string) => path.startsWith('/data/') && !path.startsWith('/data/cpv/')
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname
      if (isDictionary(path)) files.push(path)
    })
    await page.goto('/bzp')
    await expect(figure(page)).toBeVisible()
    expect(files).toEqual([])
    await field(page, 'Kody CPV').pressSequentially('roboty w zakresie sciekow')
    await expect(page.getByRole('option', { name: /45232420-2/ })).toBeVisible()
    await field(page, 'Kody CPV').press('ArrowDown')
    await field(page, 'Kody CPV').press('Enter')
    await field(page, 'Miejscowości').pressSequentially('pulaw')
    await expect(page.getByRole('option', { name: /Puławy.*lubelskie/ })).toBeVisible()
    await field(page, 'Miejscowości').press('Enter')
    await field(page, 'Województwa').pressSequentially('lubel')
    await expect(page.getByRole('option', { name: 'lubelskie' })).toBeVisible()
    await field(page, 'Województwa').press('Enter')
    await expect(page).toHaveURL(/cpv=\d{2,8}&province=lubelskie&city=Pu%C5%82awy/)
    expect(files).toEqual(['/data/cpv-pl.json', '/data/places.json'])
    await field(page, 'Województwa').press('Backspace')
    await expect(page).not.toHaveURL(/province/)
  })

  test('is copied as a link, unless it is too long for one', async ({ context, page }) => {
    await test.step('is copied as a link with the same conditions', async () => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.goto('/bzp?q=most&not=nadz%C3%B3r')
      await page.getByRole('button', { name: 'Kopiuj link' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Skopiowano link z całym filtrem.' })).toBeVisible()
      const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
      expect(link.origin).toBe(new URL(page.url()).origin)
      expect([...link.searchParams]).toEqual([
        ['q', 'most'],
        ['not', 'nadzór'],
      ])
    })
    await test.step('cannot be copied as a link if it is too long', async () => {
      const copy = page.getByRole('button', { name: 'Kopiuj link' })
      const tooLongNote = page.getByText('Ten filtr jest za długi na link')
      await page.goto('/bzp?type=Works')
      await expect(copy).toBeVisible()
      const lines = Array.from({ length: 60 }, (_, at) => `${'ż'.repeat(30)} ${at}`)
      await pasteInto(page, 'Słowa kluczowe', lines.join('\n'))
      await expect(tooLongNote).toBeVisible()
      await expect(copy).toHaveCount(0)
      await expect(page).toHaveURL('/bzp?type=Works')
      await expect(figure(page)).toHaveText(await countOf(page, { keywords: lines, order_types: ['Works'] }))
      await page.getByRole('button', { name: 'Wyczyść' }).click()
      await expect(tooLongNote).toHaveCount(0)
      await expect(page).toHaveURL('/bzp')
    })
  })
})

test.describe('an example', () => {
  test.beforeEach(async ({ signIn }) => signIn('owner'))

  test('shows the matches, opens by keyboard, and can become the draft', async ({ page, expectAccessible }) => {
    await page.goto('/bzp?q=kanalizacj&cpv=45')
    const examples = page.getByRole('region', { name: 'Przykłady' })
    await expect(
      examples
        .locator('mark')
        .filter({ hasText: /^45\d{6}$/ })
        .first(),
    ).toBeVisible()
    const title = examples.getByTitle('Pokaż szczegóły').first()
    await title.focus()
    await title.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Numer ogłoszenia')).toBeVisible()
    await expectAccessible(page, 'tender')
    await dialog.getByRole('button', { name: 'Więcej takich' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/cpv=\d{2,4}(&|$)/)
  })
})

test.describe('pasted text', () => {
  test.beforeEach(async ({ signIn }) => signIn('owner'))

  test('stays in the field if it does not fit or is no code', async ({ page, expectAccessible }) => {
    await test.step('stays in the field if it does not fit, and is added once there is room', async () => {
      await page.goto('/bzp')
      const words = field(page, 'Słowa kluczowe')
      await pasteInto(page, 'Słowa kluczowe', Array.from({ length: 101 }, (_, at) => `zbytek${at}`).join('\n'))
      await expect(page.getByRole('button', { name: /^Usuń: zbytek/ })).toHaveCount(100)
      await expect(words).toHaveValue('zbytek100')
      await expect(page.getByRole('alert').filter({ hasText: 'Można dodać najwyżej 100 pozycji' })).toBeVisible()
      await expectAccessible(page, 'tenders/too-many')
      await page.getByRole('button', { name: 'Usuń: zbytek7', exact: true }).click()
      await words.press('Enter')
      await expect(words).toHaveValue('')
      await expect(page.getByRole('button', { name: 'Usuń: zbytek100' })).toBeVisible()
    })
    await test.step('adds the codes of a column and keeps the invalid ones in the field', async () => {
      await page.goto('/bzp')
      await pasteInto(page, 'Kody CPV', '45233120-6\nabc\n4\n45*\n')
      await expect(page).toHaveURL('/bzp?cpv=45233120&cpv=45')
      await expect(field(page, 'Kody CPV')).toHaveValue('abc, 4')
      await expect(page.getByText('Podaj kod CPV (od 2 do 8 cyfr) albo wybierz nazwę z listy.')).toBeVisible()
    })
  })
})

test.describe('a refusal by the service', () => {
  test.beforeEach(async ({ signIn }) => signIn('owner'))

  test('shows the reason and keeps the filter', async ({ page, expectedErrors }) => {
    await test.step('429 pauses the requests, shows how long, and resumes automatically', async () => {
      expectedErrors.push(/status of 429/)
      await page.goto('/bzp')
      let refused = 0
      await page.route(PREVIEW, (route) => {
        refused += 1
        const detail = { code: 'rate_limited', message: 'slow down' }
        return route.fulfill({ status: 429, headers: { 'retry-after': '3' }, json: { detail } })
      })
      await addTo(page, 'Słowa kluczowe', 'most')
      await expect(page.getByRole('alert').filter({ hasText: 'Podgląd wstrzymany' })).toBeVisible()
      await expect(page.getByText(/Wznowi się za \d sekund/)).toBeVisible()
      await page.getByRole('button', { name: 'Usługi', exact: true }).click()
      await page.unroute(PREVIEW)
      await expect(page.getByText('Podgląd wstrzymany')).toHaveCount(0, { timeout: 10_000 })
      await expect(figure(page)).toHaveText(await countOf(page, { keywords: ['most'], order_types: ['Services'] }))
      expect(refused).toBe(1)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
    await test.step('402 shows its reason and waits for the user', async () => {
      expectedErrors.push(/status of 402/)
      await page.goto('/bzp')
      await page.route(PREVIEW, (route) =>
        route.fulfill({
          status: 402,
          json: { detail: { code: 'payment_required', message: 'no', pool: 'subscription' } },
        }),
      )
      await addTo(page, 'Słowa kluczowe', 'most')
      const paused = page.getByRole('alert').filter({ hasText: 'Podgląd wstrzymany.' })
      await expect(paused).toContainText('Subskrypcja konta jest nieaktywna.')
      await expect(paused.locator('details [lang=en]')).toHaveText('no')
      await page.unroute(PREVIEW)
      await page.getByRole('button', { name: 'Przelicz teraz' }).first().click()
      await expect(figure(page)).toHaveText(await countOf(page, { keywords: ['most'] }))
      await expect(page.getByText('Podgląd wstrzymany')).toHaveCount(0)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
    await test.step('422 is shown at its field', async () => {
      expectedErrors.push(/status of 422/)
      await page.goto('/bzp')
      await page.route(PREVIEW, (route) =>
        route.fulfill({
          status: 422,
          json: { detail: [{ loc: ['body', 'authorities', 0], msg: 'nothing to look for', type: 'value_error' }] },
        }),
      )
      await addTo(page, 'Zamawiający', 'gmina')
      await expect(page.getByText('Usługa nie przyjęła wartości „gmina”: nothing to look for')).toBeVisible()
      await expect(field(page, 'Zamawiający')).toHaveAttribute('aria-invalid', 'true')
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
    await test.step('a late answer is reported with the previous count', async () => {
      await page.goto('/bzp')
      const before = (await figure(page).textContent()) ?? ''
      const releases: (() => void)[] = []
      await page.route(PREVIEW, async (route) => {
        await new Promise<void>((resolve) => releases.push(resolve))
        await route.continue()
      })
      await addTo(page, 'Słowa kluczowe', 'most')
      const lateNote = page.getByText('Liczenie trwa dłużej niż zwykle. To jeszcze wynik poprzedniego filtru.')
      await expect(lateNote).toBeVisible()
      await expect(figure(page)).toHaveText(before)
      for (const release of releases) release()
      await expect(figure(page)).toHaveText(await countOf(page, { keywords: ['most'] }))
      await expect(lateNote).toHaveCount(0)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
    await test.step('500 and an unreadable answer keep the filter and the last count', async () => {
      expectedErrors.push(/status of 500/)
      await page.goto('/bzp')
      const before = (await figure(page).textContent()) ?? ''
      await page.route(PREVIEW, (route) => route.fulfill({ status: 200, json: { count: 'many' } }))
      await addTo(page, 'Słowa kluczowe', 'most')
      await expect(page.getByText('Usługa odpowiedziała w postaci, której ten panel nie zna.')).toBeVisible()
      await expect(figure(page)).toHaveText(before)
      await expect(page.getByText('To wynik poprzedniego filtru.')).toBeVisible()
      // Another answer would retry the failed one, so wait until all have arrived.
      await waitForIdleNetwork(page)
      await page.unroute(PREVIEW)
      await page.getByRole('button', { name: 'Spróbuj ponownie' }).click()
      await expect(figure(page)).toHaveText(await countOf(page, { keywords: ['most'] }))
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
    await test.step('a service without examples and days shows only the count', async () => {
      await page.goto('/bzp')
      await expect(page.getByRole('heading', { name: 'Przykłady' })).toBeVisible()
      await page.route(PREVIEW, (route) => route.fulfill({ json: { days: 30, count: 7 } }))
      await addTo(page, 'Słowa kluczowe', 'most')
      await expect(figure(page)).toHaveText('7')
      await expect(page.getByRole('heading', { name: 'Przykłady' })).toHaveCount(0)
      await expect(page.getByRole('img', { name: /^Postępowania z/ })).toHaveCount(0)
    })
  })
})
