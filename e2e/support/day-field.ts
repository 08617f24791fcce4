import { expect, type Locator } from '@playwright/test'

/** The field of a day by its label, in a dialog or a page. */
const dayField = (scope: Locator, label: string): Locator => scope.getByRole('group', { name: label, exact: true })

/** Types a day, `YYYY-MM-DD`, into its field. In Polish the day comes first. */
export async function fillDay(scope: Locator, label: string, day: string): Promise<void> {
  const parts = dayField(scope, label).getByRole('spinbutton')
  for (const [index, part] of day.split('-').toReversed().entries()) {
    await parts.nth(index).focus()
    await parts.nth(index).pressSequentially(part)
  }
  await expectDay(scope, label, day)
}

export async function readDay(scope: Locator, label: string): Promise<string> {
  const parts = dayField(scope, label).getByRole('spinbutton')
  await expect(parts).toHaveCount(3)
  const values = await Promise.all((await parts.all()).map((part) => part.getAttribute('aria-valuenow')))
  return values
    .map((value) => (value ?? '').padStart(2, '0'))
    .toReversed()
    .join('-')
}

export const expectDay = (scope: Locator, label: string, day: string): Promise<void> =>
  expect.poll(() => readDay(scope, label)).toBe(day)
