import type { APIRequestContext, Page } from '@playwright/test'

import { expect, test } from './support/fixtures'
import { storedFilter } from './support/leaks'
import type { Panel } from './support/panel'

type Content = Record<string, string[]>
type Filter = { id: string; name: string; content: Content; item_count: number; updated_at: string }

const NIP = '5261040828'
const BAD_NIP = '5261040827'

async function get(request: APIRequestContext, id: string): Promise<Filter> {
  const answer = await request.get(`/api/v1/filters/${id}`)
  expect(answer.status()).toBe(200)
  return (await answer.json()) as Filter
}

async function create(page: Page, panel: Panel, filter: { name: string; content: Content }): Promise<Filter> {
  const answer = await page.request.post('/api/v1/filters', { data: filter, headers: { origin: panel.url } })
  expect(answer.status()).toBe(201)
  return (await answer.json()) as Filter
}

const storedPesels = (panel: Panel, id: string): unknown => storedFilter(panel.dataDir, id)['pesel']

const list = (page: Page, name: RegExp) => page.getByRole('textbox', { name })
const add = async (page: Page, name: RegExp, text: string) => {
  await list(page, name).fill(text)
  await list(page, name).press('Enter')
}
const open = async (page: Page, id: string) => {
  await page.goto(`/filters?filter=${id}`)
  await expect(page.getByLabel('Nazwa filtru')).toBeVisible()
}
const openedId = (page: Page) => new URL(page.url()).searchParams.get('filter') ?? ''

test.beforeEach(async ({ signIn }) => signIn('owner'))

test('the list shows sizes, and finds a filter by name or by a number in it', async ({
  page,
  panel,
  expectAccessible,
}) => {
  const created = await create(page, panel, { name: 'e2e Łódź', content: { nip: [NIP] } })
  const html = await (await page.request.get('/filters')).text()
  expect(html).toContain('e2e Łódź')
  await page.goto('/filters')
  await expectAccessible(page, 'filters')
  const search = page.getByRole('searchbox', { name: 'Szukaj filtru' })
  await search.fill('e2e lodz')
  await expect(page.getByRole('list', { name: 'Lista filtrów' }).getByRole('link')).toHaveCount(1)
  await search.fill('526-104-08-28')
  await page.getByRole('link', { name: /e2e Łódź 1 pozycja/ }).click()
  await expect(page).toHaveURL(`/filters?filter=${created.id}`)
  await expect(page.getByRole('heading', { name: 'e2e Łódź' })).toBeVisible()
})

test('a new filter cannot be saved until a bad value is corrected in place', async ({ page, expectAccessible }) => {
  await page.goto('/filters')
  await page.getByRole('button', { name: 'Nowy filtr' }).click()
  await page.getByLabel('Nazwa filtru').fill('e2e nowy')
  await add(page, /^NIP/, `PL 526-10-40-828; ${BAD_NIP}`)
  await add(page, /^KRS/, '28860')
  await add(page, /^Sygnatury KRZ/, 'KR15/GU/1/2024')
  const save = page.getByRole('button', { name: 'Utwórz filtr' })
  await expect(save).toHaveAccessibleDescription('Najpierw popraw albo usuń błędne wartości.')
  const bar = page.getByRole('group', { name: 'Zapisywanie zmian' })
  await expect(bar.getByRole('status').filter({ hasText: 'Najpierw popraw albo usuń' })).toBeVisible()
  await bar.getByRole('button', { name: 'Przejdź do listy: NIP' }).press('Enter')
  await expect(page.getByRole('textbox', { name: `Popraw: ${BAD_NIP}` })).toBeFocused()
  await expect(page.getByRole('textbox', { name: `Popraw: ${BAD_NIP}` })).toBeInViewport()
  await expectAccessible(page, 'filter')
  await page.getByRole('textbox', { name: `Popraw: ${BAD_NIP}` }).fill('1060000062')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Może KR1S/GU/1/2024?' }).click()
  await save.click()
  await expect(page.getByText('Utworzono filtr „e2e nowy”').first()).toBeVisible()
  await expect(page).toHaveURL(/filter=[0-9a-f-]{36}$/)
  await expect(page.getByLabel('Nazwa filtru')).toBeFocused()
  const { content } = await get(page.request, openedId(page))
  expect(content).toMatchObject({ nip: [NIP, '1060000062'], krs: ['0000028860'], krz_signature: ['KR1S/GU/1/2024'] })
})

test('an edit shows its changes, several names are split, and a 422 is shown at its value', async ({
  page,
  panel,
  expectedErrors,
}) => {
  await test.step('an edit shows its changes before it is saved', async () => {
    const created = await create(page, panel, { name: 'e2e różnica', content: { krs: ['0000000001', '0000000002'] } })
    await open(page, created.id)
    const bar = page.getByRole('group', { name: 'Zapisywanie zmian' })
    await expect(bar.getByText('Wszystko zapisane')).toBeVisible()
    await page.getByRole('button', { name: 'Usuń: 0000000001' }).click()
    await add(page, /^KRS/, '3, 4, 5')
    await expect(bar.getByText('+3')).toBeVisible()
    await expect(bar.getByText('−1')).toBeVisible()
    // What is only in the draft is not counted as saved.
    await expect(page.getByText('Zapisane: 2 pozycje · ')).toBeVisible()
    await bar.getByRole('button', { name: 'Zapisz' }).click()
    await expect(page.getByText('Zapisano filtr „e2e różnica”').first()).toBeVisible()
    await expect(bar.getByText('Wszystko zapisane')).toBeVisible()
    const { content } = await get(page.request, created.id)
    expect(new Set(content['krs'])).toEqual(new Set(['0000000002', '0000000003', '0000000004', '0000000005']))
  })
  await test.step('names on one line can be split, and the delete button of a very long name stays in view', async () => {
    const created = await create(page, panel, { name: 'e2e nazwy', content: { krs: ['0000000001'] } })
    await open(page, created.id)
    await add(page, /^Nazwy/, 'Budimex, Mostostal; Skanska')
    await page.getByRole('button', { name: 'Rozdziel na 3 nazwy: Budimex · Mostostal · Skanska' }).click()
    for (const name of ['Budimex', 'Mostostal', 'Skanska'])
      await expect(page.getByRole('button', { name: `Usuń: ${name}`, exact: true })).toBeVisible()
    const long = 'Przedsiębiorstwo'.repeat(11)
    await add(page, /^Nazwy/, long)
    const remove = page.getByRole('button', { name: `Usuń: ${long}` })
    await expect(remove).toBeInViewport({ ratio: 1 })
    await remove.click()
    await expect(remove).toHaveCount(0)
    await add(page, /^REGON/, '12100784')
    await page.getByRole('button', { name: 'Może 012100784?' }).click()
    await expect(page.getByRole('button', { name: 'Usuń: 012100784' })).toBeVisible()
  })
  await test.step('a 422 is shown at the value that it names', async () => {
    expectedErrors.push(/422/)
    const created = await create(page, panel, { name: 'e2e odmowa', content: { nip: [NIP] } })
    await open(page, created.id)
    await add(page, /^Nazwy/, 'Firma X')
    const detail = [{ loc: ['body', 'content', 'name', 0], msg: 'Not this one', type: 'value_error' }]
    await page.route(`**/api/v1/filters/${created.id}`, (route) => route.fulfill({ status: 422, json: { detail } }))
    await page.getByRole('button', { name: 'Zapisz', exact: true }).click()
    await expect(page.getByText('Usługa nie przyjęła części wartości')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Popraw: Firma X' })).toBeVisible()
    await expect(page.getByText('Not this one')).toBeVisible()
  })
})

test.describe('when the filter was changed elsewhere', () => {
  const changeElsewhere = async (page: Page, panel: Panel, filter: Filter) => {
    const data = { name: filter.name, content: { ...filter.content, krs: ['0000000009'] } }
    const answer = await page.request.put(`/api/v1/filters/${filter.id}`, { data, headers: { origin: panel.url } })
    expect(answer.status()).toBe(200)
  }

  test('the draft can overwrite the saved version, or the saved version can be loaded', async ({
    page,
    panel,
    expectedErrors,
  }) => {
    await test.step('the conflict is shown, and the draft can overwrite the saved version', async () => {
      expectedErrors.push(/409/)
      const created = await create(page, panel, { name: 'e2e konflikt', content: { krs: ['0000000001'] } })
      await open(page, created.id)
      await add(page, /^KRS/, '2')
      await changeElsewhere(page, panel, created)
      await page.getByRole('button', { name: 'Zapisz', exact: true }).click()
      await expect(page.getByText('w innej karcie lub na innym urządzeniu')).toBeVisible()
      await expect(page.getByText('dodano 1, usunięto 1')).toBeVisible()
      await expect(page.getByText('KRS: + 0000000009, − 0000000001')).toBeVisible()
      await page.getByRole('button', { name: 'Zapisz moją wersję' }).click()
      await expect(page.getByText('Zapisano filtr „e2e konflikt”').first()).toBeVisible()
      expect((await get(page.request, created.id)).content['krs']).toEqual(['0000000001', '0000000002'])
    })
    await test.step('the saved version can be loaded instead', async () => {
      expectedErrors.push(/409/)
      const created = await create(page, panel, { name: 'e2e konflikt 2', content: { krs: ['0000000001'] } })
      await open(page, created.id)
      await add(page, /^KRS/, '2')
      await changeElsewhere(page, panel, created)
      await page.getByRole('button', { name: 'Zapisz', exact: true }).click()
      await page.getByRole('button', { name: 'Wczytaj zapisaną wersję' }).click()
      await expect(page.getByRole('button', { name: 'Usuń: 0000000009' })).toBeVisible()
      await expect(page.getByLabel('Nazwa filtru')).toBeFocused()
      await expect(page.getByText('Wszystko zapisane')).toBeVisible()
    })
  })
})

test('leaving with unsaved changes requires a confirmation; cancelling and going back keep the changes', async ({
  page,
  panel,
}) => {
  const created = await create(page, panel, { name: 'e2e wyjście', content: { krs: ['0000000001'] } })
  await page.goto('/filters')
  await page.getByRole('link', { name: /e2e wyjście/ }).click()
  await add(page, /^KRS/, '2')
  await page.getByRole('link', { name: /^Obserwowane/ }).click()
  await expect(page.getByRole('alertdialog', { name: 'Masz niezapisane zmiany' })).toBeVisible()
  await page.getByRole('button', { name: 'Anuluj' }).click()
  await expect(page.getByRole('button', { name: 'Usuń: 0000000002' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Wybierz filtr z listy')).toBeVisible()
  await page.goForward()
  await expect(page.getByText('Przywrócono niezapisane zmiany')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Usuń: 0000000002' })).toBeVisible()
  await page.getByRole('link', { name: /^Obserwowane/ }).click()
  await page.getByRole('button', { name: 'Wyjdź bez zapisywania' }).click()
  await expect(page).toHaveURL('/monitors')
  expect((await get(page.request, created.id)).content['krs']).toEqual(['0000000001'])
})

test('a deletion shows its consequence, and the remaining monitor is marked as silent', async ({ page, panel }) => {
  const created = await create(page, panel, { name: 'e2e usuwany', content: { nip: [NIP] } })
  await open(page, created.id)
  const monitors = page.getByRole('region', { name: 'Monitory tego filtru' })
  await expect(monitors).toContainText('Żaden monitor nie używa tego filtru')
  await monitors.getByRole('button', { name: 'Monitoruj ten filtr' }).click()
  const monitorDialog = page.getByRole('dialog', { name: 'Monitoruj filtr „e2e usuwany”' })
  await monitorDialog.getByLabel('Etykieta').fill('e2e milczący')
  await monitorDialog.getByRole('button', { name: 'Utwórz monitor' }).click()
  await monitors.getByRole('link', { name: 'e2e milczący' }).click()
  // The filter links to its monitor, and the monitor to its filter.
  const facts = page.getByRole('region', { name: 'Co jest obserwowane' })
  await expect(facts).toContainText('1 pozycja')
  const monitorPage = page.url()
  await facts.getByRole('link', { name: 'e2e usuwany' }).click()
  await expect(monitors.getByRole('button', { name: 'Monitoruj ten filtr' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Usuń filtr' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Usunąć filtr „e2e usuwany”?' })
  await expect(dialog.getByText('Filtr trafi na listę usuniętych, skąd można go utworzyć na nowo.')).toBeVisible()
  await expect(
    dialog.getByText('1 monitor, który używa tego filtru, pozostanie, ale przestanie zgłaszać zdarzenia.'),
  ).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'e2e milczący' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Usuń filtr' }).click()
  await expect(page.getByText('Usunięto filtr „e2e usuwany”').first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('searchbox')).toBeFocused()
  await expect(page).toHaveURL('/filters')
  await page.goto(monitorPage)
  await expect(page.getByRole('alert').filter({ hasText: 'nie obserwuje nikogo' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Zdarzenia' })).toContainText('Bez filtru monitor nie zgłasza zdarzeń.')
  await page.goto(`/monitors?q=${encodeURIComponent('e2e milczący')}`)
  await expect(page.getByRole('row', { name: /e2e milczący/ }).getByText(/^Filtr usunięty/)).toBeVisible()
})

test.describe('when the service refuses', () => {
  test('an expired session keeps the unsaved changes', async ({ page, panel, context, signIn, expectedErrors }) => {
    expectedErrors.push(/401/)
    const created = await create(page, panel, { name: 'e2e sesja', content: { krs: ['0000000001'] } })
    await open(page, created.id)
    await add(page, /^KRS/, '2')
    await context.clearCookies({ name: /next-auth|session/ })
    await page.getByRole('button', { name: 'Zapisz', exact: true }).click()
    await expect(page.getByText('Sesja wygasła. Zaloguj się w nowej karcie i zapisz ponownie')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Usuń: 0000000002' })).toBeVisible()
    await signIn('owner')
    await page.getByRole('button', { name: 'Zapisz', exact: true }).click()
    await expect(page.getByText('Zapisano filtr „e2e sesja”').first()).toBeVisible()
    expect((await get(page.request, created.id)).content['krs']).toEqual(['0000000001', '0000000002'])
  })
})

test.describe('roles and personal numbers', () => {
  test('a personal number is masked until it is revealed, and a mask cannot be saved', async ({ page, panel }) => {
    await test.step('a personal number is masked until it is revealed, and is saved without being revealed', async () => {
      const pesel = ['44051401359', '72831500114']
      const created = await create(page, panel, { name: 'e2e osoby', content: { pesel } })
      expect(JSON.stringify(created)).not.toContain('44051401359')
      await open(page, created.id)
      await expect(page.getByText('44•••••••59')).toBeVisible()
      await expect(page.getByText('44051401359')).toHaveCount(0)
      await page.getByRole('button', { name: /^Pokaż 44•••••••59/ }).click()
      await expect(page.getByText('44051401359')).toBeVisible()
      await expect(page.getByText('72831500114')).toHaveCount(0)
      // One value is removed, one is typed, and the third is sent back unchanged.
      await page.getByRole('button', { name: 'Usuń: 44•••••••59' }).click()
      await add(page, /^PESEL/, '02070803628')
      await page.getByRole('button', { name: 'Zapisz', exact: true }).click()
      await expect(page.getByText('Zapisano filtr „e2e osoby”').first()).toBeVisible()
      expect(storedPesels(panel, created.id)).toEqual(['72831500114', '02070803628'])
      await page
        .getByRole('link', { name: /^Listy/ })
        .first()
        .click()
      await page.getByRole('searchbox', { name: 'Szukaj filtru' }).fill('728315 00114')
      await expect(page.getByRole('link', { name: /e2e osoby 2 pozycje/ })).toBeVisible()
    })
    await test.step('a mask or an invalid seal is rejected with 422', async () => {
      const created = await create(page, panel, { name: 'e2e maska', content: { pesel: ['44051401359'] } })
      const put = (pesel: string[]) =>
        page.request.put(`/api/v1/filters/${created.id}`, {
          data: { name: created.name, content: { pesel } },
          headers: { origin: panel.url },
        })
      for (const value of ['44•••••••59', `sealed:${'A'.repeat(40)}:44•••••••59`]) {
        const answer = await put(['44051401359', value])
        const detail = [{ loc: ['body', 'content', 'pesel', 1], type: 'masked_value' }]
        expect([answer.status(), await answer.json()]).toMatchObject([422, { detail }])
      }
      expect((await put(created.content['pesel'] ?? [])).status()).toBe(200)
      expect(storedPesels(panel, created.id)).toEqual(['44051401359'])
    })
  })

  test('a viewer sees masked lists and disabled actions with a reason', async ({ page, panel, signIn }) => {
    const created = await create(page, panel, {
      name: 'e2e podgląd',
      content: { pesel: ['44051401359'], krs: ['0000000001'] },
    })
    await signIn('viewer')
    const html = await (await page.request.get(`/filters?filter=${created.id}`)).text()
    expect(html).not.toContain('44051401359')
    await page.goto(`/filters?filter=${created.id}`)
    await expect(page.getByText('0000000001')).toBeVisible()
    await expect(page.getByLabel('Nazwa filtru')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Nowy filtr' })).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('button', { name: 'Usuń filtr' })).toHaveAccessibleDescription(
      'Niedostępne dla roli „Podgląd”.',
    )
  })
})
