import { expect, type Locator, type Page } from '@playwright/test'

export const open = async (page: Page, operation: string) => {
  await page.goto(`/console?operation=${operation}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Konsola API' })).toBeVisible()
}
export const field = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('textbox', { name: new RegExp(`^${name}( wymagane)?$`) })
export const send = (page: Page) => page.getByRole('button', { name: /^Wyślij( ponownie)?$/ }).click()
export const answer = (page: Page) => page.getByRole('region', { name: 'Odpowiedź' })
export const fact = (page: Page, label: string) =>
  answer(page)
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: label }) })
    .locator('dd')
