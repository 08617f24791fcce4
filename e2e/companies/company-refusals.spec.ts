import type { Locator, Page } from '@playwright/test'

import type { Role } from '@/lib/domain/roles'

import { makeAccount, makeUser } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import type { Panel } from '../support/panel'
import { partNamed, someCompany, tabNamed } from './company'

const recordRequests = (page: Page): string[] => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/panel/companies')) calls.push(request.url())
  })
  return calls
}

/** Presses a disabled button, which stays in the tab order. */
async function pressAnyway(button: Locator): Promise<void> {
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.focus()
  await button.press('Enter')
}

/** Creates an account without monitors and returns the e-mail of a new user with a role. */
async function newAccount(panel: Panel, slug: string, account: Parameters<typeof makeAccount>[2] = {}) {
  await makeAccount(panel, slug, account)
  return (role: Role) => makeUser(panel, `${role}@${slug}.test` as const, { account: slug, role })
}

test('watching a company saves label and tags and opens its monitor on the same page', async ({
  page,
  panel,
  signIn,
  expectAccessible,
}) => {
  const userOf = await newAccount(panel, 'obserwujaca')
  await signIn(await userOf('owner'))
  const { krs, name } = await someCompany(page, 7)
  await page.goto(`/companies/${krs}`)
  await page.getByRole('button', { name: 'Obserwuj', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Obserwuj: ${name}` })
  await dialog.getByLabel('Etykieta').fill('Dostawca z targów')
  await dialog.getByLabel('Tagi').fill('e2e-firma')
  await dialog.getByLabel('Tagi').press('Enter')
  await expectAccessible(page, 'company/watch')
  await dialog.getByRole('button', { name: 'Obserwuj', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(/obserwowana od/)).toBeVisible()
  await expect(page.getByText('e2e-firma')).toBeVisible()
  await expect(page.getByText('Dostawca z targów')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Obserwuj', exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'Obserwowana', exact: true }).click()
  await expect(page).toHaveURL(`/companies/${krs}?tab=watch`)
  await expect(partNamed(page, 'Co jest obserwowane')).toContainText('Dostawca z targów')
})

test('an account with no units left shows the reason, is not charged and gets no monitor', async ({
  page,
  panel,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/402|409/)
  const limits = { lookups: 0, pdfs: 0, monitors: 0 }
  const userOf = await newAccount(panel, 'pusta', { plan: 'standard', limits })
  await signIn(await userOf('owner'))
  const { krs } = await someCompany(page, 0)
  await page.goto(`/companies/${krs}`)
  // The reason stands beside the button before it is pressed.
  await expect(partNamed(page, 'W skrócie')).toContainText('pula jest pusta')
  await tabNamed(page, 'Dane').click()
  const facts = partNamed(page, 'Dane z rejestru')
  await expect(facts).toContainText('pula jest pusta')
  await facts.getByRole('button', { name: 'Zapytaj' }).click()
  await expect(facts.getByRole('alert')).toContainText('Miesięczna pula jest wyczerpana')
  await expect(facts.getByRole('alert')).toContainText('Nic nie pobrano.')
  await tabNamed(page, 'Odpisy').click()
  const extracts = partNamed(page, 'Odpisy (PDF)')
  await extracts.getByRole('button', { name: 'Pobierz PDF: Odpis aktualny z KRS' }).click()
  await expect(extracts.getByRole('alert')).toContainText('Miesięczna pula jest wyczerpana')
  await page.getByRole('button', { name: 'Obserwuj', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Obserwuj', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('Plan mieści 0 monitorów')
})

test('an account without a subscription shows the reason and is not charged', async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/402/)
  await signIn('owner@demo-inactive.test')
  await page.goto('/companies/0000028860?tab=facts')
  await expect(page.getByText('Subskrypcja konta jest nieaktywna, więc usługa nie szuka tej firmy.')).toBeVisible()
  const facts = partNamed(page, 'Dane z rejestru')
  await facts.getByRole('button', { name: 'Zapytaj' }).click()
  await expect(facts.getByRole('alert')).toContainText('Subskrypcja konta jest nieaktywna.')
  await expect(facts.getByRole('alert')).toContainText('Nic nie pobrano.')
})

test('a role that may not create monitors sees the reason', async ({ page, panel, signIn }) => {
  const userOf = await newAccount(panel, 'patrzaca')
  for (const role of ['viewer', 'finance'] as const) {
    await signIn(await userOf(role))
    const { krs } = await someCompany(page, 7)
    await page.goto(`/companies/${krs}`)
    await pressAnyway(page.getByRole('button', { name: 'Obserwuj', exact: true }))
    await expect(page.getByRole('tooltip').filter({ hasText: 'Niedostępne dla roli', visible: true })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('a viewer sees paid answers, and why no new one can be requested', async ({ page, signIn }) => {
  await signIn('owner')
  const { krs } = await someCompany(page, 8)
  await page.goto(`/companies/${krs}?tab=facts`)
  await partNamed(page, 'Dane z rejestru').getByRole('button', { name: 'Zapytaj' }).click()
  await expect(partNamed(page, 'Dane z rejestru').getByText('Data wpisu')).toBeVisible()

  await signIn('viewer')
  const calls = recordRequests(page)
  await page.goto(`/companies/${krs}`)
  const summary = partNamed(page, 'W skrócie')
  await pressAnyway(summary.getByRole('button', { name: /^Pobierz \d/ }))
  await tabNamed(page, 'Dane').click()
  const facts = partNamed(page, 'Dane z rejestru')
  await expect(facts.getByText('Data wpisu')).toBeVisible()
  await pressAnyway(facts.getByRole('button', { name: 'Zapytaj ponownie' }))
  await tabNamed(page, 'Biała lista').click()
  const list = partNamed(page, 'Biała lista VAT')
  await expect(
    list.getByRole('paragraph').filter({ hasText: 'Wydawanie jednostek jest niedostępne dla roli „Podgląd”' }),
  ).toBeVisible()
  await pressAnyway(list.getByRole('button', { name: 'Zapytaj' }))
  await tabNamed(page, 'Odpisy').click()
  await expect(
    partNamed(page, 'Odpisy (PDF)').getByRole('paragraph').filter({ hasText: 'Niedostępne dla roli „Podgląd”.' }),
  ).toBeVisible()
  expect(calls).toEqual([])
})
