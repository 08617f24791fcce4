import type { APIRequestContext, Page } from '@playwright/test'

import { freeKrsOf, freeNipOf, peselOf } from '@/lib/testing/identifiers'

import { endSession, expect, test } from './support/fixtures'
import { maskOf } from './support/leaks'

type Monitor = {
  id: string
  identifier_value: string | null
  label: string | null
  tags: string[]
  subject_name?: string | null
}

const field = (page: Page) => page.getByLabel('Nazwa firmy albo numery, po jednym w wierszu')
const submit = (page: Page) => page.getByRole('button', { name: /^(Dodaj \d|Wyślij)/ })
const outcome = (page: Page) => page.getByRole('region', { name: 'Wynik importu' })
const rowOf = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name }).first()
const monitorsOf = (page: Page) => page.getByRole('list', { name: 'Monitory tego importu' })
const openHistory = (page: Page) => page.goto('/monitors/imports')

async function list(request: APIRequestContext, query: string): Promise<Monitor[]> {
  const answer = await request.get(`/api/v1/monitors?limit=1000&${query}`)
  expect(answer.status()).toBe(200)
  return ((await answer.json()) as { items: Monitor[] }).items
}

type List = { readonly name: string; readonly lines: readonly string[]; readonly tag: string }

async function importFile(page: Page, { name, lines, tag }: List): Promise<void> {
  await page.goto('/monitors/import')
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(submit(page)).toBeVisible()
  await page.getByLabel('Tagi dla wszystkich wierszy').fill(`${tag},`)
  await submit(page).click()
  await expect(outcome(page)).toBeVisible()
}

const pressUndo = async (page: Page, name: string) => {
  await rowOf(page, name)
    .getByRole('button', { name: /^Cofnij import/ })
    .click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Cofnij import' }).click()
}

test('an import is found in the history and from its monitors, and undone as a whole, with the keyboard only', async ({
  page,
  panel,
  signIn,
  expectAccessible,
  expectedErrors,
}) => {
  await signIn('compliance')
  const [existing = '', first = '', changed = '', deleted = ''] = [310, 311, 312, 313].map(freeNipOf)
  const person = peselOf(8314)
  const headers = { origin: panel.url }
  const item = { identifier_type: 'nip', identifier_value: existing, label: 'Stały' }
  await page.request.post('/api/v1/monitors/bulk', { data: { items: [item] }, headers })
  const rows = [first, changed, deleted, existing, person].map((number, at) => `${number};Firma ${at}`)
  await importFile(page, {
    name: 'kontrahenci-lipiec.csv',
    lines: ['Identyfikator;Nazwa', ...rows, 'DE811907980;Muster GmbH', `${person};Ta sama`],
    tag: 'e2e-lipiec',
  })
  const tagged = await list(page.request, 'tag=e2e-lipiec')
  expect(tagged).toHaveLength(5)
  const idOf = (value: string) => tagged.find(({ identifier_value }) => identifier_value === value)?.id ?? ''

  await test.step('the history shows its counts and its monitors, with persons masked', async () => {
    await page.getByRole('link', { name: 'Historia importów' }).click()
    const row = rowOf(page, 'kontrahenci-lipiec.csv')
    await expect(row).toContainText('dodane: 4')
    await expect(row).toContainText('otagowane: 1')
    await expect(row).toContainText('wysłane 5 z 7 wierszy; odrzucone 1; powtórzone 1')
    await expect(row).toContainText(/SHA-256: [0-9a-f]{64}/)
    const link = row.getByRole('link', { name: /^Odrzucone i powtórzone \(CSV\)/ })
    const file = await page.request.get((await link.getAttribute('href')) ?? '')
    const text = await file.text()
    expect(text).toContain('7;odrzucony;DE811907980;Muster GmbH;')
    expect(text).toContain('numer VAT UE: DE; polskie rejestry go nie obejmują')
    expect(text).toMatch(new RegExp(`8;powtórzony;${maskOf(person)} #[0-9a-f]{16};Ta sama;`))
    expect(text).not.toContain(person)
    await row.getByRole('button', { name: /^Pokaż monitory/ }).click()
    await expect(monitorsOf(page).getByRole('listitem')).toHaveCount(5)
    await expect(monitorsOf(page).getByText(new RegExp(`PESEL ${maskOf(person)} #[0-9a-f]{16}`))).toBeVisible()
    await expect(page.getByText(person)).toHaveCount(0)
    await expect(monitorsOf(page).getByRole('listitem').filter({ hasText: first })).toContainText('wiersz 2')
    await expectAccessible(page, 'imports')
  })

  await test.step('the page of a monitor links to the import', async () => {
    await page.goto(`/monitors/${idOf(first)}`)
    const history = page.getByRole('region', { name: 'Zmiany zapisane w panelu' })
    await expect(history).toContainText('Dodany importem')
    await history.getByRole('link', { name: 'plik kontrahenci-lipiec.csv' }).click()
    await expect(page).toHaveURL(/\/monitors\/imports\?import=/)
    await expect(monitorsOf(page).getByRole('link', { name: `NIP ${first}` })).toBeVisible()
  })

  // In between, another user changes one monitor and deletes another.
  await page.request.patch(`/api/v1/monitors/${idOf(changed)}`, { data: { label: 'Ważny' }, headers })
  await page.request.delete(`/api/v1/monitors/${idOf(deleted)}`, { headers })

  await test.step('the undo works by keyboard', async () => {
    const undo = rowOf(page, 'kontrahenci-lipiec.csv').getByRole('button', { name: /^Cofnij import/ })
    await undo.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'Cofnąć „Import: kontrahenci-lipiec.csv”?' })
    await expect(dialog).toContainText('4 dodane monitory zostaną usunięte')
    await expect(dialog).toContainText('1 monitor straci tagi z tej listy')
    await expect(dialog.getByRole('button', { name: 'Anuluj' })).toBeFocused()
    await expectAccessible(page, 'imports/undo')
    await page.keyboard.press('Escape')
    await expect(undo).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Anuluj' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Cofnięto: 3. Pominięto: 2.').first()).toBeVisible()
    await expect(rowOf(page, 'kontrahenci-lipiec.csv').getByRole('button', { name: /^Ukryj monitory/ })).toBeFocused()
  })

  const row = rowOf(page, 'kontrahenci-lipiec.csv')
  await expect(row).toContainText('cofnięto 3, pominięto 2')
  await expect(row).toContainText('compliance@demo.test')
  await expect(row.getByRole('button', { name: /^Cofnij/ })).toHaveCount(0)
  const line = (value: string) => monitorsOf(page).getByRole('listitem').filter({ hasText: value })
  await expect(line(changed)).toContainText('pominięte: zmieniony po imporcie')
  await expect(line(deleted)).toContainText('pominięte: nie ma już monitora')
  await expect(line(first)).toContainText('cofnięte')
  expect(await list(page.request, `q=${first}`)).toEqual([])
  expect(await list(page.request, `q=${changed}`)).toMatchObject([{ label: 'Ważny', tags: ['e2e-lipiec'] }])
  expect(await list(page.request, `q=${existing}`)).toMatchObject([{ label: 'Stały', tags: [] }])
  // The page of a deleted monitor stays, with what the panel knows about it.
  expectedErrors.push(/404/)
  await page.goto(`/monitors/${idOf(first)}`)
  await expect(page.getByRole('region', { name: 'Zmiany zapisane w panelu' })).toContainText(
    /Cofnięto.*compliance@demo\.test/,
  )
})

test('a second undo is rejected with a message', async ({ page, context, signIn, expectedErrors }) => {
  expectedErrors.push(/409/)
  await signIn('compliance')
  await importFile(page, { name: 'dwa-razy.csv', lines: ['NIP', freeNipOf(320), freeNipOf(321)], tag: 'e2e-dwa-razy' })
  const stalePage = await context.newPage()
  await openHistory(stalePage)
  await expect(rowOf(stalePage, 'dwa-razy.csv').getByRole('button', { name: /^Cofnij import/ })).toBeVisible()
  await openHistory(page)
  await pressUndo(page, 'dwa-razy.csv')
  await expect(page.getByText('Cofnięto: 2. Pominięto: 0.').first()).toBeVisible()
  await pressUndo(stalePage, 'dwa-razy.csv')
  await expect(stalePage.getByText('Ten import już cofnięto.').first()).toBeVisible()
  await expect(rowOf(stalePage, 'dwa-razy.csv').getByRole('button', { name: /^Cofnij/ })).toHaveCount(0)
})

test('the undo of a reconciliation shows beforehand which persons cannot be restored', async ({
  page,
  panel,
  signIn,
}) => {
  await signIn('compliance')
  const headers = { origin: panel.url }
  const [unchanged = '', removed = '', added = ''] = [330, 331, 332].map(freeNipOf)
  const people = [8333, 8334].map(peselOf)
  const company = (value: string) => ({ identifier_type: 'nip', identifier_value: value, label: `Umowa ${value}` })
  const person = (value: string) => ({ identifier_type: 'pesel', identifier_value: value, tags: ['e2e-osoby'] })
  for (const data of [
    { ...company(unchanged), tags: ['e2e-osoby'] },
    { ...company(removed), tags: ['e2e-osoby'] },
    ...people.map(person),
  ]) {
    expect((await page.request.post('/api/v1/monitors', { data, headers })).status()).toBe(201)
  }
  await page.goto('/monitors/import')
  await field(page).fill([unchanged, added].join('\n'))
  await page.getByText('Uzgodnij z tagiem').click()
  await page.getByLabel('Tag, którego monitory mają odpowiadać liście').selectOption('e2e-osoby')
  await page.getByRole('button', { name: 'Zastosuj 4 zmiany' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Zastosuj 4 zmiany' }).click()
  await expect(page.getByRole('region', { name: 'Uzgodniono z tagiem „e2e-osoby”' })).toBeVisible()

  await openHistory(page)
  const row = rowOf(page, 'Uzgodnienie tagu e2e-osoby')
  await expect(row).toContainText('usunięte: 3')
  await row.getByRole('button', { name: /^Cofnij import/ }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('1 dodany monitor zostanie usunięty')
  await expect(dialog).toContainText('1 usunięty monitor zostanie dodany ponownie')
  await expect(dialog).toContainText(
    '2 usuniętych monitorów nie da się dodać ponownie: numerów PESEL nie przechowujemy',
  )
  await dialog.getByRole('button', { name: 'Cofnij import' }).click()
  await expect(page.getByText('Cofnięto: 2. Pominięto: 2.').first()).toBeVisible()
  await row.getByRole('button', { name: /^Pokaż monitory/ }).click()
  await expect(monitorsOf(page).getByText('numeru osoby nie przechowujemy')).toHaveCount(2)
  expect(await list(page.request, `q=${added}`)).toEqual([])
  expect(await list(page.request, `q=${removed}`)).toMatchObject([{ label: `Umowa ${removed}`, tags: ['e2e-osoby'] }])
})

test('numbers unknown to the register are marked, listed by row, saved as CSV and deleted separately', async ({
  page,
  context,
  signIn,
  expectAccessible,
}) => {
  await signIn('compliance')
  // Only subjects known to the register, because other tests add unknown ones.
  const registeredMonitor = (await list(page.request, 'identifier_type=krs')).find(
    ({ subject_name: name }) => typeof name === 'string',
  )
  const unknownNumbers = [freeKrsOf(340), freeNipOf(341)]
  // The sample also has an unassigned number; these are not monitored yet.
  const rows = [
    `${unknownNumbers[0]};Literówka`,
    `${peselOf(8342)};Osoba`,
    `${unknownNumbers[1]};Druga`,
    `${registeredMonitor?.identifier_value};Jest`,
  ]
  await importFile(page, { name: 'nieznane.csv', lines: ['Identyfikator;Nazwa', ...rows], tag: 'e2e-nieznane' })
  const part = page.getByRole('region', { name: '2 dodanych numerów nie znaleziono w rejestrze.' })
  await expect(part.getByRole('listitem')).toHaveText([/^2KRS .*Literówka$/, /^4NIP .*Druga$/])
  await expectAccessible(page, 'import/unknown-numbers')
  const download = page.waitForEvent('download')
  await part.getByRole('button', { name: 'Pobierz te numery (CSV)' }).click()
  expect((await download).suggestedFilename()).toBe('bez-nazwy.csv')

  await test.step('unknown numbers are marked in the list of monitors and on a monitor page', async () => {
    const other = await context.newPage()
    await other.goto('/monitors?tag=e2e-nieznane')
    await other.getByRole('button', { name: /^Nie znaleziono w rejestrze 2/ }).click()
    const grid = other.getByRole('grid', { name: 'Monitory' })
    await expect(grid.getByText('nie znaleziono w rejestrze')).toHaveCount(2)
    await expect(other.getByText('2 pasujące')).toBeVisible()
    const [monitor] = await list(page.request, `q=${unknownNumbers[0]}`)
    await other.goto(`/monitors/${monitor?.id ?? ''}`)
    await expect(other.getByRole('region', { name: 'Co jest obserwowane' })).toContainText('nie znaleziono w rejestrze')
  })

  await test.step('only the unknown numbers are deleted', async () => {
    await part.getByRole('button', { name: 'Usuń 2 monitory' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń 2 monitory' }).press('Enter')
    await expect(page.getByText('Usunięto: 2.').first()).toBeVisible()
    await expect(part).toBeHidden()
    await expect(page.locator('body')).not.toBeFocused()
    expect((await list(page.request, 'tag=e2e-nieznane')).map(({ label }) => label)).toContain('Osoba')
    for (const value of unknownNumbers) expect(await list(page.request, `q=${value}`)).toEqual([])
  })
})

test('the focus stays in the page when sending fails, resumes or is discarded', async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/)
  await signIn('compliance')
  const isFocusInMain = () => page.evaluate(() => document.activeElement?.closest('main') !== null)
  await page.route('**/api/v1/monitors/bulk', (route) => route.abort())
  await page.goto('/monitors/import')
  for (const end of ['Odrzuć', 'Wznów'] as const) {
    await field(page).fill([360, 361].map(freeNipOf).join('\n'))
    await expect(submit(page)).toHaveText('Dodaj 2 podmioty')
    // Enabled only once the existing monitors are known.
    await expect(submit(page)).not.toHaveAttribute('aria-disabled', 'true')
    await submit(page).press('Enter')
    await expect(page.getByText('Nieukończony import: wklejona lista')).toBeVisible()
    expect(await isFocusInMain()).toBe(true)
    if (end === 'Wznów') await page.unroute('**/api/v1/monitors/bulk')
    await page.getByRole('button', { name: end }).press('Enter')
    await expect(page.getByText('Nieukończony import: wklejona lista')).toBeHidden()
    await expect.poll(isFocusInMain).toBe(true)
  }
  await expect(outcome(page)).toContainText('dodane')
  expect(await isFocusInMain()).toBe(true)
})

test('a viewer sees the imports and cannot undo one', async ({ page, signIn, context }) => {
  await signIn('compliance')
  await importFile(page, { name: 'rola-viewer.csv', lines: ['NIP', freeNipOf(350)], tag: 'e2e-rola' })
  await endSession(context)
  await signIn('viewer')
  await openHistory(page)
  const row = rowOf(page, 'rola-viewer.csv')
  await expect(row.getByRole('button', { name: /^Cofnij import/ })).toHaveAttribute('aria-disabled', 'true')
  await row.getByRole('button', { name: /^Pokaż monitory/ }).click()
  await expect(monitorsOf(page).getByRole('listitem')).toHaveCount(1)
})
