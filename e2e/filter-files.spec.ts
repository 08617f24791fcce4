import { readFileSync } from 'node:fs'

import { read as readBook } from '@e965/xlsx'
import type { Locator, Page } from '@playwright/test'

import { nipOf } from '../lib/testing/identifiers'
import { makeAccount, makeUser } from './support/accounts'
import { expect, test } from './support/fixtures'
import { maskOf, storedFilter } from './support/leaks'
import type { Panel } from './support/panel'

type Content = Readonly<Record<string, readonly string[]>>
interface Stored {
  readonly id: string
  readonly name: string
  readonly content: Content
}

const PESEL = '44051401359'
const SIZE = 10_000
const everything = {
  krs: ['0000028860'],
  nip: ['5261040828', nipOf(501)],
  regon: ['610188201'],
  pesel: [PESEL],
  krz_signature: ['WA1M/GUp-s/123/2024'],
  msig_signature: ['IX GU 9001/13'],
  name: ['=SUMA(1;2)', 'Żółw "i" syn', `Jan ${PESEL}`],
  subject_id: ['8f1c0d3e-2b4a-4c6d-8e9f-0a1b2c3d4e5f'],
}

async function create(page: Page, panel: Panel, filter: { name: string; content: object }): Promise<Stored> {
  const answer = await page.request.post('/api/v1/filters', { data: filter, headers: { origin: panel.url } })
  expect(answer.status()).toBe(201)
  return (await answer.json()) as Stored
}
const list = async (page: Page): Promise<readonly Stored[]> =>
  ((await (await page.request.get('/api/v1/filters')).json()) as { items: Stored[] }).items
const filtersNamed = async (page: Page, name: string): Promise<readonly Stored[]> =>
  (await list(page)).filter((each) => each.name === name)
const remove = async (page: Page, panel: Panel, id: string) => {
  const answer = await page.request.delete(`/api/v1/filters/${id}`, { headers: { origin: panel.url } })
  expect(answer.status()).toBe(204)
}
const stored = (panel: Panel, filter: Stored | undefined) => storedFilter(panel.dataDir, filter?.id ?? '')

const open = async (page: Page, id: string) => {
  await page.goto(`/filters?filter=${id}`)
  await expect(page.getByRole('button', { name: 'Eksportuj', exact: true })).toBeVisible()
}

async function download(page: Page, press: () => Promise<void>): Promise<{ bytes: Buffer; name: string }> {
  const downloadEvent = page.waitForEvent('download')
  await press()
  const file = await downloadEvent
  return { bytes: readFileSync(await file.path()), name: file.suggestedFilename() }
}

async function exportOne(page: Page, format: 'JSON' | 'CSV' | 'XLSX', isFull = false) {
  await page.getByRole('button', { name: 'Eksportuj', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Eksport filtru/ })
  await dialog.getByRole('radio', { name: new RegExp(`^${format}`) }).check()
  if (isFull) await dialog.getByRole('radio', { name: /W pełnym brzmieniu/ }).check()
  const saved = await download(page, () => dialog.getByRole('button', { name: `Pobierz ${format}` }).click())
  await expect(dialog).toBeHidden()
  return saved
}

const importDialog = (page: Page) => page.getByRole('dialog', { name: /^Import/ })
async function choose(page: Page, file: { name: string; bytes: Buffer | string }): Promise<Locator> {
  const dialog = importDialog(page)
  const button = page.getByRole('button', { name: 'Importuj', exact: true })
  if (!(await dialog.isVisible())) await button.click()
  const buffer = Buffer.from(file.bytes)
  await dialog.getByLabel('Wybierz plik').setInputFiles({ name: file.name, mimeType: '', buffer })
  return dialog
}
const runImport = async (dialog: Locator, count: string) => {
  await dialog.getByRole('button', { name: `Importuj ${count}` }).click()
  await expect(dialog.getByRole('button', { name: 'Gotowe' })).toBeVisible()
}

test.beforeEach(async ({ signIn }) => signIn('owner'))

test('a JSON file contains no personal number, and restores an identical filter after deletion', async ({
  page,
  panel,
  expectAccessible,
}) => {
  const created = await create(page, panel, { name: 'e2e kopia zapasowa', content: everything })
  const before = stored(panel, created)
  await open(page, created.id)
  await page.getByRole('button', { name: 'Eksportuj', exact: true }).click()
  const exportDialog = page.getByRole('dialog', { name: /^Eksport filtru/ })
  await expect(exportDialog.getByRole('group', { name: '2 pozycje z numerem PESEL' })).toBeVisible()
  await expectAccessible(page, 'filter/export')
  await page.keyboard.press('Escape')
  const file = await exportOne(page, 'JSON')
  expect(file.name).toMatch(/^filtr-e2e-kopia-zapasowa-\d{4}-\d\d-\d\d\.json$/)
  const text = file.bytes.toString('utf8')
  expect(text).not.toContain(PESEL)
  const json = JSON.parse(text) as { filters: { name: string; content: Content }[] }
  expect(json).toMatchObject({
    format: 'business-registers.filters',
    version: 1,
    personal_numbers: 'sealed',
    filters: [
      {
        name: 'e2e kopia zapasowa',
        content: { ...everything, pesel: [expect.stringMatching(/^sealed:/)], name: expect.anything() },
      },
    ],
  })
  await remove(page, panel, created.id)
  await page.goto('/filters')
  const dialog = await choose(page, file)
  await expect(dialog.getByText('11 dobrych')).toBeVisible()
  await expect(dialog.getByText(/^Plik ma 1 filtr\. W planie jest miejsce na/)).toBeVisible()
  await expectAccessible(page, 'filters/import')
  await runImport(dialog, '1 filtr')
  await expect(dialog.getByText('Utworzono 1 filtr.')).toBeVisible()
  await expectAccessible(page, 'filters/imported')
  const [imported] = await filtersNamed(page, 'e2e kopia zapasowa')
  expect(stored(panel, imported)).toEqual(before)
})

test('CSV and XLSX contain masks and no formulas, and import everything except masked values', async ({
  page,
  panel,
}) => {
  const created = await create(page, panel, { name: 'e2e tabela', content: everything })
  const before = stored(panel, created)
  await open(page, created.id)
  const csv = await exportOne(page, 'CSV')
  const masked = Object.values(everything).flatMap((values) =>
    values.map((value) => value.replace(PESEL, maskOf(PESEL))),
  )
  const lines = csv.bytes.toString('utf8').split('\r\n')
  expect(lines[0]).toBe('\uFEFFlist;value;name')
  expect(lines).toContain(`pesel;${maskOf(PESEL)};`)
  expect(lines).toContain(`name;"'=SUMA(1;2)";`)
  expect(lines).toHaveLength(masked.length + 2)
  const book = await exportOne(page, 'XLSX')
  const sheet = readBook(book.bytes, { dense: true }).Sheets['Filtr']
  // Safe: `dense` produces this shape.
  const rows = (sheet?.['!data'] ?? []) as { t: string; v: unknown; f?: string }[][]
  expect(rows.map((row) => row[1]?.v)).toEqual(['value', ...masked])
  expect(rows.flat().filter((cell) => cell.f !== undefined || cell.t !== 's')).toEqual([])
  for (const text of [csv.bytes.toString('utf8'), JSON.stringify(rows)]) {
    expect(text).not.toContain(PESEL)
    expect(text).not.toContain('sealed:')
  }
  await remove(page, panel, created.id)
  await page.goto('/filters')
  for (const [at, file] of [csv, book].entries()) {
    const dialog = await choose(page, file)
    // Two masks stand for numbers that the file does not contain; the filter gets the file's name.
    await expect(dialog.getByText(/9 dobrych · 2 błędne, zostaną pominięte/)).toBeVisible()
    await expect(dialog.getByLabel('Nazwa filtru')).toHaveValue('e2e-tabela')
    await expect(dialog.getByRole('checkbox', { name: 'Nazwy 3' })).toBeChecked()
    await dialog.getByLabel('Nazwa filtru').fill(`e2e tabela ${at}`)
    await runImport(dialog, '1 filtr')
    await dialog.getByRole('button', { name: 'Gotowe' }).click()
    const [imported] = await filtersNamed(page, `e2e tabela ${at}`)
    expect(stored(panel, imported)).toEqual({ ...before, pesel: [], name: everything.name.slice(0, 2) })
  }
})

test('a spreadsheet contains the names that the service has for its numbers', async ({ page, panel }) => {
  const [sample] = await filtersNamed(page, 'Kluczowi dostawcy')
  const { krs = [], nip = [] } = sample?.content ?? {}
  const values = [...krs.map((value) => ({ list: 'krs', value })), ...nip.map((value) => ({ list: 'nip', value }))]
  const answer = await page.request.post('/api/v1/filters/names', { data: { values }, headers: { origin: panel.url } })
  const { items } = (await answer.json()) as { items: { list: string; value: string; name: string | null }[] }
  expect(items.filter(({ name }) => name !== null).length).toBeGreaterThan(10)
  await open(page, sample?.id ?? '')
  const { bytes } = await exportOne(page, 'XLSX')
  // Safe: `dense` produces this shape.
  const rows = (readBook(bytes, { dense: true }).Sheets['Filtr']?.['!data'] ?? []) as { v: unknown }[][]
  expect(rows.slice(1).map((row) => [row[0]?.v, row[1]?.v, row[2]?.v ?? null])).toEqual(
    items.map(({ list, value, name }) => [list, value, name]),
  )
})

test('full personal numbers are exported by the owner only, not by a viewer, and logged', async ({
  page,
  panel,
  signIn,
}) => {
  const created = await create(page, panel, { name: 'e2e w pełnym brzmieniu', content: everything })
  await open(page, created.id)
  const full = await exportOne(page, 'JSON', true)
  expect(JSON.parse(full.bytes.toString('utf8'))).toMatchObject({
    personal_numbers: 'full',
    filters: [{ name: created.name, content: everything }],
  })
  const log = await page.request.get('/api/panel/audit?limit=2')
  expect(((await log.json()) as { items: unknown[] }).items).toMatchObject([
    { action: 'personal.export', after: { filters: 1, persons: [expect.stringMatching(/^44•{7}59 #[\da-f]{16}$/)] } },
    { action: 'filters.export', after: { filters: 1, format: 'json', personal: true } },
  ])
  await signIn('viewer')
  await open(page, created.id)
  await page.getByRole('button', { name: 'Eksportuj', exact: true }).click()
  await expect(page.getByText('2 pozycje z numerem PESEL będą zamaskowane. Import ich nie przywróci.')).toBeVisible()
  await page.keyboard.press('Escape')
  const masked = await exportOne(page, 'JSON')
  expect(JSON.parse(masked.bytes.toString('utf8'))).toMatchObject({
    personal_numbers: 'masked',
    filters: [{ content: { pesel: [maskOf(PESEL)] } }],
  })
  for (const hidden of [PESEL, 'sealed:']) expect(masked.bytes.toString('utf8')).not.toContain(hidden)
  await expect(page.getByRole('button', { name: 'Importuj', exact: true })).toHaveAccessibleDescription(/\S/)
  await signIn('compliance')
  await page.goto('/filters')
  const dialog = await choose(page, masked)
  await expect(dialog.getByText(/numery PESEL są tylko zamaskowane/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Anuluj' }).click()
})

test('all filters are exported to one file; on import a taken name is replaced, renamed or skipped', async ({
  page,
  panel,
  expectedErrors,
  expectAccessible,
}) => {
  expectedErrors.push(/409/)
  const names = ['e2e zajęty raz', 'e2e zajęty dwa', 'e2e zajęty trzy']
  const created: Stored[] = []
  for (const [at, name] of names.entries())
    created.push(await create(page, panel, { name, content: { nip: [nipOf(510 + at), nipOf(520 + at)] } }))
  await page.goto('/filters')
  await page.getByRole('button', { name: 'Eksportuj wszystkie' }).click()
  const exporting = page.getByRole('dialog', { name: 'Eksport wszystkich filtrów' })
  await expectAccessible(page, 'filters/export-all')
  const file = await download(page, () => exporting.getByRole('button', { name: 'Pobierz JSON' }).click())
  expect(file.name).toMatch(/^filtry-\d{4}-\d\d-\d\d\.json$/)
  const all = JSON.parse(file.bytes.toString('utf8')) as { filters: { name: string }[] }
  expect(all.filters.map(({ name }) => name).toSorted()).toEqual((await list(page)).map(({ name }) => name).toSorted())
  const three = { ...all, filters: all.filters.filter(({ name }) => names.includes(name)) }

  const change = (filter: Stored | undefined, nip: string) =>
    page.request.put(`/api/v1/filters/${filter?.id}`, {
      data: { name: filter?.name, content: { nip: [nip] } },
      headers: { origin: panel.url },
    })
  expect((await change(created[0], nipOf(530))).status()).toBe(200)
  await page.reload()
  const dialog = await choose(page, { name: 'trzy.json', bytes: JSON.stringify(three) })
  const submit = dialog.getByRole('button', { name: /^Importuj \d/ })
  await expect(submit).toHaveAccessibleDescription('Najpierw rozstrzygnij to, co zaznaczono na czerwono.')
  await expectAccessible(page, 'filters/import-conflict')
  await dialog.getByLabel('3 nazwy są zajęte. Dla wszystkich naraz:').selectOption('Zastąp obecne')
  const item = (name: string) =>
    dialog.getByRole('listitem').filter({ has: page.getByLabel(`Co zrobić z filtrem „${name}”`) })
  await expect(item('e2e zajęty raz').getByText('Względem obecnego: +2 −1')).toBeVisible()
  await expect(item('e2e zajęty dwa').getByText('Taki sam jak obecny.')).toBeVisible()
  await dialog.getByLabel('Co zrobić z filtrem „e2e zajęty dwa”').selectOption('Utwórz pod inną nazwą')
  await expect(dialog.getByLabel('Nazwa filtru')).toHaveValue('e2e zajęty dwa (2)')
  await dialog.getByLabel('Nazwa filtru').fill('E2E zajety trzy')
  await expect(dialog.getByText('Filtr o tej nazwie już jest. Wpisz inną.')).toBeVisible()
  await dialog.getByLabel('Nazwa filtru').fill('e2e inna nazwa')
  await dialog.getByLabel('Co zrobić z filtrem „e2e zajęty trzy”').selectOption('Pomiń')
  // A concurrent change of another user is not overwritten silently.
  expect((await change(created[0], nipOf(531))).status()).toBe(200)
  await runImport(dialog, '2 filtry')
  await expect(dialog.getByText('Utworzono 1 filtr. Nie przyjęto 1 filtru.')).toBeVisible()
  await expect(dialog.getByText(/Ktoś zmienił ten filtr po otwarciu podglądu/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Wróć do 1 niezapisanego' }).click()
  await dialog.getByLabel('Co zrobić z filtrem „e2e zajęty raz”').selectOption('Zastąp obecny (1 pozycja)')
  await runImport(dialog, '1 filtr')
  await dialog.getByRole('button', { name: 'Gotowe' }).click()
  expect(stored(panel, created[0])['nip']).toEqual(created[0]?.content['nip'])
  const [renamed] = await filtersNamed(page, 'e2e inna nazwa')
  expect(stored(panel, renamed)['nip']).toEqual(created[1]?.content['nip'])
  expect(await filtersNamed(page, 'e2e zajęty trzy')).toHaveLength(1)
})

/** Typical output of accounting programs: a title, Windows-1250, and mistakes. */
const FOREIGN = [
  'Kontrahenci na dzie\u0144 1.02.2026',
  '',
  'Lp;Nazwa;NIP;Kwota',
  `1;Żółta Łąka;${nipOf(540).replace(/^(...)(...)/, '$1-$2-')};10,00`,
  `2;Odra;PL${nipOf(541)};20,00`,
  `3;Odra 2;${nipOf(541)};30,00`,
  '4;Warta;5261040827;40,00',
]
const inWindows1250 = (text: string) =>
  Buffer.from(
    Array.from(text, (letter) => {
      const byte = { Ż: 0xaf, ó: 0xf3, ł: 0xb3, Ł: 0xa3, ą: 0xb9, ń: 0xf1 }[letter]
      return byte ?? letter.charCodeAt(0)
    }),
  )

test('a list of another program shows a verdict per value, saves rejected rows as CSV, and opens in the editor', async ({
  page,
  panel,
  expectAccessible,
}) => {
  await page.goto('/filters')
  const bytes = inWindows1250(FOREIGN.join('\r\n'))
  const dialog = await choose(page, { name: 'e2e kontrahenci.csv', bytes })
  await expect(dialog.getByLabel('Kodowanie pliku')).toHaveValue('windows-1250')
  await expect(dialog.getByText('2 poprawione · 1 powtórzona · 1 błędna, zostanie pominięta')).toBeVisible()
  await dialog.getByRole('checkbox', { name: /^Nazwy/ }).check()
  await dialog.getByRole('button', { name: 'Pokaż pozycje' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: '5261040827' }).last()).toContainText(
    'zła suma kontrolna',
  )
  await expect(dialog.getByText('w. 7')).toBeVisible()
  await dialog.getByLabel('Które pozycje pokazać').selectOption({ label: 'Wszystkie: 8 pozycji' })
  await expect(dialog.getByText('Żółta Łąka')).toBeVisible()
  await expectAccessible(page, 'filters/import-verdicts')
  const rejected = await download(page, () => dialog.getByRole('button', { name: 'Zapisz 1 błędną do CSV' }).click())
  expect(rejected.bytes.toString('utf8').split('\r\n')).toEqual([
    '\uFEFFfilter;list;value;reason;line',
    'e2e kontrahenci;nip;5261040827;zła suma kontrolna;7',
    '',
  ])
  await runImport(dialog, '1 filtr')
  await dialog.getByRole('link', { name: 'e2e kontrahenci' }).click()
  await expect(page.getByRole('heading', { name: 'e2e kontrahenci' })).toBeVisible()
  const [imported] = await filtersNamed(page, 'e2e kontrahenci')
  expect(stored(panel, imported)).toMatchObject({
    nip: [nipOf(540), nipOf(541)],
    name: ['Żółta Łąka', 'Odra', 'Odra 2', 'Warta'],
  })
  // The mistake is corrected in the editor without losing anything of the file.
  await page.goto('/filters')
  const secondDialog = await choose(page, { name: 'e2e poprawiani.csv', bytes })
  await secondDialog.getByRole('button', { name: 'Popraw w edytorze' }).click()
  await page.getByRole('textbox', { name: 'Popraw: 5261040827' }).fill('5261040828')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Utwórz filtr' }).click()
  await expect(page.getByText('Utworzono filtr „e2e poprawiani”').first()).toBeVisible()
  const [corrected] = await filtersNamed(page, 'e2e poprawiani')
  expect(stored(panel, corrected)['nip']).toEqual([nipOf(540), nipOf(541), '5261040828'])
})

test('numbers pasted on one line are assigned to their list, and another list can be chosen', async ({
  page,
  panel,
}) => {
  await page.goto('/filters')
  await page.getByRole('button', { name: 'Importuj', exact: true }).click()
  const dialog = importDialog(page)
  await dialog.getByLabel('albo wklej zawartość').fill([550, 551, 552].map(nipOf).join(' '))
  await dialog.getByRole('button', { name: 'Sprawdź' }).click()
  await expect(dialog.getByText('3 dobre')).toBeVisible()
  await dialog.getByRole('button', { name: 'Inny plik' }).click()
  await expect(dialog.getByLabel('albo wklej zawartość')).not.toHaveValue('')
  await dialog.getByLabel('albo wklej zawartość').fill('101\n102\n103\n')
  await dialog.getByRole('button', { name: 'Sprawdź' }).click()
  await dialog.getByLabel('Na którą listę').selectOption('KRS')
  await expect(dialog.getByText('3 poprawione')).toBeVisible()
  await dialog.getByLabel('Nazwa filtru').fill('e2e wklejone krs')
  await runImport(dialog, '1 filtr')
  await dialog.getByRole('button', { name: 'Gotowe' }).click()
  const [imported] = await filtersNamed(page, 'e2e wklejone krs')
  expect(stored(panel, imported)['krs']).toEqual(['0000000101', '0000000102', '0000000103'])
})

test('a file that cannot be imported shows an explanation', async ({ page, expectAccessible }) => {
  await page.goto('/filters')
  const noise = Buffer.from(Uint8Array.from({ length: 4000 }, (_, at) => (at * 7919 + (at >> 3) * 31) % 251))
  const cases: readonly (readonly [string, Buffer | string, RegExp])[] = [
    ['pusty.csv', '', /Ta lista jest pusta/],
    ['szum.xlsx', noise, /To nie jest plik tekstowy ani arkusz/],
    ['urwany.json', '{"format":"business-registers.filters","filters":[', /JSON, ale uszkodzony albo urwany/],
    ['inny.json', '{"a":{"b":1}}', /poprawny JSON, ale nie ma w nim filtrów/],
    ['alerty.json', '{"items":[{"name":"a","filter":{"keywords":["most"]}}]}', /To alerty BZP, a nie filtry/],
    ['nowszy.json', '{"format":"business-registers.filters","version":9}', /nowsza wersja panelu/],
    ['strona.csv', '<!doctype html><p>1', /To jest strona internetowa/],
  ]
  const dialog = importDialog(page)
  for (const [name, bytes, sentence] of cases) {
    await choose(page, { name, bytes })
    const alert = dialog.getByRole('alert')
    await expect(alert).toContainText(name)
    await expect(alert).toContainText(sentence)
  }
  await expectAccessible(page, 'filters/import-refused')
  await choose(page, { name: 'uwagi.csv', bytes: 'telefon;kwota\n601202303;1\n601202304;2\n' })
  await expect(dialog.getByText(/Nie ma tu nic, co pasuje do list filtru/)).toBeVisible()
})

test('files of 10,001 and 50,000 numbers are rejected with an explanation, and a file of 1,000 is imported', async ({
  page,
  panel,
}) => {
  await page.goto('/filters')
  const lines = (count: number) => Array.from({ length: count }, (_, at) => nipOf(at)).join('\n')
  const dialog = await choose(page, { name: 'e2e za dużo.csv', bytes: lines(SIZE + 1) })
  await expect(dialog.getByText(/Lista NIP ma 10\s001 pozycji, o 1 za dużo: mieści najwyżej 10\s000/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Importuj 1/ })).toHaveAccessibleDescription(/na czerwono/)
  await expect(dialog.getByRole('button', { name: 'Popraw w edytorze' })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Inny plik' }).click()
  await choose(page, { name: 'e2e pięćdziesiąt.csv', bytes: lines(50_000) })
  await expect(dialog.getByText(/Lista NIP ma 50\s000 pozycji, o 40\s000 za dużo/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Inny plik' }).click()
  await choose(page, { name: 'e2e tysiąc.csv', bytes: lines(1000) })
  await runImport(dialog, '1 filtr')
  await dialog.getByRole('button', { name: 'Gotowe' }).click()
  const [imported] = await filtersNamed(page, 'e2e tysiąc')
  expect(stored(panel, imported)['nip']).toEqual(Array.from({ length: 1000 }, (_, at) => nipOf(at)))
})

test('the plan limit is shown before an import, and seals of another account are skipped after a warning', async ({
  page,
  panel,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/422/)
  await makeAccount(panel, 'pliki-filtrow', { limits: { filters: 2 } })
  await makeUser(panel, 'owner@pliki.test', { account: 'pliki-filtrow' })
  const created = await create(page, panel, {
    name: 'e2e cudza pieczęć',
    content: { pesel: [PESEL], nip: [nipOf(560)] },
  })
  await open(page, created.id)
  const file = await exportOne(page, 'JSON')
  const foreign = (JSON.parse(file.bytes.toString('utf8')) as { filters: object[] }).filters
  await signIn('owner@pliki.test')
  await page.goto('/filters')
  const ownFilters = ['raz', 'dwa'].map((name) => ({ name, content: { krs: ['0000028860'] } }))
  const dialog = await choose(page, { name: 'e2e.json', bytes: JSON.stringify([...foreign, ...ownFilters]) })
  await expect(dialog.getByText(/W planie jest miejsce na 2 nowe filtry \(masz 0 z 2\)/)).toBeVisible()
  await expect(dialog.getByRole('alert')).toContainText('O 1 nowy filtr za dużo jak na plan')
  await dialog.getByLabel('Co zrobić z filtrem „dwa”').selectOption('Pomiń')
  await runImport(dialog, '2 filtry')
  await expect(dialog.getByText(/1 numeru nie da się odczytać: zapieczętowano go na innym koncie/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Wróć do 1 niezapisanego' }).click()
  await expect(dialog.getByText('1 dobra · 1 błędna, zostanie pominięta')).toBeVisible()
  await runImport(dialog, '1 filtr')
  await dialog.getByRole('button', { name: 'Gotowe' }).click()
  expect((await list(page)).map(({ name }) => name).toSorted()).toEqual(['e2e cudza pieczęć', 'raz'])
  const [imported] = await filtersNamed(page, 'e2e cudza pieczęć')
  expect(stored(panel, imported)).toMatchObject({ pesel: [], nip: [nipOf(560)] })
})
