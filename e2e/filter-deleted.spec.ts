import type { Locator, Page } from '@playwright/test'

import { freeKrsOf, freeNipOf, peselOf } from '@/lib/testing/identifiers'

import { createFilter, listPart, openFilter, readFilter } from './support/filters'
import { expect, test } from './support/fixtures'
import { storedFilter } from './support/leaks'
import type { Panel } from './support/panel'

const KRS = [651, 652].map(freeKrsOf)
const NIP = freeNipOf(651)
const PERSON = peselOf(6651)

const deletedList = (page: Page) => page.getByRole('list', { name: 'Usunięte filtry' })
const openedId = (page: Page) => new URL(page.url()).searchParams.get('filter') ?? ''

/** A hidden element cannot be focused; on a phone the list appears once the filter is closed. */
async function pressKey(button: Locator, key = 'Enter'): Promise<void> {
  await expect(button).toBeVisible()
  await button.focus()
  await button.press(key)
}

interface NewMonitor {
  readonly filter_id: string
  readonly label: string
}

async function watchFilter(page: Page, panel: Panel, data: NewMonitor): Promise<string> {
  const answer = await page.request.post('/api/v1/monitors', { headers: { origin: panel.url }, data })
  expect(answer.status()).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

test('a deleted filter is restored with its silent monitor and without personal numbers', async ({
  page,
  panel,
  signIn,
  expectAccessible,
}) => {
  await signIn('compliance')
  const content = { krs: KRS, nip: [NIP], pesel: [PERSON] }
  const created = await createFilter(page, panel, { name: 'e2e do przywrócenia', content })
  const monitor = await watchFilter(page, panel, { filter_id: created.id, label: 'e2e cichy po usunięciu' })
  await openFilter(page, created.id)
  await pressKey(page.getByRole('button', { name: 'Usuń filtr' }))
  const confirmation = page.getByRole('alertdialog', { name: 'Usunąć filtr „e2e do przywrócenia”?' })
  await expect(confirmation.getByText('1 numer PESEL przepadnie')).toBeVisible()
  await confirmation.getByRole('button', { name: 'Usuń filtr' }).click()
  await expect(page.getByText('Usunięto filtr „e2e do przywrócenia”').first()).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await pressKey(page.locator('summary').filter({ hasText: 'Usunięte' }))
  const row = deletedList(page).getByRole('listitem').filter({ hasText: 'e2e do przywrócenia' })
  await expect(row).toContainText('4 pozycje · usunięty przed chwilą')
  await expect(row).toContainText('compliance@demo.test')
  await expectAccessible(page, 'filters/deleted')
  await pressKey(row.getByRole('button', { name: 'Przywróć: e2e do przywrócenia' }))
  const dialog = page.getByRole('dialog', { name: 'Przywróć filtr „e2e do przywrócenia”' })
  await expect(dialog.getByText('KRS 2 · NIP 1')).toBeVisible()
  await expect(dialog.getByText('Bez 1 wartości (PESEL)')).toBeVisible()
  await expect(dialog.getByText('Sam się nie podłączy.')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'e2e cichy po usunięciu' })).toBeVisible()
  await expectAccessible(page, 'filter/restore')
  const name = dialog.getByLabel('Nazwa filtru')
  await expect(name).toBeFocused()
  await name.fill(' ')
  await name.press('Enter')
  await expect(dialog.getByText('Podaj nazwę filtru.')).toBeVisible()
  await name.fill('e2e przywrócony')
  await name.press('Enter')
  await expect(page.getByText('Przywrócono filtr „e2e przywrócony” i podłączono jego monitor').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'e2e przywrócony' })).toBeVisible()
  await expect(page.getByLabel('Nazwa filtru')).toBeFocused()
  const restored = openedId(page)
  expect(restored).not.toBe(created.id)
  expect((await readFilter(page, restored)).content).toMatchObject({ krs: KRS, nip: [NIP], pesel: [] })
  expect(storedFilter(panel.dataDir, restored)['pesel'] ?? []).toEqual([])
  const reconnectedMonitor = (await (await page.request.get(`/api/v1/monitors/${monitor}`)).json()) as {
    filter_id: string
  }
  expect(reconnectedMonitor.filter_id).toBe(restored)
})

test('a monitor stays silent when its checkbox is cleared, and a filter of persons only cannot be restored', async ({
  page,
  panel,
  signIn,
}) => {
  await signIn('owner')
  const headers = { origin: panel.url }
  const created = await createFilter(page, panel, { name: 'e2e bez monitora', content: { krs: [KRS[0]] } })
  const monitor = await watchFilter(page, panel, { filter_id: created.id, label: 'e2e zostaje cichy' })
  const persons = await createFilter(page, panel, { name: 'e2e same osoby', content: { pesel: [PERSON] } })
  for (const { id } of [created, persons])
    expect((await page.request.delete(`/api/v1/filters/${id}`, { headers })).status()).toBe(204)
  const answer = await page.request.get('/api/panel/filters/deleted')
  expect(await answer.text()).not.toContain(PERSON)
  await page.goto('/filters')
  await page.locator('summary').filter({ hasText: 'Usunięte' }).click()
  await deletedList(page).getByRole('button', { name: 'Przywróć: e2e same osoby' }).click()
  const personsDialog = page.getByRole('dialog', { name: 'Przywróć filtr „e2e same osoby”' })
  await expect(personsDialog.getByRole('button', { name: 'Przywróć filtr' })).toHaveAccessibleDescription(
    /Nie ma czego przywrócić/,
  )
  await page.keyboard.press('Escape')
  await deletedList(page).getByRole('button', { name: 'Przywróć: e2e bez monitora' }).click()
  const dialog = page.getByRole('dialog', { name: 'Przywróć filtr „e2e bez monitora”' })
  await dialog.getByRole('checkbox', { name: 'Podłącz do przywróconego filtru' }).uncheck()
  await dialog.getByRole('button', { name: 'Przywróć filtr' }).click()
  await expect(page.getByText('Przywrócono filtr „e2e bez monitora”').first()).toBeVisible()
  const remainingMonitor = (await (await page.request.get(`/api/v1/monitors/${monitor}`)).json()) as {
    filter_id: string
  }
  expect(remainingMonitor.filter_id).toBe(created.id)
  const deletion = await page.request.delete(`/api/v1/monitors/${monitor}`, { headers })
  expect(deletion.status()).toBe(204)

  await signIn('viewer')
  await page.goto('/filters')
  await page.locator('summary').filter({ hasText: 'Usunięte' }).click()
  const button = deletedList(page).getByRole('button', { name: 'Przywróć: e2e bez monitora' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  // The audit log names the person, but this role may not read it.
  await expect(deletedList(page).getByText('owner@demo.test')).toHaveCount(0)
})

test('with the keyboard only, a filter is opened, extended, compared, saved, and its former version restored', async ({
  page,
  panel,
  signIn,
}) => {
  await signIn('owner')
  const created = await createFilter(page, panel, { name: 'e2e samą klawiaturą', content: { krs: [KRS[0]] } })
  await page.goto('/filters')
  const search = page.getByRole('searchbox', { name: 'Szukaj filtru' })
  await search.focus()
  await page.keyboard.type('sama klawiatura')
  await expect(page.getByRole('list', { name: 'Lista filtrów' }).getByRole('link')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /e2e samą klawiaturą/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/filters?filter=${created.id}`)
  const field = listPart(page, 'krs').getByRole('textbox').first()
  await field.focus()
  await page.keyboard.type(KRS[1] ?? '')
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  const bar = page.getByRole('group', { name: 'Zapisywanie zmian' })
  const show = bar.getByRole('button', { name: /Pokaż zmiany/ })
  await pressKey(show)
  const difference = page.getByRole('dialog', { name: 'Co zmieni zapis' })
  await expect(difference.getByText('Dodane: 1. Usunięte: 0.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(show).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(bar.getByRole('button', { name: 'Odrzuć zmiany' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(bar.getByText('Wszystko zapisane')).toBeVisible()
  await pressKey(page.getByRole('button', { name: 'Cofnij' }))
  await expect(bar.getByText('+1')).toBeVisible()
  await pressKey(bar.getByRole('button', { name: 'Zapisz' }))
  await expect(page.getByText('Zapisano filtr „e2e samą klawiaturą”').first()).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Zapisz' })).toBeFocused()
  await pressKey(page.getByRole('button', { name: 'Historia zmian' }))
  const history = page.getByRole('dialog', { name: /^Historia filtru/ })
  await pressKey(history.getByRole('list', { name: 'Wersje filtru' }).getByRole('button').last())
  await pressKey(history.getByRole('button', { name: 'Przywróć do szkicu' }))
  await expect(bar.getByText('−1')).toBeVisible()
  await pressKey(bar.getByRole('button', { name: 'Zapisz' }))
  await expect(bar.getByText('Wszystko zapisane')).toBeVisible()
  expect((await readFilter(page, created.id)).content['krs']).toEqual([KRS[0]])
})
