import type { Locator, Page } from '@playwright/test'

import { expect, test } from './support/fixtures'

test.use({ forcedColors: 'active' })

/** How an element is drawn, without its text: two that look alike have the same look. */
const lookOf = (element: Locator): Promise<string> =>
  element.evaluate((drawn) => {
    const { backgroundColor, outlineStyle, outlineColor, outlineWidth } = getComputedStyle(drawn)
    const outline = outlineStyle === 'none' ? '' : `${outlineWidth} ${outlineColor}`
    return `${backgroundColor} ${outline}`
  })

async function expectDifferent(one: Locator, other: Locator, what: string): Promise<void> {
  expect(await lookOf(one), what).not.toBe(await lookOf(other))
}

/** The track of a meter, and the part of it that is filled. */
const trackOf = (meter: Locator) =>
  meter
    .locator('.bg-track')
    .or(meter.and(meter.page().locator('.bg-track')))
    .first()
const fillOf = (meter: Locator) => meter.locator('[style*="width"]').last()

async function openPage(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test('with forced colours, meters, the current page and what is chosen can be seen', async ({ page, signIn }) => {
  await signIn('owner')
  await test.step('the part of a pool that is used differs from the rest', async () => {
    await openPage(page, '/usage')
    const meters = page.getByRole('main').getByRole('meter')
    await expect(meters.first()).toBeVisible()
    for (const meter of await meters.all()) await expectDifferent(fillOf(meter), trackOf(meter), 'meter')
    const small = page.getByRole('navigation').locator('..').locator('..').getByRole('meter')
    await expectDifferent(fillOf(small.first()), trackOf(small.first()), 'the meter of the menu')
  })
  await test.step('the current page of the menu and of a section differ from the others', async () => {
    await openPage(page, '/notifications/channels')
    const menu = page.getByRole('navigation', { name: 'Nawigacja główna' })
    const [current, others] = [menu.locator('a[aria-current=page]'), menu.locator('a:not([aria-current])')]
    await expect(current).toHaveCount(1)
    await expectDifferent(current, others.first(), 'menu')
    const tabs = page.getByRole('main').getByRole('navigation')
    await expectDifferent(tabs.locator('a[aria-current=page]'), tabs.locator('a:not([aria-current])').first(), 'tabs')
  })
  await test.step('a selected row differs from the others', async () => {
    await openPage(page, '/monitors')
    const rows = page.getByRole('grid').locator('[data-id]')
    await rows.nth(1).getByRole('checkbox').check()
    await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true')
    await page.mouse.move(0, 0)
    await expectDifferent(rows.nth(1), rows.nth(3), 'row')
  })
  await test.step('the chosen one of a few options, and a filter that is on, differ from the others', async () => {
    await openPage(page, '/usage')
    const pools = page
      .getByRole('group')
      .filter({ has: page.locator('button[aria-pressed]') })
      .first()
    await pools.locator('button').first().click()
    await expectDifferent(pools.locator('[aria-pressed=true]'), pools.locator('[aria-pressed=false]').first(), 'chip')
  })
  await test.step('bars and the swatches of a legend have a colour of their own', async () => {
    await openPage(page, '/')
    const swatches = page.getByRole('main').locator('li > span[aria-hidden][style*=background]')
    await expect(swatches.first()).toBeVisible()
    const canvas = await lookOf(page.locator('body'))
    const looks = await Promise.all((await swatches.all()).map(lookOf))
    expect(new Set([...looks, canvas]).size).toBe(looks.length + 1)
  })
})
