import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Browser, Page } from '@playwright/test'

import { readMail, type TestSmtp } from '@/lib/testing/delivery/smtp'

import { makeUser } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { withSmtp } from '../support/mailing'
import { type Panel, PASSWORD, startPanel } from '../support/panel'

const NEW_PASSWORD = 'trzy zielone parasole'
const table = (page: Page) => page.getByRole('table', { name: 'Osoby na koncie' })
const row = (page: Page, email: string) => table(page).getByRole('row').filter({ hasText: email })

const problem = (page: Page, hasText: string) => page.getByRole('alert').filter({ hasText })

async function chooseAction(page: Page, email: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Działania: ${email}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Invites on the page; returns the links, which are shown once, by address. */
async function invite(page: Page, text: string, role: string): Promise<ReadonlyMap<string, string>> {
  await page.goto('/settings/members')
  await page.getByRole('button', { name: 'Zaproś osoby' }).click()
  const dialog = page.getByRole('dialog', { name: 'Zaproś osoby' })
  await dialog.getByLabel('Adresy e-mail').fill(text)
  await dialog.getByLabel('Adresy e-mail').press('Enter')
  await dialog.getByRole('radio', { name: new RegExp(`^${role}`) }).check()
  await dialog.getByRole('button', { name: /^Zaproś \d/ }).click()
  const result = page.getByRole('dialog', { name: 'Zaproszenia' })
  await expect(result.getByText('zaproszono').first()).toBeVisible()
  const links = await result
    .getByRole('textbox')
    .evaluateAll((inputs) =>
      inputs.map((input): [string, string] => [
        (input.getAttribute('aria-label') ?? '').replace('Link dla ', ''),
        (input as HTMLInputElement).value,
      ]),
    )
  await result.getByRole('button', { name: 'Gotowe' }).click()
  return new Map(links)
}

async function signUpNewMember(browser: Browser, link: string): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'pl-PL' })).newPage()
  await page.goto(link)
  await page.getByLabel('Imię i nazwisko').fill('Ewa Nowak')
  await page.getByLabel('Nowe hasło').fill(NEW_PASSWORD)
  await page.getByLabel('Powtórz hasło').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Dołącz' }).click()
  // The new password signs in.
  await expect(page.getByRole('button', { name: /Menu użytkownika/ })).toBeVisible()
  return page
}

async function submitSignIn(page: Page, email: string, password = NEW_PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Hasło').fill(password)
  await page.getByRole('button', { name: 'Zaloguj się' }).click()
}

test('a colleague is invited, joins, gets another role while signed in, and is removed', async ({
  page,
  browser,
  panel,
  signIn,
  expectAccessible,
}) => {
  const email = 'ewa@e2e-people.test'
  await signIn('owner')
  const links = await invite(page, `Ewa Nowak <${email.toUpperCase()}>`, 'Podgląd')
  await expect(page.getByRole('table', { name: 'Zaproszenia' })).toContainText(email)
  await expectAccessible(page, 'settings/members')
  const other = await signUpNewMember(browser, links.get(email) ?? '')
  await expect(other).toHaveURL(`${panel.url}/`)
  // A viewer may not read keys; what she sees changes with her role, without another sign-in.
  expect((await other.request.get('/api/v1/keys')).status()).toBe(403)
  await page.reload()
  await expect(page.getByRole('table', { name: 'Zaproszenia' })).toHaveCount(0)
  await expect(row(page, email)).toContainText('Ewa Nowak')
  await chooseAction(page, email, 'Zmień rolę')
  const dialog = page.getByRole('dialog', { name: `Zmień rolę: ${email}` })
  await dialog.getByRole('radio', { name: /^Właściciel/ }).check()
  await dialog.getByRole('button', { name: 'Zmień rolę' }).click()
  await expect(row(page, email)).toContainText('Właściciel')
  expect((await other.request.get('/api/v1/keys')).status()).toBe(200)
  await chooseAction(page, email, 'Usuń z konta')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń z konta' }).click()
  await expect(row(page, email)).toHaveCount(0)
  expect((await other.request.get('/api/v1/usage/summary')).status()).toBe(401)
  await other.goto('/monitors')
  await expect(other).toHaveURL(/\/sign-in/)
  await submitSignIn(other, email)
  await expect(problem(other, 'nie należy do żadnego konta')).toBeVisible()
  const log = await page.request.get('/api/panel/audit?limit=7')
  const { items } = (await log.json()) as { items: { action: string }[] }
  expect(items.map(({ action }) => action)).toEqual([
    'members.remove',
    'members.setRole',
    'security.refuseRole',
    'session.start',
    'members.join',
    'members.invite',
    'session.start',
  ])
  await other.context().close()
})

test('several people are invited at once with a result for each, and a link can be withdrawn', async ({
  page,
  browser,
  signIn,
}) => {
  await signIn('owner')
  const links = await invite(page, 'a@e2e-many.test b@e2e-many.test; c@e2e-many.test, viewer@demo.test', 'Finanse')
  expect([...links.keys()]).toEqual(['a@e2e-many.test', 'b@e2e-many.test', 'c@e2e-many.test'])
  await page.getByRole('button', { name: 'Wycofaj zaproszenie: b@e2e-many.test' }).click()
  await expect(page.getByRole('table', { name: 'Zaproszenia' })).not.toContainText('b@e2e-many.test')
  const other = await (await browser.newContext({ locale: 'pl-PL' })).newPage()
  await other.goto(links.get('b@e2e-many.test') ?? '')
  await expect(problem(other, 'wycofane')).toBeVisible()
  await page.getByRole('button', { name: 'Nowy link: a@e2e-many.test' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Gotowe' }).click()
  await other.goto(links.get('a@e2e-many.test') ?? '')
  await expect(problem(other, 'nieprawidłowe')).toBeVisible()
  await other.context().close()
})

test('the last owner cannot leave or change role, and other roles see the members without actions', async ({
  page,
  signIn,
}) => {
  await signIn('owner')
  await page.goto('/settings/members')
  await page.getByRole('button', { name: 'Działania: owner@demo.test' }).click()
  for (const action of ['Zmień rolę', 'Odejdź z konta']) {
    await expect(page.getByRole('menuitem', { name: action })).toHaveAttribute('aria-disabled', 'true')
  }
  await page.keyboard.press('Escape')
  await signIn('viewer')
  await page.goto('/settings/members')
  await expect(row(page, 'owner@demo.test')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Zaproś osoby' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('button', { name: 'Działania: owner@demo.test' })).toHaveCount(0)
})

test('a user of two accounts can switch, and never sees rows of one account in the other', async ({
  page,
  browser,
  panel,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  const email = 'ksiegowa@e2e-two.test'
  await makeUser(panel, email, { account: 'demo-pro', role: 'owner' })
  await signIn('owner@demo-enterprise.test')
  const links = await invite(page, email, 'Właściciel')
  const context = await browser.newContext({ locale: 'pl-PL', baseURL: panel.url })
  const other = await context.newPage()
  await other.goto(links.get(email) ?? '')
  await other.getByRole('link', { name: 'Zaloguj się i dołącz' }).click()
  await submitSignIn(other, email, PASSWORD)
  await expect(other).toHaveURL(/\/join\?token=/)
  await other.getByRole('button', { name: 'Dołącz' }).click()
  await expect(other).toHaveURL(`${panel.url}/`)
  const listed = async () =>
    ((await (await context.request.get('/api/v1/monitors?limit=200')).json()) as { items: { id: string }[] }).items
  const enterprise = await listed()
  await other.goto('/monitors')
  const old = await context.newPage()
  await old.goto('/filters')
  await expect(old.getByRole('heading', { level: 1 })).toHaveText('Listy (filtry)')
  await other.getByRole('button', { name: 'Menu użytkownika' }).click()
  await other.getByRole('menuitemradio', { name: /Hurtownia Wisła/ }).click()
  await expect(other.getByRole('navigation', { name: 'Ścieżka' })).toContainText('Hurtownia Wisła')
  const pro = await listed()
  expect(pro.length).toBeGreaterThan(0)
  expect(enterprise.length).toBeGreaterThan(0)
  const ids = new Set(enterprise.map(({ id }) => id))
  expect(pro.filter(({ id }) => ids.has(id))).toEqual([])
  // The old tab belongs to the former account: it shows a notice and gets no data of this account.
  await old.locator('nav a[href="/monitors"]').first().dispatchEvent('click')
  await expect(old.getByRole('alertdialog', { name: 'Ta karta pokazuje inne konto' })).toBeVisible()
  await expect(old.getByRole('grid', { name: 'Monitory' })).toHaveCount(0)
  await old.getByRole('button', { name: 'Wczytaj bieżące konto' }).click()
  await expect(old.getByRole('navigation', { name: 'Ścieżka' })).toContainText('Hurtownia Wisła')
  await context.close()
})

test('name and language are stored in the profile, and a new password ends the other sessions', async ({
  page,
  browser,
  panel,
  expectAccessible,
  expectedErrors,
  signIn,
}) => {
  expectedErrors.push(/status of 422/)
  const email = 'profil@e2e-people.test'
  await makeUser(panel, email, { account: 'demo-pro', role: 'viewer' })
  await signIn(email)
  const context = await browser.newContext({ locale: 'pl-PL', baseURL: panel.url })
  const other = await context.newPage()
  await other.goto('/sign-in')
  await submitSignIn(other, email, PASSWORD)
  await expect(other).toHaveURL(`${panel.url}/`)
  await page.goto('/settings/profile')
  await expectAccessible(page, 'settings/profile')
  await page.getByLabel('Imię i nazwisko').fill('Jan Profil')
  await page.getByRole('button', { name: 'Zapisz' }).click()
  await expect(page.getByRole('button', { name: 'Menu użytkownika' })).toContainText('Jan Profil')
  const sessions = page.getByRole('table', { name: 'Sesje' })
  await expect(sessions.getByRole('row')).toHaveCount(3)
  await page.getByLabel('Obecne hasło').fill('nie to hasło')
  await page.getByLabel('Nowe hasło').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Zmień hasło' }).click()
  await expect(page.getByText('To nie jest obecne hasło.')).toBeVisible()
  await page.getByLabel('Obecne hasło').fill(PASSWORD)
  await page.getByRole('button', { name: 'Zmień hasło' }).click()
  await expect(page.getByText('zakończono 1 inną sesję').first()).toBeVisible()
  expect((await context.request.get('/api/panel/profile')).status()).toBe(401)
  await page.getByRole('main').getByText('English', { exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile')
  await other.goto('/sign-in')
  await submitSignIn(other, email)
  await expect(other).toHaveURL(`${panel.url}/`)
  await other.goto('/settings/profile')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Profile')
  await context.close()
})

withSmtp('invitations and a change of e-mail are sent through a real SMTP server', async ({ browser, smtp }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'panel-mail-'))
  cpSync(process.env['PANEL_TEMPLATE'] ?? '', dataDir, { recursive: true })
  const panel = await startMailing(dataDir, smtp)
  const context = await browser.newContext({ locale: 'pl-PL', baseURL: panel.url })
  const page = await context.newPage()
  await page.goto('/sign-in')
  await submitSignIn(page, 'owner@demo.test', PASSWORD)
  await expect(page).toHaveURL(`${panel.url}/`)
  await page.goto('/settings/members')
  await page.getByRole('button', { name: 'Zaproś osoby' }).click()
  const dialog = page.getByRole('dialog', { name: 'Zaproś osoby' })
  await dialog.getByLabel('Adresy e-mail').fill('nowa@e2e-mail.test')
  await dialog.getByLabel('Adresy e-mail').press('Enter')
  await dialog.getByRole('button', { name: 'Zaproś 1 osobę' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveCount(0)
  const invitation = await linkTo(smtp, 'nowa@e2e-mail.test')
  const other = await signUpNewMember(browser, invitation)
  await other.context().clearCookies()
  await page.goto('/settings/profile')
  await page.getByLabel('Nowy adres').fill('szef@e2e-mail.test')
  await page.getByRole('textbox', { name: 'Hasło', exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Wyślij link' }).click()
  await expect(page.getByText('Czeka na potwierdzenie: szef@e2e-mail.test')).toBeVisible()
  await other.goto(await linkTo(smtp, 'szef@e2e-mail.test'))
  await other.getByRole('button', { name: 'Potwierdź adres' }).click()
  await expect(other).toHaveURL(/\/sign-in/)
  await submitSignIn(other, 'szef@e2e-mail.test', PASSWORD)
  await expect(other).toHaveURL(`${panel.url}/`)
  // The former address was notified, and received no link.
  const ownerMails = smtp.mails.filter(({ to }) => to.includes('owner@demo.test')).map((mail) => readMail(mail))
  expect(ownerMails.some(({ text }) => text.includes('Poproszono o zmianę adresu e-mail'))).toBe(true)
  expect(ownerMails.every(({ text }) => !text.includes('token='))).toBe(true)
  await context.close()
  await other.context().close()
  await panel.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function startMailing(dataDir: string, smtp: TestSmtp): Promise<Panel> {
  const env = { SMTP_URL: smtp.url, SMTP_FROM: 'Panel <panel@e2e-mail.test>', SAMPLE_DATA: 'on' }
  const first = await startPanel(dataDir, env)
  await first.stop()
  const { port } = new URL(first.url)
  // Links in mails use PANEL_URL, so the address has to be known before the start.
  return startPanel(dataDir, { ...env, PORT: port, PANEL_URL: first.url })
}

async function linkTo(smtp: TestSmtp, address: string): Promise<string> {
  const find = () => smtp.mails.filter(({ to }) => to.includes(address)).at(-1)
  await expect.poll(() => find() !== undefined).toBe(true)
  const mail = find()
  const link = mail && /https?:\/\/\S+token=\S+/.exec(readMail(mail).text)?.[0]
  expect(link).toBeDefined()
  return link ?? ''
}
