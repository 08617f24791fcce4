import { expect, remoteTest } from '../support/remote-fixtures'

remoteTest.afterEach(({ faulty }) => faulty.heal())

remoteTest('a failed search shows that it may have been charged', async ({ page, faulty, signIn, expectedErrors }) => {
  expectedErrors.push(/status of (500|502|504)/)
  await signIn('owner')
  await page.goto('/uokik/clauses?q=sprzedawca')
  const search = page.getByRole('button', { name: 'Szukaj', exact: true })
  await expect(search).toBeVisible()
  for (const fault of [
    { status: 500, body: '{"detail":"boom"}' },
    'drop',
    { status: 200, body: '{"odd":1}' },
  ] as const) {
    faulty.fail(({ path }) => (path.startsWith('/v1/uokik') ? fault : undefined))
    await search.click()
    await expect(page.getByText(/^Nie wiadomo, czy usługa naliczyła opłatę/)).toBeVisible()
    await expect(search).toBeVisible()
  }
  faulty.heal()
  await search.click()
  await expect(page.getByRole('status').filter({ hasText: /Wczytano/ })).toBeVisible()
})
