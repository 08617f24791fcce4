import type { Page } from '@playwright/test'

import vectors from '../lib/domain/testdata/identifier-vectors.json' with { type: 'json' }
import { nipOf } from '../lib/testing/identifiers'
import {
  createFilter as create,
  dropFiles,
  listPart as part,
  openFilter as open,
  pasteInto,
  readFilter as read,
} from './support/filters'
import { expect, test } from './support/fixtures'
import { waitForHydrationIn } from './support/hydration'

const SIZE = 10_000

const paste = (page: Page, name: RegExp, text: string) => pasteInto(page.getByRole('textbox', { name }), text)
const rows = (page: Page, name: string) => page.getByRole('grid', { name: `Pozycje: ${name}` })

test.beforeEach(async ({ signIn }) => signIn('owner'))

test('ten thousand pasted numbers with every kind of mistake are validated, cleaned, saved and reloaded', async ({
  page,
  panel,
  expectAccessible,
}) => {
  const created = await create(page, panel, { name: 'e2e dziesięć tysięcy', content: { krs: ['0000000001'] } })
  await open(page, created.id)
  const { valid, invalid } = vectors.nip
  const spellings = valid.map(([text = '']) => text)
  const mistakes = invalid.map(([text = '']) => text).filter((text) => text !== '')
  const good = new Set(valid.map(([, value = '']) => value))
  for (let at = 0; good.size < SIZE - mistakes.length; at += 1) good.add(nipOf(at))
  const rest = [...good].slice(new Set(valid.map(([, value]) => value)).size)
  await paste(page, /^NIP/, [...spellings, ...mistakes, ...rest, ...spellings].join('\n'))
  const nip = part(page, 'nip')
  const repeated = spellings.length * 2 - new Set(valid.map(([, value]) => value)).size
  const verdict = nip.getByRole('status').filter({ hasText: 'do poprawy' })
  await expect(verdict).toContainText(`${repeated} powtórzon`)
  await expect(verdict).toContainText(`${mistakes.length} do poprawy`)
  for (const word of ['zła suma kontrolna 5', 'same zera 1']) await expect(verdict).toContainText(word)
  await expect(rows(page, 'NIP')).toHaveAttribute('aria-rowcount', String(SIZE))
  // Only visible rows are rendered.
  expect(await rows(page, 'NIP').getByRole('row').count()).toBeLessThan(40)
  await expectAccessible(page, 'filter/ten-thousand')
  await nip.getByRole('button', { name: `Usuń wszystkie błędne (${mistakes.length})` }).click()
  await expect(rows(page, 'NIP')).toHaveAttribute('aria-rowcount', String(good.size))
  await page.getByRole('button', { name: 'Zapisz', exact: true }).click()
  await expect(page.getByText('Zapisano filtr „e2e dziesięć tysięcy”').first()).toBeVisible()
  expect(new Set((await read(page, created.id)).content['nip'])).toEqual(good)
  await page.reload()
  await expect(rows(page, 'NIP')).toHaveAttribute('aria-rowcount', String(good.size))
})

test('values over the list limit are counted in an error, block the save, and can be undone', async ({
  page,
  panel,
}) => {
  const nip = Array.from({ length: SIZE }, (_, at) => nipOf(at))
  const created = await create(page, panel, { name: 'e2e o jeden za dużo', content: { nip } })
  await open(page, created.id)
  await paste(page, /^NIP/, `${nipOf(SIZE)}\n${nipOf(SIZE + 1)}`)
  await expect(part(page, 'nip').getByRole('alert')).toContainText('o 2 za dużo')
  await expect(page.getByRole('button', { name: 'Zapisz', exact: true })).toHaveAccessibleDescription(
    'Na listach są 2 pozycje za dużo. Najpierw usuń nadmiar.',
  )
  await part(page, 'nip').getByRole('button', { name: 'Cofnij' }).click()
  await expect(rows(page, 'NIP')).toHaveAttribute('aria-rowcount', String(SIZE))
  await expect(page.getByText('Wszystko zapisane')).toBeVisible()
})

test('a list is searched, sorted, selected and deleted from by keyboard', async ({ page, panel, expectAccessible }) => {
  const nip = Array.from({ length: 300 }, (_, at) => nipOf(at))
  const created = await create(page, panel, { name: 'e2e klawisze listy', content: { nip } })
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, created.id)
  const grid = rows(page, 'NIP')
  await page.getByLabel('Kolejność listy NIP').selectOption('Według wartości')
  await page.getByRole('searchbox', { name: 'Szukaj na liście NIP' }).fill(nipOf(7))
  await expect(part(page, 'nip').getByText('Znaleziono 1 z 300')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Szukaj na liście NIP' }).fill('')
  await expect(grid).toHaveAttribute('aria-rowcount', '300')
  await grid.focus()
  await page.keyboard.press('End')
  for (let at = 0; at < 4; at += 1) await page.keyboard.press('Shift+ArrowUp')
  await expect(part(page, 'nip').getByText('5 zaznaczonych')).toBeVisible()
  await expectAccessible(page, 'filter/selected-phone')
  await page.keyboard.press('Delete')
  await expect(grid).toHaveAttribute('aria-rowcount', '295')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(page.getByRole('textbox', { name: /^NIP/ })).toBeFocused()
  await part(page, 'nip').getByRole('button', { name: 'Cofnij' }).click()
  await expect(grid).toHaveAttribute('aria-rowcount', '295')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
})

test('single changes are reverted before a save', async ({ page, panel, expectAccessible }) => {
  const nip = Array.from({ length: 200 }, (_, at) => nipOf(at))
  const created = await create(page, panel, { name: 'e2e wycofane', content: { nip } })
  await open(page, created.id)
  await paste(page, /^KRS/, '0000028860\n0000694720')
  await rows(page, 'NIP').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  const bar = page.getByRole('group', { name: 'Zapisywanie zmian' })
  await bar.getByRole('button', { name: /Pokaż zmiany/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Co zmieni zapis' })
  await expect(dialog.getByText('Dodane: 2. Usunięte: 200.')).toBeVisible()
  await expectAccessible(page, 'filter/difference')
  await dialog.getByRole('button', { name: 'Wycofaj: 0000694720' }).click()
  await dialog.getByRole('searchbox').fill(nipOf(150))
  await dialog.getByRole('button', { name: `Wycofaj: ${nipOf(150)}` }).click()
  await expect(dialog.getByText('Dodane: 1. Usunięte: 199.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Zapisz', exact: true }).click()
  await expect(page.getByText('Zapisano filtr „e2e wycofane”').first()).toBeVisible()
  expect((await read(page, created.id)).content).toMatchObject({ krs: ['0000028860'], nip: [nipOf(150)] })
})

test('two concurrent edits of one filter are merged, and a conflicting name must be chosen', async ({
  page,
  panel,
  browser,
  expectedErrors,
  expectAccessible,
}) => {
  expectedErrors.push(/409/)
  const krs = ['0000000001', '0000000002', '0000000003']
  const created = await create(page, panel, { name: 'e2e scalany', content: { krs } })
  const other = await browser.newContext({
    baseURL: panel.url,
    locale: 'pl-PL',
    storageState: await page.context().storageState(),
  })
  waitForHydrationIn(other)
  const second = await other.newPage()
  await open(page, created.id)
  await second.goto(`/filters?filter=${created.id}`)
  const edit = async (tab: Page, edited: { name: string; removed: string; added: string }) => {
    await tab.getByLabel('Nazwa filtru').fill(edited.name)
    await tab.getByRole('button', { name: `Usuń: ${edited.removed}` }).click()
    await tab.getByRole('textbox', { name: /^KRS/ }).fill(edited.added)
    await tab.getByRole('textbox', { name: /^KRS/ }).press('Enter')
  }
  await edit(second, { name: 'e2e scalany B', removed: '0000000002', added: '0000000008' })
  await second.getByRole('button', { name: 'Zapisz', exact: true }).click()
  await expect(second.getByText('Zapisano filtr „e2e scalany B”').first()).toBeVisible()
  await other.close()
  await edit(page, { name: 'e2e scalany A', removed: '0000000001', added: '0000000009' })
  // Scrolls far below the message about the refusal.
  await page.getByRole('textbox', { name: /^UUID/ }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Zapisz', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Porównaj i scal' })).toBeInViewport()
  await page.getByRole('button', { name: 'Porównaj i scal' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dwie zmiany jednego filtru' })
  await expect(dialog.getByRole('row', { name: 'KRS 3 3 +1 −1 3 +1 −1 3 +2 −2' })).toBeVisible()
  const mergeItem = (value: string) => dialog.getByRole('listitem').filter({ hasText: value })
  await expect(mergeItem('0000000008')).toContainText('Twoja: bez zmianZapisana: dodanaPo scaleniu: jest')
  await expect(mergeItem('0000000001')).toContainText('Twoja: usuniętaZapisana: bez zmianPo scaleniu: nie ma')
  await expectAccessible(page, 'filter/merge')
  await dialog.getByRole('radio', { name: /e2e scalany B/ }).check()
  await dialog.getByRole('button', { name: 'Scal', exact: true }).click()
  await expect(page.getByLabel('Nazwa filtru')).toHaveValue('e2e scalany B')
  await page.getByRole('button', { name: 'Zapisz', exact: true }).click()
  await expect(page.getByText('Wszystko zapisane')).toBeVisible()
  expect((await read(page, created.id)).content['krs']).toEqual(['0000000003', '0000000008', '0000000009'])
})

test('spreadsheet columns pasted into one list are previewed before they are added', async ({
  page,
  panel,
  expectAccessible,
}) => {
  const created = await create(page, panel, { name: 'e2e wklejone', content: { nip: [nipOf(0)] } })
  await open(page, created.id)
  const field = part(page, 'nip').getByRole('textbox', { name: /^NIP/ })
  const dialog = page.getByRole('dialog', { name: 'Wklejone kolumny' })
  const columns = `Nazwa\tNIP\tKRS\r\nŻubr\t${nipOf(0)}\t28860\r\nOdra\t${nipOf(1)}\t694720\r\n`
  await field.focus()
  await pasteInto(field, columns)
  await expect(dialog.getByRole('checkbox', { name: /^NIP/ })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: /^KRS/ })).not.toBeChecked()
  await expectAccessible(page, 'filter/pasted-columns')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(field).toBeFocused()
  await expect(page.getByText('Wszystko zapisane')).toBeVisible()
  await pasteInto(field, columns)
  await dialog.getByRole('checkbox', { name: /^KRS/ }).check()
  await dialog.getByRole('button', { name: 'Dodaj 3 pozycje' }).click()
  // A single column, values on one line, and rounded numbers are added to the list directly.
  await pasteInto(field, `${nipOf(2)}\r\n${nipOf(3)}\r\n`)
  await pasteInto(field, `${nipOf(4)}\t7,74E+09`)
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Popraw: 7,74E+09' })).toBeVisible()
  await expect(part(page, 'nip').getByText('arkusz zaokrąglił numer: wpisz go na nowo').first()).toBeVisible()
  await part(page, 'nip').getByRole('button', { name: 'Usuń wszystkie błędne (1)' }).click()
  await page.getByRole('button', { name: 'Zapisz', exact: true }).click()
  await expect(page.getByText('Zapisano filtr „e2e wklejone”').first()).toBeVisible()
  expect((await read(page, created.id)).content).toMatchObject({
    nip: [0, 1, 2, 3, 4].map((at) => nipOf(at)),
    krs: ['0000028860', '0000694720'],
    name: [],
  })
})

test('a file with several kinds of numbers is distributed to their lists after a preview with counts', async ({
  page,
  panel,
  expectAccessible,
}) => {
  const created = await create(page, panel, { name: 'e2e z pliku', content: { nip: [nipOf(0)] } })
  await open(page, created.id)
  const lines = ['Lp;Nazwa;NIP;KRS', `1;Wisła;${nipOf(0)};28860`, `2;Odra;5261040827;`, `3;Warta;${nipOf(1)};694720`]
  const buffer = Buffer.from(`${lines.join('\r\n')}\r\n`)
  await page.getByLabel('Plik na wszystkie listy').setInputFiles({ name: 'lista.csv', mimeType: 'text/csv', buffer })
  const dialog = page.getByRole('dialog', { name: 'Z pliku lista.csv' })
  await expect(dialog.getByRole('checkbox', { name: /^NIP/ })).toHaveAccessibleName(
    /1 nowa · 1 już na liście · 1 do poprawy/,
  )
  await expect(dialog.getByRole('checkbox', { name: /^Nazwy/ })).not.toBeChecked()
  await expectAccessible(page, 'filter/from-file')
  await dialog.getByRole('button', { name: 'Dodaj 4 pozycje' }).click()
  await expect(page.getByRole('textbox', { name: 'Popraw: 5261040827' })).toBeVisible()
  await part(page, 'nip').getByRole('button', { name: 'Usuń wszystkie błędne (1)' }).click()
  await dropFiles(part(page, 'name'), [{ name: 'nazwy.txt', bytes: [...Buffer.from('Wisła\nOdra\n')] }])
  await page.getByRole('dialog', { name: 'Z pliku nazwy.txt' }).getByRole('button', { name: 'Dodaj 2 pozycje' }).click()
  await page.getByRole('button', { name: 'Zapisz', exact: true }).click()
  await expect(page.getByText('Zapisano filtr „e2e z pliku”').first()).toBeVisible()
  expect((await read(page, created.id)).content).toMatchObject({
    nip: [nipOf(0), nipOf(1)],
    krs: ['0000028860', '0000694720'],
    name: ['Wisła', 'Odra'],
  })
})
