import type { Page } from '@playwright/test'

import { expect, test } from '../support/fixtures'
import { pauseSampleNotices } from '../support/notices'

test.beforeEach(({ panel }) => pauseSampleNotices(panel))

const figure = (page: Page) => page.getByTestId('preview-count')
const field = (page: Page, label: string) =>
  page.getByRole('textbox', { name: label }).or(page.getByRole('combobox', { name: label }))

const COUNTED = 'Liczby: postępowania z ostatnich 30 dni. Pozostałe warunki filtra ich nie zmieniają.'

test.describe('building a filter', () => {
  test.beforeEach(async ({ signIn }) => signIn('owner'))

  test('works with codes, provinces, authorities and other forms of words', async ({ page, expectAccessible }) => {
    await test.step('the code tree works with the keyboard only', async () => {
      await page.goto('/bzp')
      await page.getByRole('button', { name: 'Przeglądaj drzewo kodów' }).press('Enter')
      const tree = page.getByRole('tree', { name: 'Kody CPV' })
      await expect(tree).toBeVisible()
      await expect(page.getByText(COUNTED)).toBeVisible()
      await expectAccessible(page, 'tenders/code-tree')
      await expect(page.getByRole('textbox', { name: 'Szukaj wśród kodów' })).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(tree).toBeFocused()
      const row = (code: string) => tree.getByRole('treeitem', { name: new RegExp(`^${code} `) })
      await page.keyboard.type('45')
      await expect(row('45000000')).toHaveAttribute('aria-expanded', 'false')
      await page.keyboard.press('ArrowRight')
      await expect(row('45000000')).toHaveAttribute('aria-expanded', 'true')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Space')
      await expect(row('45100000')).toHaveAttribute('aria-checked', 'true')
      await expect(row('45100000')).toHaveAttribute('aria-level', '2')
      await expect(row('45100000')).toHaveAttribute('aria-posinset', '1')
      await expect(row('45000000')).toHaveAttribute('aria-checked', 'mixed')
      await expect(page).toHaveURL('/bzp?cpv=451')
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Space')
      await expect(page).toHaveURL('/bzp?cpv=45')
      await expect(row('45100000')).toHaveAttribute('aria-checked', 'true')
      await page.keyboard.press('End')
      await expect(row('98000000')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(tree).toHaveCount(0)
      await expect(page.getByText('45* Roboty budowlane')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Przeglądaj drzewo kodów' })).toBeFocused()
    })
    await test.step('provinces have the same state on the map, in the list and in the field', async () => {
      await page.goto('/bzp')
      const opener = page.getByRole('button', { name: 'Mapa i lista województw' })
      await opener.click()
      const panel = page.getByRole('group', { name: 'Mapa i lista województw' })
      const box = (name: string) => panel.getByRole('checkbox', { name: new RegExp(`^${name}`) })
      await box('lubelskie').check()
      await expect(page).toHaveURL('/bzp?province=lubelskie')
      await panel
        .locator('svg path')
        .filter({ hasText: /^mazowieckie/ })
        .click()
      await expect(page).toHaveURL('/bzp?province=lubelskie&province=mazowieckie')
      await expect(box('mazowieckie')).toBeChecked()
      await expect(panel.getByText(COUNTED)).toBeVisible()
      await expectAccessible(page, 'tenders/provinces')
      await page.getByRole('button', { name: 'Usuń: lubelskie' }).click()
      await expect(box('lubelskie')).not.toBeChecked()
      const itemText = await panel.getByRole('listitem').filter({ hasText: 'mazowieckie' }).textContent()
      await expect(figure(page)).toHaveText(itemText?.replace('mazowieckie', '').trim() ?? '')
    })
    await test.step('authorities are completed with NIP and count; towns with province and county', async () => {
      await page.goto('/bzp')
      await field(page, 'Zamawiający').pressSequentially('gmina')
      const option = page.getByRole('option', { name: /NIP \d{10} · postępowania: \d/ }).first()
      await expect(option).toBeVisible()
      await field(page, 'Zamawiający').press('ArrowDown')
      await field(page, 'Zamawiający').press('Enter')
      await expect(page).toHaveURL(/authority=.*gmina/i)
      await field(page, 'Miejscowości').pressSequentially('jozefow')
      await expect(page.getByRole('option', { name: /Józefów.*mazowieckie, powiat otwocki · lubelskie/ })).toBeVisible()
    })
    await test.step('forms and synonyms are offered with counts and applied when chosen', async () => {
      await page.goto('/bzp?q=oświetlenie')
      await page.getByRole('button', { name: 'Inne formy i synonimy' }).click()
      const suggestions = page.getByRole('group', { name: 'Inne formy i synonimy' })
      const stem = suggestions.getByRole('button', { name: /^zamiast: „oświetlen” \d/ })
      await expect(stem).toBeVisible()
      await expectAccessible(page, 'tenders/other-forms')
      const found = (await stem.textContent())?.replace(/^.*”/, '').trim() ?? ''
      await stem.click()
      await expect(page).toHaveURL(`/bzp?q=${encodeURIComponent('oświetlen')}`)
      await expect(figure(page)).toHaveText(found)
      await suggestions.getByRole('button', { name: /^dodaj: „lamp” \d/ }).click()
      await expect(page.getByRole('button', { name: 'Usuń: lamp' })).toBeVisible()
    })
  })

  test('on a phone the tree fits, and the count is visible', async ({ page, expectAccessible, signIn }) => {
    await test.step('the tree is searched by words in any order, and fits a phone', async () => {
      await page.setViewportSize({ width: 390, height: 780 })
      await page.goto('/bzp')
      await page.getByRole('button', { name: 'Przeglądaj drzewo kodów' }).click()
      const tree = page.getByRole('tree', { name: 'Kody CPV' })
      await page.getByRole('textbox', { name: 'Szukaj wśród kodów' }).fill('sciekow zakresie roboty')
      const hit = tree.getByRole('treeitem', { name: /^45232420 / })
      await expect(hit).toBeVisible()
      await expectAccessible(page, 'tenders/code-tree-phone')
      await hit.click()
      await expect(page).toHaveURL(/cpv=4523242/)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide).toBeLessThanOrEqual(390)
      await page.getByRole('textbox', { name: 'Szukaj wśród kodów' }).fill('zażółć')
      await expect(page.getByText('Żaden kod nie pasuje.')).toBeVisible()
    })
    await test.step('the count stays visible while the form is filled in on a phone', async () => {
      await signIn('owner')
      await page.setViewportSize({ width: 390, height: 780 })
      await page.goto('/bzp?q=kanalizacj')
      await expect(figure(page)).not.toBeInViewport()
      const bar = page.getByTestId('count-bar')
      await expect(bar).toBeInViewport()
      const before = (await bar.textContent()) ?? ''
      await field(page, 'Wyklucz słowa').fill('deszczow')
      await field(page, 'Wyklucz słowa').press('Enter')
      await expect(bar).not.toHaveText(before)
      await expect(bar).toContainText((await figure(page).textContent()) ?? before)
    })
  })

  test('text that matches nothing, or several values, is reported at its field', async ({ page }) => {
    await test.step('text that matches nothing is reported at its field and kept', async () => {
      await page.goto('/bzp')
      const words = field(page, 'Słowa kluczowe')
      const messages = {
        a: 'Jeden znak policzymy dopiero po Enter.',
        '%': 'Jeden znak policzymy dopiero po Enter.',
        '   ': 'Same odstępy: nie ma czego szukać.',
        ['x'.repeat(500)]: 'Ten tekst ma 500 znaków; najwyżej może mieć 200.',
        'a\u0007b': 'W tekście są znaki, których nie da się wyszukać (sterujące albo uszkodzone). Usuń je.',
      }
      for (const [text, sentence] of Object.entries(messages)) {
        await words.fill(text)
        await expect(page.getByText(sentence)).toBeVisible()
        await expect(words).toHaveValue(text)
      }
    })
    await test.step('any entered text becomes a keyword', async () => {
      await page.goto('/bzp')
      for (const text of ['%', '_', '"', 'a']) {
        await field(page, 'Słowa kluczowe').fill(text)
        await field(page, 'Słowa kluczowe').press('Enter')
        await expect(page.getByRole('button', { name: `Usuń: ${text}`, exact: true })).toBeVisible()
      }
      await expect(page).toHaveURL('/bzp?q=%25&q=_&q=%22&q=a')
      await expect(figure(page)).not.toHaveText('0')
    })
    await test.step('a single character is kept but not accepted as a code, province or town, and causes no refused request', async () => {
      const refused: string[] = []
      page.on('response', (response) => response.status() >= 400 && refused.push(response.url()))
      await page.goto('/bzp')
      const messages = {
        'Kody CPV': 'Jeden znak to za mało: kod ma od 2 do 8 cyfr, a nazwy podpowiadamy od dwóch liter.',
        Województwa: 'Jeden znak to za mało: podpowiadamy od dwóch.',
        Miejscowości: 'Jeden znak to za mało: podpowiadamy od dwóch.',
      }
      for (const [label, sentence] of Object.entries(messages)) {
        for (const text of ['4', 'a', '"']) {
          await field(page, label).fill(text)
          await expect(page.getByText(sentence)).toBeVisible()
          await field(page, label).press('Enter')
          await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
          await expect(field(page, label)).toHaveValue(text)
        }
        await field(page, label).fill('')
      }
      await expect(page).toHaveURL('/bzp')
      await field(page, 'Zamawiający').fill('😀')
      await expect(page.getByText('Jeden znak policzymy dopiero po Enter.')).toBeVisible()
      await field(page, 'Zamawiający').press('Enter')
      await expect(figure(page)).toHaveText('0')
      expect(refused).toEqual([])
    })
    await test.step('with more characters the province that begins with them comes first, and an unknown town is reported', async () => {
      await page.goto('/bzp')
      await field(page, 'Województwa').fill('śląsk')
      await expect(page.getByRole('option').first()).toHaveText('śląskie')
      await field(page, 'Województwa').press('Enter')
      await field(page, 'Miejscowości').fill('Xyzzyno')
      await field(page, 'Miejscowości').press('Enter')
      await expect(page).toHaveURL(/province=%C5%9Bl%C4%85skie&city=Xyzzyno/)
      await expect(page.getByText(/^Nie mamy na liście miejscowości „Xyzzyno”/)).toBeVisible()
    })
  })
})

test('a button press is not lost, and features that the service lacks are hidden', async ({
  page,
  signIn,
  expectedErrors,
}) => {
  await test.step('a button press works even if ending the text moves the page', async () => {
    await signIn('owner')
    await page.goto('/bzp?cpv=452')
    await field(page, 'Słowa kluczowe').fill('%')
    await expect(page.getByText('Jeden znak policzymy dopiero po Enter.')).toBeVisible()
    await page.getByRole('button', { name: 'Przeglądaj drzewo kodów' }).click()
    const chosen = page.getByRole('treeitem', { name: /^45200000 / })
    // The chosen code is visible immediately.
    await expect(chosen).toBeInViewport()
    await expect(chosen).toHaveAttribute('aria-checked', 'true')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Usuń: %', exact: true })).toBeVisible()
  })
  await test.step('features that the service lacks are hidden', async () => {
    expectedErrors.push(/status of 404/)
    await signIn('owner')
    const missing = { detail: { code: 'not_found', message: 'no such place' } }
    for (const path of ['facets*', 'alerts/compare']) {
      await page.route(`**/api/v1/bzp/${path}`, (route) => route.fulfill({ status: 404, json: missing }))
    }
    await page.goto('/bzp?q=oświetlenie')
    await page.getByRole('button', { name: 'Mapa i lista województw' }).click()
    await expect(page.getByRole('checkbox', { name: 'lubelskie', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Inne formy i synonimy' }).click()
    // The counts come from single previews instead.
    await expect(page.getByRole('button', { name: /^zamiast: „oświetlen” \d/ })).toBeVisible()
    await field(page, 'Zamawiający').fill('gmina')
    await field(page, 'Zamawiający').press('Enter')
    await expect(page.getByRole('button', { name: 'Usuń: gmina' })).toBeVisible()
    await page.getByRole('button', { name: 'Przeglądaj drzewo kodów' }).click()
    const first = page.getByRole('treeitem').first()
    await expect(first).toHaveText(/^03000000 \D+$/)
  })
})
