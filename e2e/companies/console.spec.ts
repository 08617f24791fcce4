import type { Page } from '@playwright/test'

import { consoleNames } from '@/lib/contract/console/console-operations'

import { makeAccount, makeUser } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import type { Panel } from '../support/panel'
import { answer, fact, field, open, send } from './console-page'

const PESEL = '44051401359'
const SMALL_ACCOUNT = 'e2e-konsola'
const MAX_CALLS = 100

/** Safe: each path is read as the type of its answer. */
const read = async <T>(page: Page, path: string) => (await (await page.request.get(path)).json()) as T
/** Units of the lookup pool that the account has used. */
const usedLookups = async (page: Page): Promise<number> =>
  (await read<{ counts: { lookups: number } }>(page, '/api/v1/usage/summary')).counts.lookups
const companyOf = async (page: Page): Promise<{ krs: string; nip: string }> => {
  const path = '/api/v1/search?q=sp&limit=20'
  const { items } = await read<{ items: { krs: string | null; nip: string | null }[] }>(page, path)
  const company = items.find(({ krs, nip }) => krs !== null && nip !== null)
  return { krs: company?.krs ?? '', nip: company?.nip ?? '' }
}

/** Creates an account with two lookups, and its owner. */
async function makeSmallAccount(panel: Panel) {
  await makeAccount(panel, SMALL_ACCOUNT, { limits: { lookups: 2 } })
  return makeUser(panel, `${SMALL_ACCOUNT}@example.test` as const, { account: SMALL_ACCOUNT })
}

test('every operation has a form and is found by its name or path', async ({ page, signIn, expectAccessible }) => {
  await signIn('owner')
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Nawigacja główna' }).getByRole('link', { name: 'Konsola API' }).click()
  const list = page.getByRole('navigation', { name: 'Operacje' })
  await expect(list.getByRole('link')).toHaveCount(consoleNames.length)
  await list.getByRole('searchbox', { name: 'Szukaj operacji' }).fill('odpis krs')
  await expect(list.getByRole('link')).toHaveCount(1)
  await list.getByRole('searchbox').fill('/v1/usage/api/spend')
  await list.getByRole('link').click()
  await expect(page).toHaveURL(/operation=usage.setSpendCap/)
  await expect(page.getByRole('heading', { level: 2, name: 'Ustawienie limitu wydatków' })).toBeVisible()
  await list.getByRole('searchbox').fill('zzzz')
  await expect(list.getByText('Żadna operacja nie pasuje do tego, co wpisano.')).toBeVisible()
  await expectAccessible(page, 'console')
  await open(page, 'keys.list')
  await expect(page.getByText('Nie ma operacji „keys.list”')).toBeVisible()
})

test('a free call is checked, sent and shown, and its code can be copied', async ({
  page,
  context,
  panel,
  signIn,
  expectAccessible,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('owner')
  await open(page, 'search.list')
  await expect(page.getByText('Cena: bezpłatnie')).toBeVisible()
  await send(page)
  await expect(page.getByText('To pole jest wymagane.')).toBeVisible()
  await field(page, 'q').fill(`O'Brien $HOME ąę`)
  await field(page, 'limit').fill('0')
  await send(page)
  await expect(page.getByText('Co najmniej 1.')).toBeVisible()
  await field(page, 'limit').fill('5')
  await send(page)
  await expect(fact(page, 'Status')).toHaveText('200')
  await expect(answer(page).getByRole('heading', { name: 'Odpowiedź' })).toBeFocused()
  await expect(answer(page).getByText('"items"')).toBeVisible()
  await expectAccessible(page, 'console/answer')
  await answer(page).getByText('Nagłówki').click()
  await expect(answer(page).getByRole('cell', { name: 'cache-control' })).toBeVisible()
  await answer(page).getByText('Wysłane zapytanie').click()
  await expect(answer(page).getByRole('textbox', { name: 'Wysłane zapytanie' })).toHaveValue(
    /^GET \/v1\/search\?q=O%27Brien\+%24HOME\+%C4%85%C4%99&limit=5\naccept: application\/json$/,
  )
  const code = page.getByRole('region', { name: 'Kod' })
  for (const [language, start] of [
    ['curl', /^curl 'http.*\/v1\/search\?q=O%27Brien/],
    ['TypeScript', /process\.env\.REGISTERS_API_KEY/],
    ['Python', /os\.environ\["REGISTERS_API_KEY"\]/],
  ] as const) {
    await code.getByText(language, { exact: true }).click()
    await code.getByRole('button', { name: 'Kopiuj kod' }).click()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(start)
    expect(copied).toContain(`${panel.apiUrl.replace('127.0.0.1', 'localhost')}/v1/search`)
    expect(copied).not.toContain('brd_')
  }
})

test('a paid call costs the announced price', async ({ page, signIn }) => {
  await signIn('owner')
  const { krs } = await companyOf(page)
  await open(page, 'record.get')
  await expect(page.getByText(/Cena: 1 zapytanie · zostało/)).toBeVisible()
  await field(page, 'krs').fill(krs)
  const before = await usedLookups(page)
  await send(page)
  await expect(fact(page, 'Status')).toHaveText('200')
  await expect(fact(page, 'Pobrano')).toHaveText('1 zapytanie')
  await expect(page.getByText(/^Pobrano: 1 zapytanie\. Zostało/).first()).toBeVisible()
  expect((await usedLookups(page)) - before).toBe(1)
  await open(page, 'records.get')
  await page.getByRole('button', { name: 'Wklej wiele' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(`${krs}\nNIP 526-10-40-828\nto nie numer`)
  await dialog.getByRole('button', { name: 'Dodaj numery' }).click()
  await expect(dialog.getByText('Nie rozpoznano 1 wiersza')).toBeVisible()
  await dialog.getByRole('button', { name: 'Zamknij' }).click()
  await expect(page.getByText(/Cena: 2 zapytania/)).toBeVisible()
  await send(page)
  await expect(fact(page, 'Pobrano')).toHaveText('2 zapytania')
  expect((await usedLookups(page)) - before).toBe(3)
})

test('an empty pool is announced, refused with 402 and not charged', async ({
  page,
  panel,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 402/)
  await signIn(await makeSmallAccount(panel))
  await page.request.put('/api/v1/usage/api/spend-cap', { data: { spend_cap_pln: 0 }, headers: { origin: panel.url } })
  await open(page, 'records.get')
  await page.getByRole('button', { name: 'Wklej wiele' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('18\n26\n34')
  await page.getByRole('dialog').getByRole('button', { name: 'Dodaj numery' }).click()
  await expect(page.getByText('Tyle nie zostało: usługa odmówi (402) i nic nie pobierze.')).toBeVisible()
  await send(page)
  await expect(fact(page, 'Status')).toHaveText('402')
  await expect(answer(page).getByText('Nic nie pobrano.')).toBeVisible()
  await expect(answer(page).getByText('"detail"')).toBeVisible()
  expect(await usedLookups(page)).toBe(0)
})

test('a refused value, a body as JSON, a stopped stream, and the link from the reference', async ({
  page,
  signIn,
  expectedErrors,
}) => {
  await test.step('a value refused with 422 is shown at its field', async () => {
    expectedErrors.push(/status of 422/)
    await signIn('owner')
    await open(page, 'krs.pdf')
    await field(page, 'krs').fill('abc')
    await send(page)
    await expect(fact(page, 'Status')).toHaveText('422')
    await expect(page.getByText('Usługa odrzuciła te wartości (422)')).toBeVisible()
    await expect(field(page, 'krs')).toHaveAttribute('aria-invalid', 'true')
    await open(page, 'record.get')
    await send(page)
    await expect(page.getByText('Podaj dokładnie jedno z pól krs, nip, regon, id.')).toBeVisible()
    await expect(answer(page)).toHaveCount(0)
  })
  await test.step('a body can be edited as JSON or as fields', async () => {
    await signIn('owner')
    await open(page, 'bzp.previewAlert')
    await field(page, 'keywords').fill('droga\nmost')
    await page.getByText('JSON', { exact: true }).click()
    const json = page.getByRole('textbox', { name: 'Treść jako JSON' })
    await expect(json).toHaveValue(/"keywords": \[\n\s+"droga",\n\s+"most"\n\s+\]/)
    await json.fill('{"keywords": ["droga"], ')
    await expect(page.getByText(/To nie jest poprawny JSON/)).toBeVisible()
    await json.fill('{"keywords": ["droga"], "other": 1}')
    await page.getByText('Formularz', { exact: true }).click()
    await expect(page.getByText(/zostaje JSON/)).toBeVisible()
    await json.fill('{"keywords": ["droga"]}')
    await page.getByText('Formularz', { exact: true }).click()
    await expect(field(page, 'keywords')).toHaveValue('droga')
    await send(page)
    await expect(fact(page, 'Status')).toHaveText('200')
  })
  await test.step('a stream can be stopped before it answers', async () => {
    await signIn('owner')
    await open(page, 'stream.announcements')
    let release = () => undefined as unknown
    const released = new Promise((resolve) => (release = () => resolve(undefined)))
    await page.route('**/api/v1/stream*', async (route) => {
      await released
      await route.abort().catch(() => undefined)
    })
    await send(page)
    await expect(page.getByRole('button', { name: 'Zatrzymaj' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(answer(page).getByText(/Zatrzymano przed odpowiedzią/)).toBeVisible()
    release()
    await page.unroute('**/api/v1/stream*')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
  await test.step('the reference links to the console', async () => {
    await signIn('owner')
    await page.goto('/reference')
    await page.locator('details').filter({ hasText: 'GET/v1/record' }).first().locator('summary').click()
    await page.getByRole('link', { name: 'Wypróbuj: GET /v1/record', exact: true }).click()
    await expect(page).toHaveURL(/\/console\?operation=record\.get/)
    await expect(page.getByRole('heading', { level: 2, name: 'Dane firmy' })).toBeVisible()
  })
})

test('a write requires a checkbox that names account and effect, a delete the typed id', async ({ page, signIn }) => {
  await signIn('owner')
  await open(page, 'monitors.create')
  const button = page.getByRole('button', { name: 'Wyślij', exact: true })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel(/^identifier_type/).selectOption('subject_id')
  const subject = crypto.randomUUID()
  await field(page, 'identifier_value').fill(subject)
  const confirmBox = page.getByRole('checkbox', { name: /^Zmieni konto „.+”: doda 1 monitor\.$/ })
  await confirmBox.check()
  await field(page, 'label').fill('Z konsoli')
  await expect(confirmBox).not.toBeChecked()
  await confirmBox.check()
  await button.click()
  await expect(fact(page, 'Status')).toHaveText('201')
  await expect(confirmBox).not.toBeChecked()
  const { items } = await read<{ items: { id: string }[] }>(page, `/api/v1/monitors?q=${subject}`)
  const { id } = items[0] ?? { id: '' }
  await open(page, 'monitors.delete')
  await field(page, 'id').fill(id)
  const idField = page.getByRole('textbox', { name: 'Aby potwierdzić, wpisz identyfikator' })
  await idField.fill(id.toUpperCase())
  await expect(page.getByText('To nie jest identyfikator z pola id.')).toBeVisible()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await idField.fill(id)
  await button.click()
  await expect(fact(page, 'Status')).toHaveText('204')
  expect((await page.request.get(`/api/v1/monitors/${id}`)).status()).toBe(404)
})

test('a stream shows its lines, price and end, and continues', async ({ page, signIn }) => {
  await signIn('owner')
  await open(page, 'stream.announcements')
  await field(page, 'limit').fill('7')
  await expect(page.getByText(/Cena: do 7 zapytań/)).toBeVisible()
  const before = await usedLookups(page)
  await send(page)
  await expect(answer(page).getByText('7 wierszy')).toBeVisible()
  await expect(answer(page).getByText('Koniec: tyle wierszy wynosił limit. Są następne.')).toBeVisible()
  await expect(fact(page, 'Pobrano')).toHaveText('7 zapytań')
  await answer(page).getByRole('button', { name: 'Pobierz następne' }).click()
  await expect(field(page, 'cursor')).not.toHaveValue('')
  await expect.poll(() => usedLookups(page)).toBe(before + 14)
  await expect(answer(page).getByText('7 wierszy')).toBeVisible()
})

test('a PDF is rendered as an image and saved as a file', async ({ page, signIn, expectAccessible }) => {
  await signIn('owner')
  const { krs } = await companyOf(page)
  await open(page, 'krs.pdf')
  await field(page, 'krs').fill(krs)
  await send(page)
  await expect(fact(page, 'Pobrano')).toHaveText('1 pobranie PDF')
  const preview = answer(page).getByRole('region', { name: 'Podgląd PDF' })
  const picture = preview.getByRole('img', { name: /Strona 1 z \d+/ })
  await expect(picture).toBeVisible()
  // A dark element is on the white page.
  await expect
    .poll(() =>
      picture.evaluate((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement
        const data = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? []
        let dark = 0
        for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 100 && (data[at + 3] ?? 0) > 200) dark += 1
        return dark
      }),
    )
    .toBeGreaterThan(200)
  await expectAccessible(page, 'console/pdf')
  const saved = page.waitForEvent('download')
  await answer(page).getByRole('button', { name: 'Zapisz plik' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/)
})

test('the history repeats a call, and stores no personal name or number', async ({
  page,
  panel,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 4/)
  await signIn('compliance')
  const { krs } = await companyOf(page)
  await page.request.delete('/api/panel/console-calls', { headers: { origin: panel.url } })
  await open(page, 'search.list')
  const history = page.getByRole('region', { name: 'Ostatnie wywołania' })
  await field(page, 'q').fill(`Kowalska ${PESEL}`)
  await field(page, 'limit').fill('3')
  await send(page)
  await expect(history.getByRole('row', { name: /Wyszukiwanie firm/ }).first()).toContainText('limit=3')
  await expect(history.getByText('część pól niezapisana').first()).toBeVisible()
  await open(page, 'record.get')
  await field(page, 'krs').fill(krs)
  await send(page)
  await expect(history.getByRole('row', { name: new RegExp(`krs=${krs}`) })).toBeVisible()
  const stored = await (await page.request.get('/api/panel/console-calls')).text()
  expect(stored).toContain(krs)
  for (const word of [PESEL, 'Kowalska']) expect(stored).not.toContain(word)
  const { items } = JSON.parse(stored) as { items: unknown[] }
  expect(items.length).toBeLessThanOrEqual(MAX_CALLS)
  await history.getByRole('button', { name: 'Powtórz: Wyszukiwanie firm' }).first().click()
  await expect(page).toHaveURL(/operation=search.list/)
  await expect(field(page, 'limit')).toHaveValue('3')
  await expect(field(page, 'q')).toHaveValue('')
  await history.getByRole('button', { name: 'Wyczyść historię' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Wyczyść historię' }).click()
  await expect(history.getByText('Nie ma jeszcze wywołań')).toBeVisible()
})

test('a role that may not spend or write sees the form and the reason', async ({ page, signIn, expectAccessible }) => {
  await signIn('viewer')
  await open(page, 'record.get')
  await expect(page.locator('p', { hasText: 'Wydawanie jednostek jest niedostępne' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Wyślij', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await open(page, 'monitors.create')
  await expect(page.locator('p', { hasText: 'Niedostępne dla roli „Podgląd”.' })).toBeVisible()
  await expectAccessible(page, 'console/refused-role')
  await signIn('finance')
  await open(page, 'monitors.list')
  await expect(page.getByRole('button', { name: 'Wyślij', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await open(page, 'usage.summary')
  await send(page)
  await expect(fact(page, 'Status')).toHaveText('200')
})

test('works with the keyboard only and on a phone', async ({ page, signIn, expectAccessible }) => {
  await signIn('owner')
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, 'search.list')
  await page.getByRole('button', { name: 'Wybierz operację' }).click()
  await page.getByRole('searchbox', { name: 'Szukaj operacji' }).fill('msig')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/operation=/)
  await open(page, 'search.list')
  await field(page, 'q').focus()
  await page.keyboard.type('hurtownia')
  await page.keyboard.press('Control+Enter')
  await expect(answer(page).getByRole('heading', { name: 'Odpowiedź' })).toBeFocused()
  await expect(fact(page, 'Status')).toHaveText('200')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await expectAccessible(page, 'console/phone')
})
