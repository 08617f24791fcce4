import { expect, test } from './support/fixtures'

/** What it selects and invites would be seen by other files. */
test.use({ panelOf: 'every-page' })

test('rows are selected with Shift and arrows, and the first fifty with one press', async ({ page, signIn }) => {
  await signIn('owner')
  await page.goto('/monitors')
  const rows = page.getByRole('grid').locator('[data-id]')
  const selected = page.getByRole('grid').locator('[aria-selected=true]')
  // The list read by the browser replaces the one drawn by the server.
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false')
  await rows.first().focus()
  await expect(rows.first()).toBeFocused()
  for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key)
  await expect(selected).toHaveCount(3)
  await expect(rows.nth(2)).toBeFocused()
  await page.keyboard.press('Shift+ArrowUp')
  await expect(selected).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(selected).toHaveCount(0)
  await page.getByRole('button', { name: 'Zaznacz pierwsze 50' }).click()
  await expect(page.getByText('50 zaznaczonych')).toBeVisible()
})

test('every tag of a monitor is drawn or counted, at any width', async ({ page, panel, signIn }) => {
  await signIn('owner')
  const tags = ['dostawcy', 'do wyjaśnienia', 'vip', 'windykacja']
  const data = { identifier_type: 'krs', identifier_value: '0000999999', tags }
  const answer = await page.request.post('/api/v1/monitors', { data, headers: { origin: panel.url } })
  expect(answer.status()).toBe(201)
  const { id } = (await answer.json()) as { id: string }
  for (const width of [1360, 1000, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/monitors')
    const cell = page.locator(`[data-id="${id}"] [data-tags]`)
    await expect(cell).toBeVisible()
    const drawn = cell.locator('> span[title]')
    await expect
      .poll(async () => {
        const texts = await drawn.allTextContents()
        const counted = Number(/^\+(\d+)/.exec(texts.at(-1) ?? '')?.[1] ?? 0)
        return counted + texts.length - (counted > 0 ? 1 : 0)
      })
      .toBe(tags.length)
    // Nothing is cut off at the edge of the cell: a tag that is too long ends in an ellipsis.
    expect(await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth), `at ${width}`).toBe(true)
  }
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } })

  test('no field is so small that a phone zooms into it', async ({ page, signIn }) => {
    await signIn('owner')
    for (const path of ['/monitors', '/search', '/white-list', '/console', '/reports']) {
      await page.goto(path)
      const sizes = await page
        .locator('input:visible, select:visible, textarea:visible')
        .evaluateAll((fields) =>
          fields
            .filter((field) => !(field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)))
            .map((field) => Number.parseFloat(getComputedStyle(field).fontSize)),
        )
      expect(Math.min(16, ...sizes), path).toBeGreaterThanOrEqual(16)
    }
  })
})
