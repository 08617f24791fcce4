import { expect, remoteTest } from '../support/remote-fixtures'
import { partNamed, someCompany } from './company'

remoteTest.beforeEach(({ signIn }) => signIn('owner'))
remoteTest.afterEach(({ faulty }) => faulty.heal())

const POSSIBLY_CHARGED = 'Nie wiadomo, czy usługa naliczyła opłatę.'

for (const [behaviour, fault] of [
  ['fails', { status: 500, body: '{"detail":"boom"}' }],
  ['breaks off', 'drop'],
  ['returns invalid JSON', { status: 200, body: '<html>' }],
] as const) {
  remoteTest(
    `a service that ${behaviour} is shown as possibly charged, and the page stays usable`,
    async ({ page, faulty, expectedErrors }) => {
      expectedErrors.push(/50\d/)
      const { krs } = await someCompany(page, 0)
      await page.goto(`/companies/${krs}?tab=facts`)
      faulty.fail(({ path }) => (path.startsWith('/v1/record') ? fault : undefined))
      const facts = partNamed(page, 'Dane z rejestru')
      await facts.getByRole('button', { name: /^Zapytaj/ }).click()
      await expect(facts.getByRole('alert')).toContainText(POSSIBLY_CHARGED)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      faulty.heal()
      await facts.getByRole('button', { name: /^Zapytaj/ }).click()
      await expect(facts.getByText('Data wpisu')).toBeVisible()
      await expect(facts.getByRole('alert')).toHaveCount(0)
    },
  )
}

remoteTest('fields that the service does not send are not shown', async ({ page, faulty }) => {
  const { krs } = await someCompany(page, 1)
  faulty.fail(({ path }) =>
    path.startsWith('/v1/record')
      ? { status: 200, body: JSON.stringify({ krs, name: 'SAMA NAZWA', extra: 1 }) }
      : undefined,
  )
  await page.goto(`/companies/${krs}?tab=facts`)
  const facts = partNamed(page, 'Dane z rejestru')
  await facts.getByRole('button', { name: 'Zapytaj' }).click()
  await expect(facts.getByText('SAMA NAZWA')).toBeVisible()
  await expect(facts.getByText(/Kapitał|PKD|Data wpisu|Kod pocztowy/)).toHaveCount(0)
  await expect(facts).not.toContainText('zapłacono')
})

remoteTest('a search that fails shows a retry button', async ({ page, faulty, expectedErrors }) => {
  expectedErrors.push(/50\d/)
  faulty.fail(({ path }) => (path.startsWith('/v1/search') ? { status: 500, body: '{"detail":"boom"}' } : undefined))
  await page.goto('/companies/0000028860')
  await expect(
    page
      .getByRole('main')
      .getByRole('button', { name: /Spróbuj ponownie|Ponów/ })
      .first(),
  ).toBeVisible()
})
