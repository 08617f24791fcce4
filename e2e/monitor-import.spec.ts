import { utils, write } from '@e965/xlsx'
import type { APIRequestContext, Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'

import { caseFile } from '@/lib/testing/cases/case-file'
import { nipOf, peselOf } from '@/lib/testing/identifiers'

import { expect, test } from './support/fixtures'
import { waitForHydrationIn } from './support/hydration'
import { browserContentOf, leaksIn, maskOf } from './support/leaks'

type Monitor = {
  id: string
  identifier_type: string | null
  identifier_value: string | null
  tags: string[]
  label: string | null
}
type MonitorPage = { items: Monitor[]; total: number; next_cursor: string | null }

const ENTERPRISE = 'owner@demo-enterprise.test'
const WEIGHTS = [6, 5, 7, 2, 3, 4, 5, 6, 7]

/** Valid NIPs from a start; numbers whose check digit would be 10 are skipped. */
function nips(start: number, count: number): string[] {
  const found: string[] = []
  for (let number = start; found.length < count; number += 1) {
    const digits = String(number)
    const check = WEIGHTS.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11
    if (check < 10) found.push(`${digits}${check}`)
  }
  return found
}

/** Windows-1250 bytes of the letters in the list. */
const LETTERS: Record<string, number> = { Ż: 0xaf, ó: 0xf3, ł: 0xb3, ć: 0xe6, ś: 0x9c, ą: 0xb9 }
const windows1250 = (text: string) =>
  Buffer.from(Uint8Array.from(text, (letter) => LETTERS[letter] ?? letter.charCodeAt(0)))

async function monitors(request: APIRequestContext, query: string): Promise<Monitor[]> {
  const found: Monitor[] = []
  let cursor = ''
  do {
    const answer = await request.get(`/api/v1/monitors?limit=1000&${query}${cursor && `&cursor=${cursor}`}`)
    expect(answer.status()).toBe(200)
    const page = (await answer.json()) as MonitorPage
    found.push(...page.items)
    cursor = page.next_cursor ?? ''
  } while (cursor !== '')
  return found
}

const valuesOf = (list: Monitor[]) => list.map((monitor) => monitor.identifier_value ?? '').sort()
const field = (page: Page) => page.getByLabel('Nazwa firmy albo numery, po jednym w wierszu')
const chip = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const submit = (page: Page) => page.getByRole('button', { name: /^(Dodaj \d|Wyślij)/ })
const outcome = (page: Page) => page.getByRole('region', { name: 'Wynik importu' })
const toast = (page: Page, text: string) => page.getByText(text).first()

/** The field is visible before hydration, so wait until typed text is checked. */
const openImport = async (page: Page) => {
  await page.goto('/monitors/import')
  await expect(async () => {
    await field(page).fill('')
    await field(page).fill('x')
    await expect(page.getByRole('region', { name: 'Sprawdzone wiersze' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await field(page).fill('')
  await expect(page.getByRole('region', { name: 'Sprawdzone wiersze' })).toBeHidden()
}
const openFile = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })

test.describe('a pasted list', () => {
  test.beforeEach(async ({ signIn }) => signIn('owner'))

  test('of names searches for each of them', async ({ page }) => {
    await openImport(page)
    await field(page).fill('geodezja\nagro')
    await expect(page.getByText('nazwa zamiast numeru')).toHaveCount(2)
    await page.getByRole('button', { name: 'Znajdź firmę: geodezja' }).click()
    const dialog = page.getByRole('dialog', { name: 'Znajdź firmę: geodezja' })
    await expect(dialog.getByRole('list').first().getByRole('listitem').first()).toContainText('GEODEZJA')
  })

  test('shows a verdict per row, resolves an ambiguous number, corrects a row, and saves the rejected rows', async ({
    page,
    expectAccessible,
  }) => {
    await page.goto('/monitors')
    await page.getByRole('link', { name: 'Dodaj podmioty' }).click()
    await expect(page).toHaveURL('/monitors/import')
    await openImport(page)
    const text =
      'Identyfikator;Nazwa\n5261040828;Pierwsza\n526-10-40-828\n1234567;Nieznana\n44051401358\n123456785;Trzecia'
    await field(page).fill(text)
    await expect(page.getByText('to samo co w wierszu 2')).toBeVisible()
    await expect(page.getByText('zła suma kontrolna')).toBeVisible()
    await expect(page.getByText('REGON nie można monitorować: podaj NIP albo KRS')).toBeVisible()
    await expect(submit(page)).toHaveText('Dodaj 1 podmiot')
    await page
      .getByRole('group', { name: /Jaki to numer\? Wiersz 4/ })
      .getByText('KRS', { exact: true })
      .click()
    await chip(page, /^Tylko problemy 2/).click()
    await page.getByRole('button', { name: 'Popraw wiersz 6' }).click()
    await page.getByLabel('Identyfikator w wierszu 6').fill('KRS 28860')
    await page.keyboard.press('Enter')
    await expect(page.getByText('nowy · uzupełniono zera na początku')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Popraw wiersz 6' })).toBeFocused()
    await page.getByLabel('Tagi dla wszystkich wierszy').fill('e2e-nowe,')
    await expectAccessible(page, 'import')
    await submit(page).click()
    await expect(outcome(page).getByText('dodane').locator('xpath=..')).toContainText('3')
    await expect(submit(page)).toHaveCount(0)
    await expect(outcome(page)).toBeInViewport()
    const download = page.waitForEvent('download')
    await outcome(page).getByRole('button', { name: 'Pobierz odrzucone (CSV)' }).click()
    expect((await download).suggestedFilename()).toBe('odrzucone.csv')
    const found = await monitors(page.request, 'tag=e2e-nowe')
    const names = Object.fromEntries<string | null>(
      found.map((monitor) => [monitor.identifier_value ?? '', monitor.label]),
    )
    expect(names).toEqual({ '0000028860': 'Trzecia', '0001234567': 'Nieznana', '5261040828': 'Pierwsza' })
  })

  test('survives navigation to another page and an expired session', async ({
    page,
    context,
    signIn,
    expectedErrors,
  }) => {
    expectedErrors.push(/401/)
    await openImport(page)
    await field(page).fill('KRS 0000111111;Po wygaśnięciu')
    await expect(submit(page)).toHaveText('Dodaj 1 podmiot')
    await page.getByRole('link', { name: /^Listy/ }).click()
    await expect(page).toHaveURL('/filters')
    await page.goBack()
    await expect(field(page)).toHaveValue('KRS 0000111111;Po wygaśnięciu')
    await context.clearCookies({ name: /next-auth|session/ })
    await submit(page).click()
    await expect(page.getByText('Sesja wygasła. Zaloguj się w nowej karcie i wznów')).toBeVisible()
    await signIn('owner')
    await page.getByRole('button', { name: 'Wznów' }).click()
    await expect(outcome(page)).toBeVisible()
    expect(await monitors(page.request, 'q=0000111111')).toHaveLength(1)
  })

  test('that exceeds the plan is not sent, and the first rows that fit are offered', async ({ page }) => {
    await openImport(page)
    const rows = nips(812000000, 4000).join('\n')
    await openFile(page, 'duza.csv', Buffer.from(rows))
    await expect(page.getByText(/Do dodania jest 4\s000, a wolnych miejsc w planie/)).toBeVisible()
    await expect(submit(page)).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('button', { name: /^Dodaj pierwsz/ })).toBeVisible()
  })
})

test('3,200 rows in windows-1250, a lost answer and a closed tab: the service stores exactly the rows of the file', async ({
  context,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource|ERR_FAILED/)
  await signIn(ENTERPRISE)
  const good = nips(921000000, 3188)
  const bad = [
    '44051401358;zły PESEL',
    '1,23E+10;z Excela',
    '123456785;REGON',
    ';bez numeru',
    '1234567890;NIP?',
    '5261040829;suma',
  ]
  const odd = [
    '28861;krótki KRS',
    `PL ${good[0]};znów`,
    `="${good[1]}";formuła`,
    '5.261040828E+9;wykładniczo',
    '2070803628;"otwarty',
    '"KRS 28862";kropka',
  ]
  const rows = good.map((nip, at) => `${nip};Żółć ${at};${at % 2 ? 'e2e-plik' : 'e2e-plik,e2e-para'}`)
  const lines = ['NIP/KRS/PESEL;Nazwa;Tagi', ...rows.slice(0, 1600), ...bad, ...rows.slice(1600), ...odd]
  const file = windows1250(lines.map((line, at) => line + (at % 3 ? '\r\n' : '\n')).join(''))

  const page = await context.newPage()
  await openImport(page)
  await openFile(page, 'kontrahenci.csv', file)
  await expect(page.getByText('3 200 wierszy')).toBeVisible()
  await expect(page.getByLabel('Kodowanie pliku')).toHaveValue('windows-1250')
  await expect(chip(page, /^Powtórzone 2/)).toBeVisible()
  await expect(chip(page, /^Niejasne 1/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Sprawdzone wiersze' }).getByText('Żółć 0')).toBeVisible()

  // The second call is executed, but its answer is lost.
  let calls = 0
  await page.route('**/api/v1/monitors/bulk', async (route) => {
    calls += 1
    if (calls !== 2) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await submit(page).click()
  await expect(page.getByText('Nieukończony import: kontrahenci.csv')).toBeVisible()
  await expect(page.getByText(/Wysłano 1\s000 z 3\s191/)).toBeVisible()
  await page.close()

  const later = await context.newPage()
  await later.goto('/monitors/import')
  await later.getByRole('button', { name: 'Wznów' }).click()
  await expect(outcome(later).getByText('dodane', { exact: true }).locator('xpath=..')).toContainText(/3\s191/)
  await expect(outcome(later).getByText('oznaczone tagami').locator('xpath=..')).toContainText(/3\s188/)
  const imported = await monitors(later.request, 'tag=e2e-plik')
  expect(valuesOf(imported)).toEqual(good.toSorted())
  expect(imported.filter(({ tags }) => tags.includes('e2e-para'))).toHaveLength(1594)
  const pair = imported.find(({ tags }) => tags.includes('e2e-para'))
  const history = await later.request.get(`/api/panel/monitors/${pair?.id ?? ''}/history`)
  const { items: changes } = (await history.json()) as { items: { tags?: { added: string[]; removed: string[] } }[] }
  expect(changes.flatMap(({ tags }) => tags?.added ?? []).toSorted()).toEqual(['e2e-para', 'e2e-plik'])
  expect(imported.find(({ identifier_value: value }) => value === good[5])?.label).toBe('Żółć 5')
  for (const krs of ['0000028861', '0000028862']) expect(await monitors(later.request, `q=${krs}`)).toHaveLength(1)
  // The browser stores nothing of the finished job.
  await later.reload()
  await expect(field(later)).toBeVisible()
  await expect(later.getByText('Nieukończony import')).toBeHidden()
})

test('a list entered before hydration is read after hydration', async ({ page, signIn }) => {
  await signIn(ENTERPRISE)
  let wake = () => {}
  const awake = new Promise<void>((resolve) => (wake = resolve))
  await page.route('**/_next/static/**/*.js', async (route) => {
    await awake
    await route.continue()
  })
  await page.goto('/monitors/import', { waitUntil: 'commit' })
  const [nip = ''] = nips(977000000, 1)
  await field(page).fill(`${nip}; Wcześnie`)
  wake()
  await expect(page.getByRole('list', { name: 'Sprawdzone wiersze' }).getByText('Wcześnie')).toBeVisible()
  await expect(submit(page)).toHaveText(/^Dodaj 1 podmiot$/)
})

test('two browsers importing overlapping lists create every monitor once', async ({
  browser,
  panel,
  context,
  signIn,
}) => {
  await signIn(ENTERPRISE)
  const all = nips(933000000, 1500)
  const other = await browser.newContext({
    baseURL: panel.url,
    locale: 'pl-PL',
    storageState: await context.storageState(),
  })
  waitForHydrationIn(other)
  const pages = [await context.newPage(), await other.newPage()]
  const lists = [all.slice(0, 1000), all.slice(500)]
  await Promise.all(
    pages.map(async (page, at) => {
      await openImport(page)
      await openFile(page, 'lista.csv', Buffer.from(['NIP', ...(lists[at] ?? [])].join('\n')))
      await page.getByLabel('Tagi dla wszystkich wierszy').fill('e2e-dwie,')
      await expect(submit(page)).toHaveText(/^Dodaj 1\s000/)
    }),
  )
  await Promise.all(pages.map((page) => submit(page).click()))
  for (const page of pages) await expect(outcome(page)).toBeVisible()
  const request = pages[0]?.request ?? context.request
  expect(valuesOf(await monitors(request, 'tag=e2e-dwie'))).toEqual(all.toSorted())
  await other.close()
})

test('a list is reconciled with a tag as one batch, and undone', async ({ page, panel, signIn, expectAccessible }) => {
  await signIn(ENTERPRISE)
  const headers = { origin: panel.url }
  const [unchanged, deleted, shared, added, untagged] = nips(944000000, 5)
  const items = [unchanged, deleted, shared, untagged].map((value) => ({
    identifier_type: 'nip',
    identifier_value: value,
    label: `L ${value}`,
  }))
  await page.request.post('/api/v1/monitors/bulk', { data: { items }, headers })
  const ids = new Map((await monitors(page.request, 'q=L%20944')).map(({ identifier_value: value, id }) => [value, id]))
  const idsOf = (...values: (string | undefined)[]) => values.map((value) => ids.get(value ?? ''))
  await page.request.post('/api/v1/monitors/bulk-tag', {
    data: { ids: idsOf(unchanged, deleted, shared), add: ['e2e-stan'] },
    headers,
  })
  await page.request.post('/api/v1/monitors/bulk-tag', { data: { ids: idsOf(shared), add: ['e2e-obcy'] }, headers })
  const tagged = async () => valuesOf(await monitors(page.request, 'tag=e2e-stan'))
  const before = await tagged()

  await openImport(page)
  await field(page).fill([unchanged, added, untagged].join('\n'))
  await page.getByText('Uzgodnij z tagiem').click()
  await page.getByLabel('Tag, którego monitory mają odpowiadać liście').selectOption('e2e-stan')
  for (const name of ['Do dodania 1', 'Do oznaczenia 1', 'Do usunięcia 1', 'Do zdjęcia tagu 1', 'Bez zmian 1']) {
    await expect(chip(page, name)).toBeVisible()
  }
  await expectAccessible(page, 'import/reconcile')
  await page.getByRole('button', { name: 'Zastosuj 4 zmiany' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText('1 monitor zostanie usunięty')).toBeVisible()
  await dialog.getByRole('button', { name: 'Zastosuj 4 zmiany' }).click()
  await expect(page.getByRole('region', { name: 'Uzgodniono z tagiem „e2e-stan”' })).toBeVisible()
  expect(new Set(await tagged())).toEqual(new Set([unchanged, added, untagged]))
  expect(await monitors(page.request, `q=${deleted}`)).toHaveLength(0)

  await page.getByRole('button', { name: 'Cofnij uzgodnienie' }).click()
  await expect(toast(page, 'Cofnięto uzgodnienie z tagiem „e2e-stan”')).toBeVisible()
  expect(await tagged()).toEqual(before)
  expect(await monitors(page.request, `q=${added}`)).toHaveLength(0)
  expect(await monitors(page.request, `q=${deleted}`)).toMatchObject([{ label: `L ${deleted}`, tags: ['e2e-stan'] }])
})

test('a list of persons is reconciled and undone without any full number on the page', async ({
  page,
  panel,
  signIn,
}) => {
  await signIn(ENTERPRISE)
  const persons = [8100, 8101, 8102, 8103, 8104].map(peselOf)
  const [unchanged = '', deleted = '', shared = '', added = '', untagged = ''] = persons
  expect(new Set(persons.map(maskOf)).size).toBe(5)
  const post = async (path: string, data: object): Promise<unknown> => {
    const answer = await page.request.post(path, { data, headers: { origin: panel.url } })
    expect(answer.status()).toBe(200)
    return answer.json()
  }
  /** Present monitors of these persons, by number. */
  const watched = async () => {
    // Safe: this is the operation's answer.
    const { known } = (await post('/api/panel/monitors/known', { values: persons })) as {
      known: { index: number; id: string }[]
    }
    const tags = new Map((await monitors(page.request, 'identifier_type=pesel')).map((each) => [each.id, each.tags]))
    return new Map(known.map(({ index, id }) => [persons[index], { id, tags: tags.get(id)?.toSorted() }]))
  }
  const tagsNow = async (): Promise<Record<string, readonly string[] | undefined>> =>
    Object.fromEntries<readonly string[] | undefined>(
      [...(await watched())].map(([value, { tags }]) => [value ?? '', tags]),
    )
  const items = [unchanged, deleted, shared, untagged].map((value) => ({
    identifier_type: 'pesel',
    identifier_value: value,
    label: `Poręczyciel ${value}`,
  }))
  await post('/api/v1/monitors/bulk', { items })
  const first = await watched()
  const idsOf = (...values: string[]) => values.map((value) => first.get(value)?.id)
  await post('/api/v1/monitors/bulk-tag', { ids: idsOf(unchanged, deleted, shared), add: ['e2e-osoby'] })
  await post('/api/v1/monitors/bulk-tag', { ids: idsOf(shared), add: ['e2e-umowa'] })
  const before = await tagsNow()
  expect(before).toEqual({
    [unchanged]: ['e2e-osoby'],
    [deleted]: ['e2e-osoby'],
    [shared]: ['e2e-osoby', 'e2e-umowa'],
    [untagged]: [],
  })

  const pageTexts: { where: string; text: string }[] = []
  page.on('request', (request) => pageTexts.push({ where: 'address', text: request.url() }))
  page.on('console', (message) => pageTexts.push({ where: 'console', text: message.text() }))
  const recordPage = async (where: string) => pageTexts.push({ where, text: await browserContentOf(page) })

  await openImport(page)
  const list = ['PESEL;Nazwa', ...[unchanged, added, untagged].map((value) => `${value};Poręczyciel ${value}`)].join(
    '\n',
  )
  await openFile(page, 'poreczyciele.csv', Buffer.from(list))
  await expect(chip(page, /^Już monitorowane 2/)).toBeVisible()
  await recordPage('list')
  await page.getByText('Uzgodnij z tagiem').click()
  await page.getByLabel('Tag, którego monitory mają odpowiadać liście').selectOption('e2e-osoby')
  const plan = page.getByRole('region', { name: 'Plan uzgodnienia' })
  for (const [name, person] of [
    ['Do dodania 1', added],
    ['Do oznaczenia 1', untagged],
    ['Do usunięcia 1', deleted],
    ['Do zdjęcia tagu 1', shared],
    ['Bez zmian 1', unchanged],
  ] as const) {
    await chip(page, name).click()
    await expect(plan.getByText(maskOf(person), { exact: true })).toBeVisible()
    await expect(plan.getByText('•••••••')).toHaveCount(2)
    await recordPage(name)
  }

  // While the import runs, the remaining work is in the browser's database.
  let release = () => {}
  await page.route('**/api/v1/monitors/bulk', async (route) => {
    await new Promise<void>((resolve) => (release = resolve))
    await route.continue()
  })
  const sent = page.waitForRequest('**/api/v1/monitors/bulk')
  await page.getByRole('button', { name: 'Zastosuj 4 zmiany' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText('1 monitor zostanie usunięty')).toBeVisible()
  await recordPage('question')
  await dialog.getByRole('button', { name: 'Zastosuj 4 zmiany' }).click()
  await sent
  await recordPage('while it runs')
  expect(pageTexts.at(-1)?.text).toContain(':chunk:000')
  release()
  await expect(page.getByRole('region', { name: 'Uzgodniono z tagiem „e2e-osoby”' })).toBeVisible()
  await recordPage('done')
  expect(await tagsNow()).toEqual({
    [unchanged]: ['e2e-osoby'],
    [shared]: ['e2e-umowa'],
    [added]: ['e2e-osoby'],
    [untagged]: ['e2e-osoby'],
  })

  await page.unroute('**/api/v1/monitors/bulk')
  await page.getByRole('button', { name: 'Cofnij uzgodnienie' }).click()
  await expect(toast(page, 'Cofnięto uzgodnienie z tagiem „e2e-osoby”')).toBeVisible()
  await recordPage('undone')
  expect(await tagsNow()).toEqual(before)
  // The real text was restored, not the masked one.
  const id = (await watched()).get(deleted)?.id
  const label = await post('/api/panel/reveal', { kind: 'monitor', id, field: 'label' })
  expect(label).toEqual({ value: `Poręczyciel ${deleted}` })
  expect(pageTexts.length).toBeGreaterThan(20)
  expect(leaksIn(pageTexts, persons)).toEqual([])
})

/** A workbook as spreadsheets write it: titles above the header, dates and codes as numbers. */
function makeReport(rows: readonly (readonly (string | number)[])[]): Buffer {
  const cell = (value: string | number) =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const xml = rows.map((cells, at) => `<row r="${at + 1}">${cells.map(cell).join('')}</row>`).join('')
  return Buffer.from(
    zipSync({
      'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="Raport" r:id="r1"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8('<Relationships><Relationship Id="r1" Target="s.xml"/></Relationships>'),
      'xl/s.xml': strToU8(`<worksheet><sheetData>${xml}</sheetData></worksheet>`),
    }),
  )
}

test('columns are shown before the verdicts, and must be confirmed when no checksum identifies them; the focus is kept by keyboard', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn(ENTERPRISE)
  await openImport(page)
  const [first = '', second = '', third = ''] = nips(955000000, 3)
  const columns = page.getByRole('region', { name: 'Kolumny' })
  const review = page.getByRole('region', { name: 'Sprawdzone wiersze' })
  const sales = [first, second, third].map((nip, at) => [46_000 + at, 20_001 + at, Number(nip), `Firma ${at}`])
  await openFile(
    page,
    'sprzedaz.xlsx',
    makeReport([
      ['Raport sprzedaży'],
      ['Stan na', 20_261_101],
      ['Data', 'Kod klienta', 'NIP nabywcy', 'Nazwa'],
      ...sales,
    ]),
  )
  await expect(columns.getByLabel('NIP nabywcy')).toHaveValue('nip')
  await expect(columns.getByLabel('Data')).toHaveValue('ignore')
  await expect(columns.getByText('3 z 3 numerów z poprawną sumą kontrolną')).toBeVisible()
  await expect(columns.getByText('Pominięto 2 wiersze nad nazwami kolumn: Raport sprzedaży · Stan na')).toBeVisible()
  await expect(review.getByText(third)).toBeVisible()
  await expect(submit(page)).toHaveText('Dodaj 3 podmioty')

  await page.getByRole('button', { name: 'Inna lista' }).press('Enter')
  await expect(field(page)).toBeFocused()
  const codes = Array.from({ length: 12 }, (_, at) => `00000${20_001 + at};Firma ${at}`).join('\n')
  await openFile(page, 'klienci.csv', Buffer.from(`Kod klienta;Nazwa\n${codes}`))
  await expect(columns.getByText('KRS nie ma sumy kontrolnej, a nazwa kolumny go nie wymienia')).toBeVisible()
  await expect(review).toBeHidden()
  await expectAccessible(page, 'import/columns')
  await columns.getByRole('button', { name: 'Tak, to te kolumny' }).press('Enter')
  await expect(review).toBeVisible()
  await expect(columns.getByLabel('Wiersz z nazwami kolumn')).toBeFocused()
  // The reverse case: the column contains no subjects.
  await columns.getByLabel('Kod klienta').selectOption('ignore')
  await expect(columns.getByText('Nie widać kolumny z identyfikatorami')).toBeVisible()
  await expect(review).toBeHidden()

  // Only a person can decide which of the two parties of an invoice is meant.
  await page.getByRole('button', { name: 'Inna lista' }).press('Enter')
  await openFile(
    page,
    'faktoring.csv',
    Buffer.from(`NIP faktoranta;NIP dłużnika\n${first};${second}\n${first};${third}`),
  )
  const question = columns.getByRole('region', { name: /^Kilka kolumn ma różne numery/ })
  await expect(question.getByRole('listitem').filter({ hasText: 'NIP dłużnika' })).toContainText(third)
  await expect(review).toBeHidden()
  await expectAccessible(page, 'import/two-columns')
  await question.getByRole('button', { name: 'Tylko „NIP dłużnika”' }).press('Enter')
  await expect(submit(page)).toHaveText('Dodaj 2 podmioty')
  await columns.getByLabel('NIP faktoranta').selectOption('nip')
  await question.getByRole('button', { name: 'Monitoruj podmioty z obu kolumn' }).press('Enter')
  await expect(submit(page)).toHaveText('Dodaj 3 podmioty')
  await expect(review.getByRole('button', { name: 'Powtórzone 1' })).toBeVisible()

  await page.getByRole('button', { name: 'Inna lista' }).press('Enter')
  await field(page).fill(`123;Krótki\n${first};Dobry\n610188201;Regon`)
  const edit = review.getByRole('button', { name: 'Popraw wiersz 1' })
  await edit.press('Enter')
  await page.getByLabel('Etykieta w wierszu 1').press('Escape')
  await expect(edit).toBeFocused()
  await review.getByRole('button', { name: 'KRS', exact: true }).press('Enter')
  await expect(review.getByText('0000000123')).toBeVisible()
  await expect(review.locator(':focus')).toHaveCount(1)
})

/** An XLS file as before Excel 2007: a guide, a list, and a hidden sheet. */
function oldBook(): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Wypełnij drugi arkusz']]), 'Instrukcja')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['NIP'], [nipOf(31)], [nipOf(32)]]), 'Lista')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['NIP'], [nipOf(33)]]), 'Stare')
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 0 }, { Hidden: 1 }] }
  // Safe: `buffer` produces a Buffer.
  return write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer
}

test('a file that is not a list shows an explanation, hidden rows and sheets are announced, and typed text is kept', async ({
  page,
  signIn,
}) => {
  await signIn('owner')
  await openImport(page)
  await field(page).fill('0000028860')
  const broken = Buffer.from(zipSync({ 'xl/workbook.xml': strToU8('<workbook><sheets/></workbook>') }))
  const cases: [string, Buffer, RegExp][] = [
    ['lista.csv', Buffer.from('%PDF-1.7'), /To jest plik PDF/],
    ['pusta.csv', Buffer.from('\r\n;;\r\n'), /Ta lista jest pusta/],
    ['urwany.xlsx', broken, /Ten skoroszyt jest uszkodzony/],
    [
      'haslo.xlsx',
      Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from('EncryptedPackage', 'utf16le')]),
      /zabezpieczony hasłem/,
    ],
  ]
  for (const [name, buffer, text] of cases) {
    await openFile(page, name, buffer)
    await expect(page.getByRole('alert').filter({ hasText: name })).toHaveText(text)
    await expect(field(page)).toHaveValue('0000028860')
  }
  // Rows hidden by a filter are left out until they are requested.
  await openFile(page, 'odfiltrowane.xlsx', Buffer.from(caseFile('A13-hidden-rows', 'odfiltrowane.xlsx')))
  await expect(page.getByText('Pominięto 7 wierszy, których arkusz nie pokazuje')).toBeVisible()
  await expect(page.getByText('3 wiersze', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Weź też ukryte' }).click()
  await expect(page.getByText('10 wierszy', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Inna lista' }).click()
  // A library reads the old format in a worker.
  await openFile(page, 'stary.xls', oldBook())
  const sheet = page.getByLabel('Arkusz', { exact: true })
  await expect(sheet).toHaveValue('Lista')
  await expect(page.getByText('Pierwszy arkusz („Instrukcja”) nie jest listą numerów')).toBeVisible()
  await expect(sheet.getByRole('option', { name: 'Arkusz: Stare (ukryty)' })).toBeAttached()
  await page.getByRole('button', { name: 'Inna lista' }).click()
  await openFile(page, 'naglowek.csv', Buffer.from('NIP;Nazwa\n'))
  await expect(page.getByText('Na liście są tylko nazwy kolumn')).toBeVisible()
  await page.getByRole('button', { name: 'Inna lista' }).click()
  await openFile(page, 'dluga.csv', Buffer.from(Array.from({ length: 50_010 }, (_, at) => `KRS ${at + 1}`).join('\n')))
  await expect(page.getByText('10 wierszy ponad limit nie zniknęło')).toBeVisible({ timeout: 15_000 })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Pobierz pozostałe' }).click()
  expect((await download).suggestedFilename()).toBe('pozostale.csv')
})
