import type { Page } from '@playwright/test'

import { nipOf } from '../lib/testing/identifiers'
import { expect, test } from './support/fixtures'
import { storedFilter } from './support/leaks'
import type { Panel } from './support/panel'

interface Stored {
  readonly id: string
  readonly name: string
  readonly content: Readonly<Record<string, readonly string[]>>
}

async function create(page: Page, panel: Panel, filter: { name: string; content: object }): Promise<Stored> {
  const answer = await page.request.post('/api/v1/filters', { data: filter, headers: { origin: panel.url } })
  expect(answer.status()).toBe(201)
  return (await answer.json()) as Stored
}

const read = async (page: Page, id: string): Promise<Stored> =>
  (await (await page.request.get(`/api/v1/filters/${id}`)).json()) as Stored
const openedId = (page: Page) => new URL(page.url()).searchParams.get('filter') ?? ''
const open = async (page: Page, id: string) => {
  await page.goto(`/filters?filter=${id}`)
  await expect(page.getByLabel('Nazwa filtru')).toBeVisible()
}
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Połącz dwa filtry' })
const PESELS = ['44051401359', '02070803628'] as const

test.beforeEach(async ({ signIn }) => signIn('owner'))

test('two filters are combined as sets, into the draft and into a new filter', async ({
  page,
  panel,
  expectAccessible,
}) => {
  const nips = [1, 2, 3, 4].map(nipOf)
  const [one = '', two = '', three = '', four = ''] = nips
  const [shared, onlyInA] = PESELS
  const a = await create(page, panel, {
    name: 'e2e zbiór A',
    content: { nip: [one, two, three], pesel: [shared, onlyInA], name: ['Wisła  Polska'] },
  })
  await create(page, panel, {
    name: 'e2e zbiór B',
    content: { nip: [three, four], pesel: [shared], name: ['WISŁA polska'], krs: ['0000028860'] },
  })
  await open(page, a.id)
  await page.getByRole('button', { name: 'Połącz z innym' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('button', { name: 'Wynik jako nowy filtr' })).toHaveAccessibleDescription(
    'Najpierw wybierz drugi filtr.',
  )
  await dialog.getByLabel('B: drugi filtr').selectOption('e2e zbiór B')
  // Encrypted numbers are compared without revealing them, and names by the rules for announcements.
  await expect(dialog.getByRole('row', { name: 'PESEL 2 1 1' })).toBeVisible()
  await expect(dialog.getByRole('row', { name: 'Nazwy 1 1 0' })).toBeVisible()
  await expect(dialog.getByText('Wynik: 3 pozycje')).toBeVisible()
  await expectAccessible(page, 'filter/combine')
  await dialog.getByRole('radio', { name: 'Jest w obu' }).check()
  await expect(dialog.getByText('Wynik: 3 pozycje')).toBeVisible()
  await expect(dialog.getByRole('row', { name: 'NIP 3 2 1' })).toBeVisible()
  await dialog.getByRole('radio', { name: 'Jest w którymkolwiek' }).check()
  await expect(dialog.getByText('Wynik: 8 pozycji')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Jest dokładnie w jednym' }).check()
  await expect(dialog.getByText('Wynik: 5 pozycji')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Jest w A, a nie ma w B' }).check()
  await dialog.getByRole('button', { name: 'Wynik do tego szkicu' }).click()
  const bar = page.getByRole('group', { name: 'Zapisywanie zmian' })
  await expect(bar.getByText('−3')).toBeVisible()
  await bar.getByRole('button', { name: 'Zapisz' }).click()
  await expect(page.getByText('Zapisano filtr „e2e zbiór A”').first()).toBeVisible()
  expect(storedFilter(panel.dataDir, a.id)).toMatchObject({ nip: [one, two], pesel: [onlyInA], name: [] })

  await page.getByRole('button', { name: 'Połącz z innym' }).click()
  await dialog.getByLabel('B: drugi filtr').selectOption('e2e zbiór B')
  await dialog.getByRole('radio', { name: 'Jest w obu' }).check()
  await expect(dialog.getByRole('button', { name: 'Wynik jako nowy filtr' })).toHaveAccessibleDescription(
    'Wynik jest pusty: nie ma z czego utworzyć filtru.',
  )
  await dialog.getByRole('radio', { name: 'Jest w którymkolwiek' }).check()
  await dialog.getByRole('button', { name: 'Wynik jako nowy filtr' }).click()
  await expect(page.getByLabel('Nazwa filtru')).toHaveValue('e2e zbiór A + e2e zbiór B')
  await page.getByRole('button', { name: 'Utwórz filtr' }).click()
  await expect(page.getByText('Utworzono filtr „e2e zbiór A + e2e zbiór B”').first()).toBeVisible()
  const stored = storedFilter(panel.dataDir, openedId(page))
  expect(stored).toMatchObject({ nip: [one, two, three, four], krs: ['0000028860'], name: ['WISŁA polska'] })
  expect(new Set(stored['pesel'] as string[])).toEqual(new Set(PESELS))
})

test('a duplicate is a separate draft, which is kept, discarded or saved by keyboard', async ({ page, panel }) => {
  const created = await create(page, panel, {
    name: 'e2e do powielenia',
    content: { nip: [nipOf(11)], pesel: [PESELS[0]] },
  })
  await open(page, created.id)
  await page.getByRole('textbox', { name: /^KRS/ }).fill('28860')
  await page.getByRole('textbox', { name: /^KRS/ }).press('Enter')
  const duplicate = page.getByRole('button', { name: 'Duplikuj' })
  await duplicate.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/filters?filter=new')
  await expect(page.getByLabel('Nazwa filtru')).toBeFocused()
  await expect(page.getByLabel('Nazwa filtru')).toHaveValue('e2e do powielenia (kopia)')
  // The first draft keeps its content, and another copy does not overwrite it.
  await page.goBack()
  await expect(page.getByText('Przywrócono niezapisane zmiany, które tu czekały.')).toBeVisible()
  await expect(duplicate).toHaveAccessibleDescription(/Najpierw zapisz albo odrzuć nowy filtr/)
  await page.goForward()
  await page.getByRole('button', { name: 'Odrzuć zmiany' }).click()
  await expect(page.getByLabel('Nazwa filtru')).toHaveValue('')
  await page.goBack()
  await expect(page.getByLabel('Nazwa filtru')).toHaveValue('e2e do powielenia')
  await duplicate.click()
  // Before that the field shows the name of the previous filter, and a key press would be lost.
  await expect(page.getByLabel('Nazwa filtru')).toHaveValue('e2e do powielenia (kopia)')
  await page.getByLabel('Nazwa filtru').press('Enter')
  await expect(page.getByText('Utworzono filtr „e2e do powielenia (kopia)”').first()).toBeVisible()
  expect(storedFilter(panel.dataDir, openedId(page))).toMatchObject({
    nip: [nipOf(11)],
    krs: ['0000028860'],
    pesel: [PESELS[0]],
  })
  expect((await read(page, created.id)).content['krs']).toEqual([])
})

test('shows what cannot be compared or saved, fits a phone, and is disabled for a viewer', async ({
  page,
  panel,
  signIn,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const many = (from: number) => Array.from({ length: 6000 }, (_, at) => nipOf(from + at))
  const a = await create(page, panel, { name: 'e2e zbiór długi', content: { nip: many(20_000) } })
  await create(page, panel, { name: 'e2e zbiór drugi', content: { nip: many(30_000), pesel: [PESELS[0]] } })
  await open(page, a.id)
  await page.getByRole('textbox', { name: /^PESEL/ }).fill(PESELS[0])
  await page.getByRole('textbox', { name: /^PESEL/ }).press('Enter')
  await page.getByRole('button', { name: 'Połącz z innym' }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('B: drugi filtr').selectOption('e2e zbiór drugi')
  await dialog.getByRole('radio', { name: 'Jest w którymkolwiek' }).check()
  await expect(dialog.getByText(/^NIP: w wyniku jest 2\s?000 pozycji za dużo, żeby zapisać/)).toBeVisible()
  await expect(dialog.getByText(/niezapisane numery PESEL nie porównują się z zapisanymi/)).toBeVisible()
  await expectAccessible(page, 'filter/combine-phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Połącz z innym' })).toBeFocused()
  await signIn('viewer')
  await page.goto(`/filters?filter=${a.id}`)
  await expect(page.getByRole('button', { name: 'Duplikuj' })).toHaveAccessibleDescription(/rola|roli/i)
})
