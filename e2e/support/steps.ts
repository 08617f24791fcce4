import type { Locator, Page } from '@playwright/test'

/** Does what a person does and counts it: a press, a text that is typed or pasted, or a key is one step. */
export function countSteps(page: Page) {
  let count = 0
  return {
    count: () => count,
    click: async (target: Locator) => {
      count += 1
      await target.click()
    },
    type: async (field: Locator, text: string) => {
      count += 1
      await field.fill(text)
    },
    /** For fields that suggest while one types. */
    typeKeys: async (field: Locator, text: string) => {
      count += 1
      await field.pressSequentially(text)
    },
    /** In a list of a form. */
    select: async (field: Locator, value: string) => {
      count += 1
      await field.selectOption(value)
    },
    press: async (key: string) => {
      count += 1
      await page.keyboard.press(key)
    },
  }
}
