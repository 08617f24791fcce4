import type { Page } from '@playwright/test'

import { makeOwner } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import type { Panel } from '../support/panel'
import { partNamed, someCompany, tabNamed, usedBy } from './company'

const summaryOf = (page: Page) => partNamed(page, 'W skrócie')
const watchOf = (page: Page) => partNamed(page, 'Obserwacja')
const get = (page: Page, count: string) => summaryOf(page).getByRole('button', { name: `Pobierz ${count}` })

/** Watches a number and returns the id of the monitor. */
async function watch(page: Page, panel: Panel, data: object): Promise<string> {
  const answer = await page.request.post('/api/v1/monitors', { data, headers: { origin: panel.url } })
  expect(answer.status()).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

test('a company opens with one answer: one press buys the chosen parts at the announced price', async ({
  page,
  panel,
  signIn,
  expectAccessible,
}) => {
  await signIn(await makeOwner(panel, 'e2e-summary'))
  const { krs } = await someCompany(page, 9)
  const before = await usedBy(page)
  await page.goto(`/companies/${krs}`)
  await expect(page).toHaveTitle(`KRS ${krs} · Panel Rejestrów`)
  await expect(summaryOf(page).getByText('nie zapytano')).toHaveCount(5)
  await expect(summaryOf(page)).toContainText(/3 zapytania.*\+ 1 sprawdzenie białej listy/)
  await expect(watchOf(page)).toContainText('Firma nie jest obserwowana')

  await test.step('the price follows the choice', async () => {
    await summaryOf(page).getByLabel('Osoby, udziały i powiązania').uncheck()
    await expect(get(page, '3 części')).toBeVisible()
    await expect(summaryOf(page)).toContainText(/2 zapytania.*\+ 1 sprawdzenie białej listy/)
    expect(await usedBy(page)).toEqual(before)
  })

  await test.step('one press buys them, and the ledger has exactly the announced price', async () => {
    await get(page, '3 części').click()
    await expect(page.getByText('Pobrano: 2 zapytania, 1 sprawdzenie białej listy.').first()).toBeVisible()
    await expect(summaryOf(page)).toContainText(/Ryzyko\d+\/100/)
    await expect(summaryOf(page).getByRole('link', { name: /^\d+ rachun/ })).toBeVisible()
    await expect(summaryOf(page).getByText('nie zapytano')).toHaveCount(1)
    expect(await usedBy(page)).toEqual({ ...before, lookups: before.lookups + 2, wpv: before.wpv + 1 })
    await expectAccessible(page, 'company/summary-answered')
  })

  await test.step('what is known is neither offered nor charged again', async () => {
    await page.reload()
    await expect(get(page, '1 część')).toBeVisible()
    await expect(summaryOf(page).getByLabel('Ryzyko')).toHaveCount(0)
    await summaryOf(page).getByRole('link', { name: 'Ryzyko' }).click()
    await expect(partNamed(page, 'Ryzyko')).toContainText('zapłacono: 1 zapytanie')
    await tabNamed(page, 'Dane').click()
    await expect(partNamed(page, 'Dane z rejestru').getByText('Data wpisu')).toBeVisible()
    expect(await usedBy(page)).toEqual({ ...before, lookups: before.lookups + 2, wpv: before.wpv + 1 })
  })
})

test('of several parts, what arrives stays, and what is refused is named with its reason and not charged', async ({
  page,
  panel,
  signIn,
  expectedErrors,
  expectAccessible,
}) => {
  expectedErrors.push(/status of 402/)
  await signIn(await makeOwner(panel, 'e2e-summary-partly', { plan: 'standard', limits: { lookups: 0 } }))
  const { krs } = await someCompany(page, 9)
  const before = await usedBy(page)
  await page.goto(`/companies/${krs}`)
  await expect(summaryOf(page)).toContainText(/3 zapytania · pula jest pusta/)
  await get(page, '4 części').click()
  const risk = summaryOf(page).getByRole('region', { name: 'Ryzyko' })
  await expect(risk).toContainText('Nie pobrano: Ryzyko')
  await expect(risk.getByRole('alert')).toContainText('Miesięczna pula jest wyczerpana')
  await expect(risk.getByRole('alert')).toContainText('Nic nie pobrano.')
  await expect(page.getByText('Pobrano: 1 sprawdzenie białej listy.').first()).toBeVisible()
  await expect(summaryOf(page).getByRole('link', { name: /^\d+ rachun/ })).toBeVisible()
  expect(await usedBy(page)).toEqual({ ...before, wpv: before.wpv + 1 })
  await expectAccessible(page, 'company/summary-partly')
})

test("a monitor's address leads to its company, where all can be done that concerns it", async ({
  page,
  panel,
  signIn,
  expectedErrors,
}) => {
  // A page asks for the monitor that was deleted once more, and learns that it is gone.
  expectedErrors.push(/404/)
  await signIn(await makeOwner(panel, 'e2e-watched-company'))
  const { krs, nip } = await someCompany(page, 9)
  const byKrs = await watch(page, panel, { identifier_type: 'krs', identifier_value: krs, label: 'Dostawca' })
  const byNip = await watch(page, panel, { identifier_type: 'nip', identifier_value: nip })
  await page.goto(`/monitors/${byNip}`)
  await expect(page).toHaveURL(`/companies/${nip}?tab=watch`)
  await expect(page).toHaveTitle(`NIP ${nip} · Obserwacja · Panel Rejestrów`)

  await test.step('all monitors of the company are shown, with facts, rules, history and events', async () => {
    for (const [name, id] of [
      [`KRS ${krs} · Dostawca`, byKrs],
      [`NIP ${nip}`, byNip],
    ] as const) {
      await expect(partNamed(page, `Co jest obserwowane · ${name}`)).toContainText(id)
      await expect(partNamed(page, `Reguły powiadomień · ${name}`)).toBeVisible()
      await expect(partNamed(page, `Zmiany zapisane w panelu · ${name}`)).toContainText('Dodanie monitora')
      await expect(partNamed(page, `Zdarzenia · ${name}`)).toContainText('Brak zdarzeń')
    }
  })

  await test.step('the label is changed, and shown at once', async () => {
    const monitor = page.getByRole('region', { name: `Obserwacja: NIP ${nip}` })
    await monitor.getByRole('button', { name: 'Etykieta i tagi' }).click()
    const editor = page.getByRole('dialog', { name: 'Edycja monitora' })
    await editor.getByLabel('Etykieta').fill('Drugi raz')
    await editor.getByRole('button', { name: 'Zapisz' }).click()
    await expect(page.getByRole('heading', { name: `Obserwacja: NIP ${nip} · Drugi raz` })).toBeVisible()
  })

  await test.step('one of them is stopped; the other stays', async () => {
    const monitor = page.getByRole('region', { name: `Obserwacja: NIP ${nip}` })
    await monitor.getByRole('button', { name: 'Przestań obserwować' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń 1' }).click()
    await expect(monitor).toHaveCount(0)
    await expect(partNamed(page, 'Co jest obserwowane')).toContainText(byKrs)
    await tabNamed(page, 'W skrócie').click()
    await expect(watchOf(page)).toContainText('Dostawca')
  })

  await test.step('the monitor of a person keeps its own page, which is not named by the number', async () => {
    const person = await watch(page, panel, {
      identifier_type: 'pesel',
      identifier_value: '44051401359',
      label: 'Osoba',
    })
    await page.goto(`/monitors/${person}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Osoba')
    await expect(page).toHaveURL(`/monitors/${person}`)
    await expect(page).toHaveTitle('Monitor · Panel Rejestrów')
    await expect(page.getByText('44051401359')).toHaveCount(0)
  })
})
