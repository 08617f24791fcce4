import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'

import { makeOwner, makeUser } from '../support/accounts'
import { endSession, expect, test } from '../support/fixtures'
import { waitForHydrationIn } from '../support/hydration'
import { type Panel, PASSWORD } from '../support/panel'
import { changeStore } from '../support/stored'

async function typePassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Hasło').fill(PASSWORD)
  await page.getByRole('button', { name: 'Zaloguj się', exact: true }).click()
}

const codeField = (page: Page) => page.getByRole('textbox', { name: /^Kod/ })

const typeCode = async (page: Page, code: string): Promise<void> => {
  await codeField(page).fill(code)
  await page.getByRole('button', { name: 'Potwierdź' }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Menu użytkownika/ }).click()
  await page.getByRole('menuitem', { name: 'Wyloguj się' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
}

const STEP_MS = 30_000
type CodeAt = (stepsAhead?: number) => string

/** Sets up an authenticator app; returns its codes and the recovery codes. */
async function addApp(page: Page): Promise<{ codeAt: CodeAt; recovery: readonly string[] }> {
  await page.getByRole('button', { name: 'Ustaw aplikację' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ustaw aplikację uwierzytelniającą' })
  await expect(dialog.getByRole('img', { name: /Kod QR/ })).toBeVisible()
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const codeAt: CodeAt = (stepsAhead = 0) => totp.generate({ timestamp: Date.now() + stepsAhead * STEP_MS })
  await typeCode(page, '12')
  await expect(dialog.getByRole('alert')).toContainText('To nie jest kod')
  await typeCode(page, codeAt())
  return { codeAt, recovery: await saveCodes(page) }
}

async function saveCodes(page: Page): Promise<readonly string[]> {
  const dialog = page.getByRole('dialog', { name: 'Twoje kody zapasowe' })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  for (const [index, code] of codes.entries()) {
    expect(code).toMatch(new RegExp(`^${String(index + 1).padStart(2, '0')}-[A-Z2-9]{5}-[A-Z2-9]{5}$`))
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Pobierz' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('panel-rejestrow-kody-zapasowe.txt')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Kody są zapisane' }).click()
  await expect(dialog).toHaveCount(0)
  return codes
}

const apiStatus = async (page: Page, path: string) => (await page.request.get(path)).status()

test.describe('an authenticator app', () => {
  test('is still required after a password was set by a link, which then signs in', async ({
    page,
    panel,
    signIn,
    expectedErrors,
  }) => {
    expectedErrors.push(/422/)
    const email = await makeOwner(panel, 'app-reset')
    await signIn(email)
    await page.goto('/settings/security')
    const { recovery } = await addApp(page)
    await signOut(page)
    const link = new URL(panel.admin(['user', 'reset-password', email]).trim())
    await page.goto(`${link.pathname}${link.search}`)
    await page.getByLabel('Nowe hasło').fill('zielony rower za oknem')
    await page.getByLabel('Powtórz hasło').fill('zielony rower za oknem')
    await page.getByRole('button', { name: 'Ustaw hasło' }).click()
    await expect(page.getByText(`Logujesz się jako ${email}.`)).toBeVisible()
    expect(await apiStatus(page, '/api/v1/usage/summary')).toBe(401)
    await typeCode(page, recovery[0] ?? '')
    await expect(page).toHaveURL('/')
  })

  test('is set up with a code, required after the password, and replaced by a recovery code', async ({
    page,
    panel,
    signIn,
    expectAccessible,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 4(03|22)/)
    await signIn(await makeOwner(panel, 'app-one'))
    await page.goto('/settings/security')
    await expectAccessible(page, 'settings/security')
    const { codeAt, recovery } = await addApp(page)
    await expect(page.getByText('Zostało 10 z 10')).toBeVisible()
    await expectAccessible(page, 'settings/security-with-app')
    await signOut(page)

    await typePassword(page, 'owner@app-one.test')
    await expect(page.getByText('Logujesz się jako owner@app-one.test.')).toBeVisible()
    await expect(codeField(page)).toBeFocused()
    await expect(page).toHaveTitle(/./)
    await expectAccessible(page, 'sign-in/second-step')
    expect(await apiStatus(page, '/api/v1/usage/summary')).toBe(401)
    await typeCode(page, '000000')
    await expect(page.getByRole('alert').filter({ hasText: 'Kod jest nieprawidłowy' })).toBeVisible()
    await typeCode(page, codeAt(1))
    await expect(page).toHaveURL('/')
    await signOut(page)

    await typePassword(page, 'owner@app-one.test')
    await typeCode(page, (recovery[6] ?? '').toLowerCase().replaceAll('-', ''))
    await expect(page).toHaveURL('/')
    await page.goto('/settings/security')
    await expect(page.getByText('Zostało 9 z 10')).toBeVisible()
    await page.getByRole('button', { name: 'Usuń aplikację' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń aplikację' }).click()
    await expect(page.getByText('Aplikacja uwierzytelniająca została usunięta.')).toBeVisible()
    await expect(page.getByText('Powstaną z pierwszym drugim składnikiem.')).toBeVisible()
    await page.goto('/settings/audit')
    for (const words of ['Dodano aplikację uwierzytelniającą', 'Usunięto aplikację uwierzytelniającą']) {
      await expect(page.getByRole('row').filter({ hasText: words }).first()).toBeVisible()
    }
  })

  test('is required by the next-auth endpoint too', async ({ page, request, panel, signIn, expectedErrors }) => {
    expectedErrors.push(/status of 4(03|22)/)
    const email = await makeOwner(panel, 'app-door')
    await signIn('owner@app-door.test')
    await page.goto('/settings/security')
    const { codeAt } = await addApp(page)
    const attempt = async (more: Record<string, string>) => {
      const { csrfToken } = (await (await request.get(`${panel.url}/api/auth/csrf`)).json()) as { csrfToken: string }
      const form = { csrfToken, email, password: PASSWORD, json: 'true', ...more }
      return (await request.post(`${panel.url}/api/auth/callback/credentials`, { form })).text()
    }
    const summaryStatus = async () => (await request.get(`${panel.url}/api/v1/usage/summary`)).status()
    expect(await attempt({})).toContain('second_factor_required')
    expect(await summaryStatus()).toBe(401)
    expect(await attempt({ code: '000000' })).toContain('CredentialsSignin')
    expect(await summaryStatus()).toBe(401)
    await attempt({ code: codeAt(1) })
    expect(await summaryStatus()).toBe(200)
    panel.admin(['user', 'reset-second-factor', email])
    expect(await summaryStatus(), 'the operator removed it, which ended every session').toBe(401)
    await attempt({})
    expect(await summaryStatus()).toBe(200)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the second step works', async ({ page, panel, browser, expectedErrors }) => {
    expectedErrors.push(/status of 4(03|22)/)
    const email = await makeOwner(panel, 'app-plain')
    const helper = await browser.newContext({ baseURL: panel.url, javaScriptEnabled: true })
    waitForHydrationIn(helper)
    const other = await helper.newPage()
    await other.goto('/sign-in')
    await typePassword(other, email)
    await expect(other).toHaveURL('/')
    await other.goto('/settings/security')
    const { recovery } = await addApp(other)
    await helper.close()
    await page.goto('/sign-in?from=/usage')
    await typePassword(page, email)
    await typeCode(page, '07-AAAAA-AAAAA')
    await expect(page.getByText('Kod jest nieprawidłowy')).toBeVisible()
    await typeCode(page, recovery[2] ?? '')
    await expect(page).toHaveURL('/usage')
  })
})

test.describe('passkeys', () => {
  /** Browsers support passkeys for names only, not for IP addresses. */
  const localhostUrl = (panel: Panel) => panel.url.replace('127.0.0.1', 'localhost')

  type Authenticator = { readonly cdp: CDPSession; readonly id: string }
  async function addAuthenticator(context: BrowserContext, page: Page): Promise<Authenticator> {
    const cdp = await context.newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        // The sign-in page's conditional requests wait for the user, so presence is not simulated by default.
        automaticPresenceSimulation: false,
      },
    })
    return { cdp, id }
  }
  const present = ({ cdp, id }: Authenticator, enabled: boolean) =>
    cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: id, enabled })

  test('can be added, used alone or as the second step, and removed', async ({
    page,
    context,
    panel,
    expectAccessible,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 403/)
    const email = await makeOwner(panel, 'passkey-one')
    const authenticator = await addAuthenticator(context, page)
    await page.goto(`${localhostUrl(panel)}/sign-in`)
    await expectAccessible(page, 'sign-in/with-passkey')
    await typePassword(page, email)
    await expect(page).toHaveURL(`${localhostUrl(panel)}/`)
    await page.goto(`${localhostUrl(panel)}/settings/security`)
    await present(authenticator, true)
    await page.getByRole('button', { name: 'Dodaj klucz dostępu' }).click()
    await saveCodes(page)
    const list = page.getByRole('list', { name: 'Twoje klucze dostępu' })
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expectAccessible(page, 'settings/security-with-passkey')
    await list.getByRole('button', { name: /^Zmień nazwę/ }).click()
    await page.getByRole('dialog').getByLabel('Nazwa').fill('Mój laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Zapisz' }).click()
    await expect(list).toContainText('Mój laptop')
    await present(authenticator, false)
    await signOut(page)

    await present(authenticator, true)
    await page.getByRole('button', { name: 'Zaloguj się kluczem dostępu' }).click()
    await expect(page).toHaveURL(`${localhostUrl(panel)}/`)
    await present(authenticator, false)
    await signOut(page)

    await typePassword(page, email)
    await expect(page.getByText('Potwierdź').first()).toBeVisible()
    await present(authenticator, true)
    await page.getByRole('button', { name: 'Użyj klucza dostępu' }).click()
    await expect(page).toHaveURL(`${localhostUrl(panel)}/`)

    await page.goto(`${localhostUrl(panel)}/settings/security`)
    await page.getByRole('button', { name: 'Usuń Mój laptop' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń Mój laptop' }).click()
    await expect(page.getByText('Nie masz kluczy dostępu.')).toBeVisible()
    const { credentials } = await authenticator.cdp.send('WebAuthn.getCredentials', {
      authenticatorId: authenticator.id,
    })
    expect(credentials, 'the device received the list of passkeys that are still valid').toEqual([])
  })

  test('are offered in the e-mail field', async ({ page, context, panel }) => {
    const email = await makeOwner(panel, 'passkey-two')
    const authenticator = await addAuthenticator(context, page)
    await page.goto(`${localhostUrl(panel)}/sign-in`)
    await expect(page.getByLabel('E-mail')).toHaveAttribute('autocomplete', 'username webauthn')
    await typePassword(page, email)
    await expect(page).toHaveURL(`${localhostUrl(panel)}/`)
    await page.goto(`${localhostUrl(panel)}/settings/security`)
    await present(authenticator, true)
    await page.getByRole('button', { name: 'Dodaj klucz dostępu' }).click()
    await saveCodes(page)
    await present(authenticator, false)
    await signOut(page)
    await present(authenticator, true)
    await page.goto(`${localhostUrl(panel)}/sign-in?from=/usage`)
    await expect(page).toHaveURL(`${localhostUrl(panel)}/usage`)
  })

  test('are unavailable at an address without a host name, with the reason', async ({ page, panel, signIn }) => {
    await makeOwner(panel, 'passkey-none')
    await page.goto('/sign-in')
    await expect(page.getByRole('button', { name: /kluczem dostępu/ })).toHaveCount(0)
    await signIn('owner@passkey-none.test')
    await page.goto('/settings/security')
    await page.getByRole('button', { name: 'Dodaj klucz dostępu' }).focus()
    await expect(page.getByRole('tooltip').filter({ hasText: 'wymagają adresu z nazwą' })).toBeVisible()
  })
})

test.describe('a sensitive action', () => {
  const backdateProof = (panel: Panel, email: string) =>
    changeStore(
      panel,
      'update sessions set proved_at = ? where user_id = (select id from users where email = ?)',
      new Date(Date.now() - 15 * 60_000).toISOString(),
      email,
    )

  test('asks for proof again, keeps the typed text, and continues with another cookie', async ({
    page,
    context,
    panel,
    signIn,
    expectAccessible,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 403/)
    const email = await makeOwner(panel, 'proof-one')
    await signIn('owner@proof-one.test')
    await page.goto('/settings/api')
    backdateProof(panel, email)
    const previousCookies = await context.cookies()
    await page.getByRole('button', { name: 'Utwórz klucz' }).first().click()
    await page.getByRole('dialog').getByLabel('Nazwa').fill('po potwierdzeniu')
    await page.getByRole('dialog').getByLabel('Nazwa').press('Enter')
    const proof = page.getByRole('dialog', { name: 'Potwierdź, że to Ty' })
    await expect(proof.getByLabel('Hasło')).toBeFocused()
    await expectAccessible(page, 'proof')
    await page.keyboard.press('Escape')
    await expect(page.getByText('Nie potwierdzono, że to Ty.')).toBeVisible()
    await expect(page.getByRole('dialog').getByLabel('Nazwa')).toHaveValue('po potwierdzeniu')
    await page.getByRole('dialog').getByLabel('Nazwa').press('Enter')
    await proof.getByLabel('Hasło').fill('not the password')
    await page.keyboard.press('Enter')
    await expect(proof.getByRole('alert')).toContainText('Odpowiedź jest nieprawidłowa')
    await proof.getByLabel('Hasło').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Klucz „po potwierdzeniu” jest gotowy' })).toBeVisible()
    await expect(proof).toHaveCount(0)
    await endSession(context)
    await context.addCookies(previousCookies)
    expect(await apiStatus(page, '/api/v1/keys')).toBe(401)
  })

  test('is refused without proof by both APIs', async ({ page, panel, signIn }) => {
    const email = await makeOwner(panel, 'proof-two')
    await signIn('owner@proof-two.test')
    backdateProof(panel, email)
    const post = async (path: string, data: object) => {
      const answer = await page.request.post(path, { data, headers: { origin: panel.url } })
      return { status: answer.status(), body: (await answer.json()) as unknown }
    }
    const refused = { status: 403, body: { detail: { code: 'proof_required' } } }
    expect(await post('/api/v1/keys', { name: 'x' })).toMatchObject(refused)
    const ids = ['00000000-0000-4000-8000-000000000000']
    expect(await post('/api/panel/personal/export', { ids })).toMatchObject(refused)
    expect(await post('/api/panel/second-factor/app', {})).toMatchObject(refused)
    expect(await apiStatus(page, '/api/v1/keys')).toBe(200)
  })
})

test('an account that requires a second factor is locked until one is set up', async ({
  page,
  panel,
  signIn,
  expectAccessible,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 4(03|09|22)/)
  const email = await makeOwner(panel, 'required')
  await signIn('owner@required.test')
  const account = `(select account_id from members join users on users.id = user_id where email = '${email}')`
  changeStore(
    panel,
    `insert into account_settings (account_id, second_factor_required_at) values (${account}, ?)`,
    new Date().toISOString(),
  )
  await page.goto('/usage')
  await expect(page).toHaveURL('/settings/security')
  await expect(page.getByText('To konto wymaga weryfikacji dwuetapowej. Aby przejść dalej')).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expectAccessible(page, 'settings/security-required')
  for (const path of ['/api/v1/usage/summary', '/api/v1/keys', '/api/panel/audit', '/api/panel/members']) {
    const answer = await page.request.get(path)
    expect(answer.status(), path).toBe(403)
    expect(await answer.json()).toMatchObject({ detail: { code: 'second_factor_required' } })
  }
  await addApp(page)
  await page.getByRole('link', { name: 'Przejdź do panelu' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Usuń aplikację' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń aplikację' }).click()
  await expect(page.getByText('Jesteś jedynym właścicielem konta')).toBeVisible()
})

test('an owner removes the second factor of a colleague, whose sessions end', async ({
  page,
  panel,
  browser,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 4(01|03|22)/)
  await makeOwner(panel, 'reset-one')
  const email = 'kolega@reset-one.test'
  await makeUser(panel, email, { account: 'reset-one', role: 'viewer' })
  const other = await browser.newContext({ baseURL: panel.url })
  waitForHydrationIn(other)
  const colleague = await other.newPage()
  await colleague.goto('/sign-in')
  await typePassword(colleague, email)
  await expect(colleague).toHaveURL('/')
  await colleague.goto('/settings/security')
  await addApp(colleague)
  await signIn('owner@reset-one.test')
  await page.goto('/settings/members')
  await page.getByRole('button', { name: `Działania: ${email}` }).click()
  await page.getByRole('menuitem', { name: 'Usuń drugi składnik' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń drugi składnik' }).click()
  await expect(page.getByText('Usunięto drugi składnik.')).toBeVisible()
  expect(await apiStatus(colleague, '/api/panel/second-factor')).toBe(401)
  await colleague.goto('/sign-in')
  await typePassword(colleague, email)
  await expect(colleague).toHaveURL('/')
  await other.close()
})
