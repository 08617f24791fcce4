import { expect, test } from './support/fixtures'

/** The keys page belongs to the embedded service, so its answers are replaced in the browser. */
const detail = (code: string, rest: object = {}) => ({ detail: { code, message: 'x', ...rest } })
const refusals = [
  { status: 401, json: detail('session_expired'), words: /Sesja wygasła/ },
  { status: 402, json: detail('payment_required', { pool: 'plan' }), words: /nie obejmuje dostępu przez API/ },
  { status: 429, json: detail('rate_limited'), headers: { 'retry-after': '7' }, words: /Za dużo zapytań naraz/ },
  { status: 500, json: detail('internal'), words: /Po stronie usługi wystąpił błąd/ },
  { status: 200, body: '<h1>?</h1>', words: /w postaci, której ten panel nie zna/ },
] as const

test('a key that cannot be created shows each error in the dialog, keeps the name, and a retry creates it', async ({
  page,
  panel,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/)
  await signIn('owner')
  await page.goto('/settings/api')
  await page.getByRole('button', { name: 'Utwórz klucz' }).first().click()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('Nazwa')
  await name.fill('mimo błędów')
  for (const { words, ...answer } of refusals) {
    await page.route('**/api/v1/keys', (route) =>
      route.request().method() === 'POST' ? route.fulfill(answer) : route.continue(),
    )
    await dialog.getByRole('button', { name: 'Utwórz klucz' }).click()
    await expect(dialog.getByText(words).first(), String(answer.status)).toBeVisible()
    await expect(name).toHaveValue('mimo błędów')
    await page.unroute('**/api/v1/keys')
  }
  await page.route('**/api/v1/keys', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await dialog.getByRole('button', { name: 'Utwórz klucz' }).click()
  await expect(dialog.getByText(/Serwer nie odpowiada/)).toBeVisible()
  await page.unroute('**/api/v1/keys')
  await dialog.getByRole('button', { name: 'Utwórz klucz' }).click()
  await expect(page.getByRole('dialog', { name: 'Klucz „mimo błędów” jest gotowy' })).toBeVisible()
  // The number of active keys is limited, and other tests need them.
  const { items } = (await (await page.request.get('/api/v1/keys')).json()) as { items: { id: string; name: string }[] }
  for (const { id } of items.filter((key) => key.name === 'mimo błędów'))
    await page.request.post(`/api/v1/keys/${id}/deactivate`, { headers: { origin: panel.url } })
})

test('a key that cannot be deactivated shows an error and stays active until a retry', async ({
  page,
  panel,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/)
  await signIn('owner')
  await page.request.post('/api/v1/keys', { data: { name: 'zostaje' }, headers: { origin: panel.url } })
  await page.goto('/settings/api')
  const row = page.getByRole('row', { name: /zostaje/ })
  await page.route('**/api/v1/keys/*/deactivate', (route) => route.fulfill({ status: 500, json: detail('internal') }))
  await row.getByRole('button', { name: /^Dezaktywuj/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dezaktywuj' }).click()
  await expect(page.getByText('Nie udało się dezaktywować klucza „zostaje”.').first()).toBeVisible()
  await expect(row.getByText('aktywny', { exact: true })).toBeVisible()
  await page.unroute('**/api/v1/keys/*/deactivate')
  await row.getByRole('button', { name: /^Dezaktywuj/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dezaktywuj' }).click()
  await expect(row.getByText(/^nieaktywny/)).toBeVisible()
})
