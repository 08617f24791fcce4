import { freeNipOf, peselOf } from '@/lib/testing/identifiers'

import { maskOf } from './support/leaks'
import { expect, remoteTest } from './support/remote-fixtures'

type Answer = { items: { identifier_value: string | null; tags: string[] }[] }

remoteTest(
  'an import with a remote service is recorded, shows only what that service returned, and can be undone',
  async ({ page, upstream, apiKey, signIn }) => {
    await signIn('compliance')
    const numbers = [410, 411].map(freeNipOf)
    const person = peselOf(8412)
    const findMonitors = async (q: string) => {
      const answer = await fetch(`${upstream.apiUrl}/v1/monitors?q=${q}`, { headers: { 'x-api-key': apiKey } })
      return ((await answer.json()) as Answer).items
    }
    await page.goto('/monitors/import')
    const buffer = Buffer.from(['Identyfikator', ...numbers, person].join('\r\n'))
    await page.locator('input[type=file]').setInputFiles({ name: 'zdalna.csv', mimeType: 'text/csv', buffer })
    await page.getByLabel('Tagi dla wszystkich wierszy').fill('e2e-zdalne,')
    await page.getByRole('button', { name: 'Dodaj 3 podmioty' }).click()
    const part = page.getByRole('region', { name: 'Usługa nie podała nazwy dla 2 dodanych numerów.' })
    await expect(part.getByRole('listitem')).toHaveCount(2)
    await expect(page.getByText(/w rejestrze/)).toHaveCount(0)
    expect(await findMonitors(numbers[0] ?? '')).toMatchObject([{ tags: ['e2e-zdalne'] }])

    await page.getByRole('link', { name: 'Historia importów' }).click()
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'zdalna.csv' }).first()
    await expect(row).toContainText('bez nazwy od usługi: 2')
    await row.getByRole('button', { name: /^Pokaż monitory/ }).click()
    await expect(row.getByText(new RegExp(`PESEL ${maskOf(person)} #[0-9a-f]{16}`))).toBeVisible()
    await row.getByRole('button', { name: /^Cofnij import/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cofnij import' }).click()
    await expect(page.getByText('Cofnięto: 3. Pominięto: 0.').first()).toBeVisible()
    for (const number of numbers) expect(await findMonitors(number)).toEqual([])
    expect(await findMonitors(person)).toEqual([])
  },
)

remoteTest(
  'a list is reconciled with a tag of a remote service, and the reconciliation can be undone in the history',
  async ({ page, panel, signIn }) => {
    await signIn('compliance')
    const [unchanged = '', removed = '', added = ''] = [420, 421, 422].map(freeNipOf)
    for (const value of [unchanged, removed]) {
      const data = { identifier_type: 'nip', identifier_value: value, label: `U ${value}`, tags: ['e2e-zdalny-tag'] }
      const answer = await page.request.post('/api/v1/monitors', { data, headers: { origin: panel.url } })
      expect(answer.status()).toBe(201)
    }
    await page.goto('/monitors/import')
    const buffer = Buffer.from(['NIP', unchanged, added].join('\r\n'))
    await page.locator('input[type=file]').setInputFiles({ name: 'stan.csv', mimeType: 'text/csv', buffer })
    await page.getByText('Uzgodnij z tagiem').click()
    await page.getByLabel('Tag, którego monitory mają odpowiadać liście').selectOption('e2e-zdalny-tag')
    await page.getByRole('button', { name: 'Zastosuj 2 zmiany' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Zastosuj 2 zmiany' }).click()
    await expect(page.getByRole('region', { name: 'Uzgodniono z tagiem „e2e-zdalny-tag”' })).toBeVisible()

    await page.getByRole('link', { name: 'Historia importów' }).click()
    const row = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: 'Uzgodnienie tagu e2e-zdalny-tag' })
      .first()
    await expect(row).toContainText('usunięte: 1')
    await row.getByRole('button', { name: /^Cofnij import/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cofnij import' }).click()
    await expect(page.getByText('Cofnięto: 2. Pominięto: 0.').first()).toBeVisible()
    const answer = await page.request.get('/api/v1/monitors?tag=e2e-zdalny-tag')
    const { items } = (await answer.json()) as Answer
    expect(new Set(items.map(({ identifier_value: value }) => value))).toEqual(new Set([unchanged, removed]))
  },
)
