import { nipOf } from '@/lib/testing/identifiers'

import { expect, remoteTest as test } from '../support/remote-fixtures'

// The service refuses for a while, so panels of other files must not be used.
test.use({ panelOf: 'white-list' })

test('a run retries a failing service, and repeats lost rows only after a confirmation', async ({
  page,
  faulty,
  signIn,
}) => {
  // The run waits longer after each failure.
  test.setTimeout(150_000)
  await signIn('owner')
  faulty.fail(({ path }) =>
    path.startsWith('/v1/wpv/records') ? { status: 503, body: '{"detail":"down"}' } : undefined,
  )
  await page.goto('/white-list')
  await page.getByLabel('Numery NIP, po jednym w wierszu').fill([nipOf(0), nipOf(1), nipOf(2)].join('\n'))
  await page.getByRole('button', { name: 'Sprawdź 3 numery' }).click()
  await expect(page.getByText('Usługa nie odpowiada.')).toBeVisible({ timeout: 30_000 })
  // The cost of a lost answer is unknown until the service has shown that it supports idempotency keys.
  await expect(page.getByText(/Odpowiedź o 3 numerach zginęła w drodze\./)).toBeVisible()
  faulty.heal()
  await expect(page.getByText('zakończone', { exact: true })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Zapytaj ponownie o 3 numery' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Zapytaj ponownie o 3 numery' }).click()
  await expect(page.getByText(/pobrano: 3 sprawdzenia białej listy/)).toBeVisible({ timeout: 30_000 })
})
