import { expect, test } from './support/fixtures'

type Document = { paths: Record<string, Record<string, { summary: string }>> }

test('the API reference lists every operation of the OpenAPI description, with an example', async ({
  page,
  panel,
  signIn,
  expectAccessible,
}) => {
  await signIn('viewer')
  const answer = await fetch(`${panel.apiUrl}/openapi.json`)
  const { paths } = (await answer.json()) as Document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary }]) => ({ path, method: method.toUpperCase(), summary })),
  )
  expect(operations.length).toBeGreaterThan(40)
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Nawigacja główna' }).getByRole('link', { name: 'Opis API' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Opis API' })).toBeVisible()
  const details = page.getByRole('main').locator('details')
  await expect(details).toHaveCount(operations.length)
  for (const { path, method, summary } of operations)
    await expect(details.filter({ hasText: `${method}${path}${summary}` })).toHaveCount(1)
  // The description is in English, and the page is not.
  await expect(details.locator('summary [lang=en]')).toHaveCount(operations.length)

  await test.step('an operation is expanded by keyboard', async () => {
    const setCap = details.filter({ hasText: 'PUT/v1/usage/api/spend-cap' })
    await setCap.locator('summary').focus()
    await page.keyboard.press('Enter')
    await expect(setCap.getByRole('cell', { name: 'spend_cap_pln' })).toBeVisible()
    await expect(setCap.getByRole('textbox', { name: 'Przykładowe zapytanie' })).toHaveValue(
      /^curl 'http.*\/v1\/usage\/api\/spend-cap' \\\n {2}-X PUT/,
    )
    await expect(setCap.getByRole('textbox', { name: 'Przykładowa odpowiedź' })).toHaveValue(/"overage_grosz": \d+/)
    await expectAccessible(page, 'reference')
  })
  await test.step('an address with a fragment scrolls to its section', async () => {
    await page.goto('/reference#tag-companies')
    await expect(page.getByRole('heading', { level: 2, name: 'Firmy' })).toBeInViewport()
  })
})
